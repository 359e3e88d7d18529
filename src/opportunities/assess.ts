/**
 * From the evidence of a prompt to an opportunity: how large the gap is and how sure, what it is worth, and whether a page
 * of one's own or one of others could close it. Pure. docs/opportunities.md says the same in words.
 */
import { mostOfPart, type ScorePart } from '../../vocabulary/opportunities.ts'
import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import { type Gap, scoreGap } from '../metrics/score-gap.ts'
import { ratioPct, twoDecimals } from '../metrics/values.ts'
import { describeGap, opportunityTitle } from './describe.ts'
import type { EntityResults, PromptEvidence } from './gap-evidence.ts'
import { companies, type Opportunity, type SourceData, thirdParties } from './source-data.ts'

export type Assessment = Pick<
  Opportunity,
  'prompt_id' | 'title' | 'description' | 'type' | 'impact' | 'opportunity_score' | 'source_data'
>

/** Fewer answers than that are a direction, not a finding. */
const fewestAnswers = 10
/** A gap smaller than that, in points of the visibility score, is no gap. */
const leastPoints = 5
/** What the gap is at least, for a finding to be of high impact. */
const leastSurePoints = 20
const highFrom = 60
const mediumFrom = 35

/**
 * `open`: whether to begin with it. What is open already stays so down to the least gap, sure or not: an opportunity does
 * not come and go with the noise.
 */
export function assess(
  evidence: PromptEvidence,
  window: { from: string; to: string },
  brandName: string,
): { opportunity: Assessment; open: boolean; stay: boolean } | null {
  const [leader] = evidence.rivals
  if (!leader) return null
  const gap = scoreGap(evidence.cells, evidence.rivals.length)
  const established = evidence.answers >= fewestAnswers && gap.interval.low > 0
  const type = typeOf(evidence)
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
    brand: { name: brandName, ...shown(evidence.brand, evidence.answers) },
    competitors: evidence.rivals.map((rival) => ({
      competitor_id: rival.competitor_id,
      name: rival.name,
      ...shown(rival, evidence.answers),
    })),
    volume: evidence.volume?.total ?? null,
    volume_detail: evidence.volume && {
      est_ai_volume_low: evidence.volume.ai_low,
      est_ai_volume_high: evidence.volume.ai_high,
      source: evidence.volume.source,
    },
    intent: evidence.intent,
    keywords: keywordsOf(evidence),
    source_categories: evidence.categories,
    sources: evidence.sources,
    evidence_answer_ids: evidence.answer_ids,
    score_parts,
  }
  const opportunity: Assessment = {
    prompt_id: evidence.prompt_id,
    type,
    impact: impactOf(score, established, gap.interval.low),
    opportunity_score: score,
    source_data,
    title: opportunityTitle(evidence.text, type),
    description: describeGap(source_data, type),
  }
  const stay = gap.points >= leastPoints
  return { opportunity, stay, open: stay && (established || evidence.answers < fewestAnswers) }
}

/** A gap of that many points is as large as they get: the leader named first and the brand not at all is 75. */
const fullGapPoints = 60
/** Ten times as many searches count the same again, up to this many a month. */
const fullVolume = 100_000

/** They add up to the score. What is not known of the volume is spread over the others. */
function scoreParts(
  evidence: PromptEvidence,
  gap: Gap,
  type: Opportunity['type'],
): SourceData['score_parts'] {
  const volume = evidence.volume?.total ?? null
  const part = (name: ScorePart, share: number) =>
    twoDecimals(mostOfPart(name, volume !== null) * Math.min(1, Math.max(0, share)))
  return {
    gap: part('gap', gap.points / fullGapPoints),
    certainty: part('certainty', gap.points > 0 ? gap.interval.low / gap.points : 0),
    volume: volume === null ? null : part('volume', Math.log10(1 + volume) / Math.log10(1 + fullVolume)),
    intent: part('intent', intentShare(evidence)),
    sources: part('sources', reachableShare(evidence, type)),
  }
}

/** Who chooses counts more than who wants to know. */
function intentShare({ intent, category }: PromptEvidence): number {
  return (
    (intent === null ? undefined : shareOfIntent[intent.toLowerCase()]) ?? shareOfCategory[category] ?? 0.5
  )
}

const shareOfIntent: Record<string, number> = {
  transactional: 1,
  commercial: 1,
  navigational: 0.3,
  informational: 0.4,
}
const shareOfCategory: Record<string, number> = {
  comparison: 1,
  best: 1,
  alternative: 1,
  recommendation: 1,
  branded: 0.8,
  'how-to': 0.5,
  informational: 0.4,
  other: 0.5,
}

/** Where companies' pages are at least this part of the citations, one of the brand's own can be among them. */
const leastCompanies = 0.25

/** Owned also where nothing is cited: there is nobody to write to. */
function typeOf(evidence: PromptEvidence): Opportunity['type'] {
  const own = citationsOf(evidence, companies)
  const others = citationsOf(evidence, thirdParties)
  return own >= leastCompanies * (own + others) ? 'owned' : 'earned'
}

/** Of the citations, those of pages of the kind that this opportunity is about. */
function reachableShare(evidence: PromptEvidence, type: Opportunity['type']): number {
  const all = evidence.categories.reduce((sum, { citations }) => sum + citations, 0)
  return all === 0 ? 0 : citationsOf(evidence, type === 'earned' ? thirdParties : companies) / all
}

const citationsOf = ({ categories }: PromptEvidence, kinds: readonly SourceCategory[]) =>
  categories.reduce((sum, { category, citations }) => sum + (kinds.includes(category) ? citations : 0), 0)

function impactOf(score: number, established: boolean, sureLow: number): Opportunity['impact'] {
  if (score >= highFrom && established && sureLow >= leastSurePoints) return 'high'
  return score >= mediumFrom ? 'medium' : 'low'
}

const shown = (side: EntityResults, answers: number) => ({
  named: side.named,
  cited: side.cited,
  mention_rate_pct: ratioPct(side.named, answers),
  avg_visibility_score: twoDecimals(side.score_milli / answers / 1000),
  avg_position: side.named === 0 ? null : twoDecimals(side.rank_sum / side.named),
})

/** What a source says people search for; without one, what the engines themselves searched for. */
const keywordsOf = ({ volume, searches }: PromptEvidence): SourceData['keywords'] =>
  volume
    ? volume.keywords.map(({ keyword, volume: searched }) => ({ keyword, volume: searched, answers: null }))
    : searches.map(({ search, answers }) => ({ keyword: search, volume: null, answers }))
