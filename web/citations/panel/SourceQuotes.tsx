import { useQueries, useQuery } from '@tanstack/react-query'
import { formatDay } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswerLink } from '../../answers/AnswersLink.tsx'
import { answerQuery } from '../../answers/queries.ts'
import { read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Part, type SourceDetail } from './Part.tsx'
import { getQuote } from './quote.ts'

const mostQuotes = 3

/** What the newest answers that cite the source say about a competitor, or about the brand. */
export function SourceQuotes({ source: { domain, missed_count } }: { source: SourceDetail }) {
  const { query } = useBrand()
  const list = useQuery(
    read('GET /api/answers', {
      query: { ...query, domain, limit: mostQuotes, ...(missed_count > 0 && { mentioned: 'false' }) },
    }),
  )
  const answers = useQueries({ queries: (list.data?.items ?? []).map(({ id }) => answerQuery(id)) })
  const quotes = answers.flatMap(({ data }) => {
    const text = data && getQuote(data)
    return data && text ? [{ answer: data, text }] : []
  })
  if (quotes.length === 0) return null
  return (
    <Part title={t('citations.panel.quotes')}>
      <ul className="space-y-2 text-sm">
        {quotes.map(({ answer, text }) => (
          <li key={answer.id}>
            <q className="[overflow-wrap:anywhere]">{text}</q>{' '}
            <AnswerLink id={answer.id} of={{ domain }} className="link whitespace-nowrap text-xs">
              {t('citations.panel.quoteOf', {
                platform: platformLabels[answer.platform],
                day: formatDay(answer.answered_at),
              })}
            </AnswerLink>
          </li>
        ))}
      </ul>
    </Part>
  )
}
