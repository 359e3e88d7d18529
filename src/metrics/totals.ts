/** Sums of rollup rows, for the brand and for other entities. */
import { maxScoreMilli } from '../answers/visibility-score.ts'
import {
  type EntityCounter,
  type PromptCounter,
  promptCounters,
  type RollupRow,
  recordOf,
} from './rollup-rows.ts'
import type { Period } from './rollups.ts'
import { RowColumns } from './row-columns.ts'
import { addTo, noStrata, type Strata, strataOf } from './statistics/strata.ts'
import { sumBy } from './sum-by.ts'

const strata = ['score_strata', 'named_strata', 'cited_strata'] as const

type Sums = Record<PromptCounter, number> & Record<(typeof strata)[number], Strata>
export type Totals = Sums & { prompts: number }
export type ModelTotals = Sums & { platform: string; model: string }

/** Returns the brand's totals over the rows, and per platform and model. */
export function totalsOf(rows: readonly RollupRow[]): { all: Totals; byModel: ModelTotals[] } {
  const byModel = byPlatformAndModel(rows).map(({ platform, model, rows: ofModel }) => {
    const columns = new RowColumns(ofModel)
    return {
      platform,
      model,
      ...recordOf(promptCounters, (name) => sumBy(ofModel, (row) => row[name])),
      score_strata: strataOf(columns.score(), maxScoreMilli),
      named_strata: strataOf(columns.named(), 1),
      cited_strata: strataOf(columns.cited(ofModel), 1),
    }
  })
  return {
    all: {
      ...recordOf(promptCounters, (name) => sumBy(byModel, (row) => row[name])),
      ...recordOf(strata, (name) => {
        const sum = noStrata()
        for (const row of byModel) addTo(sum, row[name])
        return sum
      }),
      prompts: new Set(rows.map(({ prompt_id }) => prompt_id)).size,
    },
    byModel,
  }
}

/** Returns the sum of a counter of several entities for each row. */
export function sumOfEntities(
  period: Period,
  entities: readonly number[],
  counter: EntityCounter,
): Float64Array {
  const sums = new Float64Array(period.rows.length)
  for (const entity of entities) {
    const column = period.columnOf(entity, counter)
    for (let row = 0; row < sums.length; row += 1) sums[row] = (sums[row] ?? 0) + (column[row] ?? 0)
  }
  return sums
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

/** Counts the entities that at least one answer names. An entity added after the last analysis counts as not named. */
export function countNamed(
  totals: readonly { entity: number; named: number }[],
  entities: readonly number[],
): number {
  const named = new Set<number>()
  for (const each of totals) if (each.named > 0) named.add(each.entity)
  return entities.filter((entity) => named.has(entity)).length
}
