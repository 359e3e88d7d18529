/** The pages, products and topics of a brand that no tracked prompt is about. Pure. */
import type { coverageKinds } from '../../vocabulary/discovery.ts'
import type { Brand } from '../brands/brands.ts'
import { isCompany, isNavigation, readQuery } from '../search-queries/query-form.ts'
import { removeName } from './page-title.ts'
import { getNames, type SubjectPage, type Subjects, toPageKey } from './subjects.ts'

export type Uncovered = {
  kind: (typeof coverageKinds)[number]
  /** Of a product or topic; null for a page. */
  id: string | null
  name: string
  page: SubjectPage | null
  /** Each list of words names it. */
  words: readonly (readonly string[])[]
}

/** Pages without a subject, such as a home page or a contact page, cannot be covered and are left out. */
export function listUncovered(brand: Brand, subjects: Subjects): Uncovered[] {
  const prompts = subjects.prompts.map(({ text }) => new Set(readWords(text, brand)))
  const isCovered = ({ words }: Uncovered) => prompts.some((prompt) => isAbout(words, prompt))
  const withPrompts = new Set(subjects.prompts.map(({ topicId }) => topicId))
  const topics = subjects.topics
    .filter(({ id }) => !withPrompts.has(id))
    .map(({ id, name }) => toUncovered(brand, 'topic', { id, names: [name] }))
  const products = subjects.products.map(({ id, name, aliases }) =>
    toUncovered(brand, 'product', { id, names: [name, ...aliases] }),
  )
  const pages = subjects.pages.flatMap((page) => {
    const name = getPageSubject(page, brand)
    return name === null ? [] : [{ ...toUncovered(brand, 'page', { id: null, names: [name] }), page }]
  })
  return [...topics, ...[...products, ...pages].filter((each) => each.words.length > 0 && !isCovered(each))]
}

/** Whether all words of one of the names are among the words. */
export const isAbout = (names: Uncovered['words'], words: ReadonlySet<string>): boolean =>
  names.some((name) => name.length > 0 && name.every((word) => words.has(word)))

function toUncovered(
  brand: Brand,
  kind: Uncovered['kind'],
  { id, names }: { id: string | null; names: readonly string[] },
): Uncovered {
  const [name = ''] = names
  const words = names.map((each) => readWords(each, brand)).filter((each) => each.length > 0)
  return { kind, id, name, page: null, words }
}

const maxWords = 8

/** Null for a page that is about the company or its shop, or that has no title. */
function getPageSubject({ url, title, headings }: SubjectPage, brand: Brand): string | null {
  if (!toPageKey(url).includes('/')) return null
  const subject = title === null ? (headings[0] ?? readPath(url)) : removeName(title, brand)
  const form = readQuery(subject, getNames(brand), brand.language)
  // Words of signals, such as "reviews", are not a subject.
  const { length } = form.words.filter((word) => !word.startsWith('='))
  const isSubject = length > 0 && length <= maxWords
  return isSubject && !isNavigation(form) && !isCompany(form) ? subject : null
}

/** "/guides/size-and-fit.html" → "size and fit". */
function readPath(url: string): string {
  const [last = ''] = new URL(url).pathname.split('/').filter(Boolean).slice(-1)
  try {
    return decodeURIComponent(last)
      .replace(/\.\w{2,5}$/, '')
      .replaceAll(/[-_+]/g, ' ')
  } catch {
    return ''
  }
}

/** Without the names of the brand, which most of its prompts do not contain, unless nothing else remains. */
function readWords(text: string, brand: Brand): readonly string[] {
  const { words } = readQuery(text, [], brand.language)
  const own = new Set(getNames(brand).flatMap((name) => readQuery(name, [], brand.language).words))
  const other = words.filter((word) => !own.has(word))
  return other.length > 0 ? other : words
}
