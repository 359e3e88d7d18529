/**
 * Reads parsed JSON of unknown shape. A value of an unexpected type becomes null or empty, so one malformed field never
 * invalidates the whole answer.
 */

/** Returns the value at a path of object keys, or undefined. */
export function valueAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an array unchanged, keeping positions that indexes refer to; empty for anything else. */
export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the objects of an array. */
export function asRecords(value: unknown): Record<string, unknown>[] {
  return asArray(value).filter(isRecord)
}

/** Returns the non-empty strings of an array. */
export function asStrings(value: unknown): string[] {
  return asArray(value)
    .map(asString)
    .filter((item) => item !== null)
}

/** Returns a non-empty string, or null. */
export function asString(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function asFiniteNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Returns the sum of the numbers among the values, or null without any. */
export function sumOrNull(...values: unknown[]): number | null {
  const numbers = values.map(asFiniteNumber).filter((value) => value !== null)
  return numbers.length === 0 ? null : numbers.reduce((total, value) => total + value, 0)
}
