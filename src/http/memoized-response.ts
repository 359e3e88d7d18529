/**
 * Values that never change once they are there, and are given again and again: what is made of one, its text for instance,
 * is kept with it and goes when it goes.
 */
const lastingValues = new WeakMap<object, Map<unknown, unknown>>()

/** From here on nobody may change the value. */
export function memoizable<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !lastingValues.has(value))
    lastingValues.set(value, new Map())
  return value
}

/** What `make` gives: made once of a lasting value, and lasting as well; anew of any other. `by` names what is made. */
export function memoizeOn<T>(value: unknown, by: unknown, make: () => T): T {
  const made = typeof value === 'object' && value !== null ? lastingValues.get(value) : undefined
  if (!made) return make()
  if (!made.has(by)) made.set(by, memoizable(make()))
  return asMade<T>(made.get(by))
}

/** `by` says what was made, and so of what type it is. */
function asMade<T>(value: unknown): T {
  return value as T
}
