/** Pagination with an opaque cursor. Pages are sorted by id, and so by time of creation. */
import { z } from 'zod'
import { invalid } from './errors.ts'

export const pageQuery = {
  limit: z.coerce.number({ error: 'must be an integer from 1 to 500' }).int().min(1).max(500).default(50),
  cursor: z.string().max(200).optional(),
}

export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

export type Page = { limit: number; cursor?: string | undefined }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns the id after which the page starts, or null for the first page. Throws `invalid_request` for a malformed
 * cursor.
 */
export function cursorId(page: Page): string | null {
  if (page.cursor === undefined) return null
  const id = Buffer.from(page.cursor, 'base64url').toString('latin1')
  if (!uuid.test(id) || cursorAt(id) !== page.cursor) throw invalid('cursor', 'is not a valid cursor')
  return id
}

/** Returns a page and its cursor. `rows` has one row more than the page when another page follows. */
export function toPage<T extends { id: string }>(
  rows: T[],
  page: Page,
): { items: T[]; next_cursor: string | null } {
  const items = rows.slice(0, page.limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > page.limit && last ? cursorAt(last.id) : null }
}

const cursorAt = (id: string) => Buffer.from(id, 'latin1').toString('base64url')
