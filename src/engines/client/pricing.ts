import rateFile from './prices.json' with { type: 'json' }

/** USD per million tokens and per thousand searches; see `rates.json`. */
export type Price = {
  engine: string
  model: string
  from: string
  input: number
  cachedInput: number
  cacheWrite: number
  output: number
  search: number
  searchUnit: 'call' | 'query' | 'answer'
}

export type Usage = {
  /** Tokens that were neither read from a cache nor written to one. */
  input: number | null
  cachedInput: number | null
  cacheWrite: number | null
  output: number | null
  searchCalls: number
  searchQueries: number
}

export const currentPrices: readonly Price[] = rateFile.rates.map(asRate)

/** Whole micro-dollars, or null when the model has no rate or the vendor did not say how much was used. */
export function costMicros(
  { rates, now }: { rates: readonly Price[]; now: Date },
  engine: string,
  model: string | null,
  usage: Usage,
): number | null {
  const rate = findRate(rates, engine, model ?? '', now.toISOString())
  if (rate === undefined || usage.input === null || usage.output === null) return null
  const tokensMicros =
    usage.input * rate.input +
    (usage.cachedInput ?? 0) * rate.cachedInput +
    (usage.cacheWrite ?? 0) * rate.cacheWrite +
    usage.output * rate.output
  return Math.round(tokensMicros + searches(rate, usage) * rate.search * 1000)
}

export type UnitRate = { engine: string; unit: string; from: string; usdPerThousand: number }

/** Micro-dollars for what an engine counts instead of tokens; see `rates.json`. Null before its first rate. */
export function unitCostMicros(
  { now }: { now: Date },
  engine: string,
  rates: readonly UnitRate[] = rateFile.units,
): number | null {
  const day = now.toISOString()
  const rate = newest(rates.filter((each) => each.engine === engine && each.from <= day))
  return rate === undefined ? null : rate.usdPerThousand * 1000
}

/** Dollars that a vendor measured itself. */
export function dollarsToMicros(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 1_000_000)
}

/** A served model is named with the day of its snapshot (`gpt-5.2-2025-12-11`, `claude-sonnet-4-5-20250929`); the price list is not. */
function findRate(rates: readonly Price[], engine: string, served: string, day: string): Price | undefined {
  const model = served.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '')
  return newest(rates.filter((rate) => rate.engine === engine && rate.model === model && rate.from <= day))
}

const newest = <R extends { from: string }>(rates: readonly R[]): R | undefined =>
  rates.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)

function searches(rate: Price, usage: Usage): number {
  if (rate.searchUnit === 'query') return usage.searchQueries
  return rate.searchUnit === 'call' ? usage.searchCalls : Math.min(1, usage.searchCalls)
}

/** JSON modules type every string as `string`; this narrows the one field that is a choice. */
function asRate(row: (typeof rateFile.rates)[number]): Price {
  const { searchUnit } = row
  if (searchUnit !== 'call' && searchUnit !== 'query' && searchUnit !== 'answer') {
    throw new Error(`rates.json: unknown searchUnit "${searchUnit}"`)
  }
  return { ...row, searchUnit }
}
