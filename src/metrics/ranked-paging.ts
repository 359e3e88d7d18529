/** Lists ordered by a number, cut into pages by the place where the last page ended. */
import { z } from 'zod'
import { invalid } from '../core/errors.ts'

export const order = z.enum(['asc', 'desc'])

/** Where a row stands: by its value (null goes last, whatever the order), then by its id. */
export type Ranking<T> = { value(row: T): number | null; id(row: T): string | number }

/** Throws `invalid_request` for a cursor that no list gave. */
export function paginateRanked<T>(
  rows: readonly T[],
  { value, id }: Ranking<T>,
  page: { limit: number; cursor?: string | undefined; order: 'asc' | 'desc' },
): { items: T[]; next_cursor: string | null } {
  const after = page.cursor === undefined ? null : readCursor(page.cursor)
  const first: Placed<T>[] = []
  let count = 0
  for (const row of rows) {
    const placed = { value: value(row), id: id(row), row }
    if (after !== null && compare(placed, after, page.order) <= 0) continue
    count += 1
    addIfFirst(first, placed, page)
  }
  const last = first.at(-1)
  return {
    items: first.map(({ row }) => row),
    next_cursor: count > first.length && last ? cursorAt(last) : null,
  }
}

type Place = { value: number | null; id: string | number }
type Placed<T> = Place & { row: T }

function compare(a: Place, b: Place, order: 'asc' | 'desc'): number {
  if (a.value === b.value) return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  if (a.value === null) return 1
  if (b.value === null) return -1
  return order === 'asc' ? a.value - b.value : b.value - a.value
}

/** Changes `first`, which is in order: so the many that follow are never sorted. */
function addIfFirst<T>(
  first: Placed<T>[],
  placed: Placed<T>,
  { limit, order }: { limit: number; order: 'asc' | 'desc' },
): void {
  const last = first.at(-1)
  if (first.length === limit && last && compare(placed, last, order) >= 0) return
  let low = 0
  let high = first.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = first[middle]
    if (there && compare(there, placed, order) < 0) low = middle + 1
    else high = middle
  }
  first.splice(low, 0, placed)
  if (first.length > limit) first.pop()
}

const Cursor = z.tuple([z.number().nullable(), z.union([z.string(), z.number()])])

const cursorAt = ({ value, id }: Place) => Buffer.from(JSON.stringify([value, id])).toString('base64url')

function readCursor(cursor: string): Place {
  try {
    const [value, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { value, id }
  } catch {
    throw invalid('cursor', 'is not one that a list gave')
  }
}
