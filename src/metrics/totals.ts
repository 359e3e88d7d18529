/** What cells sum up to: for the brand, for those it is compared with, and against the window before. */

import { previousScope, type Scope } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { memoize } from './rollups/cache.ts'
import { entityCounters, type PromptSum, promptCounters, recordOf } from './rollups/counters.ts'
import {
  type EntityRollupRow,
  type RollupRow,
  type RowKey,
  readRollupRows,
} from './rollups/running-totals.ts'
import type { Snapshot } from './rollups/snapshot.ts'
import { type Moments as Summed, sumBy } from './statistics/basket.ts'
import type { Change, KeyedMoments } from './statistics/paired-change.ts'
import { addStrata, type Strata, strataOf } from './statistics/strata.ts'
import { notComparable, positionChange, rateChange, rateMoments, scoreChange } from './values.ts'

const strata = ['score_strata', 'named_strata', 'cited_strata'] as const

type Sums = Record<PromptSum, number> & Record<(typeof strata)[number], Strata>
export type Totals = Sums & { prompts: number }
export type ModelTotals = Sums & { platform: string; model: string }

type AllTotals = { all: Totals; byModel: ModelTotals[] }

/** Of the brand: over all of the window, and for each platform and model. */
export function readTotals(at: Snapshot, scope: Scope): Promise<AllTotals> {
  return memoize(at, scope, ['totals'], async () => totalsOf(await readRollupRows(at, scope)))
}

export async function totalsOf(cells: readonly RollupRow[]): Promise<AllTotals> {
  const rest = timeSlicer()
  const byModel: ModelTotals[] = []
  for (const { platform, model, cells: of } of byPlatformAndModel(cells)) {
    byModel.push({
      platform,
      model,
      ...recordOf(promptCounters, (name) => sumBy(of, (cell) => cell[name])),
      score_strata: strataOf(of.map(moments.score), maxScoreMilli),
      named_strata: strataOf(of.map(moments.named), 1),
      cited_strata: strataOf(of.map(moments.cited), 1),
    })
    await rest()
  }
  return {
    all: {
      ...recordOf(promptCounters, (name) => sumBy(byModel, (row) => row[name])),
      ...recordOf(strata, (name) => addStrata(byModel.map((row) => row[name]))),
      prompts: new Set(cells.map(({ prompt_id }) => prompt_id)).size,
    },
    byModel,
  }
}

/** What is averaged over the answers of a cell; how the brand is portrayed, over those that portray it clearly. */
export const moments = {
  score: ({ answers, score_milli, score_milli_squared }: Scored) => ({
    n: answers,
    sum: score_milli,
    sumSquares: score_milli_squared,
  }),
  named: ({ answers, named }: RollupRow) => rateMoments(answers, named),
  cited: ({ answers, cited }: RollupRow) => rateMoments(answers, cited),
  positive: ({ answers, positive, neutral, negative }: RollupRow) => ({
    answers,
    ...rateMoments(positive + neutral + negative, positive),
  }),
  /** How many names stand before it, over the answers that name it. */
  namesBefore: ({ answers, named, rank_sum, rank_squares }: RollupRow) => ({
    answers,
    n: named,
    sum: rank_sum - named,
    sumSquares: rank_squares - 2 * rank_sum + named,
  }),
}

type Scored = Pick<RollupRow, 'answers' | 'score_milli' | 'score_milli_squared'>

type Modelled = { platform: string; model: string }

/** In the order of platform and model. */
export function byPlatformAndModel<T extends Modelled>(cells: readonly T[]): (Modelled & { cells: T[] })[] {
  return [...Map.groupBy(cells, ({ platform }) => platform)]
    .flatMap(([platform, ofPlatform]) =>
      [...Map.groupBy(ofPlatform, ({ model }) => model)].map(([model, cells]) => ({
        platform,
        model,
        cells,
      })),
    )
    .sort((a, b) => order(a.platform, b.platform) || order(a.model, b.model))
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What is compared from window to window: a prompt on a platform in a region, whatever the model. */
export const comparisonKey = ({ prompt_id, platform, region }: RowKey): string =>
  `${prompt_id} ${platform} ${region}`

export function keyedCells(
  cells: readonly RollupRow[],
  value: (cell: RollupRow) => Summed = moments.score,
): KeyedMoments[] {
  const keyed = new Map<string, KeyedMoments>()
  for (const from of cells) {
    const key = comparisonKey(from)
    const known = keyed.get(key)
    const cell = known ?? { key, prompt: from.prompt_id, n: 0, sum: 0, sumSquares: 0 }
    if (!known) keyed.set(key, cell)
    const { n, sum, sumSquares } = value(from)
    cell.n += n
    cell.sum += sum
    cell.sumSquares += sumSquares
  }
  return [...keyed.values()]
}

/** Those of the window of equal length before; null when the window has no beginning. */
export async function readCellsBefore(at: Snapshot, scope: Scope): Promise<RollupRow[] | null> {
  const before = previousScope(at, scope)
  return before && readRollupRows(at, before)
}

/** How the mean score of all answers moved since the window before; `cells`: those of the window. */
export const scoreChangeOf = (before: readonly RollupRow[] | null, cells: readonly RollupRow[]): Change =>
  before ? scoreChange(keyedCells(before), keyedCells(cells)) : notComparable

/** The same of what is a rate. */
export const rateChangeOf = (
  value: (cell: RollupRow) => Summed,
  before: readonly RollupRow[] | null,
  cells: readonly RollupRow[],
): Change => (before ? rateChange(keyedCells(before, value), keyedCells(cells, value)) : notComparable)

/** The same of the mean place among so many rivals that are named. */
export const positionChangeOf = (
  before: readonly RollupRow[] | null,
  cells: readonly RollupRow[],
  rivals: number,
): Change =>
  before
    ? positionChange(keyedCells(before, moments.namesBefore), keyedCells(cells, moments.namesBefore), rivals)
    : notComparable

export function readScoreChange(at: Snapshot, scope: Scope): Promise<Change> {
  return memoize(at, scope, ['score change', previousScope(at, scope)?.from], async () =>
    scoreChangeOf(await readCellsBefore(at, scope), await readRollupRows(at, scope)),
  )
}

/** The brand's cells with what another entity has in their answers; how those portray the entity is in no sum. */
export function entityCells(
  entity: number,
  cells: readonly RollupRow[],
  theirs: readonly EntityRollupRow[],
): RollupRow[] {
  const own = new Map<number, EntityRollupRow>()
  for (const cell of theirs) if (cell.entity === entity) own.set(cell.place, cell)
  // One by one, as they were made: there are tens of thousands, of several entities.
  return cells.map((cell) => {
    const said = own.get(cell.place) ?? nothing
    return {
      place: cell.place,
      prompt_id: cell.prompt_id,
      platform: cell.platform,
      model: cell.model,
      region: cell.region,
      answers: cell.answers,
      named: said.named,
      cited: said.cited,
      mentions: said.mentions,
      own_citations: said.own_citations,
      rank_sum: said.rank_sum,
      rank_squares: said.rank_squares,
      score_milli: said.score_milli,
      score_milli_squared: said.score_milli_squared,
      positive: 0,
      neutral: 0,
      negative: 0,
      citations: cell.citations,
      with_citations: cell.with_citations,
    }
  })
}

const nothing = recordOf(entityCounters, () => 0)

/** How many of these entities are named at all. One that is tracked now, and not read of yet, changes no number. */
export function countNamed(
  found: readonly { entity: number; named: number }[],
  entities: readonly number[],
): number {
  const named = new Set<number>()
  for (const each of found) if (each.named > 0) named.add(each.entity)
  return entities.filter((entity) => named.has(entity)).length
}
