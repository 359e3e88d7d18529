import { useQuery } from '@tanstack/react-query'
import { formatPct, formatRange, formatUtcTime } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswerLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { classes } from '../ui/classes.ts'
import { Figure } from '../ui/Figure.tsx'
import { Card } from '../ui/page/Card.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'

type SentimentThemes = Returns<'GET /api/metrics/sentiment-themes'>
type Theme = SentimentThemes['praised'][number]

/** What answers praise and criticize about the brand, each theme with quotes that open their answers. */
export function Themes() {
  const { query } = useBrand()
  const themes = useQuery(read('GET /api/metrics/sentiment-themes', { query }))
  return (
    <div className="mt-4">
      <QueryBoundary query={themes} className="h-96">
        {(data) => (
          <>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <ThemeList
                title={t('sentiment.themes.praised')}
                themes={data.praised}
                answers={data.result_count}
              />
              <ThemeList
                title={t('sentiment.themes.criticized')}
                themes={data.criticized}
                answers={data.result_count}
                isBad
              />
            </div>
            <p className="mt-2 text-xs text-muted">
              {data.result_count >= data.max_results
                ? t('sentiment.themes.basisOfNewest', { answers: data.result_count })
                : t('sentiment.themes.basis', { answers: data.result_count })}
            </p>
          </>
        )}
      </QueryBoundary>
    </div>
  )
}

type ThemeListProps = { title: string; themes: readonly Theme[]; answers: number; isBad?: boolean }

function ThemeList({ title, themes, answers, isBad = false }: ThemeListProps) {
  const max = Math.max(1, ...themes.map(({ results }) => results))
  return (
    <Card title={title}>
      {themes.length === 0 && <p className="px-4 pb-4 text-sm text-muted">{t('sentiment.themes.none')}</p>}
      <ul
        className={classes(
          'divide-y divide-line border-t border-line text-sm',
          isBad && '[--share-color:var(--bad)]',
        )}
      >
        {themes.map((theme, index) => (
          <ThemeRow key={theme.theme} theme={theme} max={max} answers={answers} isOpen={index === 0} />
        ))}
      </ul>
    </Card>
  )
}

type ThemeRowProps = { theme: Theme; max: number; answers: number; isOpen: boolean }

function ThemeRow({ theme: { theme, results, pct, interval, quotes }, max, answers, isOpen }: ThemeRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto]">
      <details open={isOpen}>
        <summary className="flex items-center gap-3 py-2 pl-4 pr-2 hover:bg-sunken">
          <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{theme}</span>
          <meter aria-hidden min={0} max={max} value={results} className="share-bar h-1.5 w-24" />
        </summary>
        <ul className="space-y-2 px-4 pb-3">
          {quotes.map((quote) => (
            <Quote key={quote.answer_id} quote={quote} />
          ))}
        </ul>
      </details>
      <span className="w-16 py-1.5 pr-4 text-right">
        <Figure
          label={t('sentiment.themes.label', { theme })}
          value={formatPct(pct)}
          range={interval && formatRange(interval, '%')}
          count={answers}
        />
      </span>
    </li>
  )
}

function Quote({ quote: { answer_id, platform, answered_at, text } }: { quote: Theme['quotes'][number] }) {
  return (
    <li>
      <AnswerLink
        id={answer_id}
        className="block rounded-md border-l-2 border-line pl-3 hover:border-accent hover:bg-sunken"
      >
        <span className="block [overflow-wrap:anywhere]">
          {t('sentiment.themes.quote', { text: withoutPipes(text) })}
        </span>
        <span className="text-xs text-muted">
          {t('sentiment.themes.source', {
            platform: platformLabels[platform],
            answeredAt: formatUtcTime(answered_at),
          })}
        </span>
      </AnswerLink>
    </li>
  )
}

/** A quote can be a row of a Markdown table. */
const withoutPipes = (text: string): string =>
  text.startsWith('|')
    ? text
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '' && cell !== '–')
        .join(' · ')
    : text
