/**
 * Adds up days by row (a prompt in a segment): every weighted counter, and for each number the products of the sums of a day from which
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

/**
 * The numbers of the brand and of other entities, and whether only the totals of entities are needed or none. `counters`: all of them,
 * or only those that the numbers consist of.
 */
export type Detail = {
  counters: 'all' | 'of numbers'
  numbers: readonly NumberName[]
  entities: 'none' | 'totals' | 'rows'
  entityNumbers: readonly EntityNumber[]
}

/** The product of two counters of a cell on a day. */
type Product = readonly [Counter, Counter]

/**
 * The columns of an entity: its counters, and the products of its numbers. Numbers with the same product share its column. Products
 * with the answers of the cell are separate (`byAnswers`). `at`: where the values of a cell have the counter of each column, and the
 * second counter of a product.
 */
type EntityLayout = {
  counters: readonly Counter[]
  products: readonly Product[]
  byAnswers: readonly Counter[]
  at: { first: Int32Array; second: Int32Array; byAnswers: Int32Array }
  /** The number of values of a cell. */
  valueCount: number
}

/**
 * Sums by row: `columns` has the counters and then the products. `repeats` has what the products with the answers exceed the counters
 * by, Σ y·(n − 1). It is null while each cell has one answer a day, as in most histories, so that a product equals its counter.
 */
type EntitySums = { columns: Float64Array; repeats: Float64Array | null }

/** What a `Detail` adds up: the columns of the brand and of every other entity. */
export type Layout = Pick<Detail, 'entities'> & { ofBrand: EntityLayout; ofEntities: EntityLayout }

export type Sums = {
  layout: Layout
  /** By row: days with answers. */
  days: Float64Array
  brand: EntitySums
  /** By number, without the brand; empty unless their rows are requested. */
  entities: Map<number, EntitySums>
  /** The totals of all rows, by number of the entity; empty unless they are requested. */
  entityTotals: Map<number, Float64Array>
  /** By how much the weighted counters exceed the counts of answers; null while all answers have the weight 1. */
  excess: Sums | null
}

export const getLayout = (detail: Detail): Layout => ({
  entities: detail.entities,
  ofBrand: getEntityLayout(counterNames, detail.numbers, detail),
  ofEntities: getEntityLayout(entityCounterNames, detail.entityNumbers, detail),
})

export const noSums = (rows: number, layout: Layout): Sums => ({
  layout,
  days: new Float64Array(rows),
  brand: noEntitySums(rows, layout.ofBrand),
  entities: new Map(),
  entityTotals: new Map(),
  excess: null,
})

const noEntitySums = (rows: number, { at }: EntityLayout): EntitySums => ({
  columns: new Float64Array(rows * at.first.length),
  repeats: null,
})

function getEntityLayout(
  values: readonly Counter[],
  names: readonly NumberName[],
  { counters: needed }: Pick<Detail, 'counters'>,
): EntityLayout {
  const ofNumbers = names.flatMap((name): Counter[] => [numbers[name].of, numbers[name].per])
  const isNeeded = (name: Counter) => needed === 'all' || isOfAnswers(name) || ofNumbers.includes(name)
  const products = [...new Map(names.flatMap(listProducts).map((each) => [each.join(), each])).values()]
  const counters = values.filter(isNeeded)
  const byAnswers = counters.filter((name) => name === 'answers' || ofNumbers.includes(name))
  const positions = (of: readonly Counter[]) => Int32Array.from(of, (name) => values.indexOf(name))
  const at = {
    first: positions([...counters, ...products.map(([name]) => name)]),
    second: positions([...counters, ...products.map(([, by]) => by)]),
    byAnswers: positions(byAnswers),
  }
  return { counters, products, byAnswers, at, valueCount: values.length }
}

/** Without products with the answers. Products of counters of answers follow from the others. */
function listProducts(name: NumberName): Product[] {
  const { of, per } = numbers[name]
  return isOfAnswers(per)
    ? [[of, of]]
    : [
        [of, of],
        [per, per],
        [of, per],
      ]
}

const answersAt = counterNames.indexOf('answers')

/** Adds a day in place. `rows`: the row of each cell, -1 for cells that do not count. */
export function addDay(sums: Sums, day: Day, rows: Int32Array): void {
  for (const row of rows) if (row >= 0) sums.days[row] = (sums.days[row] ?? 0) + 1
  addCounters(sums, day, rows)
  if (day.excess === null) return
  sums.excess ??= noSums(sums.days.length, sums.layout)
  addCounters(sums.excess, day.excess, rows)
}

type Counters = Pick<Day, 'values' | 'entities'>

function addCounters(sums: Sums, day: Counters, rows: Int32Array): void {
  const { entities, ofBrand, ofEntities } = sums.layout
  addCells(sums.brand, ofBrand, { cells: null, values: day.values }, rows, day)
  if (entities === 'none') return
  for (const [entity, cells] of day.entities)
    if (entities === 'rows') addCells(getEntity(sums, entity), ofEntities, cells, rows, day)
    else addTotals(getTotals(sums, entity), cells, rows)
}

function getEntity(sums: Sums, entity: number): EntitySums {
  const known = sums.entities.get(entity) ?? noEntitySums(sums.days.length, sums.layout.ofEntities)
  sums.entities.set(entity, known)
  return known
}

function getTotals({ entityTotals }: Sums, entity: number): Float64Array {
  const totals = entityTotals.get(entity) ?? new Float64Array(entityCounterNames.length)
  entityTotals.set(entity, totals)
  return totals
}

/** `cells`: the cells that have values, null for all cells of the day. */
function addCells(
  sums: EntitySums,
  layout: EntityLayout,
  { cells, values }: { cells: Int32Array | null; values: Int32Array },
  rows: Int32Array,
  day: Counters,
): void {
  const { columns } = sums
  const { first, second } = layout.at
  const [width, counterCount] = [first.length, layout.counters.length]
  const count = cells?.length ?? rows.length
  for (let index = 0; index < count; index += 1) {
    const cell = cells === null ? index : (cells[index] ?? 0)
    const row = rows[cell] ?? -1
    if (row < 0) continue
    const [from, to] = [index * layout.valueCount, row * width]
    for (let column = 0; column < counterCount; column += 1)
      columns[to + column] = (columns[to + column] ?? 0) + (values[from + (first[column] ?? 0)] ?? 0)
    for (let column = counterCount; column < width; column += 1) {
      const product = (values[from + (first[column] ?? 0)] ?? 0) * (values[from + (second[column] ?? 0)] ?? 0)
      columns[to + column] = (columns[to + column] ?? 0) + product
    }
    const n = day.values[cell * counterNames.length + answersAt] ?? 0
    if (n > 1) addRepeats(sums, layout, { row, n, values, from })
  }
}

function addRepeats(
  sums: EntitySums,
  { byAnswers, at }: EntityLayout,
  { row, n, values, from }: { row: number; n: number; values: Int32Array; from: number },
): void {
  const rowCount = sums.columns.length / at.first.length
  sums.repeats ??= new Float64Array(rowCount * byAnswers.length)
  for (const [column, position] of at.byAnswers.entries()) {
    const to = row * byAnswers.length + column
    sums.repeats[to] = (sums.repeats[to] ?? 0) + (values[from + position] ?? 0) * (n - 1)
  }
}

/** Adds the counters of a day in place. `of`: of other entities, or of the brand in the cells of the day. */
export function addTotals(
  totals: Float64Array,
  of: EntityCells | Pick<Day, 'values' | 'totals'>,
  rows: Int32Array,
): void {
  if (!rows.includes(-1)) {
    addTo(totals, of.totals, 0)
    return
  }
  const cells = 'cells' in of ? of.cells : null
  const count = cells?.length ?? rows.length
  for (let index = 0; index < count; index += 1)
    if ((rows[cells === null ? index : (cells[index] ?? 0)] ?? -1) >= 0)
      addTo(totals, of.values, index * totals.length)
}

/** Adds the values that start at `from`. */
function addTo(totals: Float64Array, values: Float64Array | Int32Array, from: number): void {
  for (let at = 0; at < totals.length; at += 1) totals[at] = (totals[at] ?? 0) + (values[from + at] ?? 0)
}

/** Reads columns of sums, one value per row. */
export type ColumnReader = {
  counter(name: Counter): Float64Array
  /** The counter without weights. */
  counts(name: Counter): Float64Array
  number(name: NumberName): DayColumns
  answers(): Pick<DayColumns, 'answers' | 'n' | 'days' | 'nn'>
}

/**
 * Returns a reader of the sums of an entity in some rows, by default of the brand, whose answers the entity shares. Columns are selected when they are first read: no metric uses all of them. Reading a number that was not
 * requested throws.
 */
export function readColumns(
  { brand: ofBrand, days, layout, entities, excess }: Sums,
  rows: Int32Array,
  { entity, brand }: { entity: number; brand: ColumnReader } | { entity: null; brand: null } = ofTheBrand,
): ColumnReader {
  const { columns, repeats } =
    entity === null ? ofBrand : (entities.get(entity) ?? noEntitySums(days.length, layout.ofEntities))
  const excessColumns = (entity === null ? excess?.brand : excess?.entities.get(entity))?.columns
  const { counters, products, byAnswers, at } = brand ? layout.ofEntities : layout.ofBrand
  const width = at.first.length
  const selected = new Map<string, Float64Array>()
  const select = (name: string, pick: () => Float64Array) => {
    const known = selected.get(name) ?? pick()
    selected.set(name, known)
    return known
  }
  const counter = (name: Counter) => {
    if (brand && isOfAnswers(name)) return brand.counter(name)
    const column = counters.indexOf(name)
    if (column < 0) throw new Error(`The window was opened without the counter ${name}`)
    return select(name, () => pickColumn(columns, rows, width, column))
  }
  const counts = (name: Counter) => {
    if (brand && isOfAnswers(name)) return brand.counts(name)
    const weighted = counter(name)
    if (!excessColumns) return weighted
    return select(`${name} counts`, () => {
      const more = pickColumn(excessColumns, rows, width, counters.indexOf(name))
      return weighted.map((value, row) => value - (more[row] ?? 0))
    })
  }
  const product = (name: Counter, by: Counter) => {
    const index = products.findIndex(([first, second]) => first === name && second === by)
    if (index < 0) throw new Error(`The window was opened without a number of ${name} by ${by}`)
    return select(`${name} ${by}`, () => pickColumn(columns, rows, width, counters.length + index))
  }
  // Equal columns are one array, so that later steps compute it once.
  const byAnswer = (name: Counter) => {
    const once = counter(name)
    if (repeats === null) return once
    const column = byAnswers.indexOf(name)
    if (column < 0) throw new Error(`The window was opened without a number of ${name}`)
    return select(`${name} answers`, () =>
      pickColumn(repeats, rows, byAnswers.length, column).map((more, row) => more + (once[row] ?? 0)),
    )
  }
  const answers =
    brand?.answers ??
    (() => {
      const n = counter('answers')
      return {
        answers: counts('answers'),
        n,
        days: repeats === null ? n : select('days', () => pickColumn(days, rows, 1, 0)),
        nn: byAnswer('answers'),
      }
    })
  const readNumber = (name: NumberName): DayColumns => {
    const { of, per } = numbers[name]
    const { n, days, nn, answers: counted } = answers()
    const [y, x, yy, yn] = [counter(of), counter(per), product(of, of), byAnswer(of)]
    if (!isOfAnswers(per))
      return {
        days,
        answers: counted,
        n,
        nn,
        y,
        x,
        yy,
        xx: product(per, per),
        xy: product(of, per),
        yn,
        xn: byAnswer(per),
      }
    if (x.every((value, row) => value === n[row]))
      return { days, answers: counted, n, nn, y, x: n, yy, xx: nn, xy: yn, yn, xn: nn }
    const xx = nn.map((value, row) => (x[row] === 0 ? 0 : value))
    return { days, answers: counted, n, nn, y, x, yy, xx, xy: yn, yn, xn: xx }
  }
  const known = new Map<NumberName, DayColumns>()
  return {
    counter,
    counts,
    answers,
    number: (name) => {
      const columns = known.get(name) ?? readNumber(name)
      known.set(name, columns)
      return columns
    },
  }
}

const ofTheBrand = { entity: null, brand: null } as const

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
