/** Questions per intent about the brand's industry, topics, products and competitors, as people ask them. */
import { type CandidateIntent, candidateIntents } from '../../../vocabulary/discovery.ts'
import type { Brand } from '../../brands/brands.ts'
import { isPlural } from '../../search-queries/draft.ts'
import {
  findQueryLanguage,
  normalizeQuery,
  type QueryLanguage,
  readQuery,
} from '../../search-queries/query-form.ts'
import type { QueriesOfSource, SourceQuery } from '../origin.ts'
import type { Subjects } from '../subjects.ts'
import data from './patterns.json' with { type: 'json' }

type Kind = 'category' | 'topic' | 'product' | 'competitor'

const maxPerKind = 60

/** `asked`: queries of the other origins. */
export function listPatterns(
  brand: Brand,
  { topics, products, competitors, prompts }: Subjects,
  asked: readonly string[],
): QueriesOfSource {
  const texts = [...prompts.map(({ text }) => text), ...asked]
  const language = findQueryLanguage(brand.language)
  const fill = (kind: Kind, names: readonly string[]) =>
    names.slice(0, maxPerKind).flatMap((name) => fillPatterns(kind, name, { language, brand: brand.name }))
  return {
    source: { origin: 'pattern', name: '', first_day: null, last_day: null, days: null },
    queries: [
      ...fill(
        'category',
        [brand.industry].filter((name) => isSubject(name) && isChosen(name, texts, brand.language)),
      ),
      ...fill(
        'product',
        products.map(({ name }) => withBrand(name, brand)),
      ),
      ...fill('competitor', competitors),
      ...fill('topic', topics.map(({ name }) => name).filter(isSubject)),
    ],
  }
}

function fillPatterns(
  kind: Kind,
  name: string,
  { language, brand }: { language: QueryLanguage; brand: string },
): SourceQuery[] {
  const patterns = data.patterns[language][kind]
  const subject = kind === 'category' || kind === 'topic' ? toSubject(name, language) : name
  return candidateIntents.flatMap((intent) => {
    const pattern = getPattern(patterns, intent)
    if (pattern === undefined) return []
    const [singular = '', plural = singular] = pattern
    const template = isPlural(subject) ? plural : singular
    const text = template.replace('{brand}', () => brand).replace('{x}', () => subject)
    return [{ query: text.charAt(0).toUpperCase() + text.slice(1) }]
  })
}

/** Not every kind has every intent. The second text of a pattern is for subjects in the plural. */
const getPattern = (
  patterns: Partial<Record<CandidateIntent, readonly string[]>>,
  intent: CandidateIntent,
): readonly string[] | undefined => patterns[intent]

const generic = new Set(data.generic.split(' '))

/** Whether the name of a topic or an industry is a subject, as far as its form shows. */
const isSubject = (name: string) =>
  name.length > 2 &&
  name.split(/\s+/).length <= 4 &&
  !/[&/,+?!:()]/.test(name) &&
  !name
    .toLowerCase()
    .split(/\s+/)
    .some((word) => generic.has(word))

/** Whether a text asks for the best of it, its price, or alternatives: an industry such as health care is not a product to choose. */
function isChosen(name: string, texts: readonly string[], language: string | null): boolean {
  const subject = readQuery(name, [], language).words.join()
  const [start = ''] = normalizeQuery(name).split(' ')
  return texts.some((text) => {
    if (text.length > name.length + 50 || !text.toLowerCase().includes(start.slice(0, 4))) return false
    const { words, signals } = readQuery(text, [], language)
    const isAsked = signals.some(
      (signal) => signal === 'best' || signal === 'price' || signal === 'alternative',
    )
    return isAsked && words.filter((word) => !word.startsWith('=')).join() === subject
  })
}

/** German nouns and abbreviations stay in capitals. */
const toSubject = (name: string, language: QueryLanguage) =>
  language !== 'de' && /^\p{Lu}-?\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name

/** The name of a product alone can mean anything. */
function withBrand(product: string, { name, language }: Brand): string {
  if (product.toLowerCase().includes(name.toLowerCase())) return product
  return findQueryLanguage(language) === 'ja' ? `${name}の${product}` : `${name} ${product}`
}
