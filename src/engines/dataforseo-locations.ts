/** DataForSEO's codes for countries and languages. Scraper queries and prompt volumes use the same codes. */

/** Country numbers of states as they were, such as 280 for Germany before 1990: Unicode maps each to its successor. */
const withdrawn = [172, 200, 230, 249, 278, 280, 530, 532, 536, 582, 720, 736, 810, 830, 886, 890, 891]

/** ISO 3166-1 alpha-2 code → number in ISO 3166-1, from Unicode's locale data. */
const countryNumbers: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 900 }, (_, number) => number)
    .filter((number) => !withdrawn.includes(number))
    .map((number) => {
      const [tag = ''] = Intl.getCanonicalLocales(`und-${String(number).padStart(3, '0')}`)
      return [tag.slice('und-'.length), number]
    }),
)

/**
 * Returns Google's country code, which is 2000 plus the ISO number:
 * https://developers.google.com/google-ads/api/data/geotargets
 */
export function locationCode(country: string): number | null {
  const number = countryNumbers.get(country)
  return number === undefined ? null : 2_000 + number
}

/** Returns Google's language code: the ISO 639 code, except for the two kinds of Chinese. */
export function languageCode(tag: string): string {
  const locale = new Intl.Locale(tag).maximize()
  if (locale.language !== 'zh') return locale.language
  return locale.script === 'Hant' ? 'zh-TW' : 'zh-CN'
}
