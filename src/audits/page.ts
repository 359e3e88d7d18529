/** What a program without JavaScript can extract from a page: its text in order, and its metadata. */

import { type Element, walkHtml } from './html-tree.ts'
import { parseStructuredData, type StructuredData } from './structured-data.ts'
import { countLetters, isWrittenIn } from './text-measure.ts'

/** A block of text. A `summary` introduces a collapsible section, a `term` is defined by the next block. */
export type PageBlock = {
  kind: 'heading' | 'summary' | 'term' | 'text' | 'item' | 'cell'
  /** 1 to 6 for a heading, otherwise 0. */
  level: number
  /** The beginning of the text. */
  text: string
  letters: number
  /** The count of numbers in the text. */
  numbers: number
}

export type AuditedPage = {
  titles: string[]
  language: string | null
  /** Null if it cannot be determined. */
  matchesLanguage: boolean | null
  /** Name, property or http-equiv, in lower case. */
  metas: { name: string; content: string }[]
  links: { rel: string; href: string; type: string }[]
  anchors: { href: string; isContent: boolean }[]
  images: { alt: string | null }[]
  /** The main content: of the main element if there is one, without navigation, header and footer. */
  blocks: PageBlock[]
  hasMain: boolean
  /** Of the whole visible page, and of `blocks`. */
  letters: { all: number; content: number }
  lists: number
  tables: number
  times: string[]
  hasAddress: boolean
  hasAuthor: boolean
  scripts: number
  /** The content of noscript elements. */
  noscript: string
  /** Characters that could not be decoded. */
  undecodable: number
  structuredData: StructuredData
}

export function parsePage(body: Uint8Array, charset: string | null): AuditedPage {
  const facts = createFacts()
  const all: (PageBlock & Position)[] = []
  const positions: Position[] = [root]
  let parts: string[] = []
  for (const step of walkHtml(body, charset)) {
    const position = positions.at(-1) ?? root
    if (step.kind === 'text') {
      parts.push(step.text)
      continue
    }
    if (blockElements.has(step.element.name)) {
      const block = toBlock(parts.join(''), position)
      if (block.letters > 0) all.push({ ...position, ...block })
      parts = []
    } else if (step.element.name === 'br') parts.push(' ')
    if (step.kind === 'leave') positions.pop()
    else {
      positions.push(positionIn(step.element, position))
      collect(facts, step.element, positions.at(-1) ?? root)
    }
  }
  return toPage(facts, all)
}

type Position = {
  isMain: boolean
  isBoilerplate: boolean
  isArticle: boolean
  kind: PageBlock['kind']
  level: number
}

const root: Position = { isMain: false, isBoilerplate: false, isArticle: false, kind: 'text', level: 0 }

function positionIn({ name, attributes }: Element, parent: Position): Position {
  const role = attributes.role ?? ''
  const isArticle = parent.isArticle || name === 'article' || name === 'main' || role === 'main'
  // The header of an article belongs to its content, the header of a page does not.
  const isBoilerplate =
    boilerplate.has(name) || boilerplateRoles.has(role) || (name === 'header' && !isArticle)
  return {
    isMain: parent.isMain || name === 'main' || role === 'main',
    isBoilerplate: parent.isBoilerplate || isBoilerplate,
    isArticle,
    ...(role === 'heading'
      ? { kind: 'heading' as const, level: Number(attributes['aria-level']) || 2 }
      : (kinds[name] ?? { kind: parent.kind, level: parent.level })),
  }
}

const kinds: Record<string, Pick<Position, 'kind' | 'level'>> = {
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

const boilerplate = new Set(['nav', 'footer', 'aside', 'dialog'])
const boilerplateRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog'])

/** Elements that end a text block. */
const blockElements = new Set(
  'address article aside blockquote body button dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html label li main nav ol option p pre section select summary table tbody td tfoot th thead tr ul video'.split(
    ' ',
  ),
)

const maxBlockText = 600

function toBlock(parts: string, { kind, level }: Position): PageBlock {
  const text = parts.replace(/\s+/gu, ' ').trim()
  return {
    kind,
    level,
    text: text.slice(0, maxBlockText),
    letters: countLetters(text),
    numbers: text.match(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu)?.length ?? 0,
  }
}

type Facts = Omit<
  AuditedPage,
  'blocks' | 'hasMain' | 'letters' | 'matchesLanguage' | 'undecodable' | 'structuredData'
> & {
  jsonLd: string[]
}

const createFacts = (): Facts => ({
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

/** Limits items of one kind: more give no new information, and a page may have a million. */
const maxItems = 5_000

function collect(facts: Facts, { name, attributes, rawText }: Element, { isBoilerplate }: Position): void {
  const { href = '', content = '', itemprop = '', rel = '' } = attributes
  const add = <T>(list: T[], item: T) => list.length < maxItems && list.push(item)
  if (name === 'html') facts.language = attributes.lang?.trim() || null
  else if (name === 'title') add(facts.titles, rawText.replace(/\s+/gu, ' ').trim())
  else if (name === 'meta') {
    const key = attributes.name ?? attributes.property ?? attributes['http-equiv'] ?? itemprop
    add(facts.metas, { name: key.trim().toLowerCase(), content })
  } else if (name === 'link')
    add(facts.links, { rel: rel.toLowerCase(), href, type: (attributes.type ?? '').toLowerCase() })
  else if (name === 'a' && href !== '') add(facts.anchors, { href, isContent: !isBoilerplate })
  else if (name === 'img' && !isBoilerplate) add(facts.images, { alt: attributes.alt ?? null })
  else if (name === 'ul' || name === 'ol' || name === 'dl') facts.lists += isBoilerplate ? 0 : 1
  else if (name === 'table') facts.tables += isBoilerplate ? 0 : 1
  else if (name === 'time') add(facts.times, attributes.datetime ?? '')
  else if (name === 'address') facts.hasAddress = true
  else if (name === 'noscript') facts.noscript += rawText.slice(0, maxBlockText)
  else if (name === 'script') {
    if (/^application\/ld\+json\b/i.test(attributes.type?.trim() ?? '')) add(facts.jsonLd, rawText)
    else facts.scripts += 1
  }
  facts.hasAuthor ||=
    itemprop === 'author' || /\bauthor\b/i.test(rel) || /\b(author|byline)\b/i.test(attributes.class ?? '')
}

function toPage({ jsonLd, ...facts }: Facts, all: (PageBlock & Position)[]): AuditedPage {
  const hasMain = all.some(({ isMain, isBoilerplate }) => isMain && !isBoilerplate)
  const content = all.filter((block) => !block.isBoilerplate && (block.isMain || !hasMain))
  const blocks = content.map(({ kind, level, text, letters, numbers }) => ({
    kind,
    level,
    text,
    letters,
    numbers,
  }))
  const countBlockLetters = (some: PageBlock[]) => some.reduce((sum, { letters }) => sum + letters, 0)
  const text = blocks.map((block) => block.text).join('\n')
  return {
    ...facts,
    blocks: blocks.slice(0, maxItems),
    hasMain,
    letters: { all: countBlockLetters(all), content: countBlockLetters(content) },
    matchesLanguage: facts.language === null ? null : isWrittenIn(facts.language, text),
    undecodable: text.match(/\uFFFD/g)?.length ?? 0,
    structuredData: parseStructuredData(jsonLd),
  }
}
