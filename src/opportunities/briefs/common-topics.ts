/**
 * What the answers to one prompt have in common beside names: the headings and labels that recur, what stands below them,
 * the questions they ask, and what they say of somebody. Pure.
 */
import { type Outline, type OutlineBlock, outlineAnswer } from '../../answers/outline.ts'
import { extractNames } from '../../competitor-suggestions/extract-names.ts'
import { nameGroupKey } from '../../competitor-suggestions/name-form.ts'

export type ReadAnswer = { markdown: string; language: string | null }

/** A heading or label, in how many answers it stands, and what one or two of them say below it. */
export type Aspect = { text: string; answers: number; says: string[] }

export type CommonTopics = { read: number; aspects: Aspect[]; questions: string[] }

/** `names`: those of the brand and its competitors, which are no aspects. */
export function findCommonTopics(answers: readonly ReadAnswer[], names: readonly string[]): CommonTopics {
  const found = new Map<string, Aspect>()
  const questions = new Map<string, string>()
  for (const { markdown, language } of answers) {
    const outline = outlineAnswer(markdown.slice(0, mostUnits), language)
    const listed = new Set([
      ...names.map(nameGroupKey),
      ...extractNames(markdown, language).map(({ key }) => key),
    ])
    const seen = new Set<string>()
    for (const { text, says } of labelsOf(outline)) {
      const key = nameGroupKey(text)
      if (text.endsWith('?')) questions.set(key, text)
      else if (!seen.has(key) && !isNamed(key, listed)) count(found, key, text, says)
      seen.add(key)
    }
  }
  const least = answers.length > 2 ? 2 : 1
  const aspects = [...found.values()]
    .filter((aspect) => aspect.answers >= least)
    .toSorted((a, b) => b.answers - a.answers)
    .slice(0, mostAspects)
  return { read: answers.length, aspects, questions: [...questions.values()].slice(0, mostQuestions) }
}

/** The first thing that any of the answers says of somebody: from the sentence that names them; null for none. */
export function findClaim(name: string, answers: readonly ReadAnswer[]): string | null {
  for (const { markdown, language } of answers) {
    const { text, blocks } = outlineAnswer(markdown.slice(0, mostUnits), language)
    for (const { kind, start, end } of blocks) {
      const quote = kind === 'heading' ? null : sentenceNaming(name, text.slice(start, end))
      if (quote !== null) return quote
    }
  }
  return null
}

function sentenceNaming(name: string, text: string): string | null {
  const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const at = text.search(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu'))
  if (at === -1) return null
  const before = text.slice(0, at)
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => before.lastIndexOf(end)))
  return quoteOf(text.slice(sentence === -1 ? 0 : sentence + 2))
}

/** More than any answer holds. */
const mostUnits = 50_000
const mostAspects = 6
const mostQuestions = 6
const longestLabel = 80
const leastSaid = 40
const longestQuote = 180

type Label = { text: string; says: string | null }

/** Headings, heads of tables, and what stands before a colon in bold or at the head of an item. */
function labelsOf(outline: Outline): Label[] {
  return outline.blocks.flatMap((block, index): Label[] => {
    const { text, rest } = headOf(outline, block)
    if (text === '' || text.length > longestLabel) return []
    if (block.kind === 'heading') return [{ text, says: bodyBelow(outline, index) }]
    if (block.kind === 'cell') return block.position === 0 && block.column > 0 ? [{ text, says: null }] : []
    return rest === '' ? [] : [{ text, says: quoteOf(rest) }]
  })
}

/** `rest` is empty where the block is no label with something behind it. */
function headOf(
  { text, strong }: Outline,
  { kind, start, end }: OutlineBlock,
): { text: string; rest: string } {
  const whole = text.slice(start, end)
  if (kind === 'heading' || kind === 'cell') return { text: bare(whole), rest: '' }
  const bold = strong.find((range) => range.start === start && range.end < end)
  const colon = /^[^:：\n]{2,80}[:：]\s/u.exec(whole)
  if (bold && /^\s*[:：]/u.test(text.slice(bold.end, end)))
    return {
      text: bare(text.slice(start, bold.end)),
      rest: text.slice(bold.end, end).replace(/^\s*[:：]\s*/u, ''),
    }
  if (colon && (kind === 'item' || (bold && bold.end - start <= colon[0].length)))
    return { text: bare(colon[0]), rest: whole.slice(colon[0].length) }
  return { text: '', rest: '' }
}

/** Without numbers, signs and pictures before it, and without the colon behind it. */
const bare = (text: string) =>
  text
    .replace(/^[^\p{L}¿¡]+/u, '')
    .replace(/[\s:：\uFFFC]+$/u, '')
    .replace(/\s+/gu, ' ')

/** The first block below a heading that is no heading itself. */
function bodyBelow({ text, blocks }: Outline, index: number): string | null {
  const next = blocks[index + 1]
  if (!next || next.kind === 'heading') return null
  return quoteOf(text.slice(next.start, next.end))
}

/** Up to the last end of a sentence, or else of a word, that fits; without the tick or the star it may begin with. */
function quoteOf(said: string): string | null {
  const text = said
    .replace(/[\s\uFFFC]+/gu, ' ')
    .replace(/^(?:[\s\p{So}]|\uFE0F)+/u, '')
    .trim()
  if (text.length < leastSaid) return null
  if (text.length <= longestQuote) return text
  const cut = text.slice(0, longestQuote)
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '))
  if (sentence >= leastSaid) return cut.slice(0, sentence + 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`
}

/** "Acme" is a name, and so is "Acme Pro: the strongest". */
const isNamed = (key: string, names: ReadonlySet<string>) =>
  names.has(key) || [...names].some((name) => name.length > 2 && ` ${key} `.includes(` ${name} `))

function count(found: Map<string, Aspect>, key: string, text: string, says: string | null): void {
  const aspect = found.get(key) ?? { text, answers: 0, says: [] }
  aspect.answers += 1
  if (says !== null && aspect.says.length < 2) aspect.says.push(says)
  found.set(key, aspect)
}
