/**
 * Memoizes values derived from immutable values, such as the JSON of a cached result. A derived value is stored on the
 * value it was derived from, so both are garbage collected together.
 */
const memo = Symbol('memo')

/** Marks a value as immutable from now on, so that `memoizeOn` can store derived values on it. */
export function memoizable<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.hasOwn(value, memo))
    Object.defineProperty(value, memo, { value: new Map<unknown, unknown>() })
  return value
}

/**
 * Returns the result of `make`, which runs once per memoizable value and `key`, and on every call for other values. The
 * result is memoizable too.
 */
export function memoizeOn<T>(value: unknown, key: unknown, make: () => T): T {
  const derived = memoOf(value)
  if (!derived) return make()
  if (!derived.has(key)) derived.set(key, memoizable(make()))
  return typed<T>(derived.get(key))
}

/** Only `memoizable` sets the property. */
function memoOf(value: unknown): Map<unknown, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as { [memo]?: Map<unknown, unknown> })[memo]
}

/** The key identifies the caller, and so the type. */
function typed<T>(value: unknown): T {
  return value as T
}
