import { asString } from './json.ts'

/** Describes the types in a payload that this version does not know, such as `output item "foo"`. */
export function unknownTypes(
  what: string,
  items: readonly Record<string, unknown>[],
  known: ReadonlySet<string>,
): string[] {
  const types = items.map(({ type }) => asString(type) ?? '').filter((type) => !known.has(type))
  return [...new Set(types)].map((type) => unrecognizedValue(what, type))
}

const maxShownLength = 40

/** Describes a value of a vendor. It is shortened, because it could be any text. */
export const unrecognizedValue = (what: string, value: unknown): string =>
  `${what} "${String(value).slice(0, maxShownLength)}"`
