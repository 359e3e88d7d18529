import type { Address } from '../../api.ts'

/** Where a metric is as a file: the address of its CSV twin, with the same days and filters. */
export function csvHref(address: Address, query: Record<string, string | undefined>, table?: string): string {
  const given = Object.entries({ ...query, table }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return `${address.replace(/^GET /, '')}.csv?${new URLSearchParams(given)}`
}
