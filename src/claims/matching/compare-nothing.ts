import { contextKeys, countOf, keysIn, linkAt, segmentsWith } from './evidence.ts'
import type { ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'
import type { Statement } from './statements.ts'

/** Finds "no minimum", "zero drop", "free of charge", and "does not offer a free trial". */
export function compareNothing(text: ReadText, fact: PreparedFact): Statement[] {
  if (fact.value !== 0 && (fact.kind !== 'limit' || fact.attributes.length < 2)) return []
  const isFree = fact.measure.currency !== null && fact.value === 0
  const keys =
    fact.value === 0 && fact.kind === 'price' ? [...fact.attributes, 'price', 'free'] : fact.attributes
  return segmentsWith(text, keys).flatMap((segment): Statement[] => {
    const said = text.text.slice(segment.start, segment.end)
    const own = keysIn(text, segment)
    const all = new Set([...own, ...contextKeys(text, segment.block)])
    const link = linkAt(text, fact, segment)
    if (link === 'none' || countOf(fact.identifiers, all) < fact.identifiers.length || /\d/.test(said))
      return []
    const matched = countOf(fact.attributes, all)
    const score = fact.identifiers.length + matched + (link === 'clear' ? 1 : 0)
    if (fact.value === 0) {
      const isNothing = NOTHING.test(said) || (isFree && own.has('free') && !NEGATED_OFFER.test(said))
      const isSubject = matched * 2 >= fact.attributes.length && (isFree || matched > 0)
      return isNothing && isSubject
        ? [{ verdict: 'right', start: segment.start, end: segment.end, score }]
        : []
    }
    const isDenied = link === 'clear' && matched === fact.attributes.length && NEGATED_OFFER.test(said)
    return isDenied ? [{ verdict: 'wrong', start: segment.start, end: segment.end, score }] : []
  })
}

const NOTHING =
  /(?<!\p{L})(?:no|zero|without|ohne|keine?n?|null|sans|aucune?|zero|sin|ningun\p{L}*) (?:\p{L}+ ){0,2}?(?:fees?|costs?|charges?|minimum|minimo|minima|drop|deposit|commission|kosten|gebuhr\p{L}*|frais|gastos|coste)(?!\p{L})/u
const NEGATED_OFFER =
  /(?<!\p{L})(?:(?:does|do)(?:es)? not|doesn't|don't) (?:\p{L}+ ){0,2}?(?:offer|have|provide|include)|(?<!\p{L})(?:bietet|hat) (?:\p{L}+ ){0,2}?kein|(?<!\p{L})(?:n'offre|ne propose) pas|(?<!\p{L})no (?:ofrece|tiene)/u
