/** Whether the shares of answers that cite sources differ from the previous window by more than usual. */
import { sql } from 'kysely'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { RowChange, type RowRecord } from '../period-state.ts'
import { type SourceKind, sourceKinds } from '../rollup-rows.ts'
import type { CitedSources, Window } from '../rollups.ts'
import { readSeriesChanges } from '../series-changes.ts'

export const UsageChange = RowChange.describe('Change of `usage_pct`, in percentage points.')

type ListedSources = Partial<Record<SourceKind, { numbers: readonly number[]; rows: number }>>

/**
 * Returns the change of a source by its number. `rows`: how many sources the list has, of which `numbers` are a page. Requires a
 * window that was opened with the previous one.
 */
export async function readUsageChanges(
  window: Window,
  listed: ListedSources,
): Promise<(kind: SourceKind, number: number) => RowRecord> {
  const sources: CitedSources = Object.fromEntries(
    Object.entries(listed).map(([kind, { numbers }]) => [kind, numbers]),
  )
  const series = await readSeriesChanges(window, sources)
  const changes = new Map<string, RowRecord>()
  const pause = timeSlicer()
  for (const kind of sourceKinds) {
    const { numbers, rows } = listed[kind] ?? { numbers: [], rows: 0 }
    for (const number of numbers) {
      changes.set(`${kind} ${number}`, series.compareUsage(kind, number, rows))
      await pause()
    }
  }
  return (kind, number) => changes.get(`${kind} ${number}`) ?? series.compareUsage(kind, number, 1)
}

/** Returns the change of a domain by its name. */
export async function readDomainChanges(
  window: Window,
  domains: readonly string[],
  rows: number,
): Promise<(domain: string) => RowRecord> {
  const numbers = await readNumbers(window, domains)
  const getChange = await readUsageChanges(window, { domain: { numbers: [...numbers.values()], rows } })
  // New domains get their numbers with the next refresh. No source has the number 0.
  return (domain) => getChange('domain', numbers.get(domain) ?? 0)
}

async function readNumbers(
  { db, scope: { brand } }: Window,
  domains: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ number: number; name: string }>`
    select number, name from sources
    where brand_id = ${brand.id} and kind = 'domain' and name = any(${[...domains]}::text[])`.execute(db)
  return new Map(rows.map(({ number, name }) => [name, number]))
}
