/**
 * Extracts the names that an answer lists: starts of list items, headings, bold text, first cells, links to a site of
 * that name, and enumerations. Pure. Prefers precision over recall: a missed name recurs in other answers, but a
 * suggestion that is not a name costs trust. So everything that could be a label, a feature or a common word is left
 * out.
 */
import { type Outline, type OutlineBlock, outlineAnswer, type Range } from '../answers/outline.ts'
import { findMatchingHost } from './matching-host.ts'
import { introducesName, maxNameLength, nameGroupKey, toName } from './name-form.ts'

export type ExtractedName = {
  /** As in the answer, without numbers, symbols and anything after a dash or colon. */
  name: string
  /** Equal for spellings of one name. */
  key: string
  /** The site to which the answer links the name, if it matches the name. */
  host: string | null
}

/** Returns each name once. `languageTag` (BCP 47) is used if the text is too short to detect its language. */
export const extractNames = (markdown: string, languageTag: string | null): ExtractedName[] =>
  getExtractedNames(outlineForNames(markdown, languageTag))

/** Returns the outline of the part of an answer that is searched for names. */
export const outlineForNames = (markdown: string, languageTag: string | null): Outline =>
  outlineAnswer(markdown.slice(0, maxUnits), languageTag)

export function getExtractedNames(outline: Outline): ExtractedName[] {
  const page: Page = { ...outline, found: new Map() }
  for (const head of getHeads(page)) findIn(page, head)
  addLinkNames(page)
  addEnumerations(page)
  return [...page.found.values()]
}

type Page = Outline & { found: Map<string, ExtractedName> }

/** Bounds for hostile texts, larger than in any answer: each head is searched in the whole text. */
const maxUnits = 50_000
const maxHeads = 1_000
const maxNames = 300
const maxHeadLength = 90

/** The start of a block or of bold text, up to a dash, a colon or a bracket. */
type Head = { first: string; key: string; second: string | null }

/** Heads that occur this often in one answer (bold text and blocks counted separately) are labels such as "Price". */
const minLabelCount = 6

function getHeads(page: Page): Head[] {
  const starts = blockStarts(page)
  const ranges = [...starts, ...linksAt(page, starts), ...strongStarts(page)].slice(0, maxHeads)
  const heads = ranges.map(({ start, end }): Head => {
    const [first = '', second = null] = page.text
      .slice(start, Math.min(end, start + maxHeadLength))
      .split(SEPARATOR, 2)
    const text = trimmed(first)
    return { first: text, key: nameGroupKey(text), second }
  })
  const counts = new Map<string, number>()
  for (const { key } of heads) counts.set(key, (counts.get(key) ?? 0) + 1)
  return heads.filter(({ key }) => (counts.get(key) ?? 0) < minLabelCount)
}

const SEPARATOR = /\s[–—−-]\s|[–—]|[:：|(（［【「『[→\n]|,\s|;\s|\s\/\s/u

/** Blocks that can be listed items. Nested blocks describe an item and are skipped. */
function blockStarts({ blocks }: Page): Range[] {
  let seen = ''
  return blocks.filter((block) => {
    const own = `${block.group} ${block.position}`
    const continues = block.kind === 'item' && own === seen
    seen = block.kind === 'item' ? own : ''
    if (block.kind === 'cell') return (block.column === 0) !== (block.position === 0)
    return !continues && block.kind !== 'paragraph' && !isAttribute(block)
  })
}

/** Returns links at the start of a block, which name the item regardless of their target. */
function linksAt(page: Page, blocks: readonly Range[]): Range[] {
  const starts = new Set(blocks.map(({ start }) => start))
  return page.links.filter((link) => starts.has(link.start) && !isUrlLabel(page, link))
}

/** Returns whether a link's label is a URL such as `www.acme.com`, and so a citation and not a name. */
const isUrlLabel = ({ text }: Page, { start, end }: Range) =>
  /^[^\s]+\.\p{Ll}{2,}\/?$/u.test(text.slice(start, end))

/** Returns ranges of bold text, except in descriptions of an item. */
function strongStarts({ strong, blocks }: Page): Range[] {
  let index = 0
  return strong.filter(({ end }) => {
    while ((blocks[index]?.end ?? Number.POSITIVE_INFINITY) < end) index++
    const block = blocks[index]
    return block && !isAttribute(block)
  })
}

function isAttribute({ kind, level, position, column }: OutlineBlock): boolean {
  return (kind === 'item' && level > 1) || (kind === 'cell' && position > 0 && column > 0)
}

/** Adds the name of a head. After a label such as "Best overall", the name is the second part. */
function findIn(page: Page, { first, key, second }: Head): void {
  if (add(page, first) || second === null) return
  if (introducesName(key.split(' ', 1)[0] ?? '')) add(page, trimmed(second))
}

/** Removes numbers, emoji, quotes and symbols around a text. */
function trimmed(text: string): string {
  return text
    .replace(/^[^\p{L}\p{N}]*(?:\d{1,2}[.)]\s+|#\d{1,2}\s+)?[^\p{L}\p{N}.]*/u, '')
    .replace(/^\.(?!\p{Lu})/u, '')
    .replace(/(?<![^\p{L}\p{N}+!])[^\p{L}\p{N}+!]+$/u, '')
}

function add(page: Page, text: string, host: string | null = null): boolean {
  const name = toName(text, page)
  if (name === null) return false
  const key = nameGroupKey(name)
  const known = page.found.get(key)
  if (known) known.host ??= host
  else if (page.found.size < maxNames) page.found.set(key, { name, key, host })
  return true
}

/** Adds labels of links to a site of that name, such as `[Acme](https://acme.com)`. Other links are sources. */
function addLinkNames(page: Page): void {
  for (const link of page.links) {
    const { start, end, url } = link
    if (url === null || end - start > maxNameLength || isUrlLabel(page, link)) continue
    const label = trimmed(page.text.slice(start, end))
    const host = findMatchingHost(label, url)
    if (host !== null) add(page, label, host)
  }
}

/** Bounded, because a text without spaces would otherwise take quadratic time. */
const REST = String.raw`\p{Lu}[\p{L}\d&+’'-]{0,40}(?:\.[\p{L}\d]{1,20}){0,3}`
const WORD = String.raw`(?:\d{1,3}|\p{Ll})?${REST}`
const MORE_WORDS = String.raw`(?: (?:& )?(?:${WORD}|\d{1,3}(?![\p{L}\d]))){0,4}`
const AMONG = String.raw`(?:, (?:and|or|und|oder|et|ou|y|e|o|и|или|sowie|as well as) |, | (?:and|or|und|oder|et|ou|y|o|и|или|vs\.?|versus|against|gegen|contre|contra) | / )`
/** Starts at a capital, which is rare; the part of the word before it is checked later. */
const ENUMERATION = new RegExp(`${REST}${MORE_WORDS}(?:${AMONG}${WORD}${MORE_WORDS})+`, 'gu')
const SPLIT = new RegExp(AMONG, 'u')

/** Adds enumerations of at least two names: "X vs Y", "such as A, B and C". */
function addEnumerations(page: Page): void {
  for (const { 0: list, index } of page.text.matchAll(ENUMERATION)) {
    const opening = /(?:^|[^\p{L}\p{N}.@/&-])(\d{1,3}|\p{Ll})?$/u.exec(
      page.text.slice(Math.max(0, index - 4), index),
    )
    if (!opening) continue
    if (page.found.size >= maxNames) return
    const parts = `${opening[1] ?? ''}${list}`.split(SPLIT).map(trimmed)
    const names = parts.filter((part) => toName(part, page) !== null)
    if (names.length < 2 || names.length < parts.length - 1) continue
    for (const name of names) if (!canBeTwo(name, list)) add(page, name)
  }
}

/**
 * Returns whether a name with `&` can be two names, as in "Acme, Briggs & Riley"; after another "and", the `&` is part
 * of the name.
 */
const canBeTwo = (name: string, list: string) => name.includes(' & ') && list.endsWith(`, ${name}`)
