/** Sums of rows, for the brand and for other entities. */
import { type Counter, counterNames, type EntityCounter, numbers, toRecord } from './numbers.ts'
import {
  type BrandRows,
  type Period,
  type Row,
  type RowSums,
  type TrendNumber,
  trendNumbers,
} from './rollup-rows.ts'
import { groupRows } from './row-groups.ts'
import { addTo, computeStrata, noStrata, type Strata } from './statistics/strata.ts'
import { sumBy } from './sum-by.ts'

/** `counts`: without weights. */
type Sums = Record<Counter, number> & { counts: Record<Counter, number>; strata: Record<TrendNumber, Strata> }
export type Totals = Sums & { prompts: number }
export type ModelTotals = Sums & { platform: string; model: string }

/** Returns the brand's totals over the rows, and per platform and model. Requires the `trendNumbers`. */
export function computeTotals(of: BrandRows): { all: Totals; byModel: ModelTotals[] } {
  const byModel = byPlatformAndModel(of).map(({ platform, model, rows }) => ({
    platform,
    model,
    ...toRecord(counterNames, (name) => rows.total(name)),
    counts: toRecord(counterNames, (name) => rows.count(name)),
    strata: toRecord(trendNumbers, (name) => computeStrata(rows.number(name), numbers[name].max)),
  }))
  return {
    all: {
      ...toRecord(counterNames, (name) => sumBy(byModel, (row) => row[name])),
      counts: toRecord(counterNames, (name) => sumBy(byModel, ({ counts }) => counts[name])),
      strata: toRecord(trendNumbers, (name) => {
        const sum = noStrata()
        for (const { strata } of byModel) addTo(sum, strata[name])
        return sum
      }),
      prompts: new Set(of.rows.map(({ prompt_id }) => prompt_id)).size,
    },
    byModel,
  }
}

/** Returns the sum of a counter of several entities for each row, with weights or as counts. */
export function sumOfEntities(
  period: Period,
  entities: readonly number[],
  counter: EntityCounter,
  as: 'counter' | 'counts' = 'counter',
): Float64Array {
  const sums = new Float64Array(period.rows.length)
  for (const entity of entities) {
    const column = period.of(entity)[as](counter)
    for (let row = 0; row < sums.length; row += 1) sums[row] = (sums[row] ?? 0) + (column[row] ?? 0)
  }
  return sums
}

type Model = Pick<Row, 'platform' | 'model'>

/** Groups rows by platform and model, in ascending order of both. */
export function byPlatformAndModel(of: BrandRows): (Model & { rows: BrandRows })[] {
  return [...groupRows(of, ({ platform, model }) => `${platform} ${model}`).values()]
    .map((rows) => ({ ...getModel(rows), rows }))
    .sort((a, b) => order(a.platform, b.platform) || order(a.model, b.model))
}

const getModel = ({ rows: [first] }: Pick<RowSums<Counter, never>, 'rows'>): Model => ({
  platform: first?.platform ?? '',
  model: first?.model ?? '',
})

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
