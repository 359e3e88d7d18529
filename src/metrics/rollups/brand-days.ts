/** Reads the sums of single days, for statistics that compare days. */
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayMs } from '../../core/days.ts'
import { type Counter, counterNames, entityCounterNames, numbers, toRecord } from '../numbers.ts'
import {
  type Cell,
  cellIndex,
  type DailyAnswers,
  type DailySums,
  type DayColumn,
  dayColumn,
} from '../statistics/change-detection/daily-sums.ts'
import { type HeadlineNumber, headlineNumbers } from '../statistics/change-detection/overview.ts'
import { firstBits } from './days/citations.ts'
import type { Day } from './days/day.ts'
import { eachDay, eachDayWithCitations } from './days/read-days.ts'
import { readSourceNumbers } from './days/source-numbers.ts'
import { indexRows, type RowIndex, readScopeRows, type ScopeRows } from './dimensions.ts'

/** Days are numbered from 1970-01-01 on. */
export type BrandDays = {
  answers: DailyAnswers
  sums: Record<HeadlineNumber, DailySums>
  /** By the number of each tracked competitor: its visibility score. */
  competitorScores: ReadonlyMap<number, DailySums>
  /** Returns the answers that cite a domain, among those that can cite sources. Only for the domains that were requested. */
  getUsage(domain: number): DailySums
}

export const dayNumber = (day: string): number => Date.parse(day) / dayMs

/** The counters of the headline numbers; the scores of the competitors follow. */
const columns = [
  ...new Set(headlineNumbers.flatMap((name): Counter[] => [numbers[name].of, numbers[name].per, 'answers'])),
]

const scoreAt = entityCounterNames.indexOf('score_millipoints')

/**
 * Returns the sums of each prompt, platform and region on each day of the scope. Cells are in a fixed order. `domains`: the numbers
 * of the sources of which the citing answers are read too.
 */
export async function readDays(
  ctx: Context,
  scope: Scope & { from: string; to: string },
  domains: readonly number[] = [],
): Promise<BrandDays> {
  const rows = await readScopeRows(ctx, scope)
  const range = { firstDay: dayNumber(scope.from), dayCount: dayNumber(scope.to) - dayNumber(scope.from) + 1 }
  const competitors = rows.competitors.map(({ entity_no }) => entity_no)
  const blocks = createBlocks(indexRows(rows), columns.length + competitors.length, range.dayCount)
  await eachDay(ctx, rows, (day, date) => {
    const offset = dayNumber(date) - range.firstDay
    const ofCells = blocks.of(day)
    const add = (cell: number, column: number, value: number) => {
      const sums = ofCells[cell]?.sums
      const at = column * range.dayCount + offset
      if (sums) sums[at] = (sums[at] ?? 0) + value
    }
    for (const [column, name] of columns.entries()) {
      const at = counterNames.indexOf(name)
      for (let cell = 0; cell < day.prompts.length; cell += 1)
        add(cell, column, day.values[cell * counterNames.length + at] ?? 0)
    }
    for (const [index, entity] of competitors.entries()) {
      const { cells, values } = day.entities.get(entity) ?? { cells: [], values: [] }
      for (const [fact, cell] of cells.entries())
        add(cell, columns.length + index, values[fact * entityCounterNames.length + scoreAt] ?? 0)
    }
  })
  const usage = await readUsage(ctx, rows, { blocks, domains, range })
  return toDays(blocks.sorted(), { competitors, usage }, range)
}

type Range = { firstDay: number; dayCount: number }

/** An answer of a cell that cites a domain on a day. */
type Usage = { block: Block; offset: number }

/** By the number of the domain. */
async function readUsage(
  ctx: Context,
  rows: ScopeRows,
  { blocks, domains, range }: { blocks: Blocks; domains: readonly number[]; range: Range },
): Promise<Map<number, Usage[]>> {
  const usage = new Map<number, Usage[]>(domains.map((domain) => [domain, []]))
  if (domains.length === 0) return usage
  const numbers = await readSourceNumbers(ctx, rows.brandId)
  await eachDayWithCitations(ctx, rows, (day, { urls, cells, flags }, date) => {
    const ofCells = blocks.of(day)
    for (let at = 0; at < urls.length; at += 1) {
      const found = usage.get(numbers.of.domain[urls[at] ?? 0] ?? 0)
      const block = ofCells[cells[at] ?? 0]
      const isFirst = (((flags[at] ?? 0) >> firstBits.domain) & 1) === 1
      if (found && block && isFirst) found.push({ block, offset: dayNumber(date) - range.firstDay })
    }
  })
  return usage
}

/** A cell, and its sums by column and day. */
type Block = Cell & { promptNumber: number; sums: Float64Array }

type Blocks = {
  /** Returns the block of each cell of a day; undefined for cells that are not in scope. */
  of(day: Day): (Block | undefined)[]
  /** Sums of rounded values must not depend on the first day that is read. */
  sorted(): Block[]
}

/** Rows that differ in their model only have one block. */
function createBlocks(index: RowIndex, width: number, dayCount: number): Blocks {
  const blocks = new Map<number, Block>()
  const getBlock = (row: number, promptNumber: number) => {
    const known = blocks.get(index.getCell(row))
    if (known) return known
    const { prompt_id: prompt, platform, region } = index.getKey(row)
    const block = { prompt, platform, region, promptNumber, sums: new Float64Array(width * dayCount) }
    blocks.set(index.getCell(row), block)
    return block
  }
  const toView = ({ platform, region }: Block) => `${platform} ${region}`
  return {
    of: (day) =>
      Array.from(index.toRows(day), (row, cell) =>
        row < 0 ? undefined : getBlock(row, day.prompts[cell] ?? 0),
      ),
    sorted: () =>
      [...blocks.values()].sort(
        (a, b) => a.promptNumber - b.promptNumber || (toView(a) < toView(b) ? -1 : 1),
      ),
  }
}

function toDays(
  blocks: readonly Block[],
  { competitors, usage }: { competitors: readonly number[]; usage: ReadonlyMap<number, readonly Usage[]> },
  { firstDay, dayCount }: Range,
): BrandDays {
  const columnAt = (index: number) => {
    const daily = new Float64Array(blocks.length * dayCount)
    for (const [cell, { sums }] of blocks.entries())
      daily.set(sums.subarray(index * dayCount, (index + 1) * dayCount), cell * dayCount)
    return dayColumn(daily, dayCount)
  }
  const byCounter = new Map(columns.map((name, index) => [name, columnAt(index)]))
  const column = (name: Counter): DayColumn => {
    const found = byCounter.get(name)
    if (!found) throw new Error(`The counter ${name} was not added up`)
    return found
  }
  const positions = new Map(blocks.map((block, index) => [block, index]))
  const n = column('answers')
  const active = dayColumn(n.daily.map(Math.sign), dayCount)
  const cells = cellIndex(blocks.map(({ prompt, platform, region }) => ({ prompt, platform, region })))
  return {
    answers: { firstDay, dayCount, ...cells, n, active },
    sums: toRecord(headlineNumbers, (name) => ({
      y: column(numbers[name].of),
      x: column(numbers[name].per),
    })),
    getUsage: (domain) => ({
      y: dayColumn(spread(usage.get(domain) ?? [], positions, dayCount), dayCount),
      x: column('searchable'),
    }),
    competitorScores: new Map(
      competitors.map((number, index) => [number, { y: columnAt(columns.length + index), x: n }]),
    ),
  }
}

/** Counts the answers by cell and day. `positions`: of the cells. */
function spread(
  usage: readonly Usage[],
  positions: ReadonlyMap<Block, number>,
  dayCount: number,
): Float64Array {
  const daily = new Float64Array(positions.size * dayCount)
  for (const { block, offset } of usage) {
    const at = (positions.get(block) ?? 0) * dayCount + offset
    daily[at] = (daily[at] ?? 0) + 1
  }
  return daily
}
