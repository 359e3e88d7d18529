import { foldPlainText } from '../../answers/named-text.ts'
import { linkAt, windowAt } from './evidence.ts'
import { itemsIn, type Range, type ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'
import type { Statement } from './statements.ts'

/** Finds the people that a text states for a role. */
export function comparePersons(text: ReadText, fact: PreparedFact): Statement[] {
  const cues = ROLES.find(({ subject }) => subject.test(fact.subject))?.cues
  const people = String(fact.value)
    .split(/, | and | & /)
    .map(foldPlainText)
  if (!cues || people.length === 0) return []
  return [...text.text.matchAll(cues)].flatMap(({ 0: written, index }): Statement[] => {
    const cue = { start: index, end: index + written.length }
    const window = windowAt(text, cue)
    const reach = { start: Math.max(window.start, cue.start - 80), end: Math.min(window.end, cue.end + 80) }
    const link = linkAt(text, fact, cue)
    const names = itemsIn(text.names, reach).some(({ entity }) => entity === 0)
    if (link === 'none' && !names) return []
    const said = text.text.slice(reach.start, reach.end)
    if (PAST_ROLE.test(said)) return []
    if (people.every((person) => said.includes(person))) return [{ verdict: 'right', ...reach, score: 2 }]
    const found = personAfter(text, { start: cue.end, end: reach.end })
    const other = found && text.text.slice(found.start, found.end)
    const isWrong =
      link === 'clear' &&
      other !== null &&
      !people.some((person) => sharesWord(person, other)) &&
      !/\bco-?/.test(written)
    if (!isWrong) return []
    const isEarlier = fact.earlier.some(({ value }) => sharesWord(foldPlainText(String(value)), other))
    return [{ verdict: isEarlier ? 'outdated' : 'wrong', ...reach, score: 2 }]
  })
}

export const ROLES = [
  {
    subject: /\bceo\b|chief executive/i,
    cues: /(?<!\p{L})(?:ceo|chief executive(?: officer)?|geschaftsfuhrer(?:in)?|pdg|direct(?:eur|rice) generale?|directora? (?:ejecutiv[oa]|general)|consejer[oa] delegad[oa])(?!\p{L})|最高経営責任者|代表取締役(?:社長)?/gu,
  },
  {
    subject: /\bfounders?\b/i,
    cues: /(?<!\p{L})(?:(?:co-?)?founded|(?:co-?)?founders?|gegrundet|grunder|fondee?|fondateurs?|fundada|fundado|fundador(?:es)?)(?!\p{L})|創業者/gu,
  },
]

export const PAST_ROLE =
  /\b(?:former|formerly|predecessor|previous|previously|ex|until|succeeded|replaced|stepped down|ehemalig\w*|ancien\w*|antigu\w*)\b/

/** Returns the name after "is", "by", "in 1994 by" or a comma. */
export function personAfter(text: ReadText, { start, end }: Range): Range | null {
  const gap = /^(?: in (?:\w+ )?\d{4})?(?: by | is |: | von | par | por )\s?/u.exec(
    text.text.slice(start, Math.min(end, start + 40)),
  )
  if (!gap) return null
  const from = start + gap[0].length
  const words = itemsIn(text.words, { start: from, end: Math.min(end, from + 40) })
  const [first, second] = words
  if (!first?.isCapital || !second?.isCapital || first.start > from + 1 || second.start !== first.end + 1)
    return null
  return { start: first.start, end: second.end }
}

const sharesWord = (person: string, other: string) =>
  person.split(' ').some((word) => other.split(' ').includes(word))
