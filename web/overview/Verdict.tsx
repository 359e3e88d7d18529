import { formatScore, formatShortDay, joinFacts, labelEnd } from '../../vocabulary/formats.ts'
import { formatDays } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { changedBy } from '../ui/change-text.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { keysOf } from '../ui/typed-keys.ts'
import { copy } from './copy.ts'
import { type Comparison, overviewMetrics, type Ranked, type Summary, standingOf } from './metrics.ts'

/** The state in one sentence: the score and its change, then the distance to the best competitor. */
export function Verdict({ summary, comparison }: { summary: Summary; comparison: Comparison }) {
  const { brand, filter } = useBrand()
  const { sample_caution: caution } = summary
  return (
    <div className="mb-4">
      <Headline context={rivalSentence(comparison)}>{scoreSentence(summary)}</Headline>
      <p className="mt-0.5 text-sm text-muted">
        <ExternalLink href={`https://${brand.domain}`}>{brand.domain}</ExternalLink>
        {`${labelEnd()}${basisText(summary, formatDays(filter))}`} {caution && copy.basis.cautions[caution]}
      </p>
    </div>
  )
}

function basisText(summary: Summary, period: string): string {
  const { result_count: answers, prompt_count: prompts, branded_result_count: branded, not_counted } = summary
  const sample =
    branded > 0 && branded < answers
      ? copy.basis.sampleWithBranded(answers, prompts, period, branded)
      : copy.basis.sample(answers, prompts, period)
  const notCounted = keysOf(copy.basis.outcomes)
    .filter((outcome) => not_counted[outcome] > 0)
    .map((outcome) => copy.basis.outcomes[outcome](not_counted[outcome]))
  return notCounted.length === 0 ? sample : `${sample} ${copy.basis.notCounted(joinFacts(notCounted))}`
}

export function scoreSentence({
  avg_visibility_score: score,
  change,
}: Pick<Summary, 'avg_visibility_score' | 'change'>): string {
  const { state, established } = change
  const amount = changedBy(change)
  if ((state === 'up' || state === 'down') && amount !== null && established?.since)
    return copy.verdict.changed(
      formatScore(score),
      state,
      formatScore(Math.abs(amount)),
      formatShortDay(established.since),
    )
  return copy.verdict.states[state === 'no_significant_change' ? state : 'unknown'](formatScore(score))
}

export function rivalSentence(comparison: Ranked): string {
  const standing = standingOf(overviewMetrics.visibility, comparison)
  if (standing === null) return copy.verdict.noCompetitors
  const { competitor, lead } = standing
  const points = formatScore(Math.abs(lead))
  if (points === formatScore(0)) return copy.verdict.level(competitor.name)
  return lead > 0 ? copy.verdict.ahead(competitor.name, points) : copy.verdict.behind(competitor.name, points)
}
