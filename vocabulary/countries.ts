/** Unions, placeholders and test codes: queries are never sent from there. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether two capital letters are the current code of a country: UK is not, because the code is GB. */
export const isCountry = (code: string): boolean =>
  !notCountries.has(code) &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` &&
  names.of(code) !== undefined
