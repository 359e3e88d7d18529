/** Cursors of lists that are computed for each request and have no keys: the number of items before the page. */
import { invalid } from '../core/errors.ts'
import { message } from '../languages/message.ts'

export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,9}$/.test(cursor)) throw invalid('cursor', message('common.texts.isNotAValidCursor'))
  return Number(cursor)
}

export const toOffsetCursor = (next: number, total: number): string | null =>
  next < total ? String(next) : null
