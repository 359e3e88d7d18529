/** The names and definitions of the metrics in English, for the API reference and sealed reports. */
import { metricNames } from '../../vocabulary/metrics.ts'
import { inEnglish, message } from '../languages/message.ts'

type Term = { label: string; definition: string }
export type MetricName = (typeof metricNames)[number]

export const metricTerms = asTerms(
  Object.fromEntries(
    metricNames.map((name) => [
      name,
      {
        label: inEnglish(message(`labels.metric.${name}.label`)),
        definition: inEnglish(message(`labels.metric.${name}.definition`)),
      },
    ]),
  ),
)

export const denominatorRule = inEnglish(message('labels.metric.denominatorRule'))

/** Has a term for every name. */
function asTerms(terms: Record<string, Term>) {
  return terms as Record<MetricName, Term>
}
