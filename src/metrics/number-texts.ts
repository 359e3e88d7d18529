/** Names and values of the tested numbers in texts of the server, as `vocabulary/tested-numbers.ts` has them in English. */
import { noData } from '../../vocabulary/formats.ts'
import type { TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { type Message, type MessageOrText, message } from '../languages/message.ts'

export const numberNames: Record<TestedNumber, Message> = {
  score: message('labels.metric.visibility_score.label'),
  mention_rate: message('labels.metric.mention_rate.label'),
  citation_rate: message('labels.metric.citation_rate.label'),
  avg_position: message('labels.metric.average_position.label'),
  positive_sentiment: message('labels.metric.sentiment.label'),
  share_of_voice: message('labels.metric.share_of_voice.label'),
  competitor_score: message('labels.metric.visibility_score.label'),
}

/** Formats a value of a number: a score, a percentage or a position. */
export function numberText(number: TestedNumber, value: number | null): MessageOrText {
  if (value === null) return noData
  if (number === 'score' || number === 'competitor_score') return scoreText(value)
  if (number === 'avg_position') return message('metrics.numberTexts.value3', { value })
  return message('metrics.numberTexts.value2', { value })
}

export const scoreText = (value: number): Message => message('metrics.numberTexts.value', { value })
