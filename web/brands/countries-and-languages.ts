/** Countries and languages by name, as this browser knows them: codes that are not in use have no name of their own. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

/** Unions, the world's outside and codes kept for tests: a question is not asked from there. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

export type Choice = { code: string; name: string }

export function countries(): Choice[] {
  const current = pairs.filter(
    (code) => !notCountries.has(code) && canonical(`und-${code}`) === `und-${code}`,
  )
  return named('region', current)
}

export function languages(): Choice[] {
  const codes = pairs.map((pair) => pair.toLowerCase())
  return named(
    'language',
    codes.filter((code) => canonical(code) === code),
  )
}

function named(type: 'region' | 'language', codes: string[]): Choice[] {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
  return codes
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [{ code, name }]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Codes that were given up stand for those that came after them. */
const canonical = (tag: string) => Intl.getCanonicalLocales(tag)[0]
