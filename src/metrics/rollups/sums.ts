/**
 * Adds up days by row (a prompt in a segment): every counter, and for each number the products of the sums of a day from which
 * intervals and changes are computed (statistics/day-sums.ts).
 *
 * The sums of a row are adjacent in one array: adding up column by column takes twice as long.
 */
import {
  type AnswerCounter,
  type Counter,
  counterNames,
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

/** The product of two counters of a cell on a day. */
type Product = readonly [Counter, Counter]

/**
 * The columns of an entity: its counters, then the products of its numbers. Numbers with the same product share its column. `first`,
 * `second`: the positions of the counters of each product, -1 for the answers of the cell.
 */
type Layout = {
  counters: readonly Counter[]
  products: readonly Product[]
  first: readonly number[]
  second: readonly number[]
  width: number
}

/** Sums by row, in the order of the layout. */
type EntitySums = { layout: Layout; sums: Float64Array }

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
  brand: noEntitySums(rows, counterNames, detail.numbers),
  entities: new Map(),
  entityTotals: new Map(),
})

function noEntitySums(rows: number, counters: readonly Counter[], names: readonly NumberName[]): EntitySums {
  const products = [...new Map(names.flatMap(listProducts).map((each) => [each.join(), each])).values()]
  const first = products.map(([name]) => counters.indexOf(name))
  const second = products.map(([, by]) => (by === 'answers' ? -1 : counters.indexOf(by)))
  const width = counters.length + products.length
  return { layout: { counters, products, first, second, width }, sums: new Float64Array(rows * width) }
}

/** The products of counters of answers follow from the others. */
function listProducts(name: NumberName): Product[] {
  const { of, per } = numbers[name]
  const ofCounter: Product[] = [
    [of, of],
    [of, 'answers'],
  ]
  return isOfAnswers(per) ? ofCounter : [...ofCounter, [per, per], [of, per], [per, 'answers']]
}

const answersAt = counterNames.indexOf('answers')

/** Adds a day in place. `rows`: the row of each cell, -1 for cells that do not count. */
export function addDay(sums: Sums, day: Day, rows: Int32Array): void {
  for (let cell = 0; cell < rows.length; cell += 1) {
    const row = rows[cell] ?? -1
    if (row < 0) continue
    const n = day.values[cell * counterNames.length + answersAt] ?? 0
    sums.days[row] = (sums.days[row] ?? 0) + 1
    sums.squares[row] = (sums.squares[row] ?? 0) + n * n
  }
  addCells(sums.brand, { cells: null, values: day.values }, rows, day)
  const { entities } = sums.detail
  if (entities === 'none') return
  const isWhole = entities === 'totals' && !rows.includes(-1)
  for (const [entity, cells] of day.entities)
    if (entities === 'rows') addCells(getEntity(sums, entity), cells, rows, day)
    else if (isWhole) addTo(getTotals(sums, entity), cells.totals, 0)
    else addTotals(getTotals(sums, entity), cells, rows)
}

function getEntity(sums: Sums, entity: number): EntitySums {
  const known = sumsOfEntity(sums, entity)
  sums.entities.set(entity, known)
  return known
}

function getTotals({ entityTotals }: Sums, entity: number): Float64Array {
  const totals = entityTotals.get(entity) ?? new Float64Array(entityCounterNames.length)
  entityTotals.set(entity, totals)
  return totals
}

/** Returns the sums of an entity, zeros without facts about it. */
export const sumsOfEntity = ({ entities, days, detail }: Sums, entity: number): EntitySums =>
  entities.get(entity) ?? noEntitySums(days.length, entityCounterNames, detail.entityNumbers)

/** `cells`: the cells that have values, null for all cells of the day. */
function addCells(
  { layout, sums }: EntitySums,
  { cells, values }: { cells: Int32Array | null; values: Int32Array },
  rows: Int32Array,
  day: Day,
): void {
  const { counters, first, second, width } = layout
  const count = cells?.length ?? rows.length
  for (let index = 0; index < count; index += 1) {
    const cell = cells === null ? index : (cells[index] ?? 0)
    const row = rows[cell] ?? -1
    if (row < 0) continue
    const n = day.values[cell * counterNames.length + answersAt] ?? 0
    const from = index * counters.length
    let to = row * width
    for (let column = 0; column < counters.length; column += 1, to += 1)
      sums[to] = (sums[to] ?? 0) + (values[from + column] ?? 0)
    for (let product = 0; product < first.length; product += 1, to += 1) {
      const value = values[from + (first[product] ?? 0)] ?? 0
      // Most answers do not have what a number counts.
      if (value === 0) continue
      const by = second[product] ?? -1
      sums[to] = (sums[to] ?? 0) + value * (by < 0 ? n : (values[from + by] ?? 0))
    }
  }
}

function addTotals(totals: Float64Array, { cells, values }: EntityCells, rows: Int32Array): void {
  for (let fact = 0; fact < cells.length; fact += 1)
    if ((rows[cells[fact] ?? 0] ?? -1) >= 0) addTo(totals, values, fact * totals.length)
}

/** Adds the values that start at `from`. */
function addTo(totals: Float64Array, values: Float64Array | Int32Array, from: number): void {
  for (let at = 0; at < totals.length; at += 1) totals[at] = (totals[at] ?? 0) + (values[from + at] ?? 0)
}

/** Reads columns of sums, one value per row. */
export type ColumnReader = {
  counter(name: Counter): Float64Array
  number(name: NumberName): DayColumns
  answers(): Pick<DayColumns, 'n' | 'days' | 'nn'>
}

/**
 * Returns a reader of the sums of an entity in some rows, by default of the brand. `brand`: the reader of the brand, whose answers
 * the entity shares. Columns are selected when they are first read: no metric uses all of them. Reading a number that was not
 * requested throws.
 */
export function readColumns(
  { brand: ofBrand, days, squares }: Sums,
  rows: Int32Array,
  { layout, sums }: EntitySums = ofBrand,
  brand: ColumnReader | null = null,
): ColumnReader {
  const columns = new Map<string, Float64Array>()
  const select = (name: string, from: Float64Array, width: number, at: number) => {
    const known = columns.get(name) ?? pickColumn(from, rows, width, at)
    columns.set(name, known)
    return known
  }
  const counter = (name: Counter) => {
    if (brand && isOfAnswers(name)) return brand.counter(name)
    const at = layout.counters.indexOf(name)
    if (at < 0) throw new Error(`Only the brand has the counter ${name}`)
    return select(name, sums, layout.width, at)
  }
  const answers =
    brand?.answers ??
    (() => ({
      n: counter('answers'),
      days: select('days', days, 1, 0),
      nn: select('nn', squares, 1, 0),
    }))
  const product = (name: Counter, by: Counter) => {
    const index = layout.products.findIndex(([first, second]) => first === name && second === by)
    if (index < 0) throw new Error(`The window was opened without a number of ${name} by ${by}`)
    return select(`${name} ${by}`, sums, layout.width, layout.counters.length + index)
  }
  const readNumber = (name: NumberName): DayColumns => {
    const { of, per } = numbers[name]
    const { n, days, nn } = answers()
    const [y, x, yy, yn] = [counter(of), counter(per), product(of, of), product(of, 'answers')]
    // Equal columns are one array, so that later steps compute it once.
    if (!isOfAnswers(per))
      return {
        days,
        n,
        nn,
        y,
        x,
        yy,
        xx: product(per, per),
        xy: product(of, per),
        yn,
        xn: product(per, 'answers'),
      }
    if (x.every((value, row) => value === n[row]))
      return { days, n, nn, y, x: n, yy, xx: nn, xy: yn, yn, xn: nn }
    const xx = nn.map((value, row) => (x[row] === 0 ? 0 : value))
    return { days, n, nn, y, x, yy, xx, xy: yn, yn, xn: xx }
  }
  const known = new Map<NumberName, DayColumns>()
  return {
    counter,
    answers,
    number: (name) => {
      const columns = known.get(name) ?? readNumber(name)
      known.set(name, columns)
      return columns
    },
  }
}

const isOfAnswers = (name: Counter): name is AnswerCounter => name === 'answers' || name === 'searchable'

function pickColumn(from: Float64Array, rows: Int32Array, width: number, at: number): Float64Array {
  const column = new Float64Array(rows.length)
  for (let index = 0; index < column.length; index += 1)
    column[index] = from[(rows[index] ?? 0) * width + at] ?? 0
  return column
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
