import type { Address } from '../../api.ts'
import { basePath } from '../../base-path.ts'

/** The CSV address of a metric with the same period and filters. */
export function csvHref(address: Address, query: Record<string, string | undefined>, table?: string): string {
  const given = Object.entries({ ...query, table }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return `${basePath}${address.replace(/^GET /, '')}.csv?${new URLSearchParams(given)}`
}
