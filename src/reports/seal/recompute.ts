/** Computes the numbers of a report from the facts of its answers alone, without the database or the rollups. */
import { meanScore, ratioPct, twoDecimals } from '../../metrics/values.ts'
import type { StoredSnapshot } from '../snapshot.ts'
import type { AnswerLine, Facts } from './format.ts'

type BrandPart = StoredSnapshot['brands'][number]
type CountedAnswer = Pick<AnswerLine, 'facts' | 'sentiment'>

/** A number as the report states it and as it was recomputed. Null where there is no denominator. */
export type ComparedNumber = {
  of: string
  name: string
  stated: number | null
  recomputed: number | null
}

export function compareNumbers(brand: BrandPart, answers: readonly CountedAnswer[]): ComparedNumber[] {
  const { summary, comparison } = brand
  const numberOf = new Map(brand.definitions.entities.map(({ id, number }) => [id, number]))
  const own = sumsOf(answers, 0)
  const competitors = comparison.competitors.map((stated) => ({
    stated,
    sums: sumsOf(answers, numberOf.get(stated.competitor_id) ?? -1),
  }))
  const mentions = competitors.reduce((total, { sums }) => total + sums.mentions, own.mentions)
  const share = (sums: Sums) => (competitors.length === 0 ? null : ratioPct(sums.mentions, mentions))
  const ofEntity = (stated: Stated, sums: Sums): ComparedNumber[] => [
    entry(
      stated.name,
      'visibility score',
      stated.avg_visibility_score,
      meanScore(sums.scoreMilli, answers.length),
    ),
    entry(stated.name, 'mention rate', stated.mention_rate_pct, ratioPct(sums.named, answers.length)),
    entry(stated.name, 'citation rate', stated.citation_rate_pct, ratioPct(sums.cited, answers.length)),
    entry(stated.name, 'share of voice', stated.share_of_voice_pct, share(sums)),
    entry(stated.name, 'average position', stated.avg_position, positionOf(sums)),
  ]
  return [
    entry(brand.name, 'answers', summary.result_count, answers.length),
    ...ofEntity(comparison.brand, own),
    entry(
      brand.name,
      'visibility score of the summary',
      summary.avg_visibility_score,
      meanScore(own.scoreMilli, answers.length),
    ),
    entry(
      brand.name,
      'mention rate of the summary',
      summary.mention_rate_pct,
      ratioPct(own.named, answers.length),
    ),
    entry(
      brand.name,
      'citation rate of the summary',
      summary.citation_rate_pct,
      ratioPct(own.cited, answers.length),
    ),
    entry(brand.name, 'average position of the summary', summary.avg_position, positionOf(own)),
    entry(brand.name, 'positive sentiment', summary.positive_sentiment_pct, positivePct(answers)),
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

type Sums = { named: number; cited: number; mentions: number; rankSum: number; scoreMilli: number }

function sumsOf(answers: readonly CountedAnswer[], entity: number): Sums {
  const sums = { named: 0, cited: 0, mentions: 0, rankSum: 0, scoreMilli: 0 }
  for (const { facts } of answers) {
    const index = facts.entities.indexOf(entity)
    const at = (column: Exclude<keyof Facts, 'entities'>) => facts[column][index] ?? 0
    if (index < 0) continue
    sums.named += at('mention_counts') > 0 ? 1 : 0
    sums.cited += at('own_citations') > 0 ? 1 : 0
    sums.mentions += at('mention_counts')
    sums.rankSum += at('ranks')
    sums.scoreMilli += at('scores_milli')
  }
  return sums
}

const positionOf = ({ named, rankSum }: Sums): number | null =>
  named === 0 ? null : twoDecimals(rankSum / named)

function positivePct(answers: readonly CountedAnswer[]): number | null {
  const count = (label: AnswerLine['sentiment']) =>
    answers.filter(({ facts, sentiment }) => (facts.mention_counts[0] ?? 0) > 0 && sentiment === label).length
  const positive = count('positive')
  return ratioPct(positive, positive + count('neutral') + count('negative'))
}
