/**
 * Returns the last index of the first `length` items, ascending by `key`, whose key is at most `value`; 0 if there is none.
 */
export function lastAtOrBefore<T>(
  items: readonly T[],
  value: number,
  key: (item: T) => number,
  length = items.length,
): number {
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const item = items[middle]
    if (item !== undefined && key(item) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Returns the first index of the first `length` items, ascending by `key`, whose key is at least `value`; `length` if there
 * is none.
 */
export function firstAtOrAfter<T>(
  items: ArrayLike<T>,
  value: number,
  key: (item: T) => number,
  length = items.length,
): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && key(item) < value) low = middle + 1
    else high = middle
  }
  return low
}
