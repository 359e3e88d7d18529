/** What a page states about its owner, with the words that state it. */
import type { FactKind } from '../../../vocabulary/facts.ts'
import type { FactValue } from '../compared-fact.ts'
import { windowAt } from './evidence.ts'
import { itemsIn, type Range, type ReadText } from './passages.ts'

/** `subject`: in English, or a name from the page. `quote`: a range of the folded text. */
export type FoundFact = {
  kind: FactKind
  subject: string
  value: FactValue
  unit: string | null
  quote: Range
}

/** A page of the entity with index 0. `original` returns the words of the page, not folded. */
export type ReadPage = { text: ReadText; original: (range: Range) => string }

/**
 * Returns whether a sentence of an own page is about its owner: the nearest name before the place is the owner's, or there is
 * none in this sentence and the two before it.
 */
export function isAboutOwner(text: ReadText, place: Range): boolean {
  if (namesOthers(text, place)) return false
  const sentence = windowAt(text, place)
  if (OTHERS.test(text.text.slice(sentence.start, place.start))) return false
  for (const range of [{ start: sentence.start, end: place.start }, ...sentencesBefore(text, sentence, 2)]) {
    const nearest = itemsIn(text.names, range).findLast(
      ({ entity, end }) => entity !== 'possible' && end <= place.start,
    )
    if (nearest) return nearest.entity === 0 || OWNER.test(text.text.slice(nearest.start, place.start))
  }
  return true
}

/** Returns whether a sentence names a competitor or quotes someone. */
export function namesOthers(text: ReadText, place: Range): boolean {
  const sentence = windowAt(text, place)
  return (
    /["“”„«»]/u.test(sentence.text) ||
    itemsIn(text.names, sentence).some(({ entity }) => typeof entity === 'number' && entity > 0)
  )
}

const OTHERS =
  /(?<!\p{L})(?:customers?|clients?|partners?|suppliers?|investors?|vendors?|competitors?|kunden?|partnern?|lieferant\p{L}*|investor\p{L}*|wettbewerb\p{L}*|partenaires?|fournisseurs?|investisseurs?|concurrents?|clientes?|socios?|proveedor\p{L}*|inversor\p{L}*|competidor\p{L}*)(?!\p{L})|取引先|お客様|他社/u
const OWNER =
  /(?<!\p{L})(?:we|our|us|wir|unser\p{L}*|nous|notre|nos|nosotros|nuestr\p{L}*|the company|das unternehmen|la empresa|l'entreprise)(?!\p{L})|当社|弊社/u

/** Returns sentences of the same block, the nearest first. */
function sentencesBefore(
  text: ReadText,
  { start, block }: Range & { block: number },
  count: number,
): Range[] {
  return text.sentences
    .filter((each) => each.block === block && each.end <= start)
    .slice(-count)
    .reverse()
}

/** Returns the text of a block. */
export function blockText(text: ReadText, index: number): string {
  const block = text.blocks[index]
  return block ? text.text.slice(block.start, block.end).trim() : ''
}
