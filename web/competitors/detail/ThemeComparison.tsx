import { useQuery } from '@tanstack/react-query'
import { noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { RateFigure } from '../../answers/AnswersFigure.tsx'
import { type Returns, read } from '../../api.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Bar } from '../../ui/page/Skeleton.tsx'
import type { ComparedCompetitor } from './competitor-detail.ts'

type Themes = Returns<'GET /api/metrics/sentiment-themes'>
type Polarity = 'praised' | 'criticized'
type Theme = Themes[Polarity][number]
type Side = { themes: Themes; color: number }

const shownThemes = 6

/** What answers praise and criticize about the brand and the competitor, side by side. */
export function ThemeComparison({ competitor }: { competitor: ComparedCompetitor }) {
  const { query } = useBrand()
  const getColor = useBrandColors()
  const own = useQuery(read('GET /api/metrics/sentiment-themes', { query }))
  const theirs = useQuery(
    read('GET /api/metrics/sentiment-themes', {
      query: { ...query, competitor_id: competitor.competitor_id },
    }),
  )
  if (!own.data || !theirs.data) return <Bar className="h-64 rounded-xl" />
  const sides = [
    { themes: own.data, color: 0 },
    { themes: theirs.data, color: getColor(competitor.competitor_id) },
  ]
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <ThemeBars title={t('competitorDetail.themes.praised')} polarity="praised" sides={sides} />
      <ThemeBars title={t('competitorDetail.themes.criticized')} polarity="criticized" sides={sides} />
    </div>
  )
}

type ThemeBarsProps = { title: string; polarity: Polarity; sides: readonly Side[] }

/** The themes of both, most frequent first, with one bar for each. */
function ThemeBars({ title, polarity, sides }: ThemeBarsProps) {
  const names = [
    ...new Set(
      sides
        .flatMap(({ themes }) => themes[polarity])
        .toSorted((a, b) => (b.pct ?? 0) - (a.pct ?? 0))
        .map(({ theme }) => theme),
    ),
  ]
  return (
    <Card
      title={title}
      actions={sides.map(({ themes: { name }, color }) => (
        <span key={name} className="flex items-center gap-1.5 text-xs">
          <Dot color={color} />
          {name}
        </span>
      ))}
    >
      {names.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">{t('competitorDetail.themes.none')}</p>
      ) : (
        <ul className="border-t border-line px-4 py-2 text-sm">
          {names.slice(0, shownThemes).map((name) => (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)_auto] items-center gap-3 py-1.5"
            >
              <span className="truncate" title={name}>
                {name}
              </span>
              <svg aria-hidden viewBox="0 0 100 14" preserveAspectRatio="none" className="h-3.5 w-full">
                {sides.map((side, index) => (
                  <line
                    key={side.color}
                    x1="0"
                    x2={findTheme(side, polarity, name)?.pct ?? 0}
                    y1={3 + 8 * index}
                    y2={3 + 8 * index}
                    strokeWidth="6"
                    className={`series-${side.color}`}
                  />
                ))}
              </svg>
              <span className="grid w-28 grid-cols-2 gap-2 text-right">
                {sides.map((side) => (
                  <ThemeShare key={side.color} side={side} polarity={polarity} name={name} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const findTheme = ({ themes }: Side, polarity: Polarity, name: string): Theme | undefined =>
  themes[polarity].find(({ theme }) => theme === name)

function ThemeShare({ side, polarity, name }: { side: Side; polarity: Polarity; name: string }) {
  const theme = findTheme(side, polarity, name)
  if (!theme) return <span className="text-muted">{noData}</span>
  const { competitor_id, name: whose, result_count } = side.themes
  return (
    <span>
      <RateFigure
        label={`${whose}, ${name}`}
        pct={theme.pct}
        interval={theme.interval}
        count={result_count}
        of={
          competitor_id === null
            ? { sentiment: polarity === 'praised' ? 'positive' : 'negative' }
            : { competitor: competitor_id }
        }
      />
    </span>
  )
}
