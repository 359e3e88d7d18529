import { formatScore, formatShortDay, joinFacts, labelEnd } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { formatDays } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { changedBy } from '../ui/change-text.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { type Comparison, getStanding, overviewMetrics, type Ranked, type Summary } from './metrics.ts'

/** The state in one sentence: the score and its change, then the distance to the best competitor. */
export function Verdict({ summary, comparison }: { summary: Summary; comparison: Comparison }) {
  const { brand, filter } = useBrand()
  const { sample_caution: caution } = summary
  return (
    <div className="mb-4">
      <Headline context={rivalSentence(comparison)}>{scoreSentence(summary)}</Headline>
      <p className="mt-0.5 text-sm text-muted">
        <ExternalLink href={`https://${brand.domain}`}>{brand.domain}</ExternalLink>
        {`${labelEnd()}${basisText(summary, formatDays(filter))}`}{' '}
        {caution && t(`overview.basis.cautions.${caution}`)}
      </p>
    </div>
  )
}

function basisText(summary: Summary, period: string): string {
  const { result_count: answers, prompt_count: prompts, branded_result_count: branded, not_counted } = summary
  const sample =
    branded > 0 && branded < answers
      ? t('overview.basis.sampleWithBranded', { answers, prompts, period, branded })
      : t('overview.basis.sample', { answers, prompts, period })
  const notCounted = (['failed', 'refused', 'empty'] as const)
    .filter((outcome) => not_counted[outcome] > 0)
    .map((outcome) => t(`overview.basis.outcomes.${outcome}`, { count: not_counted[outcome] }))
  return notCounted.length === 0
    ? sample
    : `${sample} ${t('overview.basis.notCounted', { counts: joinFacts(notCounted) })}`
}

export function scoreSentence({
  avg_visibility_score: score,
  change,
}: Pick<Summary, 'avg_visibility_score' | 'change'>): string {
  const { state, established } = change
  const amount = changedBy(change)
  if ((state === 'up' || state === 'down') && amount !== null && established?.since)
    return t('overview.verdict.changed', {
      score: formatScore(score),
      direction: state,
      points: Math.abs(amount),
      since: formatShortDay(established.since),
    })
  return t(`overview.verdict.states.${state === 'no_significant_change' ? state : 'unknown'}`, {
    score: formatScore(score),
  })
}

export function rivalSentence(comparison: Ranked): string {
  const standing = getStanding(overviewMetrics().visibility, comparison)
  if (standing === null) return t('overview.verdict.noCompetitors')
  const { competitor, lead } = standing
  const points = Math.abs(lead)
  if (formatScore(points) === formatScore(0))
    return t('overview.verdict.level', { competitor: competitor.name })
  return lead > 0
    ? t('overview.verdict.ahead', { competitor: competitor.name, points })
    : t('overview.verdict.behind', { competitor: competitor.name, points })
}
