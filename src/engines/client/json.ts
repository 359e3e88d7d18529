/**
 * Reading parsed JSON that somebody else wrote. Each reader gives null or nothing for a value of another
 * type, so that one odd field costs that field and never the answer around it.
 */

/** The value behind a path of object keys, or undefined. */
export function valueAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list as it is; empty when it is none. For lists that others count into. */
export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list. */
export function asRecords(value: unknown): Record<string, unknown>[] {
  return asArray(value).filter(isRecord)
}

/** The strings of a list that have something in them. */
export function asStrings(value: unknown): string[] {
  return asArray(value)
    .map(asString)
    .filter((item) => item !== null)
}

/** A string with something in it. */
export function asString(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function asFiniteNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The sum of what is there; null when nothing is. */
export function sumOrNull(...values: unknown[]): number | null {
  const numbers = values.map(asFiniteNumber).filter((value) => value !== null)
  return numbers.length === 0 ? null : numbers.reduce((total, value) => total + value, 0)
}
