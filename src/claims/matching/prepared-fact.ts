import type { ComparedFact } from '../compared-fact.ts'
import { type FactUnit, parseFactUnit } from './units.ts'
import { keyOfWord, listKeys, listUnread } from './words.ts'

/** A fact with the words that a statement about it contains. */
export type PreparedFact = ComparedFact & {
  /** Names in the subject: of a plan, a model, a place or another company. */
  identifiers: readonly string[]
  /** The other words of the subject. */
  attributes: readonly string[]
  /** Parts of the subject that have to be there literally: Chinese characters without a known word, and "one". */
  unread: readonly string[]
  /** All words above, and the words of the sentence and the value. */
  known: ReadonlySet<string>
  measure: FactUnit
}

/** `name`: the name of the entity. Aliases can be names of products, which distinguish facts, so their words are not left out. */
export function prepareFact(fact: ComparedFact, name: string): PreparedFact {
  const own = new Set(listKeys(name).map(({ key }) => key))
  const measure = parseFactUnit(fact.unit)
  const region = REGIONS[measure.currency ?? '']
  const generic = new Set([
    ...(typeof fact.value === 'boolean' ? [] : GENERIC),
    ...(IMPLIED[measure.unit?.dimension ?? ''] ?? []),
    ...(measure.noun === null ? [] : [keyOfWord(measure.noun)]),
  ])
  const subject = listKeys(fact.subject).filter(
    ({ key, word }) => !generic.has(key) && word !== region && (word.length > 1 || !/^[a-z]$/.test(word)),
  )
  const isIdentifier = ({ word, isCapital }: { word: string; isCapital: boolean }) =>
    isCapital || /\d/.test(word)
  const identifiers = subject.filter((each) => isIdentifier(each) && !own.has(each.key)).map(({ key }) => key)
  const others = subject.filter((each) => !isIdentifier(each)).map(({ key }) => key)
  // "On the Team plan" says no more than "on Team", but "free plan" says more than "free".
  const attributes = subject.length > 2 ? others.filter((key) => key !== 'plan') : others
  const ofValue = new Set(listKeys(`${fact.value} ${fact.unit ?? ''}`).map(({ key }) => key))
  const statementKeys = listKeys(fact.statement)
    .map(({ key }) => key)
    .filter((key) => !own.has(key) && !ofValue.has(key) && !generic.has(key))
  const known = new Set([...identifiers, ...attributes, ...statementKeys, ...ofValue, ...own])
  return {
    ...fact,
    identifiers: [...new Set(identifiers)],
    attributes: [...new Set(attributes)],
    // The price of "one bottle" is not the price of a carton.
    unread: [...listUnread(fact.subject), ...(/^one /i.test(fact.subject) ? ['one '] : [])],
    known,
    measure,
  }
}

/** A number has a currency or a unit, so these words are not needed. */
const GENERIC = new Set(['price', 'plan', 'product', 'month', 'number'])

/** Words that a unit implies. */
const IMPLIED: Record<string, readonly string[]> = {
  time: ['period'],
  months: ['period'],
  data: ['size', 'storage'],
  grammage: ['weight'],
  weight: ['weight'],
  'bit rate': ['speed'],
  frequency: ['refresh', 'price'],
  consumption: ['consumption', 'fuel'],
}

/** A price in this currency is the price there. */
const REGIONS: Record<string, string> = { JPY: 'japan', GBP: 'uk', KRW: 'korea', BRL: 'brazil' }
