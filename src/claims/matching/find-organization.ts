/** Finds the founding year, the headquarters, the people and the certifications that a page states about its owner. */
import { GIVEN_NAMES } from '../../answers/common-words.ts'
import { FOUNDING, findFoundingCue, isAboutOther } from './compare-date.ts'
import { PAST_ROLE, ROLES } from './compare-person.ts'
import { findHeadquarters, LEGAL_SEAT, PARTIAL_PLACE, PAST_PLACE, placeAfter } from './compare-place.ts'
import { NOT_CLAIMED } from './compare-quantity.ts'
import { windowAt } from './evidence.ts'
import { blockText, type FoundFact, isAboutOwner, type ReadPage } from './found-fact.ts'
import { itemsIn, type Range, type ReadText } from './passages.ts'

export const findOrganization = (page: ReadPage): FoundFact[] => [
  ...findFounding(page),
  ...findSeats(page),
  ...findFounders(page),
  ...findExecutives(page),
  ...findCertifications(page),
]

function findFounding({ text }: ReadPage): FoundFact[] {
  return text.dates.flatMap((date) => {
    const cue = findFoundingCue(text, date)
    if (!cue || isAboutOther(text, cue.place) || !isAboutOwner(text, cue.place)) return []
    const quote = quoteFrom(text, date)
    return [{ kind: 'founding_year', subject: 'founding year', value: date.year, unit: null, quote }]
  })
}

function findSeats({ text, original }: ReadPage): FoundFact[] {
  return findHeadquarters(text).flatMap(({ cue, reach }): FoundFact[] => {
    const place = placeAfter(text, { start: cue.end, end: reach.end }) ?? japaneseCity(text, cue.end)
    if (!place || !isAboutOwner(text, cue)) return []
    const said = text.text.slice(reach.start, place.end)
    if (LEGAL_SEAT.test(said) || PAST_PLACE.test(said) || PARTIAL_PLACE.test(said)) return []
    const sentence = quoteFrom(text, place)
    const quote = { start: Math.min(sentence.start, cue.start), end: sentence.end }
    return [{ kind: 'headquarters', subject: 'headquarters', value: original(place), unit: null, quote }]
  })
}

/** Finds "本社は東京都渋谷区", also as the label and the value of two blocks. */
function japaneseCity({ text }: ReadText, start: number): Range | null {
  const match =
    /^(?:所在地)?[はをが：:\s]{0,2}(?:\p{Script=Han}{2,3}[都道府県])?\p{Script=Han}{1,5}?[市区町村]/u.exec(
      text.slice(start, start + 24),
    )
  if (!match) return null
  const from = start + (/^(?:所在地)?[はをが：:\s]{0,2}/u.exec(match[0])?.[0].length ?? 0)
  return { start: from, end: start + match[0].length }
}

/** Finds "founded in 2016 by Ada Fell and Tomas Vell". */
function findFounders({ text, original }: ReadPage): FoundFact[] {
  return [...text.text.matchAll(FOUNDING)].flatMap(({ 0: written, index }): FoundFact[] => {
    const cue = { start: index, end: index + written.length }
    const sentence = windowAt(text, cue)
    const by = /^[^.;]{0,50}?(?<!\p{L})(?:by|von|par|por) /u.exec(text.text.slice(cue.end, sentence.end))
    if (!by || !isAboutOwner(text, cue) || isAboutOther(text, cue)) return []
    const people = peopleAt(text, cue.end + by[0].length, sentence.end)
    if (people.length === 0) return []
    const value = people.map(original).join(', ')
    return [{ kind: 'person', subject: 'founder', value, unit: null, quote: quoteFrom(text, cue) }]
  })
}

/** Finds "Ada Fell, CEO", "our CEO Ada Fell", "CEO: Ada Fell, Tomas Vell", and a name and a role in two lines. */
function findExecutives({ text, original }: ReadPage): FoundFact[] {
  const cues = ROLES.find(({ subject }) => subject.test('CEO'))?.cues ?? /$^/gu
  return [...text.text.matchAll(cues)].flatMap(({ 0: written, index }): FoundFact[] => {
    const cue = { start: index, end: index + written.length }
    const sentence = windowAt(text, cue)
    const gap = /^(?: is |: ?| ist | est | es |：| )/u.exec(text.text.slice(cue.end, sentence.end))
    const after = gap ? peopleAt(text, cue.end + gap[0].length, sentence.end) : []
    const isList = gap?.[0].startsWith(':') === true
    const before = personBefore(text, cue, sentence.start) ?? personBeside(text, cue, sentence.block)
    const people = after.length > 0 ? after.slice(0, isList ? 5 : 1) : [before ?? japanesePerson(text, cue)]
    const [person, last] = [people[0], people.at(-1)]
    if (!person || !last) return []
    const quote = { start: Math.min(cue.start, person.start), end: Math.max(cue.end, last.end) }
    // "Ada Fell, CEO of Acme" is about Acme.
    const isElsewhere =
      /^(?: (?:of|at|von|bei|der|de|du|chez|del?)(?!\p{L})|,)/u.test(
        text.text.slice(quote.end, quote.end + 8),
      ) &&
      itemsIn(text.names, { start: quote.end, end: Math.min(quote.end + 60, sentence.end) })[0]?.entity !== 0
    const near = text.text.slice(
      Math.max(sentence.start, quote.start - 40),
      Math.min(sentence.end, quote.end + 25),
    )
    if (isElsewhere || PAST_ROLE.test(near) || !isAboutOwner(text, quote)) return []
    const value = people.flatMap((each) => (each ? original(each) : [])).join(', ')
    return [{ kind: 'person', subject: 'CEO', value, unit: null, quote }]
  })
}

/** Returns the name in the line above or below a line that has only a role. A list of names and roles is read from its first role. */
function personBeside(text: ReadText, cue: Range, block: number): Range | null {
  const line = blockText(text, block)
  if (line.length > MAX_ROLE || text.blocks[block]?.start !== cue.start) return null
  const above = wholePerson(text, block - 1)
  const below = wholePerson(text, block + 1)
  if (above && below) return ROLE_LINE.test(blockText(text, block - 2)) ? null : above
  return above ?? below
}

const MAX_ROLE = 40
const ROLE_LINE =
  /(?<!\p{L})(?:founder|ceo|cto|cfo|coo|cmo|chief|officer|head|director\p{L}*|chair\p{L}*|president\p{L}*|manager|leiter\p{L}*|leitung|vorstand|geschaftsfuhr\p{L}*|direct(?:eur|rice)|responsable)(?!\p{L})/u

function wholePerson(text: ReadText, index: number): Range | null {
  const block = text.blocks[index]
  if (!block || block.end - block.start > MAX_ROLE) return null
  const person = personAt(text, block.start, block.end)
  return person && blockText(text, index).length === person.end - person.start ? person : null
}

/** Returns the names of people that start there and are joined by commas and "and". */
function peopleAt(text: ReadText, start: number, end: number): Range[] {
  const people: Range[] = []
  for (let from = start; people.length < 5; ) {
    const person = personAt(text, from, end)
    if (!person) break
    people.push(person)
    const joint = JOINT.exec(text.text.slice(person.end, person.end + 8))
    if (!joint) break
    from = person.end + joint[0].length
  }
  return people
}

const JOINT = /^(?:, (?:and |und |et |y )?| (?:and|und|et|y|&) )/u

/** Returns two to four capitalized words that start there and are no company. */
function personAt(text: ReadText, start: number, end: number): Range | null {
  const words = itemsIn(text.words, { start, end: Math.min(end, start + 50) })
  const name = words.slice(0, nameLength(text, words.slice(0, 4)))
  const [first, last] = [name[0], name.at(-1)]
  if (!first || !last || first.start > start + 1) return null
  const range = { start: first.start, end: last.end }
  return isPerson(text, range) ? range : null
}

/** Returns the name of the words before ", CEO" at the start of its sentence. */
function personBefore(text: ReadText, cue: Range, start: number): Range | null {
  const gap = /(?:, | [-–—|] | \()(?:co-?founder (?:and|&) |our |und |notre |nuestr[oa] )?$/u.exec(
    text.text.slice(Math.max(start, cue.start - 30), cue.start),
  )
  if (!gap) return null
  const end = cue.start - gap[0].length
  const words = itemsIn(text.words, { start: Math.max(start, end - 50), end })
  const [first] = words
  const isWhole = first !== undefined && first.start <= start + 2 && nameLength(text, words) === words.length
  const range = { start: first?.start ?? end, end }
  return isWhole && words.length <= 4 && isPerson(text, range) ? range : null
}

function nameLength(text: ReadText, words: readonly (Range & { isCapital: boolean })[]): number {
  let length = 0
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    if (before && word.start - before.end !== 1) break
    if (before && !/[ -]/.test(text.text[before.end] ?? '')) break
    if (word.isCapital) length = index + 1
    else if (!PARTICLES.has(text.text.slice(word.start, word.end))) break
  }
  return length
}

const PARTICLES = new Set('von van de der den da di del la le bin al'.split(' '))

const isPerson = (text: ReadText, range: Range): boolean => {
  const name = text.text.slice(range.start, range.end)
  return (
    name.includes(' ') &&
    !/\d/.test(name) &&
    !COMPANY.test(name) &&
    itemsIn(text.names, range).every(({ entity }) => typeof entity === 'string') &&
    (itemsIn(text.names, range).some(({ entity }) => entity === 'unknown') ||
      GIVEN_NAMES.has(name.split(' ', 1)[0] ?? ''))
  )
}

const COMPANY =
  /(?<!\p{L})(?:capital|group|gruppe|groupe|grupo|inc|llc|ltd|gmbh|ag|sa|ventures?|labs?|partners?|university|universit\p{L}*|fund|holdings?|company|ceo|cto|cfo|chief|officer|director\p{L}*|manager|the|our)(?!\p{L})/u

/** Returns the name after a title, in the same block or the next one. */
function japanesePerson(text: ReadText, cue: Range): Range | null {
  if (!/[^ -\u2fff]/u.test(text.text.slice(cue.start, cue.end))) return null
  const match =
    /^[\s：:はの]{0,2}(\p{Script=Han}{1,4}[ 　]?[\p{Script=Han}\p{Script=Hiragana}]{1,4})(?=\s|$|で|が|。)/u.exec(
      text.text.slice(cue.end, cue.end + 16),
    )
  if (!match?.[1]) return null
  const start = cue.end + match[0].indexOf(match[1])
  return { start, end: start + match[1].length }
}

function findCertifications({ text }: ReadPage): FoundFact[] {
  return [...text.text.matchAll(CERTIFICATION)].flatMap(({ 0: written, index }): FoundFact[] => {
    const place = { start: index, end: index + written.length }
    const sentence = windowAt(text, place)
    const label = blockText(text, sentence.block - 1)
    const isCertified = CERTIFIED.test(sentence.text) || (label.length < 20 && CERTIFIED.test(label))
    const isClaimed = isCertified && !NOT_CLAIMED.test(sentence.text) && !NOT_CERTIFIED.test(sentence.text)
    if (!isClaimed || !isAboutOwner(text, place)) return []
    const quote = quoteFrom(text, place)
    return [{ kind: 'certification', subject: nameOf(written), value: true, unit: null, quote }]
  })
}

const CERTIFICATION =
  /(?<![\p{L}\d])(?:iso(?:\/iec)?[ -]?(?:9001|13485|14001|20000|22301|27001|27017|27018|27701|42001|50001)|soc[ -]?[123]|b[ -]corp|pci[ -]dss|tisax|fedramp|hitrust|oeko-tex|gots|プライバシーマーク)(?![\p{L}\d])/gu
const CERTIFIED =
  /(?<!\p{L})(?:certif\p{L}*|zertifi\p{L}*|accredited|akkreditiert|audit(?:ed)?|reports?|label\p{L}*)(?!\p{L})|認証|認定|取得/u
/** What is planned, and what a data center or a supplier has. */
const NOT_CERTIFIED =
  /(?<!\p{L})(?:plan\p{L}*|working towards?|aim\p{L}*|prepar\p{L}*|in progress|angestrebt|geplant|vorbereit\p{L}*|prevu\p{L}*|en cours|en proceso|data cent\p{L}*|rechenzentr\p{L}*|centres? de donnees|centros? de datos|hosting|host(?:ed|er)|providers?|suppliers?|lieferant\p{L}*|partner\p{L}*|guides?|how to|checklists?|templates?|get(?:ting)? certified|aws|azure|google cloud)(?!\p{L})|準備|目指|データセンター/u

function nameOf(written: string): string {
  const name = written.replace('/iec', '').replace('-', ' ').toUpperCase()
  if (name === 'B CORP') return 'B Corp'
  if (name === 'OEKO TEX') return 'OEKO-TEX'
  if (name === 'FEDRAMP') return 'FedRAMP'
  return name.replace(/^(ISO|SOC)(?=\d)/, '$1 ')
}

/** Returns the sentence of a place, with the label in the line above a value. */
function quoteFrom(text: ReadText, place: Range): Range {
  const { start, end, block } = windowAt(text, place)
  const label = text.blocks[block - 1]
  const isValue = end - start <= MAX_VALUE && start === text.blocks[block]?.start
  const isLabel = isValue && label && label.end - label.start <= MAX_VALUE
  return { start: isLabel && !/[:：.。!?]/u.test(blockText(text, block - 1)) ? label.start : start, end }
}

const MAX_VALUE = 20
