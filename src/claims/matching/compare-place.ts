import { foldPlainText } from '../../answers/named-text.ts'
import { linkAt, windowAt } from './evidence.ts'
import { itemsIn, passageAt, type Range, type ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'
import { REGIONS } from './regions.ts'
import type { Statement } from './statements.ts'

/** Finds the places that a text states as headquarters. */
export function comparePlaces(text: ReadText, fact: PreparedFact): Statement[] {
  const city = cityOf(fact.value)
  const earlier = fact.earlier.map(({ value }) => cityOf(value))
  const isLegal = /\b(?:registered|legal)\b/i.test(fact.subject)
  return findHeadquarters(text).flatMap(({ cue, reach }): Statement[] => {
    const said = text.text.slice(reach.start, reach.end)
    const link = linkAt(text, fact, cue)
    if (link === 'none' || LEGAL_SEAT.test(said) !== isLegal) return []
    const after = text.text.slice(cue.end, reach.end)
    const found = placeAfter(text, { start: cue.end, end: reach.end })
    const place = found && text.text.slice(found.start, found.end)
    const isElsewhere =
      place !== null && !sharesWord(place, [fact.value]) && !has(place, city) && !has(city, place)
    if (!isElsewhere && has(said, city))
      return [{ verdict: 'right', ...reach, score: link === 'clear' ? 2 : 1 }]
    const isPast = PAST_PLACE.test(said)
    if (earlier.some((place) => has(after, place)) && !isPast && link === 'clear')
      return [{ verdict: 'outdated', ...reach, score: 2 }]
    const isOther = link === 'clear' && isElsewhere && !isPast && !PARTIAL_PLACE.test(said)
    return isOther ? [{ verdict: 'wrong', ...reach, score: 2 }] : []
  })
}

const cityOf = (value: PreparedFact['value']) =>
  foldPlainText(String(value).split(',')[0] ?? '')
    .replace(/ city$|(?<=..)市$/u, '')
    .trim()

const has = (text: string, place: string) => place !== '' && ` ${text} `.includes(place)

const HEADQUARTERS =
  /(?<!\p{L})(?:headquarter(?:s|ed)|hq|based in|based out of|main office|head office|home base|registered (?:office|in)|legally registered|hauptsitz|firmensitz|unternehmenssitz|sitz|siege(?: social)?|sede(?: central| social)?|con sede)(?!\p{L})|本社/gu

/** `reach`: the part of the sentence that the words for headquarters belong to. */
export function findHeadquarters(text: ReadText): { cue: Range; reach: Range }[] {
  const cues = [...text.text.matchAll(HEADQUARTERS)].map(({ 0: cue, index }) => ({
    start: index,
    end: index + cue.length,
  }))
  return cues.flatMap((cue) => {
    const sentence = windowAt(text, cue)
    const inLead = leadBlocks(text, cue)
    // Japanese has no capitals, so only the part of the sentence with the cue can name the place.
    const part = text.segments[passageAt(text.segments, cue.start)]
    if (part && text.text.startsWith('本社', cue.start)) return [{ cue, reach: part }]
    const reach = {
      start: Math.max(sentence.start, cue.start - 90),
      end: Math.min(sentence.end, cue.end + 90),
    }
    return [{ cue, reach }, ...inLead]
  })
}

/** A title "Headquarters" above a short block, or the header of a row. */
function leadBlocks(text: ReadText, cue: Range): { cue: Range; reach: Range }[] {
  const { block } = text.sentences[passageAt(text.sentences, cue.start)] ?? { block: -1 }
  const own = text.blocks[block]
  const next = text.blocks[block + 1]
  const isTitle = own !== undefined && own.end - own.start <= 40 && cue.end >= own.end - 1
  if (!isTitle || !next || next.end - next.start > 60) return []
  return [{ cue: { start: next.start, end: next.start }, reach: next }]
}

export const LEGAL_SEAT = /\b(?:registered|legal|legally)\b/
export const PAST_PLACE =
  /\b(?:was|were|formerly|former|previously|until|moved|from|originally|initially|first|ehemals|fruher|bis|war|anciennement|etait|antes|era)\b/
export const PARTIAL_PLACE =
  /\b(?:regional|european|asian|american|north|second|dual|co-headquarter|offices?|operational|global|uk|us|branch|server|servers|serveurs|not|nor|no|kein|nicht|pas)\b/

/** Returns the capitalized words that follow "in", a colon or the name of the entity. Null for countries and states. */
export function placeAfter(text: ReadText, { start, end }: Range): Range | null {
  const japanese = /^は([\p{Script=Han}\p{Script=Katakana}ー]{2,12})(?:$|です|に|で)/u.exec(
    text.text.slice(start, end),
  )
  if (japanese?.[1]) return { start: start + 1, end: start + 1 + japanese[1].length }
  let from = skipGap(text, start, end)
  const [own] = itemsIn(text.names, { start: from, end: from + 1 })
  if (own?.entity === 0) from = skipGap(text, own.end, end)
  const words = itemsIn(text.words, { start: from, end: Math.min(end, from + 40) })
  const [first] = words
  if (!first || first.start > from + 1 || !first.isCapital) return null
  let last = first
  for (const word of words.slice(1)) {
    if (!word.isCapital || word.start - last.end > 1) break
    last = word
  }
  const place = { start: first.start, end: last.end }
  return REGIONS.has(text.text.slice(place.start, place.end)) ? null : place
}

const skipGap = ({ text }: ReadText, start: number, end: number) =>
  start + (GAP.exec(text.slice(start, Math.min(end, start + 50)))?.[0].length ?? 0)
const GAP =
  /^(?:[ :,](?:(?:is|are|esta|est|ist|located|situated|in|at|a|en|von|de|des|the|its|se|trouve|befindet|sich|ubicada|der gesellschaft)(?!\p{L}))?)*/u

const sharesWord = (place: string, values: readonly PreparedFact['value'][]) =>
  values.some((value) => {
    const words = new Set(foldPlainText(String(value)).split(/[^\p{L}]+/u))
    return place.split(/[^\p{L}]+/u).some((word) => words.has(word))
  })
