/** Sums of rollup rows: for the brand, for other entities, and compared with the previous window. */
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import {
  type EntityRow,
  entityCounters,
  type PromptCounter,
  promptCounters,
  type RollupRow,
  type RowKey,
  recordOf,
} from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import { type Moments, sumBy } from './statistics/basket.ts'
import type { Change, KeyedMoments } from './statistics/paired-change.ts'
import { addStrata, type Strata, strataOf } from './statistics/strata.ts'
import { notComparable, positionChange, rateChange, rateMoments, scoreChange } from './values.ts'

const strata = ['score_strata', 'named_strata', 'cited_strata'] as const

type Sums = Record<PromptCounter, number> & Record<(typeof strata)[number], Strata>
export type Totals = Sums & { prompts: number }
export type ModelTotals = Sums & { platform: string; model: string }

type AllTotals = { all: Totals; byModel: ModelTotals[] }

/** Returns the brand's totals over the window, and per platform and model. */
export function readTotals(window: Window): Promise<AllTotals> {
  return window.memoize(['totals'], async () => totalsOf(await window.rows()))
}

export async function totalsOf(rows: readonly RollupRow[]): Promise<AllTotals> {
  const pause = timeSlicer()
  const byModel: ModelTotals[] = []
  for (const { platform, model, rows: ofModel } of byPlatformAndModel(rows)) {
    byModel.push({
      platform,
      model,
      ...recordOf(promptCounters, (name) => sumBy(ofModel, (row) => row[name])),
      score_strata: strataOf(ofModel.map(momentsOf.score), maxScoreMilli),
      named_strata: strataOf(ofModel.map(momentsOf.named), 1),
      cited_strata: strataOf(ofModel.map(momentsOf.cited), 1),
    })
    await pause()
  }
  return {
    all: {
      ...recordOf(promptCounters, (name) => sumBy(byModel, (row) => row[name])),
      ...recordOf(strata, (name) => addStrata(byModel.map((row) => row[name]))),
      prompts: new Set(rows.map(({ prompt_id }) => prompt_id)).size,
    },
    byModel,
  }
}

/** The moments of the value whose mean is shown. Only `positive` and `namesBefore` are not over all answers of the row. */
export const momentsOf = {
  score: ({ answers, score_milli, score_milli_squared }: RollupRow) => ({
    n: answers,
    sum: score_milli,
    sumSquares: score_milli_squared,
  }),
  named: ({ answers, named }: RollupRow) => rateMoments(answers, named),
  cited: ({ answers, cited }: RollupRow) => rateMoments(answers, cited),
  /** Over the answers that portray the brand as positive, neutral or negative. */
  positive: ({ answers, positive, neutral, negative }: RollupRow) => ({
    answers,
    ...rateMoments(positive + neutral + negative, positive),
  }),
  /** The number of names before the brand's (its position minus one), over the answers that name the brand. */
  namesBefore: ({ answers, named, rank_sum, rank_squares }: RollupRow) => ({
    answers,
    n: named,
    sum: rank_sum - named,
    sumSquares: rank_squares - 2 * rank_sum + named,
  }),
}

type Model = { platform: string; model: string }

/** Groups rows by platform and model, in ascending order of both. */
export function byPlatformAndModel<T extends Model>(rows: readonly T[]): (Model & { rows: T[] })[] {
  return [...Map.groupBy(rows, ({ platform }) => platform)]
    .flatMap(([platform, ofPlatform]) =>
      [...Map.groupBy(ofPlatform, ({ model }) => model)].map(([model, rows]) => ({ platform, model, rows })),
    )
    .sort((a, b) => order(a.platform, b.platform) || order(a.model, b.model))
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The key of a question: a prompt on a platform in a region, whatever the model. */
export const questionKey = ({ prompt_id, platform, region }: RowKey): string =>
  `${prompt_id} ${platform} ${region}`

/** Adds up the moments of each question, by default those of the visibility score. */
export function momentsByQuestion(
  rows: readonly RollupRow[],
  value: (row: RollupRow) => Moments = momentsOf.score,
): KeyedMoments[] {
  const byQuestion = new Map<string, KeyedMoments>()
  for (const row of rows) {
    const key = questionKey(row)
    const known = byQuestion.get(key)
    const total = known ?? { key, prompt: row.prompt_id, n: 0, sum: 0, sumSquares: 0 }
    if (!known) byQuestion.set(key, total)
    const { n, sum, sumSquares } = value(row)
    total.n += n
    total.sum += sum
    total.sumSquares += sumSquares
  }
  return [...byQuestion.values()]
}

/** Returns the rows of the previous window; null when there is none. */
export async function readPreviousRows(window: Window): Promise<RollupRow[] | null> {
  return (await window.previous()?.rows()) ?? null
}

/** Returns the change of the mean visibility score, in points. */
export const scoreChangeOf = (previous: readonly RollupRow[] | null, rows: readonly RollupRow[]): Change =>
  previous ? scoreChange(momentsByQuestion(previous), momentsByQuestion(rows)) : notComparable

/** Returns the change of a rate, in percentage points. */
export const rateChangeOf = (
  value: (row: RollupRow) => Moments,
  previous: readonly RollupRow[] | null,
  rows: readonly RollupRow[],
): Change =>
  previous ? rateChange(momentsByQuestion(previous, value), momentsByQuestion(rows, value)) : notComparable

/** Returns the change of the average position. `competitors`: how many competitors the answers name. */
export const positionChangeOf = (
  previous: readonly RollupRow[] | null,
  rows: readonly RollupRow[],
  competitors: number,
): Change =>
  previous
    ? positionChange(
        momentsByQuestion(previous, momentsOf.namesBefore),
        momentsByQuestion(rows, momentsOf.namesBefore),
        competitors,
      )
    : notComparable

export function readScoreChange(window: Window): Promise<Change> {
  return window.memoize(['score change'], async () =>
    scoreChangeOf(await readPreviousRows(window), await window.rows()),
  )
}

/**
 * Returns the rows with the counters of another entity instead of the brand's. `positive`, `neutral` and `negative` are 0:
 * rollups do not count how answers portray other entities.
 */
export function rowsOfEntity(
  entity: number,
  rows: readonly RollupRow[],
  entityRows: readonly EntityRow[],
): RollupRow[] {
  const byKey = new Map<number, EntityRow>()
  for (const row of entityRows) if (row.entity === entity) byKey.set(row.key, row)
  // An object literal, because a window has tens of thousands of rows and several entities.
  return rows.map((row) => {
    const counters = byKey.get(row.key) ?? noCounters
    return {
      key: row.key,
      prompt_id: row.prompt_id,
      platform: row.platform,
      model: row.model,
      region: row.region,
      answers: row.answers,
      named: counters.named,
      cited: counters.cited,
      mentions: counters.mentions,
      own_citations: counters.own_citations,
      rank_sum: counters.rank_sum,
      rank_squares: counters.rank_squares,
      score_milli: counters.score_milli,
      score_milli_squared: counters.score_milli_squared,
      positive: 0,
      neutral: 0,
      negative: 0,
      citations: row.citations,
      with_citations: row.with_citations,
    }
  })
}

const noCounters = recordOf(entityCounters, () => 0)

/** Counts the entities that at least one answer names. An entity added after the last analysis counts as not named. */
export function countNamed(
  rows: readonly { entity: number; named: number }[],
  entities: readonly number[],
): number {
  const named = new Set<number>()
  for (const row of rows) if (row.named > 0) named.add(row.entity)
  return entities.filter((entity) => named.has(entity)).length
}
