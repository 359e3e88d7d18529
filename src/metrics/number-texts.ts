/** Names and values of the tested numbers in texts of the server, as `vocabulary/tested-numbers.ts` has them in English. */
import { noData } from '../../vocabulary/formats.ts'
import type { TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { type Message, type MessageOrText, message } from '../languages/message.ts'

export const numberNames: Record<TestedNumber, Message> = {
  score: message('Visibility score'),
  mention_rate: message('Mention rate'),
  citation_rate: message('Citation rate'),
  avg_position: message('Average position'),
  positive_sentiment: message('Positive sentiment'),
  share_of_voice: message('Share of voice'),
  competitor_score: message('Visibility score'),
}

/** Formats a value of a number: a score, a percentage or a position. */
export function numberText(number: TestedNumber, value: number | null): MessageOrText {
  if (value === null) return noData
  if (number === 'score' || number === 'competitor_score') return scoreText(value)
  if (number === 'avg_position') return message('{value, number, position}', { value })
  return message('{value, number, percentage}', { value })
}

export const scoreText = (value: number): Message => message('{value, number, score}', { value })
