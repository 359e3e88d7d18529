/**
 * Adds up days by row (a prompt in a segment): every counter, and for each number the products of the sums of a day from which
 * intervals and changes are computed (statistics/day-sums.ts).
 */
import {
  type Counter,
  counterNames,
  type EntityCounter,
  type EntityNumber,
  entityCounterNames,
  type NumberName,
  numbers,
  recordOf,
} from '../numbers.ts'
import type { DayColumns } from '../statistics/day-sums.ts'
import type { Day, EntityCells } from './days/day.ts'

/** The products of two counters, by the names of both. */
type Products = Map<string, { factors: readonly [Counter, Counter]; sums: Float64Array }>

type EntitySums = { counters: Record<EntityCounter, Float64Array>; products: Products }

export type Sums = {
  /** Days with answers. */
  days: Float64Array
  counters: Record<Counter, Float64Array>
  products: Products
  /** By number of the entity, without the brand; empty unless their rows are requested. */
  entities: Map<number, EntitySums>
  /** The totals of all rows, by number of the entity; empty unless they are requested. */
  entityTotals: Map<number, Record<EntityCounter, number>>
}

/** The numbers of the brand and of other entities, and whether only their totals are needed or none. */
export type Detail = {
  numbers: readonly NumberName[]
  entities: 'none' | 'totals' | 'rows'
  entityNumbers: readonly EntityNumber[]
}

export const noSumsOf = (rows: number, { numbers }: Detail): Sums => ({
  days: new Float64Array(rows),
  counters: recordOf(counterNames, () => new Float64Array(rows)),
  products: noProducts(rows, numbers),
  entities: new Map(),
  entityTotals: new Map(),
})

function noProducts(rows: number, names: readonly NumberName[]): Products {
  const products: Products = new Map()
  const add = (a: Counter, b: Counter) => {
    if (!products.has(productName(a, b)))
      products.set(productName(a, b), { factors: [a, b], sums: new Float64Array(rows) })
  }
  add('answers', 'answers')
  for (const name of names) {
    const { of, per } = numbers[name]
    add(of, of)
    add(of, per)
    add(per, per)
    add(of, 'answers')
    add(per, 'answers')
  }
  return products
}

const productName = (a: Counter, b: Counter): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** Adds a day in place. `rows`: the row of each cell, -1 for cells that do not count. */
export function addDay(sums: Sums, day: Day, rows: Int32Array, detail: Detail): void {
  for (const row of rows) if (row >= 0) sums.days[row] = (sums.days[row] ?? 0) + 1
  for (const name of counterNames) addColumn(sums.counters[name], day.counters[name], rows)
  for (const { factors, sums: products } of sums.products.values())
    addProducts(products, day.counters[factors[0]], day.counters[factors[1]], rows)
  if (detail.entities === 'none') return
  for (const [entity, cells] of day.entities) {
    const entityRows = cells.cells.map((cell) => rows[cell] ?? -1)
    if (detail.entities === 'totals') addTotals(sums, entity, cells, entityRows)
    else addEntity(sums, entity, cells, entityRows, detail)
  }
}

function addEntity(
  sums: Sums,
  entity: number,
  { counters }: EntityCells,
  rows: Int32Array,
  { entityNumbers }: Detail,
): void {
  const target = sumsOfEntity(sums, entity, entityNumbers)
  sums.entities.set(entity, target)
  for (const name of entityCounterNames) addColumn(target.counters[name], counters[name], rows)
  for (const { factors, sums: products } of target.products.values()) {
    const [a, b] = factors
    if (isOfEntity(a) && isOfEntity(b)) addProducts(products, counters[a], counters[b], rows)
  }
}

const isOfEntity = (name: Counter): name is EntityCounter | 'answers' =>
  name === 'answers' || entityCounterNames.some((each) => each === name)

/** Returns the sums of an entity, zeros without facts about it. */
export function sumsOfEntity(
  { entities, days }: Pick<Sums, 'entities' | 'days'>,
  entity: number,
  names: readonly EntityNumber[],
): EntitySums {
  const rows = days.length
  return (
    entities.get(entity) ?? {
      counters: recordOf(entityCounterNames, () => new Float64Array(rows)),
      products: noProducts(rows, names),
    }
  )
}

function addTotals(sums: Sums, entity: number, { counters }: EntityCells, rows: Int32Array): void {
  const known = sums.entityTotals.get(entity)
  const totals = known ?? recordOf(entityCounterNames, () => 0)
  if (!known) sums.entityTotals.set(entity, totals)
  for (const name of entityCounterNames) {
    const column = counters[name]
    let total = totals[name]
    for (let index = 0; index < rows.length; index += 1)
      if ((rows[index] ?? -1) >= 0) total += column[index] ?? 0
    totals[name] = total
  }
}

function addColumn(sums: Float64Array, values: Int32Array, rows: Int32Array): void {
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? -1
    if (row >= 0) sums[row] = (sums[row] ?? 0) + (values[index] ?? 0)
  }
}

function addProducts(sums: Float64Array, a: Int32Array, b: Int32Array, rows: Int32Array): void {
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? -1
    if (row >= 0) sums[row] = (sums[row] ?? 0) + (a[index] ?? 0) * (b[index] ?? 0)
  }
}

export const answersOf = ({ days, counters, products }: Sums) => ({
  days,
  n: counters.answers,
  nn: products.get(productName('answers', 'answers'))?.sums ?? counters.answers,
})

/** Returns the ten sums of a number in each row. Throws for a number that was not requested. */
export function numberOf(name: NumberName, sums: Sums, ofEntity: EntitySums | null): DayColumns {
  const { of, per } = numbers[name]
  const { counters } = sums
  const counter = (each: Counter) => {
    if (each === 'answers' || ofEntity === null) return counters[each]
    if (isOfEntity(each)) return ofEntity.counters[each]
    throw new Error(`Only the brand has the counter ${each}`)
  }
  const product = (a: Counter, b: Counter) => {
    const { products } = a === 'answers' && b === 'answers' ? sums : (ofEntity ?? sums)
    const found = products.get(productName(a, b))
    if (!found) throw new Error(`The window was opened without the number ${name}`)
    return found.sums
  }
  return {
    ...answersOf(sums),
    y: counter(of),
    x: counter(per),
    yy: product(of, of),
    xx: product(per, per),
    xy: product(of, per),
    yn: product(of, 'answers'),
    xn: product(per, 'answers'),
  }
}

export function sumOf(column: Float64Array): number {
  let sum = 0
  for (const value of column) sum += value
  return sum
}
