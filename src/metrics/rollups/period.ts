import type { Scope } from '../../answers/scope.ts'
import { type EntityCounter, entityCounterNames, recordOf } from '../numbers.ts'
import type { EntityRows, Period } from '../rollup-rows.ts'
import { mapColumns } from '../statistics/day-sums.ts'
import type { RowIndex } from './dimensions.ts'
import { answersOf, type Detail, numberOf, type Sums, sumOf, sumsOfEntity } from './sums.ts'

/** Selects the rows with answers. Columns are selected when they are first read: no metric uses all of them. */
export function periodOf(scope: Scope, sums: Sums, index: RowIndex, detail: Detail): Period {
  const answered = findAnswered(sums)
  const selected = new Map<Float64Array, Float64Array>()
  const select = (column: Float64Array) => {
    const known = selected.get(column) ?? pick(column, answered)
    selected.set(column, known)
    return known
  }
  const rows = Array.from(answered, index.keyOf)
  const answers = () => mapColumns(answersOf(sums), select)
  const readEntity = (entity: number): EntityRows => {
    if (detail.entities !== 'rows') throw new Error('The window was opened without rows of entities')
    const ofEntity = sumsOfEntity(sums, entity, detail.entityNumbers)
    const counters = { ...ofEntity.counters, answers: sums.counters.answers }
    return {
      rows,
      counter: (name) => select(counters[name]),
      total: (name) => sumOf(counters[name]),
      answers,
      number: (name) => mapColumns(numberOf(name, sums, ofEntity), select),
    }
  }
  const entities = new Map<number, EntityRows>()
  return {
    scope,
    rows,
    counter: (name) => select(sums.counters[name]),
    total: (name) => sumOf(sums.counters[name]),
    answers,
    number: (name) => mapColumns(numberOf(name, sums, null), select),
    of: (entity) => {
      const known = entities.get(entity) ?? readEntity(entity)
      entities.set(entity, known)
      return known
    },
    entityTotals: () => {
      if (detail.entities === 'none') throw new Error('The window was opened without entities')
      const totals = new Map(sums.entityTotals).set(0, totalsOf(sums.counters))
      for (const [entity, { counters }] of sums.entities) totals.set(entity, totalsOf(counters))
      return [...totals]
        .map(([entity, counters]) => ({ entity, ...counters }))
        .filter(({ named, cited }) => named > 0 || cited > 0)
        .sort((a, b) => a.entity - b.entity)
    },
  }
}

const totalsOf = (counters: Record<EntityCounter, Float64Array>) =>
  recordOf(entityCounterNames, (name) => sumOf(counters[name]))

function findAnswered({ counters: { answers } }: Sums): Int32Array {
  const found = new Int32Array(answers.length)
  let count = 0
  for (let row = 0; row < answers.length; row += 1) if (answers[row] !== 0) found[count++] = row
  return found.subarray(0, count)
}

function pick(column: Float64Array, rows: Int32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (let index = 0; index < picked.length; index += 1) picked[index] = column[rows[index] ?? 0] ?? 0
  return picked
}
