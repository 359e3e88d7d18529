import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { findUsedTexts } from './used-texts.fixture.ts'

const catalogs = Object.entries({ de, fr, es, ja })

const web = join(import.meta.dirname, '..')
const sources = new Map(
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/^dist\/|\.(test|fixture)\.|^languages\//.test(name))
    .map((name) => [name, readFileSync(join(web, name), 'utf8')] as const),
)

/** The English texts of every feature, by file. */
const copies = new Map(
  Object.entries(import.meta.glob<{ copy: object }>('../**/copy.ts', { eager: true })).map(
    ([file, { copy }]) => [file.replace('../', ''), copy] as const,
  ),
)

/** Returns the keys of every text; a list is one text. */
function leaves(texts: object, path: string[] = []): string[][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, [...path, key])
      : [[...path, key]],
  )
}

test('the dashboard uses every text', () => {
  const used = findUsedTexts(sources)
  const unused = [...copies].flatMap(([file, copy]) =>
    leaves(copy)
      .filter(
        (path) => !used.get(file)?.some((use) => use.every((key, depth) => (path[depth] ?? key) === key)),
      )
      .map((path) => `${file}: ${path.join('.')}`),
  )
  expect(unused).toEqual([])
})

test.each(catalogs)('%s has the texts that modules declare, and no others', (_, catalog) => {
  const vocabulary = join(web, '../vocabulary')
  const declared = [
    ...sources.values(),
    ...readdirSync(vocabulary)
      .filter((name) => /^[\w-]+\.ts$/.test(name) && name !== 'language.ts')
      .map((name) => readFileSync(join(vocabulary, name), 'utf8')),
  ].flatMap((source) => [...source.matchAll(/\btranslated\(\s*'([^']+)'/g)].map(([, name]) => name))
  expect(Object.keys(catalog).sort()).toEqual(declared.sort())
})

test.each(catalogs)('every text in %s has the placeholders of the English text', (_, catalog) => {
  const placeholders = (text: unknown) =>
    typeof text === 'string' ? [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort() : []
  const translations = new Map<string, unknown>(Object.entries(catalog))
  const wrong = [...copies].flatMap(([file, copy]) => {
    const translation = translations.get(file === 'copy.ts' ? 'client' : file.replace('/copy.ts', ''))
    return leaves(copy).filter(
      (path) => placeholders(valueAt(copy, path)).join() !== placeholders(valueAt(translation, path)).join(),
    )
  })
  expect(wrong).toEqual([])
})

const valueAt = (texts: unknown, [key, ...rest]: string[]): unknown =>
  key === undefined ? texts : valueAt(new Map(Object.entries(texts ?? {})).get(key), rest)

test('a text that is read through another name is used, and its neighbors are not', () => {
  const source = `import { copy as texts } from './copy.ts'
    const { page, form: { save } } = texts
    type Title = typeof texts.unused
    export const A = () => <p title={page.title}>{save}{texts.shares[x]}{texts.list(1)}</p>`
  expect(findUsedTexts(new Map([['a/A.tsx', source]])).get('a/copy.ts')).toEqual([
    ['page', 'title'],
    ['form', 'save'],
    ['shares'],
    ['list'],
  ])
})
