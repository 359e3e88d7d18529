/** Returns the sum of an amount over items. */
export function sumBy<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0)
}
