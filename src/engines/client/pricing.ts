/** The cost of an answer, where the vendor does not report it: usage multiplied by the vendor's list prices. */

/** US dollars per million tokens (the same number as micro-dollars per token) and per thousand searches. */
export type Price = {
  model: string
  /** First day (UTC) of the price. The newest price that has started applies. */
  from: string
  input: number
  cachedInput: number
  /** Absent: cache writes cost nothing. */
  cacheWrite?: number
  output: number
  search: number
  /** What one search fee covers: a search call, a query that the engine sent, or an answer with a search. */
  searchUnit: 'call' | 'query' | 'answer'
}

/** The price of a scraper's unit, such as a credit or a search. */
export type UnitPrice = { from: string; usdPerThousand: number }

export type Usage = {
  /** Tokens that were neither read from a cache nor written to one. */
  input: number | null
  cachedInput: number | null
  cacheWrite: number | null
  output: number | null
  searchCalls: number
  searchQueries: number
}

/**
 * Returns whole micro-dollars, or null when the model has no price or the vendor did not report its usage. Free
 * allowances, batch discounts and long-context surcharges are not considered.
 */
export function costMicros(
  prices: readonly Price[],
  { now }: { now: Date },
  model: string | null,
  usage: Usage,
): number | null {
  const price = findPrice(prices, model ?? '', now)
  if (price === undefined || usage.input === null || usage.output === null) return null
  const tokensMicros =
    usage.input * price.input +
    (usage.cachedInput ?? 0) * price.cachedInput +
    (usage.cacheWrite ?? 0) * (price.cacheWrite ?? 0) +
    usage.output * price.output
  return Math.round(tokensMicros + countSearches(price, usage) * price.search * 1000)
}

/** Returns the micro-dollars of one unit, or null before the first price. */
export function unitCostMicros(prices: readonly UnitPrice[], { now }: { now: Date }): number | null {
  const price = currentPrice(prices, now)
  return price === undefined ? null : price.usdPerThousand * 1000
}

/** Converts dollars that the vendor reported. */
export function dollarsToMicros(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 1_000_000)
}

/** Vendors append the snapshot's date to a served model (`gpt-5.2-2025-12-11`); the price list does not. */
function findPrice(prices: readonly Price[], served: string, now: Date): Price | undefined {
  const model = served.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '')
  return currentPrice(
    prices.filter((price) => price.model === model),
    now,
  )
}

function currentPrice<P extends { from: string }>(prices: readonly P[], now: Date): P | undefined {
  const started = prices.filter(({ from }) => from <= now.toISOString())
  return started.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)
}

function countSearches({ searchUnit }: Price, { searchQueries, searchCalls }: Usage): number {
  if (searchUnit === 'query') return searchQueries
  return searchUnit === 'call' ? searchCalls : Math.min(1, searchCalls)
}
