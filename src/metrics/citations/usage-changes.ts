/** Whether the shares of answers that cite domains differ from the previous window by more than usual. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { RowChange, readPeriodChanges } from '../period-changes.ts'
import type { Window } from '../rollups.ts'

export const UsageChange = RowChange.describe('Change of `usage_pct`, in percentage points.')

/** `rows`: how many domains the list has, of which these are a page. Requires a window that was opened with the previous one. */
export async function readUsageChanges(
  window: Window,
  domains: readonly string[],
  rows: number,
): Promise<(domain: string) => z.input<typeof RowChange>> {
  const numbers = await readNumbers(window, domains)
  const periods = await readPeriodChanges(window, { domains: [...numbers.values()] })
  const changes = new Map<string, z.input<typeof RowChange>>()
  const pause = timeSlicer()
  for (const domain of domains) {
    changes.set(domain, periods.compareUsage(numbers.get(domain) ?? 0, rows))
    await pause()
  }
  return (domain) => changes.get(domain) ?? periods.compareUsage(0, rows)
}

/** New domains get their numbers with the next refresh. */
async function readNumbers(
  { db, scope: { brand } }: Window,
  domains: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ number: number; name: string }>`
    select number, name from sources
    where brand_id = ${brand.id} and kind = 'domain' and name = any(${[...domains]}::text[])`.execute(db)
  return new Map(rows.map(({ number, name }) => [name, number]))
}
