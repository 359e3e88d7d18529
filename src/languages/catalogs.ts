/** The catalogs of texts by language. `npm run check` compares them with the code. */
import { readFileSync } from 'node:fs'
import { type Language, languages } from '../../vocabulary/languages.ts'

type Catalog = Partial<Record<string, { defaultMessage: string }>>

export const catalogs = asCatalogs(
  Object.fromEntries(languages.map((language) => [language, readCatalog(language)])),
)

function readCatalog(language: Language): Catalog {
  return JSON.parse(
    readFileSync(new URL(`../../vocabulary/catalogs/${language}.json`, import.meta.url), 'utf8'),
  )
}

/** Has the catalog of every language. */
function asCatalogs(read: Record<string, Catalog>) {
  return read as Record<Language, Catalog>
}
