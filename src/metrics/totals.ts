/** Sums of rollup rows: for the brand, for other entities, and compared with the previous window. */
import { maxScoreMilli } from '../answers/visibility-score.ts'
import {
  type EntityCounter,
  type EntityRow,
  type PromptCounter,
  promptCounters,
  type RollupRow,
  recordOf,
} from './rollup-rows.ts'
import type { Period } from './rollups.ts'
import { type Moments, sumBy } from './statistics/basket.ts'
import type { ComparedUnit, KeyedMoments } from './statistics/paired-change.ts'
import { addStrata, type Strata, strataOf } from './statistics/strata.ts'
import {
  type Difference,
  notComparable,
  positionChange,
  rateChange,
  rateMoments,
  scoreChange,
  scoreChanges,
} from './values.ts'

const strata = ['score_strata', 'named_strata', 'cited_strata'] as const

type Sums = Record<PromptCounter, number> & Record<(typeof strata)[number], Strata>
export type Totals = Sums & { prompts: number }
export type ModelTotals = Sums & { platform: string; model: string }

/** Returns the brand's totals over the rows, and per platform and model. */
export function totalsOf(rows: readonly RollupRow[]): { all: Totals; byModel: ModelTotals[] } {
  const byModel = byPlatformAndModel(rows).map(({ platform, model, rows: ofModel }) => ({
    platform,
    model,
    ...recordOf(promptCounters, (name) => sumBy(ofModel, (row) => row[name])),
    score_strata: strataOf(ofModel.map(momentsOf.score), maxScoreMilli),
    named_strata: strataOf(ofModel.map(momentsOf.named), 1),
    cited_strata: strataOf(ofModel.map(momentsOf.cited), 1),
  }))
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
  score: ({ answers, score_milli, score_milli_squared }: EntityRow) => ({
    n: answers,
    sum: score_milli,
    sumSquares: score_milli_squared,
  }),
  named: ({ answers, named }: EntityRow) => rateMoments(answers, named),
  cited: ({ answers, cited }: EntityRow) => rateMoments(answers, cited),
  /** Over the answers that portray the brand as positive, neutral or negative. */
  positive: ({ answers, positive, neutral, negative }: RollupRow) => ({
    answers,
    ...rateMoments(positive + neutral + negative, positive),
  }),
  /** The number of names before the brand's (its position minus one), over the answers that name the brand. */
  namesBefore: ({ answers, named, rank_sum, rank_squares }: EntityRow) => ({
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

/** Adds up the moments of each question, by default those of the visibility score. */
export function momentsByQuestion<R extends EntityRow>(
  rows: readonly R[],
  value: (row: R) => Moments = momentsOf.score,
): KeyedMoments[] {
  // Questions are small integers: an array is faster than a map, and a window has thousands of rows for each metric.
  const byQuestion: KeyedMoments[] = []
  for (const row of rows) {
    const { question: key, prompt_id: prompt } = row
    const { n, sum, sumSquares } = value(row)
    const known = byQuestion[key]
    if (known) {
      known.n += n
      known.sum += sum
      known.sumSquares += sumSquares
    } else byQuestion[key] = { key, prompt, n, sum, sumSquares }
  }
  // Without the holes of questions that only the other window has.
  return Object.values(byQuestion)
}

/** Returns the change of the mean visibility score, in points. */
export const scoreChangeOf = (
  previous: readonly EntityRow[] | null,
  rows: readonly EntityRow[],
): Difference =>
  previous ? scoreChange(momentsByQuestion(previous), momentsByQuestion(rows)) : notComparable

type Questions = { units: ComparedUnit[]; positions: Int32Array }

/** Returns the questions of the rows, in the order of `momentsByQuestion`, and for each row the position of its question. */
function questionsOf(rows: readonly RollupRow[]): Questions {
  const units = momentsByQuestion(rows)
  const positions = new Map(units.map(({ key }, position) => [key, position]))
  return { units, positions: Int32Array.from(rows, ({ question }) => positions.get(question) ?? 0) }
}

/** Returns the changes of the mean visibility scores of these entities, in points. */
export function scoreChangesOf(
  previous: Period | null,
  now: Period,
  entities: readonly number[],
): Difference[] {
  if (!previous) return entities.map(() => notComparable)
  const sumsOf = (period: Period, { units, positions }: Questions, entity: number) => {
    const byQuestion = (counter: EntityCounter) => {
      const sums = new Float64Array(units.length)
      const column = period.columnOf(entity, counter)
      for (let row = 0; row < column.length; row += 1) {
        const position = positions[row] ?? 0
        sums[position] = (sums[position] ?? 0) + (column[row] ?? 0)
      }
      return sums
    }
    return { sums: byQuestion('score_milli'), squares: () => byQuestion('score_milli_squared') }
  }
  const [before, after] = [questionsOf(previous.rows), questionsOf(now.rows)]
  return scoreChanges(
    before.units,
    after.units,
    entities.map((entity) => ({
      before: sumsOf(previous, before, entity),
      after: sumsOf(now, after, entity),
    })),
  )
}

/** Returns the change of a rate, in percentage points. */
export const rateChangeOf = (
  value: (row: RollupRow) => Moments,
  previous: readonly RollupRow[] | null,
  rows: readonly RollupRow[],
): Difference =>
  previous ? rateChange(momentsByQuestion(previous, value), momentsByQuestion(rows, value)) : notComparable

/** Returns the change of the average position. `competitors`: how many competitors the answers name. */
export const positionChangeOf = (
  previous: readonly RollupRow[] | null,
  rows: readonly RollupRow[],
  competitors: number,
): Difference =>
  previous
    ? positionChange(
        momentsByQuestion(previous, momentsOf.namesBefore),
        momentsByQuestion(rows, momentsOf.namesBefore),
        competitors,
      )
    : notComparable

/** Counts the entities that at least one answer names. An entity added after the last analysis counts as not named. */
export function countNamed(
  totals: readonly { entity: number; named: number }[],
  entities: readonly number[],
): number {
  const named = new Set<number>()
  for (const each of totals) if (each.named > 0) named.add(each.entity)
  return entities.filter((entity) => named.has(entity)).length
}
