import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { answerQuery } from '../answers/queries.ts'
import { answerSearch, toAnswerParams } from '../answers/search.ts'
import { read } from '../api.ts'
import { brandFilter, metricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { getQuote } from '../citations/panel/quote.ts'
import { type Alert, getEvidence } from './queries.ts'

const mostExamples = 3
/** Letters: a name alone, such as in a table, says nothing. */
const shortestQuote = 20

/** The newest answers behind the alert, with the sentence about the brand or a competitor. */
export function ExampleAnswers({ alert }: { alert: Alert }) {
  const { brand, slug } = useBrand()
  const search = getEvidence(alert)
  const filter = brandFilter(search ?? {})
  const query = { ...metricQuery(brand.id, filter), ...toAnswerParams(answerSearch(search ?? {})) }
  const list = useQuery({
    ...read('GET /api/answers', { query: { ...query, limit: mostExamples } }),
    enabled: search !== null,
  })
  const items = list.data?.items ?? []
  const answers = useQueries({ queries: items.map(({ id }) => answerQuery(id)) })
  if (!list.data || items.length === 0) return null
  return (
    <section>
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-semibold">{t('alerts.detail.examples')}</h3>
        <Link
          to="/dashboard/brands/$slug/answers"
          params={{ slug }}
          search={{ ...filter, ...answerSearch(search ?? {}) }}
          className="link text-sm"
        >
          {t('alerts.detail.allAnswers', { answers: list.data.total })}
        </Link>
      </div>
      <ul className="mt-1 divide-y divide-line border-t border-line text-sm">
        {items.map(({ id, prompt, platform, answered_at }, index) => {
          const answer = answers[index]?.data
          const quote = answer && getQuote(answer)
          return (
            <li key={id} className="flex items-baseline justify-between gap-4 py-2">
              <div className="min-w-0">
                <Link
                  to="/dashboard/brands/$slug/answers/$id"
                  params={{ slug, id }}
                  className="font-medium hover:underline [overflow-wrap:anywhere]"
                >
                  {prompt.text}
                </Link>
                {quote !== undefined && quote.length >= shortestQuote && (
                  <p className="line-clamp-2 text-muted [overflow-wrap:anywhere]">{quote}</p>
                )}
              </div>
              <span className="shrink-0 text-xs text-muted">
                {`${platformLabels[platform]} · ${formatDay(answered_at)}`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
