/** Names and values of the tested numbers in texts of the server. */
import { noData } from '../../vocabulary/formats.ts'
import { metricOfNumber, type TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { type Message, type MessageOrText, message } from '../languages/message.ts'

/** Returns the name of the metric of a number. */
export const numberName = (number: TestedNumber): Message =>
  message(`labels.metric.${metricOfNumber[number]}.label`)

/** Formats a value of a number: a score, a percentage or a position. */
export function numberText(number: TestedNumber, value: number | null): MessageOrText {
  if (value === null) return noData
  if (number === 'score' || number === 'competitor_score') return scoreText(value)
  if (number === 'avg_position') return message('formats.position', { value })
  return message('formats.percentage', { value })
}

export const scoreText = (value: number): Message => message('formats.score', { value })
