import type { WordListLanguage } from '../../answers/common-words.ts'
import { unitAt } from './units.ts'

/** A number in a text with its currency or unit. */
export type Quantity = {
  start: number
  end: number
  /** The two ends of a range; equal for a single number. */
  low: number
  high: number
  /** The size of the last digit other than zero: 100 for 2,300 and 0.01 for 9.99. */
  step: number
  isApproximate: boolean
  /** Whether the text states it as the value before a change. */
  isFormer: boolean
  /** `$` is any dollar. */
  currency: string | null
  dimension: string | null
  /** What a price is per: `month`, `year`, `user`, `night`. */
  per: readonly string[]
  /** Whether the price of a month is paid once a year. */
  isBilledAnnually: boolean
}

/** Lists the numbers of a folded text, in order. Every expression sees a bounded part of it. */
export function listQuantities(text: string, language: WordListLanguage | null): Quantity[] {
  const numbers = listNumbers(text, language)
  const quantities: Quantity[] = []
  for (let index = 0; index < numbers.length; index++) {
    const first = numbers[index]
    if (!first) continue
    const next = numbers[index + 1]
    const between = next ? text.slice(first.end, next.start) : ''
    const isRange =
      next !== undefined &&
      (RANGE.test(between) ||
        (AND.test(between) && BETWEEN.test(text.slice(Math.max(0, first.start - 16), first.start))))
    if (isRange) index++
    quantities.push(readQuantity(text, first, isRange ? next : first))
  }
  return quantities
}

const RANGE = /^ ?(?:k|%|€|€ |円)? ?(?:-|–|—|~|〜|to|bis|a)(?: (?:around|about))? ?(?:us)?[$€£¥]? ?$/u

/** "Between $20 and $25", "entre 20 y 25". */
const BETWEEN = /(?<!\p{L})(?:between|zwischen|entre) (?:about |etwa )?[$€£¥]? ?$/u
const AND = /^ ?[%€]? ?(?:and|und|et|y) (?:us)?[$€£¥]? ?$/u

const MYRIADS: Record<string, number> = { 千: 1e3, 万: 1e4, 億: 1e8 }

type PlainNumber = { start: number; end: number; amount: number; step: number }

function listNumbers(text: string, language: WordListLanguage | null): PlainNumber[] {
  const numbers: PlainNumber[] = []
  for (const { 0: written, 1: word, index } of text.matchAll(NUMBER)) {
    if (numbers.length === MAX_NUMBERS) break
    const end = index + written.length
    if (word !== undefined) {
      const amount = NUMBER_WORDS.get(word)
      if (amount !== undefined) numbers.push({ start: index, end, amount, step: 1 })
      continue
    }
    if (isPartOfWord(text, index, end)) continue
    const parsed = parseNumber(written, language)
    if (parsed === null) continue
    const before = numbers.at(-1)
    const factor = before && MYRIADS[text.slice(before.end, index)]
    if (before && factor !== undefined) {
      // "12万8,000" is one number. In "1億2,000万", the scale after the last part applies to the whole.
      const amount = (before.amount * factor) / (MYRIADS[text[end] ?? ''] ?? 1) + parsed.amount
      numbers[numbers.length - 1] = { start: before.start, end, amount, step: parsed.step }
    } else numbers.push({ start: index, end, ...parsed })
  }
  return numbers
}

/**
 * A price in dollars, after which product cards have a rating without a space: `$250.004.7`. Or digits with separators. Or a
 * word that may be a number.
 */
const NUMBER =
  /(?<=\$)\d{1,3}(?:,\d{3})*\.\d\d|\d{1,3}(?:[ '’]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)*|(?<![\p{L}\p{N}])([a-z]{3,8})(?![\p{L}\p{N}])/gu

/** More than any answer states: the rest of a text that consists of numbers is not read. */
const MAX_NUMBERS = 3_000

/** Names of models contain digits: XM6, 75t, A54. A unit may follow directly: 30h, 1.8l, 24ヶ月. */
const isPartOfWord = (text: string, start: number, end: number) =>
  /[a-z]/.test(text[start - 1] ?? '') ||
  (/[a-z]/.test(text[end] ?? '') && !unitAt(text, end) && !SCALE.test(text.slice(end, end + 8))) ||
  (text[start - 1] === '-' && /[a-z]/.test(text[start - 2] ?? ''))

const NUMBER_WORDS = new Map(
  [
    '0 zero null',
    '1 one ein eine einen einer un una uno',
    '2 two zwei deux dos',
    '3 three drei trois tres',
    '4 four vier quatre cuatro',
    '5 five funf cinq cinco',
    '6 six sechs seis',
    '7 seven sieben sept siete',
    '8 eight acht huit ocho',
    '9 nine neun neuf nueve',
    '10 ten zehn dix diez',
    '11 eleven elf onze once',
    '12 twelve zwolf douze doce',
    '14 fourteen',
    '15 fifteen',
    '20 twenty',
    '30 thirty',
    '40 forty',
    '50 fifty',
    '60 sixty',
    '90 ninety',
  ].flatMap((line) => {
    const [amount, ...words] = line.split(' ')
    return words.map((word): [string, number] => [word, Number(amount)])
  }),
)

/** Null if the separators can be read in two ways. */
function parseNumber(
  written: string,
  language: WordListLanguage | null,
): { amount: number; step: number } | null {
  const compact = written.replace(/[ '’]/gu, '')
  const separators = compact.replace(/\d/g, '')
  const last = separators.at(-1) ?? ''
  const parts = compact.split(/[.,]/)
  const decimals = parts.at(-1) ?? ''
  const isGrouped = parts.length > 1 && parts.slice(1).every(({ length }) => length === 3)
  const hasBoth = separators.includes('.') && separators.includes(',')
  const isDecimal =
    separators !== '' &&
    (hasBoth
      ? separators.indexOf(last) === separators.length - 1
      : separators.length === 1 &&
        (!isGrouped ||
          parts[0] === '0' ||
          (language === 'en' && last === '.') ||
          (parts[0]?.length ?? 0) > 3))
  if (separators !== '' && !isDecimal && !isGrouped) return null
  if (
    isGrouped &&
    !isDecimal &&
    last === ',' &&
    (language === 'de' || language === 'es' || language === 'fr')
  )
    return null
  const digits = isDecimal ? decimals.length : 0
  const whole = Number(parts.join(''))
  const amount = whole / 10 ** digits
  if (digits > 0) return { amount, step: 10 ** -digits }
  let step = 1
  while (whole !== 0 && whole % (step * 10) === 0) step *= 10
  return { amount, step }
}

function readQuantity(text: string, first: PlainNumber, last: PlainNumber): Quantity {
  const before = text.slice(Math.max(0, first.start - 56), first.start)
  const symbol = CURRENCY_BEFORE.exec(before)
  let { end } = last
  const scale = SCALE.exec(text.slice(end, end + 14))
  const isMeter = scale?.[1] === 'm' || scale?.[1] === 'b'
  const factor = scale && (!isMeter || symbol) ? (SCALES[scale[1] ?? ''] ?? 1) : 1
  if (factor > 1) end += scale?.[0].length ?? 0
  if (text[end] === '+') end++
  const after = CURRENCY_AFTER.exec(text.slice(end, end + 16))
  const written = symbol?.[1] ?? after?.[1] ?? null
  const isCent = /^(?:¢|cents?)$/.test(after?.[1] ?? '')
  if (after && (!symbol || /[a-z]/.test(after[0]))) end += after[0].length
  const currency = written === null ? null : (CURRENCIES[written.trim()] ?? null)
  const unit = currency === null ? unitAt(text, end) : null
  if (unit) end = unit.end
  const size = (unit?.unit.size ?? 1) * factor * (isCent ? 0.01 : 1)
  const firstFactor = first.amount * factor > last.amount * factor ? size / factor : size
  const lead = before.slice(0, before.length - (symbol?.[0].length ?? 0))
  const { per, end: perEnd } = readPer(text, end, lead)
  const isChange = CHANGE.test(lead)
  return {
    start: first.start - (symbol?.[0].trimStart().length ?? 0),
    end: perEnd,
    low: isChange ? last.amount * size : first.amount * firstFactor,
    isFormer: FORMER.test(lead),
    high: last.amount * size,
    step: last.step * size,
    isApproximate: APPROXIMATE.test(lead),
    currency: isCent ? '$' : currency,
    dimension: unit?.unit.dimension ?? null,
    per,
    isBilledAnnually: BILLED_ANNUALLY.test(text.slice(end, end + 48)),
  }
}

const CURRENCY_BEFORE = /(us ?\$|r\$|(?<!\$)[$€£¥]|usd|eur|gbp|chf|jpy) ?$/u
const CURRENCY_AFTER =
  /^[ -]?(€|\$|£|¥|¢|cents?\b|eur\b|euros?\b|usd\b|(?:us[ -])?dollars?\b|dolares\b|ドル|ユーロ|円|yen\b|원|won\b|gbp\b|pounds?\b|chf\b|reais\b)/u
const CURRENCIES: Record<string, string> = {
  ...{ $: '$', us$: 'USD', 'us $': 'USD', usd: 'USD', dollar: '$', dollars: '$', 'us dollars': 'USD' },
  ...{ 'us dollar': 'USD', 'us-dollar': 'USD', dolares: '$', ドル: '$', '¢': '$', cent: '$', cents: '$' },
  ...{ '€': 'EUR', eur: 'EUR', euro: 'EUR', euros: 'EUR', ユーロ: 'EUR' },
  ...{ '£': 'GBP', gbp: 'GBP', pound: 'GBP', pounds: 'GBP', '¥': 'JPY', 円: 'JPY', yen: 'JPY', jpy: 'JPY' },
  ...{ 원: 'KRW', won: 'KRW', chf: 'CHF', r$: 'BRL', reais: 'BRL' },
}

const SCALE =
  /^[ -]?(k|m|b|bn|mn|mio|mrd|million|millions|millionen|millones|miljoen|mil millones|billion|billions|milliarde|milliarden|milliards?|thousand|tausend|mil|mille|万|億|千)(?![a-z])\.?/u
const SCALES: Record<string, number> = {
  ...{ k: 1e3, thousand: 1e3, tausend: 1e3, mil: 1e3, mille: 1e3, 千: 1e3, 万: 1e4, 億: 1e8 },
  ...{ m: 1e6, mn: 1e6, mio: 1e6, million: 1e6, millions: 1e6, millionen: 1e6, millones: 1e6, miljoen: 1e6 },
  ...{ b: 1e9, bn: 1e9, mrd: 1e9, billion: 1e9, billions: 1e9, milliarde: 1e9, milliarden: 1e9 },
  ...{ milliard: 1e9, milliards: 1e9, 'mil millones': 1e9 },
}

/** "Went from $19.99 to $29.99": the new amount is stated. */
const CHANGE =
  /(?:went|goes|raise[ds]?|raising|increase[ds]?|increasing|rose|rises|grew|dropped|fell|cut|reduced|lowered|changed|moved|jumped)\b[^.]{0,24}from\s?$/u
/** "Up from $7", "instead of $7": the old amount. */
const FORMER =
  /(?:(?:up|down|increased|raised|rose|reduced|lowered) from|instead of|previously|formerly|used to be|used to cost|\bwas|\bwere|statt|fruher|bisher|zuvor|vorher|au lieu de|contre|auparavant|antes|en lugar de|frente a|以前は|従来)\s?$/u

const APPROXIMATE =
  /(?:about|around|approximately|approx\.?|roughly|~|≈|circa|ca\.?|etwa|rund|ungefahr|environ|unos|unas|alrededor de|cerca de|約|およそ|nearly|almost)\s?$/u
const BILLED_ANNUALLY =
  /\b(?:billed|paid) (?:annually|yearly)|jahrliche[rn]? (?:zahlung|abrechnung)|facture annuel|facturacion anual/u

/** Reads `/user/month`, `a month`, `per seat and month`, `monthly`, `月額`. */
function readPer(text: string, from: number, before: string): { per: string[]; end: number } {
  const per: string[] = []
  if (/月(?:額|々)?約?$/u.test(before)) per.push('month')
  if (/年(?:額|間)?約?$/u.test(before)) per.push('year')
  let end = from
  for (let count = 0; count < 3; count++) {
    const match = PER.exec(text.slice(end, end + 32))
    const name = match && (PERIODS.get(match[1] ?? match[2] ?? '') ?? null)
    if (!match || name === null) break
    per.push(name)
    end += match[0].length
  }
  return { per: [...new Set(per)], end }
}

const PER =
  /^ ?(?:(?:[/&,毎]|(?:per|a|an|each|every|pro|je|im|in the|par|por|al|and|und|et|y)(?!\p{L})) ?){1,4}(?:active |paid )?([\p{L}]+)(?![\p{L}])|^ ?(monthly|annually|yearly|mensuel(?:s|les)?|mensuales|annuels|monatlich|jahrlich)/u

const PERIODS = new Map(
  [
    [
      'month',
      'month mo monat mois mes monthly monatlich mensuel mensuels mensuelles mensuales 月 maand mese',
    ],
    ['year', 'year yr jahr an ano annually yearly jahrlich annuels 年'],
    ['user', 'user users seat seats member members nutzer benutzer utilisateur usuario editor license'],
    ['person', 'person people employee employees worker contractor personne persona mitarbeiter head'],
    ['night', 'night nacht nuit noche'],
    ['ride', 'ride trip'],
    ['kWh', 'kwh'],
    ['week', 'week woche semaine semana'],
    ['day', 'day tag jour dia'],
    ['hour', 'hour stunde heure hora'],
  ].flatMap(([name = '', words = '']) => words.split(' ').map((word): [string, string] => [word, name])),
)
