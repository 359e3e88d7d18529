import { foldPlainText } from '../../answers/named-text.ts'
import { agreementWith, comparePeriods, isSameScale, measurePeriod } from './amount-agreement.ts'
import { compareNothing } from './compare-nothing.ts'
import {
  contextKeys,
  countOf,
  hasOtherQualifier,
  keysIn,
  linkAt,
  namesOtherModel,
  windowAt,
} from './evidence.ts'
import { itemsIn, passageAt, type Range, type ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'
import type { Quantity } from './quantities.ts'
import { IN_REGION } from './regions.ts'
import type { Statement } from './statements.ts'
import { keyOfWord } from './words.ts'

/** Finds the statements of an amount: a price, or a limit with a unit. */
export function compareQuantities(text: ReadText, fact: PreparedFact): Statement[] {
  if (typeof fact.value !== 'number') return []
  const nothing = compareNothing(text, fact)
  return [...nothing, ...compareAmounts(text, fact)]
}

function compareAmounts(text: ReadText, fact: PreparedFact): Statement[] {
  return text.quantities.flatMap((quantity, index) => {
    if (quantity.isFormer || !isOfMeasure(text, fact, quantity)) return []
    const statement = readStatement(text, fact, index)
    return statement ? [statement] : []
  })
}

/** Returns whether a quantity has the currency or unit of the fact. */
function isOfMeasure(text: ReadText, { measure, kind }: PreparedFact, quantity: Quantity): boolean {
  const { currency, unit, noun } = measure
  if (currency !== null)
    return quantity.currency === currency || (quantity.currency === '$' && DOLLARS.has(currency))
  if (unit) return quantity.dimension === unit.dimension
  if (noun === null || quantity.currency !== null || quantity.dimension === 'percent') return false
  if (kind === 'price') return false
  return nounFollows(text, noun, quantity)
}

const DOLLARS = new Set(['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD'])

const nounFollows = (text: ReadText, noun: string, quantity: Range) =>
  itemsIn(text.words, { start: quantity.end, end: Math.min(quantity.end + 30, windowAt(text, quantity).end) })
    .slice(0, 3)
    .some(({ key }) => key === keyOfWord(noun))

function readStatement(text: ReadText, fact: PreparedFact, index: number): Statement | null {
  const quantity = text.quantities[index]
  const segment = quantity && text.segments[passageAt(text.segments, quantity.start)]
  if (!quantity || !segment) return null
  const period = comparePeriods(fact, quantity)
  const agreement = agreementWith(fact, quantity)
  if (period === 'other' || agreement === 'unclear') return null
  const link = linkAt(text, fact, quantity)
  if (link === 'none' || (agreement === 'differs' && link !== 'clear')) return null
  const { near, isAlone } = findNear(text, index, segment)
  // The digits of the amount do not name the subject: the 4 of "4,580" is not the 4 of "4 lessons".
  const nearKeys = new Set(
    itemsIn(text.words, near)
      .filter(({ key, start }) => !/^\d+$/.test(key) || !isIn({ start, end: start }, quantity))
      .map(({ key }) => key),
  )
  for (const per of quantity.per) nearKeys.add(PER_KEYS[per] ?? per)
  const leads = contextKeys(text, segment.block, agreement === 'differs')
  const all = new Set([...nearKeys, ...leads])
  const named = countOf(fact.identifiers, all)
  const matched = countOf(fact.attributes, all)
  const isSubject = named === fact.identifiers.length && matched === fact.attributes.length
  const range = { start: Math.min(segment.start, quantity.start), end: Math.max(segment.end, quantity.end) }
  const score = named + matched + (link === 'clear' ? 1 : 0)
  const own = { start: Math.max(near.start, segment.start), end: near.end }
  const places = [near, ...(text.leads[segment.block] ?? [])]
  const isUnread = fact.unread.some(
    (part) => !places.some(({ start, end }) => text.text.slice(start, end).includes(part)),
  )
  if (agreement === 'right') {
    const hasName = matched > 0 || fact.identifiers.some((key) => /\p{L}/u.test(key))
    const isLikely =
      (isSubject && !(isUnread && matched === 0)) ||
      (named > 0 && named === fact.identifiers.length && hasName) ||
      (named * 2 >= fact.identifiers.length && matched > 0)
    return isLikely ? { verdict: 'right', ...range, score } : null
  }
  const isOther =
    !isSubject || isUnread || hasOtherQualifier(text, own, fact) || namesOtherModel(text, places, fact)
  if (isOther) return null
  if (agreement === 'outdated') return { verdict: 'outdated', ...range, score }
  // In a table, the headers of the row and the column have to name the subject; a title is about all cells.
  const isCell = text.blocks[segment.block]?.kind === 'cell'
  const headers = isCell ? (text.leads[segment.block] ?? []).slice(0, 2) : []
  const inHeaders = new Set([...nearKeys, ...headers.flatMap((lead) => [...keysIn(text, lead)])])
  const inSegment = new Set([
    ...keysIn(text, own),
    ...leads,
    ...quantity.per.map((per) => PER_KEYS[per] ?? per),
  ])
  const ownPeriod = PER_KEYS[measurePeriod(fact) ?? ''] ?? null
  const isClear =
    isAlone &&
    (period === 'same' || (ownPeriod !== null && leads.has(ownPeriod))) &&
    countOf(fact.attributes, isCell ? inHeaders : inSegment) === matched &&
    isSameScale(fact, quantity) &&
    !headers.some((lead) => hasOtherQualifier(text, lead, fact)) &&
    !isAboutDifference(text, quantity) &&
    !isLimited(text, fact, quantity) &&
    (fact.measure.currency === null || isCell || isPrice(text, fact, quantity, { segment, near, leads }))
  return isClear ? { verdict: 'wrong', ...range, score } : null
}

/** A condition, another time or another region in the sentence. */
function isLimited(text: ReadText, { statement }: PreparedFact, quantity: Quantity): boolean {
  const said = windowAt(text, quantity).text
  const region = IN_REGION.exec(said)?.[1] ?? null
  if (region !== null && !foldPlainText(statement).includes(region)) return true
  const isClaimed = !NOT_CLAIMED.test(said) || NOT_CLAIMED.test(foldPlainText(statement))
  return (
    !isClaimed || CONDITION.test(said) || /(?<!\p{L})(?:in|en|im jahr) (?:1[89]|20)\d\d(?!\d)/u.test(said)
  )
}

export const CONDITION =
  /(?<!\p{L})(?:if|unless|except|students?|promo\p{L}*|introductory|first (?:year|month)|nonprofits?|wenn|falls|si vous|sauf|salvo|discount\p{L}*|black friday|on sale)(?!\p{L})/u

/**
 * Questions, denials, what is planned or would be, amounts for a group of customers, of extras and of other sellers, and
 * recommendations.
 */
export const NOT_CLAIMED = new RegExp(
  `[?？]|n't|ありません|ではな|でない|予定|以前|かつて|新規|追加|オプション|競合|他社|(?<!\\p{L})(?:${[
    'claims|rumou?rs?|allegedly|formerly|previously|fruher|autrefois|antes',
    'not|never|false|nicht|niemals|falsch|pas|jamais|faux|nunca|falso|no (?:cuesta|vale|cobra|es|son|tiene)',
    'worth|would|should|could|might|will|sollten?|devrait|pourrait|serait|coutera|deberia|podria|seria|costara',
    "until|bis (?:ende|zum)|jusqu'(?:au|en)|hasta (?:el|fin)|(?:from|ab) 20\\d\\d",
    '(?:new|existing) (?:customers|users|members|subscribers)|neukunden|nouveaux clients|nuevos clientes',
    'resell\\p{L}*|third[- ]part\\p{L}*|handler\\p{L}*|revendeurs?|distribuidor\\p{L}*',
    'competitors?|rivals?|alternatives?|similar|konkurren\\p{L}*|concurren\\p{L}*|competidor\\p{L}*',
    'add-?ons?|additional|extra|second|extend\\p{L}*|zusatzlich\\p{L}*|verlanger\\p{L}*|supplementaires?',
    'adicional\\p{L}*|recommend\\p{L}*|suits?|ideal|empfiehlt|empfohlen|geeignet|recommand\\p{L}*|recomiend\\p{L}*',
  ].join('|')})(?!\\p{L})`,
  'u',
)

type Place = { segment: Range; near: Range; leads: ReadonlySet<string> }

/** Companies also raise, save and are fined amounts. A price has a word for it, a period, or its product next to it. */
function isPrice(
  text: ReadText,
  fact: PreparedFact,
  quantity: Quantity,
  { segment, near, leads }: Place,
): boolean {
  if (OTHER_AMOUNTS.test(windowAt(text, quantity).text) && !OTHER_AMOUNTS.test(fact.statement.toLowerCase()))
    return false
  const keys = keysIn(text, near)
  const hasWord = [...PRICE_KEYS, ...fact.attributes].some((key) => keys.has(key) || leads.has(key))
  const isNextToName = itemsIn(text.words, { start: quantity.start - MAX_GAP, end: quantity.start }).some(
    ({ key, start }) =>
      fact.identifiers.includes(key) ||
      itemsIn(text.names, { start: start - MAX_GAP, end: quantity.start }).some(({ entity }) => entity === 0),
  )
  const isAll = segment.end - segment.start - (quantity.end - quantity.start) <= MAX_GAP
  return hasWord || quantity.per.length > 0 || isNextToName || isAll
}

const PRICE_KEYS = ['price', 'entry']
const MAX_GAP = 14
export const OTHER_AMOUNTS =
  /(?<!\p{L})(?:raised|funding|revenue|valuation|valued|invest\p{L}*|donat\p{L}*|fined?|lawsuit|settle\p{L}*|profit|spent|budget|credits?|cash ?back|umsatz|chiffre|ingresos|strafe|amende|multa)(?!\p{L})/u

const PER_KEYS: Record<string, string> = { month: 'monthly', year: 'annual' }

/** The words that can belong to a quantity: up to the next ones of the same kind. */
function findNear(text: ReadText, index: number, segment: Range): { near: Range; isAlone: boolean } {
  const quantity = text.quantities[index]
  const sentence = windowAt(text, quantity ?? segment)
  if (!quantity) return { near: segment, isAlone: false }
  const isSameKind = (other: Quantity | undefined): other is Quantity =>
    other !== undefined && other.currency === quantity.currency && other.dimension === quantity.dimension
  let previous = index - 1
  while (previous >= 0 && !isSameKind(text.quantities[previous]) && isIn(text.quantities[previous], sentence))
    previous--
  let next = index + 1
  while (!isSameKind(text.quantities[next]) && isIn(text.quantities[next], sentence)) next++
  const before = text.quantities[previous]
  const after = text.quantities[next]
  let start = sentence.start
  if (isSameKind(before) && isIn(before, sentence)) {
    const other = text.segments[passageAt(text.segments, before.start)]
    start = before.start >= segment.start ? before.end : Math.max(other?.end ?? before.end, before.end)
  }
  const end = isSameKind(after) && after.start < segment.end ? after.start : segment.end
  const isAlone = !(isSameKind(before) && before.start >= segment.start) && end === segment.end
  return { near: { start: Math.min(start, quantity.start), end }, isAlone }
}

const isIn = (inner: Range | undefined, outer: Range) =>
  inner !== undefined && inner.start >= outer.start && inner.start < outer.end

/** An amount that is saved, added or compared is not the amount of the fact. */
export const isAboutDifference = (text: ReadText, { start, end }: Range) =>
  /(?:save|saves|saving|off|plus|extra|another|additional|more than|less than|under|below)\s*$/u.test(
    text.text.slice(Math.max(0, start - 20), start),
  ) ||
  /^\s?(?:more|less|cheaper|off|extra|teurer|gunstiger|mehr|weniger|de plus|de moins|mas|menos|discount|credit|高い|安い)/u.test(
    text.text.slice(end, end + 14),
  )
