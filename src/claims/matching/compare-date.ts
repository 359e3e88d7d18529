import { isSameDate, type TextDate } from './dates.ts'
import { contextKeys, countOf, keysIn, linkAt, namesEntity, windowAt } from './evidence.ts'
import { itemsIn, passageAt, type Range, type ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'
import type { Statement } from './statements.ts'

/** Finds the years that a text states as the year in which the entity was founded. */
export function compareFounding(text: ReadText, fact: PreparedFact): Statement[] {
  return text.dates.flatMap((date): Statement[] => {
    const cue = findFoundingCue(text, date)
    if (!cue) return []
    const verdict = verdictOf(fact, date)
    const link = linkAt(text, fact, cue.place)
    if (link === 'none' || isAboutOther(text, cue.place)) return []
    if (verdict !== 'right' && link !== 'clear') return []
    return [{ verdict, ...cue.quote, score: link === 'clear' ? 2 : 1 }]
  })
}

export const FOUNDING =
  /(?<![\p{L}])(?:(?:co-?)?founded|founding|established|incorporated|formed|gegrundet|grundung(?:sjahr)?|fondee?s?|fondation|creation|creee|creado|creada|fundada|fundado|se fundo|fundacion|founded in)(?![\p{L}])|創業|設立|創立/gu

/** The founding has to be next to the year, or in the lead of the block: a row or column "Founded". */
export function findFoundingCue(text: ReadText, date: TextDate): { place: Range; quote: Range } | null {
  const window = windowAt(text, date)
  const start = Math.max(window.start, date.start - 110)
  const end = Math.min(window.end, date.end + 40)
  const cues = [...text.text.slice(start, end).matchAll(FOUNDING)].map(({ 0: cue, index }) => ({
    start: start + index,
    end: start + index + cue.length,
  }))
  const before = cues.findLast((cue) => cue.end <= date.start)
  const after = cues.find(
    (cue) =>
      cue.start >= date.end && /^[\s,年にiwurdevsafue]{0,12}$/u.test(text.text.slice(date.end, cue.start)),
  )
  const isInverted = cues.find(
    (cue) =>
      cue.start >= date.end &&
      /^in $|^en $|^im jahr $/.test(text.text.slice(Math.max(0, date.start - 3), date.start)),
  )
  const cue = before ?? after ?? isInverted
  const hasOtherDate = (range: Range) => itemsIn(text.dates, range).length > 1
  if (cue) {
    const quote = { start: Math.min(cue.start, date.start), end: Math.max(cue.end, date.end) }
    return hasOtherDate(quote) ? null : { place: cue, quote }
  }
  const { block } = text.sentences[passageAt(text.sentences, date.start)] ?? { block: -1 }
  // The header of a cell, or the label above a value.
  const label = text.blocks[block - 1]
  const labels = [
    ...(text.leads[block] ?? []).slice(0, 2),
    ...(label && label.end - label.start < 20 ? [label] : []),
  ]
  const isLed = labels.some(({ start: from, end: to }) => text.text.slice(from, to).match(FOUNDING))
  const isShort = date.start - window.start < 12 && window.end - date.end < 12
  return isLed && isShort ? { place: date, quote: date } : null
}

/** The founding of a parent, a product or a branch. */
export const isAboutOther = (text: ReadText, { start, end }: Range) =>
  /parent|subsidiary|predecessor|division|foundation|team|studio|brand|owner|mutter|tochter|filiale|matriz/u.test(
    text.text.slice(Math.max(0, start - 40), start),
  ) ||
  (text.text.slice(start, end).endsWith('ed') &&
    /^ (?!in |by |as |on |at |the company|a |an |back |during |around |[\d(])[a-z]/.test(
      text.text.slice(end, end + 20),
    ))

function verdictOf(fact: PreparedFact, date: TextDate): Statement['verdict'] {
  const agrees = ({ value }: { value: PreparedFact['value'] }) =>
    typeof value !== 'boolean' && isSameDate(date, value) === true
  if (agrees(fact)) return 'right'
  return fact.earlier.some(agrees) ? 'outdated' : 'wrong'
}

/** Finds the dates that a text states for the event of a fact. */
export function compareDates(text: ReadText, fact: PreparedFact): Statement[] {
  return text.dates.flatMap((date): Statement[] => {
    const window = windowAt(text, date)
    const segment = text.segments[passageAt(text.segments, date.start)] ?? window
    const inSentence = keysIn(text, window)
    const inLeads = contextKeys(text, segment.block ?? -1)
    const all = new Set([...inSentence, ...inLeads])
    const named = countOf(fact.identifiers, all)
    const matched = countOf(fact.attributes, all)
    const size = fact.identifiers.length + fact.attributes.length
    const link = linkAt(text, fact, date)
    if (named < fact.identifiers.length || size === 0) return []
    const verdict = verdictOf(fact, date)
    const range = quoteOf(segment, date)
    const score = named + matched + (link === 'clear' ? 1 : 0)
    if (verdict === 'right') {
      const isLikely = matched * 2 >= fact.attributes.length && (link !== 'none' || namesEntity(text, window))
      return isLikely ? [{ verdict, ...range, score }] : []
    }
    const isCertain =
      matched === fact.attributes.length &&
      countOf(fact.attributes, inSentence) === matched &&
      link !== 'none' &&
      namesEntity(text, window) &&
      itemsIn(text.dates, window).length === 1 &&
      !OTHER_EVENTS.some((key) => inSentence.has(key) && !fact.known.has(key)) &&
      (fact.attributes.length > 1 || fact.identifiers.length > 0)
    return isCertain ? [{ verdict, ...range, score }] : []
  })
}

const quoteOf = (segment: Range, date: Range) => ({
  start: Math.min(segment.start, date.start),
  end: Math.max(segment.end, date.end),
})

const OTHER_EVENTS = 'announcement plan expect schedul origin first sinc befor after until by'.split(' ')
