import type { Scope } from '../../answers/scope.ts'
import { entityCounterNames, toRecord } from '../numbers.ts'
import type { EntityRows, EntityTotals, Period, Row } from '../rollup-rows.ts'
import type { RowIndex } from './dimensions.ts'
import { answeredRows, readColumns, type Sums, sumUp } from './sums.ts'

/** Reads the rows with answers. */
export function getPeriod(scope: Scope, sums: Sums, index: RowIndex): Period {
  const answered = answeredRows(sums)
  const rows: readonly Row[] = Array.from(answered, index.getKey)
  const entities = new Map<number, EntityRows>()
  const brand = readColumns(sums, answered)
  const readEntity = (entity: number): EntityRows => {
    if (sums.layout.entities !== 'rows') throw new Error('The window was opened without rows of entities')
    const columns = readColumns(sums, answered, { entity, brand })
    return {
      rows,
      ...columns,
      total: (name) => sumUp(columns.counter(name)),
      count: (name) => sumUp(columns.counts(name)),
    }
  }
  const ofEntity = (entity: number) => {
    const known = entities.get(entity) ?? readEntity(entity)
    entities.set(entity, known)
    return known
  }
  return {
    scope,
    rows,
    ...brand,
    total: (name) => sumUp(brand.counter(name)),
    count: (name) => sumUp(brand.counts(name)),
    of: ofEntity,
    entityTotals: () => {
      if (sums.layout.entities === 'none') throw new Error('The window was opened without entities')
      const totals: EntityTotals[] = [
        {
          entity: 0,
          ...toRecord(entityCounterNames, (name) => sumUp(brand.counter(name))),
          counts: toRecord(entityCounterNames, (name) => sumUp(brand.counts(name))),
        },
        ...[...sums.entityTotals].map(([entity, of]) => ({
          entity,
          ...toRecord(entityCounterNames, (_, column) => of[column] ?? 0),
          counts: toRecord(
            entityCounterNames,
            (_, column) => (of[column] ?? 0) - (sums.excess?.entityTotals.get(entity)?.[column] ?? 0),
          ),
        })),
        ...[...sums.entities.keys()].map((entity) => ({
          entity,
          ...toRecord(entityCounterNames, (name) => ofEntity(entity).total(name)),
          counts: toRecord(entityCounterNames, (name) => ofEntity(entity).count(name)),
        })),
      ]
      return totals.filter(({ named, cited }) => named > 0 || cited > 0).sort((a, b) => a.entity - b.entity)
    },
  }
}
