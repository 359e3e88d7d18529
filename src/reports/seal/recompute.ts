/** Computes the numbers of a report from the facts of its answers alone, without the database or the rollups. */
import { positiveSharePct } from '../../metrics/known-sentiment.ts'
import { isSearchable } from '../../metrics/row-groups.ts'
import { meanScore, ratioPct, twoDecimals } from '../../metrics/values.ts'
import type { StoredSnapshot } from '../snapshot.ts'
import type { Facts, SealedAnswerLine } from './format.ts'

type BrandPart = StoredSnapshot['brands'][number]
type CountedAnswer = Pick<SealedAnswerLine, 'facts' | 'sentiment' | 'platform' | 'weight'>

/** A number as the report states it and as it was recomputed. Null where there is no denominator. */
export type ComparedNumber = {
  of: string
  name: string
  stated: number | null
  recomputed: number | null
}

/** Adds up the answers of a brand one by one, and compares the numbers of the report with the sums. */
export function createComparison(brand: BrandPart): {
  add(answer: CountedAnswer): void
  numbers(): ComparedNumber[]
} {
  const numbers = new Map(brand.definitions.entities.map(({ id, number }) => [id, number]))
  const own = emptySums(0)
  const competitors = brand.comparison.competitors.map((stated) => ({
    stated,
    sums: emptySums(numbers.get(stated.competitor_id) ?? -1),
  }))
  const totals: Totals = { counted: 0, answers: 0, searchable: 0, positive: 0, neutral: 0, negative: 0 }
  return {
    add: ({ facts, sentiment, platform, weight }) => {
      totals.counted += 1
      totals.answers += weight
      if (isSearchable({ platform })) totals.searchable += weight
      if ((facts.mention_counts[0] ?? 0) > 0 && sentiment !== 'unknown') totals[sentiment] += weight
      for (const sums of [own, ...competitors.map((each) => each.sums)]) addTo(sums, facts, weight)
    },
    numbers: () => compareNumbers(brand, totals, own, competitors),
  }
}

/** Sums of weights, except for `counted`, the number of answers. */
type Totals = {
  counted: number
  answers: number
  searchable: number
  positive: number
  neutral: number
  negative: number
}

function compareNumbers(
  { name, summary, comparison }: BrandPart,
  totals: Totals,
  own: Sums,
  competitors: readonly { stated: Stated; sums: Sums }[],
): ComparedNumber[] {
  const mentions = competitors.reduce((total, { sums }) => total + sums.mentions, own.mentions)
  const share = (sums: Sums) => (competitors.length === 0 ? null : ratioPct(sums.mentions, mentions))
  const ofEntity = (stated: Stated, sums: Sums): ComparedNumber[] => [
    entry(
      stated.name,
      'visibility score',
      stated.avg_visibility_score,
      meanScore(sums.scoreMilli, totals.answers),
    ),
    entry(stated.name, 'mention rate', stated.mention_rate_pct, ratioPct(sums.named, totals.answers)),
    entry(stated.name, 'citation rate', stated.citation_rate_pct, ratioPct(sums.cited, totals.searchable)),
    entry(stated.name, 'share of voice', stated.share_of_voice_pct, share(sums)),
    entry(stated.name, 'average position', stated.avg_position, getPosition(sums)),
  ]
  return [
    entry(name, 'answers', summary.result_count, totals.counted),
    ...ofEntity(comparison.brand, own),
    entry(
      name,
      'visibility score of the summary',
      summary.avg_visibility_score,
      meanScore(own.scoreMilli, totals.answers),
    ),
    entry(name, 'mention rate of the summary', summary.mention_rate_pct, ratioPct(own.named, totals.answers)),
    entry(
      name,
      'citation rate of the summary',
      summary.citation_rate_pct,
      ratioPct(own.cited, totals.searchable),
    ),
    entry(name, 'average position of the summary', summary.avg_position, getPosition(own)),
    entry(
      name,
      'positive sentiment',
      summary.positive_sentiment_pct,
      positiveSharePct({
        named: own.named,
        clear: totals.positive + totals.neutral + totals.negative,
        positive: totals.positive,
      }),
    ),
    ...competitors.flatMap(({ stated, sums }) => ofEntity(stated, sums)),
  ]
}

type Stated = Pick<
  BrandPart['comparison']['competitors'][number],
  | 'name'
  | 'avg_visibility_score'
  | 'mention_rate_pct'
  | 'citation_rate_pct'
  | 'share_of_voice_pct'
  | 'avg_position'
>

const entry = (
  of: string,
  name: string,
  stated: number | null,
  recomputed: number | null,
): ComparedNumber => ({
  of,
  name,
  stated,
  recomputed,
})

type Sums = {
  entity: number
  named: number
  cited: number
  mentions: number
  rankSum: number
  scoreMilli: number
}

const emptySums = (entity: number): Sums => ({
  entity,
  named: 0,
  cited: 0,
  mentions: 0,
  rankSum: 0,
  scoreMilli: 0,
})

function addTo(sums: Sums, facts: Facts, weight: number): void {
  const index = facts.entities.indexOf(sums.entity)
  const at = (column: Exclude<keyof Facts, 'entities'>) => facts[column][index] ?? 0
  if (index < 0) return
  sums.named += at('mention_counts') > 0 ? weight : 0
  sums.cited += at('own_citations') > 0 ? weight : 0
  sums.mentions += weight * at('mention_counts')
  sums.rankSum += weight * at('ranks')
  sums.scoreMilli += weight * at('score_millipoints')
}

const getPosition = ({ named, rankSum }: Sums): number | null =>
  named === 0 ? null : twoDecimals(rankSum / named)
