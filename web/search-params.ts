/** Reads URL parameters. Values that a screen does not know are undefined. */

export const getChoice = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value)

/** The router parses text of digits as a number. */
export const getText = (value: unknown, maxLength: number): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, maxLength) || undefined
    : undefined

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns the fields that have a value. Only fields of `values` are left, and none of them is undefined. */
export function withoutUndefined<T extends Record<string, unknown>>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>
}
