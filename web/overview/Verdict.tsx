import { Link } from '@tanstack/react-router'
import { formatScore, formatShortDay, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { type BrandFilter, brandFilter, countDays, formatDays, periodRange } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { PeriodStatus } from '../ui/PeriodMark.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { gapSentence, type PeriodChange } from '../ui/period-text.ts'
import { type Comparison, getStanding, overviewMetrics, type Ranked, type Summary } from './metrics.ts'

/** The score of the chosen period in one sentence, with its difference from the period before, and the best competitor. */
export function Verdict({ summary, comparison }: { summary: Summary; comparison: Comparison }) {
  const { filter } = useBrand()
  const { change, sample_caution: caution } = summary
  return (
    <div className="mb-4">
      <Headline context={rivalSentence(comparison)}>{scoreSentence(summary, filter)}</Headline>
      <div className="mt-0.5 flex flex-wrap justify-between gap-x-6 text-xs text-muted">
        <UsualChange change={change} />
        <OtherChange change={change} />
      </div>
      <p className="mt-0.5 text-xs text-muted max-sm:hidden">
        {basisText(summary)} {caution && t(`overview.basis.cautions.${caution}`)}
      </p>
    </div>
  )
}

/** Whether the difference is established, and by how much such periods usually differ. */
export function UsualChange({ change }: { change: PeriodChange }) {
  const range = periodRange(useBrand().filter)
  if (range === null) return null
  const { usual_change: points } = change
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <PeriodStatus change={change} />
      {points !== null && (
        <span>{t('overview.verdict.usualChange', { days: countDays(range), points })}</span>
      )}
    </p>
  )
}

/** The last established change, with its own dates and a link to them. */
function OtherChange({ change: { established } }: Pick<Summary, 'change'>) {
  const { slug, filter } = useBrand()
  if (!established) return null
  const { status: direction, before, after, since, established: day } = established
  return (
    <p className="max-sm:hidden">
      {t('overview.verdict.established', {
        direction,
        points: Math.abs(after - before),
        since: formatShortDay(since),
        established: formatShortDay(day),
      })}{' '}
      <Link
        to="/dashboard/brands/$slug"
        params={{ slug }}
        search={brandFilter({ ...filter, from: since, to: day })}
        className="link"
      >
        {t('overview.verdict.showEstablished')}
      </Link>
    </p>
  )
}

function basisText(summary: Summary): string {
  const { result_count: answers, prompt_count: prompts, branded_result_count: branded, not_counted } = summary
  const sample =
    branded > 0 && branded < answers
      ? t('overview.basis.sampleWithBranded', { answers, prompts, branded })
      : t('overview.basis.sample', { answers, prompts })
  const notCounted = (['failed', 'refused', 'empty'] as const)
    .filter((outcome) => not_counted[outcome] > 0)
    .map((outcome) => t(`overview.basis.outcomes.${outcome}`, { count: not_counted[outcome] }))
  return notCounted.length === 0
    ? sample
    : `${sample} ${t('overview.basis.notCounted', { counts: joinFacts(notCounted) })}`
}

export function scoreSentence(
  { avg_visibility_score, change }: Pick<Summary, 'avg_visibility_score' | 'change'>,
  filter: BrandFilter,
): string {
  const range = periodRange(filter)
  const { period_state: state, delta } = change
  const score = formatScore(avg_visibility_score)
  const period = { ...periodWords(filter), score }
  if (range === null || delta === null) return t('overview.verdict.unknown', period)
  if (state === 'usual_range') return t('overview.verdict.usual', period)
  if (state !== 'up' && state !== 'down') return t('overview.verdict.unknown', period)
  return t('overview.verdict.changed', {
    ...period,
    direction: state,
    points: Math.abs(delta),
    before:
      filter.compare === 'last_month'
        ? t('overview.verdict.lastMonth')
        : t('overview.verdict.before', { days: countDays(range) }),
  })
}

/** One day, a range of days, or a period that has a name. */
export function periodWords(filter: BrandFilter) {
  const { from, to } = filter
  const period = formatDays(filter)
  if (from === undefined || to === undefined) return { when: 'other', from: '', to: '', period } as const
  const days = { from: formatShortDay(from), to: formatShortDay(to), period }
  return { ...days, when: from === to ? 'day' : 'range' } as const
}

export function rivalSentence(comparison: Ranked): string {
  const standing = getStanding(overviewMetrics().visibility, comparison)
  if (standing === null) return t('overview.verdict.noCompetitors')
  const { competitor, lead } = standing
  const points = Math.abs(lead)
  if (formatScore(points) === formatScore(0))
    return t('overview.verdict.level', { competitor: competitor.name })
  const leads =
    lead > 0
      ? t('overview.verdict.ahead', { competitor: competitor.name, points })
      : t('overview.verdict.behind', { competitor: competitor.name, points })
  const names = { brand: comparison.brand.name, competitor: competitor.name }
  const gap = competitor.gap_change && gapSentence(competitor.gap_change, names)
  return gap ? `${leads} ${gap}` : leads
}
