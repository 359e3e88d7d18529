/** What a program that runs no JavaScript gets out of a page: its words in order, and what the page says about itself. */

import { type Element, walkHtml } from './html-tree.ts'
import { type StructuredData, structuredDataIn } from './structured-data.ts'
import { countLetters, isWrittenIn } from './text-measure.ts'

/** A run of text that stands by itself. `summary` is what opens and closes a text, `term` is explained by what follows. */
export type Block = {
  kind: 'heading' | 'summary' | 'term' | 'text' | 'item' | 'cell'
  /** 1 to 6 of a heading, else 0. */
  level: number
  /** Its beginning. */
  text: string
  letters: number
  /** Numbers in it. */
  numbers: number
}

export type Page = {
  titles: string[]
  language: string | null
  /** Null where that cannot be told. */
  isInItsLanguage: boolean | null
  /** Name, property or http-equiv, in lower case. */
  metas: { name: string; content: string }[]
  links: { rel: string; href: string; type: string }[]
  anchors: { href: string; isContent: boolean }[]
  images: { alt: string | null }[]
  /** What the page is about: of its main element, where there is one, without navigation, header and footer. */
  blocks: Block[]
  hasMain: boolean
  /** Of all that a reader would see, and of `blocks`. */
  letters: { all: number; content: number }
  lists: number
  tables: number
  times: string[]
  hasAddress: boolean
  hasAuthor: boolean
  scripts: number
  /** What is shown to those who run no scripts. */
  noscript: string
  /** Signs that could not be read in the encoding of the page. */
  badSigns: number
  structuredData: StructuredData
}

export function parsePage(body: Uint8Array, charset: string | null): Page {
  const facts = emptyFacts()
  const all: (Block & Place)[] = []
  const places: Place[] = [outside]
  let run: string[] = []
  for (const step of walkHtml(body, charset)) {
    const place = places.at(-1) ?? outside
    if (step.kind === 'text') {
      run.push(step.text)
      continue
    }
    if (breaking.has(step.element.name)) {
      const block = blockOf(run.join(''), place)
      if (block.letters > 0) all.push({ ...place, ...block })
      run = []
    } else if (step.element.name === 'br') run.push(' ')
    if (step.kind === 'leave') places.pop()
    else {
      places.push(placeIn(step.element, place))
      note(facts, step.element, places.at(-1) ?? outside)
    }
  }
  return pageOf(facts, all)
}

type Place = { isMain: boolean; isChrome: boolean; isArticle: boolean; kind: Block['kind']; level: number }

const outside: Place = { isMain: false, isChrome: false, isArticle: false, kind: 'text', level: 0 }

function placeIn({ name, attributes }: Element, parent: Place): Place {
  const role = attributes.role ?? ''
  const isArticle = parent.isArticle || name === 'article' || name === 'main' || role === 'main'
  // The header of an article is part of it, the header of a page is not.
  const isChrome = chrome.has(name) || chromeRoles.has(role) || (name === 'header' && !isArticle)
  return {
    isMain: parent.isMain || name === 'main' || role === 'main',
    isChrome: parent.isChrome || isChrome,
    isArticle,
    ...(role === 'heading'
      ? { kind: 'heading' as const, level: Number(attributes['aria-level']) || 2 }
      : (kinds[name] ?? { kind: parent.kind, level: parent.level })),
  }
}

const kinds: Record<string, Pick<Place, 'kind' | 'level'>> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, { kind: 'heading' as const, level }]),
  ),
  summary: { kind: 'summary', level: 0 },
  dt: { kind: 'term', level: 0 },
  dd: { kind: 'text', level: 0 },
  li: { kind: 'item', level: 0 },
  td: { kind: 'cell', level: 0 },
  th: { kind: 'cell', level: 0 },
}

const chrome = new Set(['nav', 'footer', 'aside', 'dialog'])
const chromeRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog'])

/** Elements that text does not flow across. */
const breaking = new Set(
  'address article aside blockquote body button dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html label li main nav ol option p pre section select summary table tbody td tfoot th thead tr ul video'.split(
    ' ',
  ),
)

const mostTextOfBlock = 600

function blockOf(run: string, { kind, level }: Place): Block {
  const text = run.replace(/\s+/gu, ' ').trim()
  return {
    kind,
    level,
    text: text.slice(0, mostTextOfBlock),
    letters: countLetters(text),
    numbers: text.match(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu)?.length ?? 0,
  }
}

type Facts = Omit<
  Page,
  'blocks' | 'hasMain' | 'letters' | 'isInItsLanguage' | 'badSigns' | 'structuredData'
> & {
  jsonLd: string[]
}

const emptyFacts = (): Facts => ({
  titles: [],
  language: null,
  metas: [],
  links: [],
  anchors: [],
  images: [],
  lists: 0,
  tables: 0,
  times: [],
  hasAddress: false,
  hasAuthor: false,
  scripts: 0,
  noscript: '',
  jsonLd: [],
})

/** More of one sort tells nothing new, and a page may hold a million. */
const mostOfSort = 5_000

function note(facts: Facts, { name, attributes, rawText }: Element, { isChrome }: Place): void {
  const { href = '', content = '', itemprop = '', rel = '' } = attributes
  const add = <T>(list: T[], item: T) => list.length < mostOfSort && list.push(item)
  if (name === 'html') facts.language = attributes.lang?.trim() || null
  else if (name === 'title') add(facts.titles, rawText.replace(/\s+/gu, ' ').trim())
  else if (name === 'meta') {
    const key = attributes.name ?? attributes.property ?? attributes['http-equiv'] ?? itemprop
    add(facts.metas, { name: key.trim().toLowerCase(), content })
  } else if (name === 'link')
    add(facts.links, { rel: rel.toLowerCase(), href, type: (attributes.type ?? '').toLowerCase() })
  else if (name === 'a' && href !== '') add(facts.anchors, { href, isContent: !isChrome })
  else if (name === 'img' && !isChrome) add(facts.images, { alt: attributes.alt ?? null })
  else if (name === 'ul' || name === 'ol' || name === 'dl') facts.lists += isChrome ? 0 : 1
  else if (name === 'table') facts.tables += isChrome ? 0 : 1
  else if (name === 'time') add(facts.times, attributes.datetime ?? '')
  else if (name === 'address') facts.hasAddress = true
  else if (name === 'noscript') facts.noscript += rawText.slice(0, mostTextOfBlock)
  else if (name === 'script') {
    if (/^application\/ld\+json\b/i.test(attributes.type?.trim() ?? '')) add(facts.jsonLd, rawText)
    else facts.scripts += 1
  }
  facts.hasAuthor ||=
    itemprop === 'author' || /\bauthor\b/i.test(rel) || /\b(author|byline)\b/i.test(attributes.class ?? '')
}

function pageOf({ jsonLd, ...facts }: Facts, all: (Block & Place)[]): Page {
  const hasMain = all.some(({ isMain, isChrome }) => isMain && !isChrome)
  const content = all.filter((block) => !block.isChrome && (block.isMain || !hasMain))
  const blocks = content.map(({ kind, level, text, letters, numbers }) => ({
    kind,
    level,
    text,
    letters,
    numbers,
  }))
  const lettersOf = (some: Block[]) => some.reduce((sum, { letters }) => sum + letters, 0)
  const text = blocks.map((block) => block.text).join('\n')
  return {
    ...facts,
    blocks: blocks.slice(0, mostOfSort),
    hasMain,
    letters: { all: lettersOf(all), content: lettersOf(content) },
    isInItsLanguage: facts.language === null ? null : isWrittenIn(facts.language, text),
    badSigns: text.match(/\uFFFD/g)?.length ?? 0,
    structuredData: structuredDataIn(jsonLd),
  }
}
