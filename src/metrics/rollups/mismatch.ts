/** `row`: what differs first, such as the platform, model, region, prompt and entity of a counter. */
export type Difference = { row: string; counted: string; stored: string }
export type Mismatch = Difference & { day: string }

/** The counters of each row, by the row's name. */
export type Counters = Map<string, number[]>
type Rows = ReadonlyMap<string, readonly (number | string)[]>

/** Returns the first row whose counters differ. */
export function findDifference(counted: Rows, stored: Rows): Difference | undefined {
  const describe = (counters: readonly (number | string)[] | undefined) => counters?.join(', ') ?? 'none'
  for (const row of new Set([...counted.keys(), ...stored.keys()])) {
    const difference = { row, counted: describe(counted.get(row)), stored: describe(stored.get(row)) }
    if (difference.counted !== difference.stored) return difference
  }
  return undefined
}

export const withoutZeros = (counters: [string, number[]][]): Counters =>
  new Map(counters.filter(([, each]) => each.some((number) => number > 0)))
