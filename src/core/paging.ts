/** Pagination with an opaque cursor. Pages are sorted by id, and so by time of creation. */
import { z } from 'zod'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { invalid } from './errors.ts'

const limitError = localizedIssue(message('core.paging.mustBeAnIntegerFrom1'))

/** Accepts decimal digits only; `Number` would also accept `1e2`, `0x10` and ` 5 `. */
export const pageLimit = z.coerce
  .string({ error: limitError })
  .regex(/^\d+$/, { error: limitError })
  .transform(Number)
  .pipe(z.number().int().min(1, { error: limitError }).max(500, { error: limitError }))

export const pageQuery = {
  limit: pageLimit.default(50).describe('Maximum number of items to return.'),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('`next_cursor` of the previous page. Omit it for the first page.'),
}

/** The component of the API description is named after the component of the item. */
export function pageSchema<T extends z.ZodType>(item: T) {
  const page = z.object({ items: z.array(item), next_cursor: NextCursor })
  const id = z.globalRegistry.get(item)?.id
  return id === undefined ? page : page.meta({ id: `${id}Page` })
}

export const NextCursor = z
  .string()
  .nullable()
  .describe('Send it as `cursor` to get the next page. Null on the last page.')

export type Page = { limit: number; cursor?: string | undefined }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns the id after which the page starts, or null for the first page. Throws `invalid_request` for a malformed
 * cursor.
 */
export function cursorId(page: Page): string | null {
  if (page.cursor === undefined) return null
  const id = Buffer.from(page.cursor, 'base64url').toString('latin1')
  if (!uuid.test(id) || cursorAt(id) !== page.cursor)
    throw invalid('cursor', message('common.texts.isNotAValidCursor'))
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

/**
 * Returns the number of rows before the page, for lists whose rows have no id. Throws `invalid_request` for a malformed
 * cursor.
 */
export function cursorOffset({ cursor = '0' }: Page): number {
  if (!/^\d{1,9}$/.test(cursor)) throw invalid('cursor', message('common.texts.isNotAValidCursor'))
  return Number(cursor)
}

/** Like `toPage`, with the rows from `cursorOffset` on. */
export const toOffsetPage = <T>(
  rows: readonly T[],
  page: Page,
): { items: T[]; next_cursor: string | null } => ({
  items: rows.slice(0, page.limit),
  next_cursor: rows.length > page.limit ? String(cursorOffset(page) + page.limit) : null,
})

const cursorAt = (id: string) => Buffer.from(id, 'latin1').toString('base64url')
