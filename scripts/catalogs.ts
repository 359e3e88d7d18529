/**
 * The catalogs of texts: one file per language in the format of FormatJS, with ICU messages by stable ids. Finds the ids
 * that the source uses, and generates the types that `t()` and `message()` check.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, languages } from '../vocabulary/languages.ts'

/** `description`: where translators find the text, in English only. */
type CatalogEntry = { defaultMessage: string; description?: string }
export type Catalog = Record<string, CatalogEntry>

export const catalogFile = (language: string) => `vocabulary/catalogs/${language}.json`
export const messageTypesFile = 'vocabulary/catalogs/messages.generated.ts'
/** Ids that no code uses and stored rows may contain. */
export const retiredFile = 'vocabulary/catalogs/retired.json'

export const readCatalog = (root: string, language: string): Catalog =>
  JSON.parse(readFileSync(join(root, catalogFile(language)), 'utf8'))

/** Returns the catalog as it is committed: sorted, with one message per line. */
export function canonicalCatalog(catalog: Catalog): string {
  const lines = Object.keys(catalog)
    .sort()
    .map((id) => `  ${JSON.stringify(id)}: ${spaced(catalog[id])}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

const spaced = (entry: CatalogEntry | undefined): string =>
  `{ ${Object.entries(entry ?? {})
    .map(([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`)
    .join(', ')} }`

export type Elements = ReturnType<IntlMessageFormat['getAst']>

export const parseMessage = (text: string): Elements =>
  new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()

type Kind = 'number' | 'text' | 'choice'

/** The kinds of elements in the syntax tree of FormatJS. */
const elementTypes = { literal: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, pound: 7 }

/** Returns the placeholders of a message, those in plural forms included. */
export function getPlaceholders(elements: Elements): Map<string, Kind> {
  const found = new Map<string, Kind>()
  const visit = (part: Elements[number]): void => {
    if (part.type === elementTypes.literal || part.type === elementTypes.pound) return
    const kind =
      part.type === elementTypes.argument ? 'text' : part.type === elementTypes.select ? 'choice' : 'number'
    // A number that is also inserted as text stays a number.
    if ('value' in part && found.get(part.value) !== 'number') found.set(part.value, kind)
    if ('options' in part) for (const option of Object.values(part.options)) option.value.forEach(visit)
  }
  elements.forEach(visit)
  return found
}

/** Returns the module with the placeholders of each message. */
export function messageTypes(english: Catalog): string {
  const lines = Object.keys(english)
    .sort()
    .map((id) => {
      const placeholders = [...getPlaceholders(parseMessage(english[id]?.defaultMessage ?? ''))]
      const values = placeholders.map(([name, kind]) => `${name}: '${kind}'`).join('; ')
      return `  '${id}': ${values === '' ? 'null' : `{ ${values} }`}`
    })
  return `/** Generated from en.json by \`npm run generate\`: the placeholders of each message. */
export type Messages = {
${lines.join('\n')}
}

export type MessageId = keyof Messages
`
}

/** Returns whether the source uses an id: as a literal, or through a template such as \`labels.role.\${role}\`. */
export function usedTexts(sources: Iterable<string>): (id: string) => boolean {
  const literals = new Set<string>()
  const templates = new Set<string>()
  for (const source of sources) {
    for (const [, id = ''] of source.matchAll(/['"`]([a-z]\w*(?:\.(?:[\w-]+|\$\{[^}]*\})+)+)['"`]/g)) {
      if (id.includes('${')) templates.add(id.replaceAll(/\$\{[^}]*\}/g, '*'))
      else literals.add(id)
    }
  }
  const patterns = [...templates].map(
    (template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`),
  )
  return (id) => literals.has(id) || patterns.some((pattern) => pattern.test(id))
}

/** Returns the sources below a folder, without tests. */
export const sourcesIn = (root: string, ...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/(^|[\\/])dist[\\/]|\.(test|fixture|generated)\./.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )

/** Returns one line per problem of the catalogs. */
export function catalogProblems(
  catalogs: Record<Language, Catalog>,
  isUsed: (id: string) => boolean,
  retired: readonly string[],
): string[] {
  const { en: english, ...others } = catalogs
  const keeps = new Set(retired)
  const ids = Object.keys(english)
  return [
    ...ids.filter((id) => !isUsed(id) && !keeps.has(id)).map((id) => `unused: ${id}`),
    ...retired.filter((id) => isUsed(id)).map((id) => `retired, but used: ${id}`),
    ...retired.filter((id) => !Object.hasOwn(english, id)).map((id) => `retired, but in no catalog: ${id}`),
    ...Object.entries(others).flatMap(([language, catalog]) => [
      ...ids.filter((id) => !catalog[id]?.defaultMessage).map((id) => `${language} lacks ${id}`),
      ...Object.keys(catalog)
        .filter((id) => !Object.hasOwn(english, id))
        .map((id) => `${language} has ${id}, which English lacks`),
      ...ids.flatMap((id) => differences(english[id], catalog[id]).map((why) => `${language} ${id}: ${why}`)),
    ]),
  ]
}

/** A translation may leave out a choice: other languages need no form for it. */
function differences(english: CatalogEntry | undefined, translation: CatalogEntry | undefined): string[] {
  if (!english || !translation) return []
  const expected = getPlaceholders(parseMessage(english.defaultMessage))
  const found = getPlaceholders(parseMessage(translation.defaultMessage))
  return [
    ...[...expected]
      .filter(([name, kind]) => kind !== 'choice' && !found.has(name))
      .map(([name]) => `lacks {${name}}`),
    ...[...found.keys()].filter((name) => !expected.has(name)).map((name) => `has {${name}}`),
  ]
}

/** Returns one line for each language that a constraint of the schema lacks. `migrations`: in their order. */
export function constraintProblems(migrations: readonly string[], known: readonly string[]): string[] {
  const allowed = new Map<string, string>()
  for (const migration of migrations) {
    let table = ''
    for (const [, name, codes] of migration.matchAll(
      /\b(?:create|alter) table (\w+)|\blanguage in \(([^)]*)\)/g,
    )) {
      if (name !== undefined) table = name
      else allowed.set(table, codes ?? '')
    }
  }
  return [...allowed].flatMap(([table, codes]) =>
    known
      .filter((language) => !codes.includes(`'${language}'`))
      .map((language) => `the constraint of ${table}.language lacks ${language}: change it in a migration`),
  )
}

/** Returns the problems of the committed catalogs. */
export function findCatalogProblems(root: string): string[] {
  const entries = languages.map((language) => [language, readCatalog(root, language)] as const)
  const retired: string[] = JSON.parse(readFileSync(join(root, retiredFile), 'utf8'))
  const migrations = readdirSync(join(root, 'migrations')).sort()
  return [
    ...catalogProblems(
      asCatalogs(Object.fromEntries(entries)),
      usedTexts(sourcesIn(root, 'src', 'web', 'vocabulary')),
      retired,
    ),
    ...constraintProblems(
      migrations.map((file) => readFileSync(join(root, 'migrations', file), 'utf8')),
      languages,
    ),
  ]
}

/** Has the catalog of every language. */
const asCatalogs = (catalogs: Record<string, Catalog>) => catalogs as Record<Language, Catalog>
