/** Compares the amount of a quantity with the values of a fact, whatever the quantity is about. */
import type { FactValue } from '../compared-fact.ts'
import type { PreparedFact } from './prepared-fact.ts'
import type { Quantity } from './quantities.ts'

/** `open`: the text states no period, or a price per month for a price per year, which can be billed annually. */
export function comparePeriods(
  { measure, kind }: PreparedFact,
  { per }: Quantity,
): 'same' | 'open' | 'other' {
  if (kind !== 'price' && measure.currency === null) return 'same'
  const isPeriod = (each: string) => PERIODS.has(each)
  const own = measure.per.find(isPeriod) ?? null
  const stated = per.find(isPeriod) ?? null
  const isPerUser = (each: string) => each === 'user' || each === 'person'
  if (per.some(isPerUser) && !measure.per.some(isPerUser)) return 'other'
  if (own === stated) return 'same'
  if (stated === null) return 'open'
  return own === 'year' && stated === 'month' ? 'open' : 'other'
}

export const measurePeriod = ({ measure }: PreparedFact) =>
  measure.per.find((each) => PERIODS.has(each)) ?? null

const PERIODS = new Set(['month', 'year', 'week', 'day', 'night', 'hour', 'ride', 'kWh'])

type Agreement = 'right' | 'outdated' | 'differs' | 'unclear'

export function agreementWith(fact: PreparedFact, quantity: Quantity): Agreement {
  const own = isSameAmount(fact, quantity, fact.value)
  if (own === 'same') return 'right'
  const earlier = fact.earlier.map(({ value }) => isSameAmount(fact, quantity, value))
  if (earlier.includes('same'))
    return own === 'unclear' || quantity.low < quantity.high ? 'unclear' : 'outdated'
  return own === 'unclear' || earlier.includes('unclear') ? 'unclear' : 'differs'
}

function isSameAmount(
  { measure }: PreparedFact,
  quantity: Quantity,
  value: FactValue,
): 'same' | 'other' | 'unclear' {
  if (typeof value !== 'number') return 'unclear'
  const { low, high, step, isApproximate, per, isBilledAnnually } = quantity
  const isMonthOfYear = measure.per.includes('year') && per.includes('month')
  if (isMonthOfYear && !isBilledAnnually) return 'unclear'
  const wanted = (value * (measure.unit?.size ?? 1)) / (isMonthOfYear ? 12 : 1)
  if (low < high && wanted >= low && wanted <= high) return 'same'
  const nearest = wanted < low ? low : high
  const difference = Math.abs(nearest - wanted)
  // Halves are rounded up: 99.95 is not 99.9.
  const half = (Math.min(step, nearest) / 2) * (wanted > nearest ? 0.9999 : 1.0001)
  const allowed = Math.max(isApproximate ? wanted * 0.05 : 0, half)
  if (difference <= 1e-9 * Math.abs(wanted)) return 'same'
  if (difference > allowed) return isMonthOfYear ? 'unclear' : 'other'
  if (difference <= wanted * 0.05) return 'same'
  return isApproximate || nearest >= 1000 || wanted >= 1000 ? 'unclear' : 'other'
}

/**
 * Days of a battery in one mode are not a contradiction to its hours in another, nor what a customer receives to what the
 * company pays in total.
 */
export const isSameScale = ({ measure, value }: PreparedFact, { low, high }: Quantity) => {
  const wanted = Number(value) * (measure.unit?.size ?? 1)
  if (measure.unit === null && wanted === 0) return true
  return high < wanted * MAX_RATIO && low * MAX_RATIO > wanted
}
const MAX_RATIO = 8
