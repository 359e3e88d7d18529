/**
 * Finds what the answers to a prompt have in common besides names: recurring headings and labels with the text below
 * them, questions, and claims about competitors. Pure.
 */
import { type Outline, type OutlineBlock, outlineAnswer } from '../../answers/outline.ts'
import { extractNames } from '../../competitor-suggestions/extract-names.ts'
import { nameGroupKey } from '../../competitor-suggestions/name-form.ts'
import { type GivenKind, getHeadingKind, givenKinds } from './heading-kinds.ts'

export type TopicText = { markdown: string; language: string | null }

/** A heading or label, the number of answers that contain it, and up to two quotes from below it. */
export type Aspect = { text: string; answers: number; quotes: string[] }

export type CommonTopics = {
  answers: number
  aspects: Aspect[]
  /** What several answers give below headings such as “Best for”, which are not topics. */
  given: GivenKind[]
  questions: string[]
}

/** `names` are the names of the brand and its competitors; they are not aspects. */
export function findCommonTopics(answers: readonly TopicText[], names: readonly string[]): CommonTopics {
  const found = new Map<string, Aspect>()
  const given = new Map<GivenKind, number>()
  const questions = new Map<string, string>()
  for (const { markdown, language } of answers) {
    const outline = outlineAnswer(markdown.slice(0, maxLength), language)
    const knownNames = new Set([
      ...names.map(nameGroupKey),
      ...extractNames(markdown, language).map(({ key }) => key),
    ])
    const seen = new Set<string>()
    for (const { text, quotes } of listLabels(outline)) {
      const kind = getHeadingKind(text)
      // Headings of one kind count once per answer.
      const key = kind ?? nameGroupKey(text)
      if (kind !== null) {
        if (kind !== 'structure' && !seen.has(key)) given.set(kind, (given.get(kind) ?? 0) + 1)
      } else if (text.endsWith('?')) questions.set(key, text)
      else if (!seen.has(key) && !isNamed(key, knownNames)) addAspect(found, key, text, quotes)
      seen.add(key)
    }
  }
  const minAnswers = answers.length > 2 ? 2 : 1
  const aspects = [...found.values()]
    .filter((aspect) => aspect.answers >= minAnswers)
    .toSorted((a, b) => b.answers - a.answers)
    .slice(0, maxAspects)
  return {
    answers: answers.length,
    aspects,
    given: givenKinds.filter((kind) => (given.get(kind) ?? 0) >= minAnswers),
    questions: [...questions.values()].slice(0, maxQuestions),
  }
}

/** Returns the first sentence in which an answer mentions the name, or null. */
export function findClaim(name: string, answers: readonly TopicText[]): string | null {
  for (const { markdown, language } of answers) {
    const { text, blocks } = outlineAnswer(markdown.slice(0, maxLength), language)
    for (const { kind, start, end } of blocks) {
      const quote = kind === 'heading' ? null : sentenceNaming(name, text.slice(start, end))
      if (quote !== null) return quote
    }
  }
  return null
}

function sentenceNaming(name: string, text: string): string | null {
  const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const offset = text.search(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu'))
  if (offset === -1) return null
  const before = text.slice(0, offset)
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => before.lastIndexOf(end)))
  return shortenQuote(text.slice(sentence === -1 ? 0 : sentence + 2))
}

/** A limit beyond the length of any real answer. */
const maxLength = 50_000
const maxAspects = 6
const maxQuestions = 6
const maxLabelLength = 80
const minQuoteLength = 40
const maxQuoteLength = 180

type Label = { text: string; quotes: string | null }

/** Returns headings, table headers, and labels before a colon in bold or at the start of a list item. */
function listLabels(outline: Outline): Label[] {
  return outline.blocks.flatMap((block, index): Label[] => {
    const { text, rest } = splitLabel(outline, block)
    if (text === '' || text.length > maxLabelLength) return []
    if (block.kind === 'heading') return [{ text, quotes: quoteBelow(outline, index) }]
    if (block.kind === 'cell') return block.position === 0 && block.column > 0 ? [{ text, quotes: null }] : []
    return rest === '' ? [] : [{ text, quotes: shortenQuote(rest) }]
  })
}

/** `rest` is empty if the block is not a label followed by text. */
function splitLabel(
  { text, strong }: Outline,
  { kind, start, end }: OutlineBlock,
): { text: string; rest: string } {
  const whole = text.slice(start, end)
  if (kind === 'heading' || kind === 'cell') return { text: cleanLabel(whole), rest: '' }
  const bold = strong.find((range) => range.start === start && range.end < end)
  const colon = /^[^:：\n]{2,80}[:：]\s/u.exec(whole)
  if (bold && /^\s*[:：]/u.test(text.slice(bold.end, end)))
    return {
      text: cleanLabel(text.slice(start, bold.end)),
      rest: text.slice(bold.end, end).replace(/^\s*[:：]\s*/u, ''),
    }
  if (colon && (kind === 'item' || (bold && bold.end - start <= colon[0].length)))
    return { text: cleanLabel(colon[0]), rest: whole.slice(colon[0].length) }
  return { text: '', rest: '' }
}

/** Removes leading numbers, symbols and images, and the trailing colon. */
const cleanLabel = (text: string) =>
  text
    .replace(/^[^\p{L}¿¡]+/u, '')
    .replace(/(?<![\s:：\uFFFC])[\s:：\uFFFC]+$/u, '')
    .replace(/\s+/gu, ' ')

/** The first block below a heading, unless it is a heading too. */
function quoteBelow({ text, blocks }: Outline, index: number): string | null {
  const next = blocks[index + 1]
  if (!next || next.kind === 'heading') return null
  return shortenQuote(text.slice(next.start, next.end))
}

/** Truncates to the last sentence or word that fits, without a leading check mark or star. */
function shortenQuote(passage: string): string | null {
  const text = passage
    .replace(/[\s\uFFFC]+/gu, ' ')
    .replace(/^(?:[\s\p{So}]|\uFE0F)+/u, '')
    .trim()
  if (text.length < minQuoteLength) return null
  if (text.length <= maxQuoteLength) return text
  const cut = text.slice(0, maxQuoteLength)
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '))
  if (sentence >= minQuoteLength) return cut.slice(0, sentence + 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`
}

/** Matches "Acme" as well as "Acme Pro: the strongest". */
const isNamed = (key: string, names: ReadonlySet<string>) =>
  names.has(key) || [...names].some((name) => name.length > 2 && ` ${key} `.includes(` ${name} `))

function addAspect(found: Map<string, Aspect>, key: string, text: string, quotes: string | null): void {
  const aspect = found.get(key) ?? { text, answers: 0, quotes: [] }
  aspect.answers += 1
  if (quotes !== null && aspect.quotes.length < 2) aspect.quotes.push(quotes)
  found.set(key, aspect)
}
