/** Countries and languages as DataForSEO writes them. */

/** Google's code of a country is 2000 and its number in ISO 3166-1: https://developers.google.com/google-ads/api/data/geotargets */
export function locationCode(country: string): number | null {
  const number = countryNumbers().get(country)
  return number === undefined ? null : 2_000 + number
}

let numbers: Map<string, number> | undefined

/** Unicode's locale data knows the country of each number. */
function countryNumbers(): Map<string, number> {
  numbers ??= new Map(
    Array.from({ length: 900 }, (_, number) => number)
      .filter((number) => !withdrawn.includes(number))
      .map((number) => {
        const [tag = ''] = Intl.getCanonicalLocales(`und-${String(number).padStart(3, '0')}`)
        return [tag.slice('und-'.length), number]
      }),
  )
  return numbers
}

/** Of states as they were, such as 280 for Germany before 1990: Unicode takes each for the country that followed. */
const withdrawn = [172, 200, 230, 249, 278, 280, 530, 532, 536, 582, 720, 736, 810, 830, 886, 890, 891]

/** Google tells two kinds of Chinese apart; of all others the language alone counts. */
export function languageCode(tag: string): string {
  const locale = new Intl.Locale(tag).maximize()
  if (locale.language !== 'zh') return locale.language
  return locale.script === 'Hant' ? 'zh-TW' : 'zh-CN'
}
