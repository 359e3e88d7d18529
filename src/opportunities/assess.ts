/**
 * Turns the evidence for a prompt into an opportunity: size and certainty of the gap, score, and whether a page of the
 * brand's own or a third-party page could close it. Pure. Documented in docs/opportunities.md.
 */
import { maxPartPoints, type ScorePart } from '../../vocabulary/opportunities.ts'
import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import { type Gap, scoreGap } from '../metrics/score-gap.ts'
import { ratioPct, twoDecimals } from '../metrics/values.ts'
import { describeGap, opportunityTitle } from './describe.ts'
import type { PromptEvidence } from './gap-evidence.ts'
import type { EntityResults } from './gap-query.ts'
import { companies, type Opportunity, type SourceData, thirdParties } from './source-data.ts'

export type Assessment = Pick<
  Opportunity,
  'prompt_id' | 'title' | 'description' | 'type' | 'impact' | 'opportunity_score' | 'source_data'
>

/** With fewer answers a gap is only directional. */
const minAnswers = 10
/** Smaller gaps, in points of the visibility score, are ignored. */
const minGapPoints = 5
/** The minimum lower bounds of the gap for a high and a medium impact. */
const minHighPoints = 15
const minMediumPoints = 5

/**
 * Returns null without a competitor. `open`: whether the gap justifies a new opportunity. `stay`: whether an open
 * opportunity remains open; it tolerates uncertain gaps, so that opportunities do not flicker with noise.
 */
export function assess(
  evidence: PromptEvidence,
  window: { from: string; to: string },
  brandName: string,
): { opportunity: Assessment; open: boolean; stay: boolean } | null {
  const [leader] = evidence.competitors
  if (!leader) return null
  const gap = scoreGap(evidence.strata, { among: evidence.competitors.length, drift: evidence.drift })
  const established = evidence.answers >= minAnswers && gap.interval.low > 0
  const type = classifyType(evidence)
  const score_parts = scoreParts(evidence, gap, type)
  const score = twoDecimals(Object.values(score_parts).reduce((sum: number, part) => sum + (part ?? 0), 0))
  const source_data: SourceData = {
    window: { date_from: window.from, date_to: window.to },
    simulated: evidence.simulated,
    answers: evidence.answers,
    missed: evidence.missed,
    behind: evidence.behind,
    certainty: established ? 'established' : 'directional',
    gap_pct: gap.points,
    gap: { ...gap, leader: { competitor_id: leader.competitor_id, name: leader.name } },
    brand: { name: brandName, ...toSideResults(evidence.brand, evidence.weight) },
    competitors: evidence.competitors.map((competitor) => ({
      competitor_id: competitor.competitor_id,
      name: competitor.name,
      ...toSideResults(competitor, evidence.weight),
    })),
    volume: evidence.volume?.total ?? null,
    volume_detail: evidence.volume && {
      est_ai_volume_low: evidence.volume.ai_low,
      est_ai_volume_high: evidence.volume.ai_high,
      source: evidence.volume.source,
    },
    intent: evidence.intent,
    keywords: listKeywords(evidence),
    source_categories: evidence.categories,
    sources: evidence.sources,
    evidence_answer_ids: evidence.answer_ids,
    score_parts,
  }
  const opportunity: Assessment = {
    prompt_id: evidence.prompt_id,
    type,
    impact: getImpact(established, gap.interval.low),
    opportunity_score: score,
    source_data,
    title: opportunityTitle(evidence.text, type),
    description: describeGap(source_data, type),
  }
  const stay = gap.points >= minGapPoints
  return { opportunity, stay, open: stay && (established || evidence.answers < minAnswers) }
}

/** Gaps with at least this lower bound get the full gap score. The maximum is 75: the leader named first and the brand not at all. */
const fullGapPoints = 60
/** Volume counts logarithmically, up to this many searches per month. */
const fullVolume = 100_000

/** The parts sum to the score. Without a known volume, its weight is distributed to the other parts. */
function scoreParts(
  evidence: PromptEvidence,
  gap: Gap,
  type: Opportunity['type'],
): SourceData['score_parts'] {
  const volume = evidence.volume?.total ?? null
  const part = (name: ScorePart, share: number) =>
    twoDecimals(maxPartPoints(name, volume !== null) * Math.min(1, Math.max(0, share)))
  return {
    gap: part('gap', gap.interval.low / fullGapPoints),
    certainty: part('certainty', gap.points > 0 ? gap.interval.low / gap.points : 0),
    volume: volume === null ? null : part('volume', Math.log10(1 + volume) / Math.log10(1 + fullVolume)),
    intent: part('intent', intentShare(evidence)),
    sources: part('sources', reachableShare(evidence, type)),
  }
}

/** Purchase intent weighs more than information intent. */
function intentShare({ intent, category }: PromptEvidence): number {
  return (intent === null ? undefined : intentShares[intent.toLowerCase()]) ?? categoryShares[category] ?? 0.5
}

const intentShares: Record<string, number> = {
  transactional: 1,
  commercial: 1,
  navigational: 0.3,
  informational: 0.4,
}
const categoryShares: Record<string, number> = {
  comparison: 1,
  best: 1,
  alternative: 1,
  recommendation: 1,
  branded: 0.8,
  'how-to': 0.5,
  informational: 0.4,
  other: 0.5,
}

/** If company pages have at least this share of the citations, a page of the brand could be among them. */
const minCompanyShare = 0.25

/** Also `owned` without citations, because there is no third party to contact. */
function classifyType(evidence: PromptEvidence): Opportunity['type'] {
  const companyCitations = countCitations(evidence, companies)
  const thirdPartyCitations = countCitations(evidence, thirdParties)
  return companyCitations >= minCompanyShare * (companyCitations + thirdPartyCitations) ? 'owned' : 'earned'
}

/** The share of citations that go to the kind of pages that this opportunity is about. */
function reachableShare(evidence: PromptEvidence, type: Opportunity['type']): number {
  const all = evidence.categories.reduce((sum, { citations }) => sum + citations, 0)
  return all === 0 ? 0 : countCitations(evidence, type === 'earned' ? thirdParties : companies) / all
}

const countCitations = ({ categories }: PromptEvidence, wanted: readonly SourceCategory[]) =>
  categories.reduce((sum, { category, citations }) => sum + (wanted.includes(category) ? citations : 0), 0)

/** The impact depends on the lower bound of the gap, so that few answers or noise never look urgent. */
function getImpact(established: boolean, certainPoints: number): Opportunity['impact'] {
  if (!established || certainPoints < minMediumPoints) return 'low'
  return certainPoints < minHighPoints ? 'medium' : 'high'
}

/** `weight`: of all answers. */
const toSideResults = (side: EntityResults, weight: number) => ({
  named: side.mentioned,
  cited: side.cited,
  mention_rate_pct: ratioPct(side.mention_weight, weight),
  avg_visibility_score: twoDecimals(side.score_millipoints / weight / 1000),
  avg_position: side.mentioned === 0 ? null : twoDecimals(side.rank_sum / side.mention_weight),
})

/** The keywords of the volume source or, without one, the searches that the engines made. */
const listKeywords = ({ volume, searches }: PromptEvidence): SourceData['keywords'] =>
  volume
    ? volume.keywords.map(({ keyword, volume: searched }) => ({ keyword, volume: searched, answers: null }))
    : searches.map(({ search, answers }) => ({ keyword: search, volume: null, answers }))
