import { type Language, languages } from '../../vocabulary/languages.ts'
import { numberFormat } from '../../vocabulary/message-formats.ts'
import { formatMessage, type Message, message } from '../languages/message.ts'
import type { ComparedFact } from './compared-fact.ts'

type Stated = Pick<ComparedFact, 'kind' | 'subject' | 'value' | 'unit'>

/** Returns a proposed fact as a sentence in the language of its page; in English for a language without texts. */
export function writeStatement(fact: Stated, brand: string, pageLanguage: string | null): string {
  const language = languages.find((each) => each === pageLanguage?.slice(0, 2).toLowerCase()) ?? 'en'
  const sentence = toMessage(fact, brand, language)
  return sentence
    ? formatMessage(sentence, language)
    : `${fact.subject}: ${fact.value} ${fact.unit ?? ''}`.trim()
}

function toMessage(
  { kind, subject, value, unit }: Stated,
  brand: string,
  language: Language,
): Message | null {
  const text = String(value)
  if (kind === 'founding_year') return message('claims.statements.foundingYear', { brand, year: text })
  if (kind === 'headquarters') return message('claims.statements.headquarters', { brand, place: text })
  if (kind === 'certification') return message('claims.statements.certification', { brand, name: subject })
  if (kind === 'person')
    return subject === 'founder'
      ? message('claims.statements.founder', { brand, people: text })
      : message('claims.statements.person', { brand, role: subject, person: text })
  if (typeof value !== 'number') return null
  const amount = formatAmount(value, unit, language)
  if (kind === 'price') {
    const name = subject.replace(/ \(annual\)$/, '')
    return message('claims.statements.price', { name, amount, per: getPayment(unit) })
  }
  const [, measure, plan] = /^(users|storage) of (.+)$/.exec(subject) ?? []
  if (plan !== undefined)
    return measure === 'users'
      ? message('claims.statements.users', { plan, count: value })
      : message('claims.statements.storage', { plan, amount })
  if (subject === 'trial') return message('claims.statements.trial', { brand, period: amount })
  if (subject === 'returns') return message('claims.statements.returns', { brand, period: amount })
  if (subject === 'warranty') return message('claims.statements.warranty', { brand, period: amount })
  if (subject === 'money-back guarantee')
    return message('claims.statements.moneyBack', { brand, period: amount })
  return subject === 'order value for free shipping'
    ? message('claims.statements.freeShipping', { brand, amount })
    : null
}

/** Units of facts with their names in Intl. */
const INTL_UNITS: Record<string, string> = {
  ...{ days: 'day', months: 'month', years: 'year' },
  ...{ KB: 'kilobyte', MB: 'megabyte', GB: 'gigabyte', TB: 'terabyte' },
}

/** Formats "14 days", "50 GB" and "$9". */
function formatAmount(value: number, unit: string | null, language: Language): string {
  const [first = ''] = (unit ?? '').split('/')
  const intlUnit = INTL_UNITS[first]
  if (intlUnit !== undefined) {
    const unitDisplay = intlUnit.endsWith('byte') ? 'short' : 'long'
    return numberFormat(language, { style: 'unit', unit: intlUnit, unitDisplay }).format(value)
  }
  if (!/^[A-Z]{3}$/.test(first)) return `${numberFormat(language, {}).format(value)} ${first}`.trim()
  const digits = Number.isInteger(value) ? { minimumFractionDigits: 0 } : {}
  return numberFormat(language, {
    style: 'currency',
    currency: first,
    currencyDisplay: 'narrowSymbol',
    ...digits,
  }).format(value)
}

function getPayment(unit: string | null): 'month' | 'year' | 'userMonth' | 'userYear' | 'once' {
  const [, ...per] = (unit ?? '').split('/')
  const isPerUser = per.includes('user') || per.includes('person')
  if (per.includes('month')) return isPerUser ? 'userMonth' : 'month'
  return per.includes('year') ? (isPerUser ? 'userYear' : 'year') : 'once'
}
