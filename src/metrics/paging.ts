/** Lists ordered by a number, cut into pages by the place where the last page ended. */
import { z } from 'zod'
import { invalid } from '../core/errors.ts'

export const order = z.enum(['asc', 'desc'])

/** Where a row stands: by its value (null goes last, whatever the order), then by its id. */
export type Ranking<T> = { value(row: T): number | null; id(row: T): string | number }

/** Throws `invalid_request` for a cursor that no list gave. */
export function pageRanked<T>(
  rows: readonly T[],
  { value, id }: Ranking<T>,
  page: { limit: number; cursor?: string | undefined; order: 'asc' | 'desc' },
): { items: T[]; next_cursor: string | null } {
  const after = page.cursor === undefined ? null : readCursor(page.cursor)
  const rest: Placed<T>[] = []
  for (const row of rows) {
    const place: Place = [value(row), id(row)]
    if (after === null || compare(place, after, page.order) > 0) rest.push({ row, place })
  }
  const first = firstOf(rest, page.limit, (a, b) => compare(a.place, b.place, page.order))
  const last = first.at(-1)
  return {
    items: first.map(({ row }) => row),
    next_cursor: rest.length > first.length && last ? cursorAt(last.place) : null,
  }
}

type Placed<T> = { row: T; place: Place }
type Place = [value: number | null, id: string | number]

function compare([a, idA]: Place, [b, idB]: Place, order: 'asc' | 'desc'): number {
  if (a === b) return idA < idB ? -1 : idA > idB ? 1 : 0
  if (a === null) return 1
  if (b === null) return -1
  return order === 'asc' ? a - b : b - a
}

/** The first few in their order, without sorting the many that follow. */
function firstOf<T>(rows: readonly T[], count: number, compare: (a: T, b: T) => number): T[] {
  const first: T[] = []
  for (const row of rows) {
    const last = first.at(-1)
    if (first.length === count && last !== undefined && compare(row, last) >= 0) continue
    first.splice(placeFor(row, first, compare), 0, row)
    if (first.length > count) first.pop()
  }
  return first
}

function placeFor<T>(row: T, sorted: readonly T[], compare: (a: T, b: T) => number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = sorted[middle]
    if (there !== undefined && compare(there, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

const Cursor = z.tuple([z.number().nullable(), z.union([z.string(), z.number()])])

const cursorAt = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

function readCursor(cursor: string): Place {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid('cursor', 'is not one that a list gave')
  }
}
