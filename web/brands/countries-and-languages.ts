/**
 * Names of countries and languages according to the browser. Unassigned codes have no name, and a code with the name of
 * another is left out: Twi is also called Akan.
 */
import { isCountry } from '../../vocabulary/countries.ts'
import { joinFacts } from '../../vocabulary/formats.ts'
import { currentLocale } from '../../vocabulary/language.ts'
import { t } from '../../vocabulary/texts.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

export type CodeChoice = { code: string; name: string }

export const countries = (): CodeChoice[] => named('region', pairs.filter(isCountry))

export function listLanguages(): CodeChoice[] {
  const codes = pairs.map((pair) => pair.toLowerCase())
  return named(
    'language',
    codes.filter((code) => canonical(code) === code),
  )
}

/** A country and a language by their names, such as `Germany, German`. Null and `none` are none. */
export function marketName(region: string | null, language: string | null): string {
  const languageOfMarket = getName('language', language)
  return joinFacts([regionName(region ?? 'none'), ...(languageOfMarket === null ? [] : [languageOfMarket])])
}

export const regionName = (code: string): string => getName('region', code) ?? t('brands.location.noRegion')
export const languageName = (tag: string): string =>
  getName('language', tag) ?? t('brands.location.anyLanguage')

const getName = (type: 'region' | 'language', code: string | null): string | null =>
  code === null || code === 'none'
    ? null
    : (new Intl.DisplayNames(currentLocale(), { type, fallback: 'code' }).of(code) ?? code)

function named(type: 'region' | 'language', codes: string[]): CodeChoice[] {
  const names = new Intl.DisplayNames(currentLocale(), { type, fallback: 'none' })
  const codeByName = new Map<string, string>()
  for (const code of codes) {
    const name = names.of(code)
    if (name !== undefined && !codeByName.has(name)) codeByName.set(name, code)
  }
  return [...codeByName]
    .map(([name, code]) => ({ code, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, currentLocale()))
}

/** Resolves retired codes to their successors. */
const canonical = (tag: string) => Intl.getCanonicalLocales(tag)[0]
