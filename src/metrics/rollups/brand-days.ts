/** Reads the sums of single days, for statistics that compare days. */
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayMs } from '../../core/days.ts'
import { type Counter, counterNames, entityCounterNames, numbers, toRecord } from '../numbers.ts'
import { type SourceKind, sourceKinds } from '../rollup-rows.ts'
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
  /** Returns the answers that cite a source, among those that can cite sources. Only for the sources that were requested. */
  getUsage(kind: SourceKind, number: number): DailySums
}

/** The numbers of sources by their kind. */
export type CitedSources = Partial<Record<SourceKind, readonly number[]>>

export const dayNumber = (day: string): number => Date.parse(day) / dayMs

/**
 * Returns the sums of each prompt, platform and region on each day of the scope. Cells are in a fixed order, because sums of rounded
 * values must not depend on the first day that is read. Columns are added up when they are first read: few readers use all of them.
 * `sources`: the sources whose citing answers are read as well.
 */
export async function readDays(
  ctx: Context,
  scope: Scope & { from: string; to: string },
  sources: CitedSources = {},
): Promise<BrandDays> {
  const rows = await readScopeRows(ctx, scope)
  const index = indexRows(rows)
  const [firstDay, lastDay] = [dayNumber(scope.from), dayNumber(scope.to)]
  const dayCount = lastDay - firstDay + 1
  const days: CellDay[] = []
  await eachDay(ctx, rows, (day, date) => {
    days.push({ day, offset: dayNumber(date) - firstDay, rows: index.toRows(day) })
  })
  const { cells, cellOfRow } = listCells(days, index)
  const add = (daily: Float64Array, { offset, rows }: CellDay, cell: number, value: number) => {
    const of = cellOfRow[rows[cell] ?? -1] ?? -1
    if (of >= 0) daily[of * dayCount + offset] = (daily[of * dayCount + offset] ?? 0) + value
  }
  const addUp = (addDay: (daily: Float64Array, day: CellDay) => void): DayColumn => {
    const daily = new Float64Array(cells.length * dayCount)
    for (const day of days) addDay(daily, day)
    return dayColumn(daily, dayCount)
  }
  const addUpCounter = (name: Counter, getValues: (day: Day) => Int32Array | undefined): DayColumn => {
    const at = counterNames.indexOf(name)
    return addUp((daily, each) => {
      const values = getValues(each.day)
      for (let cell = 0; values && cell < each.rows.length; cell += 1)
        add(daily, each, cell, values[cell * counterNames.length + at] ?? 0)
    })
  }
  const known = new Map<Counter, DayColumn>()
  const column = (name: Counter): DayColumn => {
    const sums = known.get(name) ?? addUpCounter(name, ({ values }) => values)
    known.set(name, sums)
    return sums
  }
  const scores = (entity: number): DayColumn =>
    addUp((daily, each) => {
      const { cells: ofEntity, values } = each.day.entities.get(entity) ?? { cells: [], values: [] }
      for (const [fact, cell] of ofEntity.entries())
        add(daily, each, cell, values[fact * entityCounterNames.length + scoreAt] ?? 0)
    })
  const n = column('answers')
  const isWeighted = days.some(({ day }) => day.excess !== null)
  const excess = isWeighted ? addUpCounter('answers', ({ excess }) => excess?.values) : null
  const counted = excess
    ? dayColumn(
        n.daily.map((value, at) => value - (excess.daily[at] ?? 0)),
        dayCount,
      )
    : n
  const usage = await readUsage(ctx, rows, sources)
  const citing = (kind: SourceKind, number: number): DayColumn =>
    addUp((daily, each) => {
      for (const { cell, weight } of usage
        .get(kind)
        ?.get(number)
        ?.get(each.offset + firstDay) ?? [])
        add(daily, each, cell, weight)
    })
  return {
    answers: {
      firstDay,
      dayCount,
      ...cellIndex(cells),
      n,
      counted,
      active: dayColumn(n.daily.map(Math.sign), dayCount),
    },
    sums: toRecord(headlineNumbers, (name) =>
      lazySums(
        () => column(numbers[name].of),
        () => column(numbers[name].per),
      ),
    ),
    getUsage: (kind, number) =>
      lazySums(
        () => citing(kind, number),
        () => column('searchable'),
      ),
    competitorScores: new Map(
      rows.competitors.map(({ entity_no }) => [
        entity_no,
        lazySums(
          () => scores(entity_no),
          () => n,
        ),
      ]),
    ),
  }
}

type CitingAnswer = { cell: number; weight: number }

/** By source and day: the cell and the weight of each answer that cites the source. */
type Usage = Map<number, Map<number, CitingAnswer[]>>

async function readUsage(
  ctx: Context,
  rows: ScopeRows,
  sources: CitedSources,
): Promise<Map<SourceKind, Usage>> {
  const usage = new Map(
    sourceKinds.flatMap((kind): [SourceKind, Usage][] => {
      const numbers = sources[kind] ?? []
      return numbers.length === 0 ? [] : [[kind, new Map(numbers.map((number) => [number, new Map()]))]]
    }),
  )
  if (usage.size === 0) return usage
  const { of } = await readSourceNumbers(ctx, rows.brandId)
  await eachDayWithCitations(ctx, rows, (_, { urls, cells, flags, weights }, date) => {
    const day = dayNumber(date)
    for (const [kind, ofKind] of usage)
      for (let at = 0; at < urls.length; at += 1) {
        const url = urls[at] ?? 0
        const byDay = ofKind.get(kind === 'url' ? url : (of[kind][url] ?? 0))
        const isFirst = (((flags[at] ?? 0) >> firstBits[kind]) & 1) === 1
        if (byDay && isFirst) append(byDay, day, { cell: cells[at] ?? 0, weight: weights?.[at] ?? 1 })
      }
  })
  return usage
}

function append(byDay: Map<number, CitingAnswer[]>, day: number, answer: CitingAnswer): void {
  const answers = byDay.get(day)
  if (answers) answers.push(answer)
  else byDay.set(day, [answer])
}

const scoreAt = entityCounterNames.indexOf('score_millipoints')

function lazySums(getY: () => DayColumn, getX: () => DayColumn): DailySums {
  let [y, x]: (DayColumn | null)[] = [null, null]
  return {
    get y() {
      y ??= getY()
      return y
    },
    get x() {
      x ??= getX()
      return x
    },
  }
}

/** `offset`: from the first day of the scope. `rows`: the row of each cell, -1 for cells that are not in scope. */
type CellDay = { day: Day; offset: number; rows: Int32Array }

/** Lists the cells with answers in the order of prompts, and the position of the cell of each row. Rows of a cell differ in their model. */
function listCells(days: readonly CellDay[], index: RowIndex): { cells: Cell[]; cellOfRow: Int32Array } {
  const found = new Map<number, Cell & { promptNumber: number }>()
  for (const { day, rows } of days)
    for (let cell = 0; cell < rows.length; cell += 1) {
      const row = rows[cell] ?? -1
      if (row < 0 || found.has(index.getCell(row))) continue
      const { prompt_id: prompt, platform, region } = index.getKey(row)
      found.set(index.getCell(row), { prompt, platform, region, promptNumber: day.prompts[cell] ?? 0 })
    }
  const toView = ({ platform, region }: Cell) => `${platform} ${region}`
  const sorted = [...found].sort(
    ([, a], [, b]) => a.promptNumber - b.promptNumber || (toView(a) < toView(b) ? -1 : 1),
  )
  const positions = new Map(sorted.map(([key], position) => [key, position]))
  return {
    cells: sorted.map(([, { prompt, platform, region }]) => ({ prompt, platform, region })),
    cellOfRow: Int32Array.from({ length: index.size }, (_, row) => positions.get(index.getCell(row)) ?? -1),
  }
}
