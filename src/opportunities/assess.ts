/**
 * Turns the evidence for a prompt into an opportunity: size and certainty of the gap, score, and whether a page of the
 * brand's own or a third-party page could close it. Pure. Documented in docs/opportunities.md.
 */
import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import { scoreGap } from '../metrics/score-gap.ts'
import { ratioPct, twoDecimals } from '../metrics/values.ts'
import { describeGap, opportunityTitle } from './describe.ts'
import type { EvidenceWindow } from './evidence-window.ts'
import type { PromptEvidence } from './gap-evidence.ts'
import type { EntityResults } from './gap-query.ts'
import { addUp, getImpact, minAnswers, scoreParts, volumeData } from './score.ts'
import { companies, type GapData, type Opportunity, type SourceData, thirdParties } from './source-data.ts'

export type Assessment<Data extends SourceData = SourceData> = Omit<Opportunity, 'source_data'> & {
  source_data: Data
}

/** Smaller gaps, in points of the visibility score, are ignored. */
const minGapPoints = 5

/**
 * `open`: whether the evidence justifies a new opportunity. `stay`: whether an open opportunity remains open; it tolerates
 * uncertain gaps, so that opportunities do not flicker with noise.
 */
export type Assessed<Data extends SourceData = SourceData> = {
  opportunity: Assessment<Data>
  open: boolean
  stay: boolean
}

/** Returns null without a competitor. */
export function assess(
  evidence: PromptEvidence,
  window: EvidenceWindow,
  brandName: string,
): Assessed<GapData> | null {
  const [leader] = evidence.competitors
  if (!leader) return null
  const gap = scoreGap(evidence.strata, { among: evidence.competitors.length, drift: evidence.drift })
  const established = evidence.answers >= minAnswers && gap.interval.low > 0
  const type = classifyType(evidence)
  const { low } = gap.interval
  const score_parts = scoreParts(evidence, {
    points: gap.points,
    low,
    sources: reachableShare(evidence, type),
  })
  const source_data: GapData = {
    kind: 'gap',
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
    ...volumeData(evidence.volume),
    intent: evidence.intent,
    keywords: listKeywords(evidence),
    source_categories: evidence.categories,
    sources: evidence.sources,
    evidence_answer_ids: evidence.answer_ids,
    score_parts,
  }
  const opportunity: Assessment<GapData> = {
    prompt_id: evidence.prompt_id,
    url_id: null,
    type,
    impact: getImpact(established, low),
    opportunity_score: addUp(score_parts),
    source_data,
    title: opportunityTitle(evidence.text, type),
    description: describeGap(source_data, type),
  }
  const stay = gap.points >= minGapPoints
  return { opportunity, stay, open: stay && (established || evidence.answers < minAnswers) }
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

/** `weight`: of all answers. */
const toSideResults = (side: EntityResults, weight: number) => ({
  named: side.mentioned,
  cited: side.cited,
  mention_rate_pct: ratioPct(side.mention_weight, weight),
  avg_visibility_score: twoDecimals(side.score_millipoints / weight / 1000),
  avg_position: side.mentioned === 0 ? null : twoDecimals(side.rank_sum / side.mention_weight),
})

/** The keywords of the volume source or, without one, the searches that the engines made. */
const listKeywords = ({ volume, searches }: PromptEvidence): GapData['keywords'] =>
  volume
    ? volume.keywords.map(({ keyword, volume: searched }) => ({ keyword, volume: searched, answers: null }))
    : searches.map(({ search, answers }) => ({ keyword: search, volume: null, answers }))
