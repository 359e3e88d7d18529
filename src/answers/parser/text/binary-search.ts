/** The last index of the ascending `values` that holds `value` or less; 0 if there is none. */
export function lastAtOrBefore(values: ArrayLike<number>, length: number, value: number): number {
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((values[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}
