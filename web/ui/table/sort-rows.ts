import type { Sort } from './DataTable.tsx'

/** Sorts by the value of a column. Rows without a value come last in either order; an unknown column keeps the order. */
export function sortRows<Row>(
  rows: readonly Row[],
  values: Record<string, (row: Row) => number | null>,
  { by, order }: Sort,
): Row[] {
  const value = values[by]
  if (!value) return [...rows]
  const direction = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return direction * (x - y)
  })
}
