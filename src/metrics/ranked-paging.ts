/** Keyset pagination of lists ordered by a number. */
import { z } from 'zod'
import { invalid } from '../core/errors.ts'
import { message } from '../languages/message.ts'

export const order = z.enum(['asc', 'desc']).default('desc').describe('Sort direction.')

/** Rows are ordered by value (null is last in both orders), then by id. */
export type Ranking<T> = { value(row: T): number | null; id(row: T): string | number }

/** Throws `invalid_request` for a cursor that was not returned by a list. */
export function paginateRanked<T>(
  rows: Iterable<T>,
  { value, id }: Ranking<T>,
  page: { limit: number; cursor?: string | undefined; order: 'asc' | 'desc' },
): { items: T[]; next_cursor: string | null } {
  const after = page.cursor === undefined ? null : readCursor(page.cursor)
  const first: RankedRow<T>[] = []
  let count = 0
  // One object for all rows: a brand has up to hundreds of thousands of sources, and few are on the page.
  const rank: Rank = { value: null, id: 0 }
  for (const row of rows) {
    rank.value = value(row)
    rank.id = id(row)
    if (after !== null && compare(rank, after, page.order) <= 0) continue
    count += 1
    const last = first.at(-1)
    if (first.length < page.limit || (last && compare(rank, last, page.order) < 0))
      insert(first, { ...rank, row }, page)
  }
  const last = first.at(-1)
  return {
    items: first.map(({ row }) => row),
    next_cursor: count > first.length && last ? cursorAt(last) : null,
  }
}

type Rank = { value: number | null; id: string | number }
type RankedRow<T> = Rank & { row: T }

function compare(a: Rank, b: Rank, order: 'asc' | 'desc'): number {
  if (a.value === b.value) return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  if (a.value === null) return 1
  if (b.value === null) return -1
  return order === 'asc' ? a.value - b.value : b.value - a.value
}

/** Inserts into the sorted page, so that the rows of later pages are never sorted. */
function insert<T>(
  first: RankedRow<T>[],
  ranked: RankedRow<T>,
  { limit, order }: { limit: number; order: 'asc' | 'desc' },
): void {
  let low = 0
  let high = first.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = first[middle]
    if (other && compare(other, ranked, order) < 0) low = middle + 1
    else high = middle
  }
  first.splice(low, 0, ranked)
  if (first.length > limit) first.pop()
}

const Cursor = z.tuple([z.number().nullable(), z.union([z.string(), z.number()])])

export const cursorAt = ({ value, id }: Rank) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Throws `invalid_request` for a cursor that was not returned by a list. */
export function readCursor(cursor: string): Rank {
  try {
    const [value, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { value, id }
  } catch {
    throw invalid('cursor', message('common.texts.isNotAValidCursor'))
  }
}
