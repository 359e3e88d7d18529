/**
 * Finds the prices and limits of plans and products on a page: in sentences ("the Team plan costs $6 per month"), and in cards and
 * tables, where a line with a name precedes a line with a price.
 */
import { CONDITION, isAboutDifference, NOT_CLAIMED, OTHER_AMOUNTS } from './compare-quantity.ts'
import { type FoundFact, namesOthers, type ReadPage } from './found-fact.ts'
import { itemsIn, type Range, type ReadText } from './passages.ts'
import { listQuantities, type Quantity } from './quantities.ts'

export function findPlans(page: ReadPage): FoundFact[] {
  const cards = findCards(page)
  const names = listPlanNames(page, cards)
  return [
    ...cards.flatMap((card) => [priceOf(page, card), ...limitsOfCard(page, card)]),
    ...page.text.sentences.flatMap((sentence) => readSentence(page, sentence, names)),
    ...findListed(page),
  ].filter((fact) => fact !== null)
}

/** `block`: of the price. */
type Card = { name: Range; price: Quantity; quote: Range; block: number }

/** A page has several plans or products with a price, or one with a price per month or year. */
function findCards({ text }: ReadPage): Card[] {
  const cards = text.blocks.flatMap((block, index): Card[] => {
    const price = readPriceLine(text, index)
    const name = price && findTitle(text, index)
    return price && name && !namesOthers(text, name)
      ? [{ name, price, quote: { start: name.start, end: block.end }, block: index }]
      : []
  })
  const isSeries = new Set(cards.map(({ name }) => text.text.slice(name.start, name.end))).size > 1
  return isSeries ? cards : cards.filter(({ price }) => periodOf(price) !== null)
}

/** Returns the price of a line that has nothing else, with its period, which can be on the next line. */
function readPriceLine(text: ReadText, index: number): Quantity | null {
  const line = lineAt(text, index)
  const quantities = itemsIn(text.quantities, text.blocks[index] ?? noRange)
  const [own] = quantities
  if (!own || quantities.length > 1 || !isExact(own) || own.currency === null) return null
  const before = line.slice(0, own.start - (text.blocks[index]?.start ?? 0))
  if (line.length - (own.end - own.start) > MAX_REST || NO_PRICE.test(before) || /から|〜|～/.test(line))
    return null
  const next = lineAt(text, index + 1)
  if (hasPrice(text, index + 1) || hasPrice(text, index - 1)) return null
  const isPeriod =
    next.length < 40 && /^(?:\/|per|pro|je|par|al|por|a|billed|jahrlich|monatlich|bei)(?![\p{L}])/u.test(next)
  const [joined] = isPeriod ? listQuantities(`${line} ${next}`, text.language) : [own]
  return !joined || joined.isBilledAnnually ? null : joined
}

const MAX_REST = 30
const NO_PRICE =
  /(?<!\p{L})(?:from|starting|starts|ab|partir|des|desde|save|sparen|economisez|ahorra|up to|bis|over|plus|was|statt|instead|extra)(?!\p{L})|[+-]\s?$/u

const noRange = { start: 0, end: 0 }

const lineAt = ({ text, blocks }: ReadText, index: number): string => {
  const { start, end } = blocks[index] ?? noRange
  return text.slice(start, Math.min(end, start + 120)).trim()
}

const hasPrice = (text: ReadText, index: number): boolean =>
  lineAt(text, index).length < 60 &&
  itemsIn(text.quantities, text.blocks[index] ?? noRange).some(({ currency }) => currency !== null)

const isExact = ({ low, high, isFormer, isApproximate }: Quantity) =>
  low === high && !isFormer && !isApproximate

/** Returns the name in the line above a price. One line with a description can be between them. */
function findTitle(text: ReadText, index: number): Range | null {
  const isDescription = /^(?:for|fur|pour|para) |[.。]$/u.test(lineAt(text, index - 1))
  const block = text.blocks[index - (isDescription ? 2 : 1)]
  if (!block) return null
  const start = block.start
  const line = text.text.slice(start, block.end).trimEnd()
  const words = itemsIn(text.words, block)
  const isName =
    line.length <= MAX_NAME &&
    words.length <= 4 &&
    !/[.!?:。？！…]|^\d+$/u.test(line) &&
    (text.isCapital(start) || /^[^ -\u2fff]/u.test(line)) &&
    !NO_NAME.test(line) &&
    itemsIn(text.quantities, block).every(({ currency }) => currency === null)
  return isName ? { start, end: start + line.length } : null
}

const MAX_NAME = 32
const NO_NAME =
  /^(?:for|from|per|billed|save|total|subtotal|shipping|delivery|versand|lieferung|livraison|envio|prices?|pricing|preise?|prix|tarifs?|precios?|most popular|popular|beliebt\p{L}*|best value|recommended|empfohlen|recommandee?|recomendado|populaire|new|neu|nouveau|nuevo|sale|discount|now|monthly|yearly|annual\p{L}*|monatlich|jahrlich|mensuel\p{L}*|mensual|anual|setup|deposit|minimum|fees?)(?!\p{L})|料金|価格|送料|合計|月額|年額|おすすめ|人気|税/u

/** Names of plans, folded, with the name as the page writes it. */
type PlanNames = ReadonlyMap<string, string>

function listPlanNames({ text, original }: ReadPage, cards: readonly Card[]): PlanNames {
  const names = new Map(cards.map(({ name }) => [text.text.slice(name.start, name.end), original(name)]))
  for (const { 0: written, 1: after, 2: before, 3: katakana, index } of text.text.matchAll(PLAN)) {
    const name = after ?? before ?? katakana ?? ''
    const start = index + written.indexOf(name)
    if ((katakana === undefined && !text.isCapital(start)) || NO_PLAN.test(name)) continue
    names.set(name, original({ start, end: start + name.length }))
  }
  return names
}

const PLAN =
  /(?<!\p{L})(?:plan|tarif|formule|forfait|paket) ([\p{L}\d]{2,20})(?!\p{L})|(?<!\p{L})([\p{L}\d]{2,20})(?=[ -](?:plan|tarif|paket)(?!\p{L}))|([\p{Script=Katakana}ー]{2,20}|[a-z\d]{2,20})プラン/gu
const NO_PLAN = /^(?:the|our|this|that|each|every|which|what|der|den|ein|jeder|dieser|le|la|el|un|una|es|de)$/

/** Reads "Team costs $6 per month" and "the Team plan includes 10 users" of a sentence that names one plan or product. */
function readSentence(
  page: ReadPage,
  sentence: Range & { block: number },
  names: PlanNames,
): (FoundFact | null)[] {
  const { text } = page
  const said = text.text.slice(sentence.start, Math.min(sentence.end, sentence.start + 400))
  const amounts = itemsIn(text.quantities, sentence)
  if (amounts.length === 0) return []
  const named = namesIn(page, sentence, said, names)
  const [name] = named
  const isPlain =
    !NOT_CLAIMED.test(said) && !CONDITION.test(said) && !OTHER_AMOUNTS.test(said) && !EXTRA.test(said)
  if (!name || named.length > 1 || !isPlain || namesOthers(text, name)) return []
  const prices = amounts.filter(({ currency }) => currency !== null)
  const [price] = prices
  const between = price && text.text.slice(name.end, price.start)
  const isPrice =
    price !== undefined &&
    prices.length === 1 &&
    isExact(price) &&
    !price.isBilledAnnually &&
    COSTS.test(between ?? '') &&
    !isAboutDifference(text, price)
  const quote = { start: sentence.start, end: sentence.end }
  return [
    isPrice ? priceOf(page, { name, price, quote, block: sentence.block }, name.written) : null,
    ...limitsIn(page, { start: name.end, end: sentence.end }, name.written).map((limit) => ({
      ...limit,
      quote,
    })),
  ]
}

const COSTS =
  /^(?:[- ]?(?:plan|tarif|paket|プラン))?(?: (?:costs?|is priced at|is|kostet|coute|cuesta|vale|est a)|:|：|の(?:月額)?(?:料金|価格)は|は) ?(?:only |just |nur |seulement |solo )?(?:月額|年額)?\s?$/u
const EXTRA =
  /(?<!\p{L})(?:each additional|every additional|jeder weitere|weitere nutzer|supplementaire|adicional)(?!\p{L})/u

/** Returns the plans that a sentence names, and "Acme Plus" as a whole if its first word is the name of the owner. */
function namesIn({ text, original }: ReadPage, sentence: Range, said: string, names: PlanNames) {
  const found: (Range & { written: string })[] = []
  for (const [name, written] of names) {
    const index = said.indexOf(name)
    const start = sentence.start + index
    const end = start + name.length
    const isWord =
      index !== -1 &&
      !/[\p{L}\d]/u.test(said[index - 1] ?? '') &&
      !/[a-z\d]/u.test(said[index + name.length] ?? '')
    if (isWord && (text.isCapital(start) || !/[a-z]/.test(name))) found.push({ start, end, written })
  }
  if (found.length > 0) return found
  const words = itemsIn(text.words, sentence)
  return itemsIn(text.names, sentence)
    .filter(({ entity }) => entity === 0)
    .flatMap(({ start, end }) => {
      const next = words.find((word) => word.start === end + 1)
      if (!next?.isCapital) return []
      const range = { start, end: next.end }
      return [{ ...range, written: original(range) }]
    })
}

/** Reads the item "Acme Peak: a trail shoe, 290 g, 150 dollars". */
function findListed(page: ReadPage): (FoundFact | null)[] {
  const { text, original } = page
  return text.blocks.flatMap((block, index) => {
    const lead = /^[^:–.]{3,40}(?=: | – )/u.exec(
      text.text.slice(block.start, Math.min(block.end, block.start + 50)),
    )
    const prices = itemsIn(text.quantities, block).filter(({ currency }) => currency !== null)
    const [price] = prices
    if (!lead || !price || prices.length > 1 || block.end - block.start > 200 || !isExact(price)) return []
    const name = { start: block.start, end: block.start + lead[0].length }
    const isOwn = itemsIn(text.names, name)[0]?.entity === 0 && itemsIn(text.words, name).length > 1
    const before = text.text.slice(name.end, price.start)
    if (!isOwn || NO_PRICE.test(before) || NOT_CLAIMED.test(text.text.slice(block.start, block.end)))
      return []
    return [priceOf(page, { name, price, quote: block, block: index }, original(name))]
  })
}

const periodOf = ({ per }: Quantity): string | null =>
  per.find((each) => each === 'month' || each === 'year') ?? null

function priceOf(
  page: ReadPage,
  { name, price, quote }: Card,
  written = page.original(name),
): FoundFact | null {
  if (price.currency === null) return null
  const period = periodOf(price)
  const payers = price.per.filter((each) => each !== period)
  const unit = [currencyOf(price.currency), ...payers, ...(period === null ? [] : [period])].join('/')
  const subject = period === 'year' ? `${written} (annual)` : written
  return { kind: 'price', subject, value: round(price.low), unit, quote }
}

/** A page that writes `$` without a country is read as one in US dollars. */
const currencyOf = (currency: string) => (currency === '$' ? 'USD' : currency)

const round = (value: number) => Math.round(value * 1e6) / 1e6

/** Reads the lines below the price of a plan, up to the next price. */
function limitsOfCard(page: ReadPage, { name, block }: Card): FoundFact[] {
  const { text } = page
  const limits: FoundFact[] = []
  for (let index = block + 1; index < Math.min(text.blocks.length, block + 12); index++) {
    const range = text.blocks[index]
    if (!range || range.end - range.start > 80 || hasPrice(text, index) || hasPrice(text, index + 1)) break
    limits.push(...limitsIn(page, range, page.original(name)))
  }
  return limits
}

/** Reads "10 users" and "50 GB of storage". */
function limitsIn({ text }: ReadPage, range: Range, plan: string): FoundFact[] {
  return itemsIn(text.quantities, range).flatMap((quantity): FoundFact[] => {
    const { start, end, low, dimension, currency } = quantity
    const before = text.text.slice(Math.max(range.start, start - 24), start)
    if (currency !== null || !isExact(quantity) || NO_LIMIT.test(before) || low <= 0) return []
    const near = { start: Math.max(range.start, start - 12), end: Math.min(range.end, end + 24) }
    const found = (key: string) => itemsIn(text.words, near).some((word) => word.key === key)
    const quote = { start: range.start, end: range.end }
    if (dimension === 'data' && found('storage')) {
      const [unit, size] = DATA.find(([, each]) => low >= each) ?? ['KB', 1e3]
      return [{ kind: 'limit', subject: `storage of ${plan}`, value: round(low / size), unit, quote }]
    }
    const isUsers = dimension === null && Number.isInteger(low) && low < 1e6 && found('user')
    return isUsers ? [{ kind: 'limit', subject: `users of ${plan}`, value: low, unit: 'users', quote }] : []
  })
}

const NO_LIMIT =
  /(?<!\p{L})(?:from|over|additional|extra|each|every|per|more than|at least|ab|mindestens|jeder|pro|je|des|au moins|desde|a partir de)\s?$/u
const DATA = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
] as const
