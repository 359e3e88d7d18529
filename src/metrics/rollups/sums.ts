/**
 * Adds up days by row (a prompt in a segment): every counter, and for each number the products of the sums of a day from which
 * intervals and changes are computed (statistics/day-sums.ts).
 *
 * The sums of a row are adjacent in one array: adding up column by column takes four times as long.
 */
import {
  type AnswerCounter,
  type Counter,
  counterNames,
  type EntityCounter,
  type EntityNumber,
  entityCounterNames,
  type NumberName,
  numbers,
} from '../numbers.ts'
import type { DayColumns } from '../statistics/day-sums.ts'
import type { Day, EntityCells } from './days/day.ts'

/** The numbers of the brand and of other entities, and whether only the totals of entities are needed or none. */
export type Detail = {
  numbers: readonly NumberName[]
  entities: 'none' | 'totals' | 'rows'
  entityNumbers: readonly EntityNumber[]
}

/** For each row, the counters of an entity, and the products of each requested number in the order of `productNames`. */
type EntitySums = { counters: Float64Array; products: Float64Array }

const productNames = ['yy', 'yn', 'xx', 'xy', 'xn'] as const
const productCount = productNames.length

export type Sums = {
  detail: Detail
  /** By row: days with answers, and the sum over days of the squares of their answers. */
  days: Float64Array
  squares: Float64Array
  brand: EntitySums
  /** By number, without the brand; empty unless their rows are requested. */
  entities: Map<number, EntitySums>
  /** The totals of all rows, by number of the entity; empty unless they are requested. */
  entityTotals: Map<number, Float64Array>
}

export const noSums = (rows: number, detail: Detail): Sums => ({
  detail,
  days: new Float64Array(rows),
  squares: new Float64Array(rows),
  brand: noEntitySums(rows, counterNames.length, detail.numbers),
  entities: new Map(),
  entityTotals: new Map(),
})

const noEntitySums = (rows: number, width: number, names: readonly NumberName[]): EntitySums => ({
  counters: new Float64Array(rows * width),
  products: new Float64Array(rows * names.length * productCount),
})

const answersAt = counterNames.indexOf('answers')

/** Adds a day in place. `rows`: the row of each cell, -1 for cells that do not count. */
export function addDay(sums: Sums, day: Day, rows: Int32Array): void {
  const { numbers: names, entities } = sums.detail
  const answers = new Int32Array(rows.length)
  for (let cell = 0; cell < rows.length; cell += 1) {
    const n = day.values[cell * counterNames.length + answersAt] ?? 0
    answers[cell] = n
    const row = rows[cell] ?? -1
    if (row < 0) continue
    sums.days[row] = (sums.days[row] ?? 0) + 1
    sums.squares[row] = (sums.squares[row] ?? 0) + n * n
  }
  addCounters(sums.brand.counters, day.values, rows, counterNames.length)
  addProducts(sums.brand.products, day.values, rows, { names, counters: counterNames, answers })
  if (entities === 'none') return
  const isWhole = entities === 'totals' && !rows.includes(-1)
  for (const [entity, cells] of day.entities) {
    if (isWhole) addTo(computeTotals(sums, entity), cells.totals)
    else addEntity(sums, entity, cells, { rows, answers })
  }
}

function addEntity(
  sums: Sums,
  entity: number,
  { cells, values }: EntityCells,
  of: { rows: Int32Array; answers: Int32Array },
): void {
  const rows = pickAt(of.rows, cells)
  const width = entityCounterNames.length
  if (sums.detail.entities === 'totals') {
    // All cells count as one row.
    for (let fact = 0; fact < rows.length; fact += 1) rows[fact] = Math.min(rows[fact] ?? -1, 0)
    addCounters(computeTotals(sums, entity), values, rows, width)
    return
  }
  const target = sumsOfEntity(sums, entity)
  sums.entities.set(entity, target)
  addCounters(target.counters, values, rows, width)
  addProducts(target.products, values, rows, {
    names: sums.detail.entityNumbers,
    counters: entityCounterNames,
    answers: pickAt(of.answers, cells),
  })
}

function computeTotals({ entityTotals }: Sums, entity: number): Float64Array {
  const totals = entityTotals.get(entity) ?? new Float64Array(entityCounterNames.length)
  entityTotals.set(entity, totals)
  return totals
}

/** Returns the sums of an entity, zeros without facts about it. */
export const sumsOfEntity = ({ entities, days, detail }: Sums, entity: number): EntitySums =>
  entities.get(entity) ?? noEntitySums(days.length, entityCounterNames.length, detail.entityNumbers)

function addCounters(sums: Float64Array, values: Int32Array, rows: Int32Array, width: number): void {
  for (let cell = 0; cell < rows.length; cell += 1) {
    const row = rows[cell] ?? -1
    if (row < 0) continue
    const [to, from] = [row * width, cell * width]
    for (let column = 0; column < width; column += 1)
      sums[to + column] = (sums[to + column] ?? 0) + (values[from + column] ?? 0)
  }
}

type Factors = { names: readonly NumberName[]; counters: readonly Counter[]; answers: Int32Array }

/** `counters`: the order of the values of a cell; `answers`: of each cell. */
function addProducts(
  sums: Float64Array,
  values: Int32Array,
  rows: Int32Array,
  { names, counters, answers }: Factors,
): void {
  const width = names.length * productCount
  const of = names.map((name) => counters.indexOf(numbers[name].of))
  // The products of counters of answers follow from the others.
  const per = names.map((name) => (isOfAnswers(numbers[name].per) ? -1 : counters.indexOf(numbers[name].per)))
  for (let cell = 0; cell < rows.length; cell += 1) {
    const row = rows[cell] ?? -1
    if (row < 0) continue
    const from = cell * counters.length
    const n = answers[cell] ?? 0
    let to = row * width
    for (let index = 0; index < of.length; index += 1, to += productCount) {
      const y = values[from + (of[index] ?? 0)] ?? 0
      // Most answers do not have what a number counts.
      if (y !== 0) {
        sums[to] = (sums[to] ?? 0) + y * y
        sums[to + 1] = (sums[to + 1] ?? 0) + y * n
      }
      const x = (per[index] ?? -1) < 0 ? 0 : (values[from + (per[index] ?? 0)] ?? 0)
      if (x === 0) continue
      sums[to + 2] = (sums[to + 2] ?? 0) + x * x
      sums[to + 3] = (sums[to + 3] ?? 0) + x * y
      sums[to + 4] = (sums[to + 4] ?? 0) + x * n
    }
  }
}

/** Reads columns of sums, one value per row. */
export type ColumnReader = {
  counter(name: Counter): Float64Array
  number(name: NumberName): DayColumns
  answers(): Pick<DayColumns, 'n' | 'days' | 'nn'>
}

/**
 * Returns a reader of the sums of an entity, by default the brand, in some rows. Columns are selected when they are first read: no
 * metric uses all of them. Reading a number that was not requested throws.
 */
export function readColumns(sums: Sums, rows: Int32Array, ofEntity: EntitySums | null = null): ColumnReader {
  const columns = new Map<string, Float64Array>()
  const select = (name: string, from: Float64Array, width: number, at: number) => {
    const known = columns.get(name) ?? pickColumn(from, rows, width, at)
    columns.set(name, known)
    return known
  }
  const names: readonly NumberName[] = ofEntity ? sums.detail.entityNumbers : sums.detail.numbers
  const counter = (name: Counter) => {
    if (ofEntity === null || isOfAnswers(name))
      return select(name, sums.brand.counters, counterNames.length, counterNames.indexOf(name))
    return select(name, ofEntity.counters, entityCounterNames.length, entityColumn(name))
  }
  const answers = () => ({
    n: counter('answers'),
    days: select('days', sums.days, 1, 0),
    nn: select('nn', sums.squares, 1, 0),
  })
  const product = (name: NumberName, product: (typeof productNames)[number]) => {
    const index = names.indexOf(name)
    if (index < 0) throw new Error(`The window was opened without the number ${name}`)
    const at = index * productCount + productNames.indexOf(product)
    return select(`${name} ${product}`, (ofEntity ?? sums.brand).products, names.length * productCount, at)
  }
  return {
    counter,
    answers,
    number: (name) => {
      const { of, per } = numbers[name]
      const { n, days, nn } = answers()
      const [y, yy, yn] = [counter(of), product(name, 'yy'), product(name, 'yn')]
      // Equal columns are one array, so that later steps compute it once.
      if (isOfAnswers(per)) {
        const x = counter(per)
        if (x.every((value, row) => value === n[row]))
          return { days, n, nn, y, x: n, yy, xx: nn, xy: yn, yn, xn: nn }
        const xx = nn.map((value, row) => (x[row] === 0 ? 0 : value))
        return { days, n, nn, y, x, yy, xx, xy: yn, yn, xn: xx }
      }
      const [xx, xy, xn] = [product(name, 'xx'), product(name, 'xy'), product(name, 'xn')]
      return { days, n, nn, y, x: counter(per), yy, xx, xy, yn, xn }
    },
  }
}

const isOfAnswers = (name: Counter): name is AnswerCounter => name === 'answers' || name === 'searchable'

function entityColumn(name: Counter): number {
  const column = entityCounterNames.indexOf(name as EntityCounter)
  if (column < 0) throw new Error(`Only the brand has the counter ${name}`)
  return column
}

function pickColumn(from: Float64Array, rows: Int32Array, width: number, at: number): Float64Array {
  const column = new Float64Array(rows.length)
  for (let index = 0; index < column.length; index += 1)
    column[index] = from[(rows[index] ?? 0) * width + at] ?? 0
  return column
}

function pickAt(values: Int32Array, positions: Int32Array): Int32Array {
  const picked = new Int32Array(positions.length)
  for (let index = 0; index < picked.length; index += 1) picked[index] = values[positions[index] ?? 0] ?? 0
  return picked
}

function addTo(sums: Float64Array, values: Float64Array): void {
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (values[at] ?? 0)
}

export function sumUp(column: Float64Array): number {
  let sum = 0
  for (const value of column) sum += value
  return sum
}

/** Returns the rows with answers. */
export function answeredRows({ days }: Sums): Int32Array {
  const found = new Int32Array(days.length)
  let count = 0
  for (let row = 0; row < days.length; row += 1) if (days[row] !== 0) found[count++] = row
  return found.subarray(0, count)
}
