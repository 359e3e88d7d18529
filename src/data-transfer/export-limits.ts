/**
 * Limits of organization exports: one at a time per organization, few queries at a time for all of them, and a deadline.
 * So no number of slow downloads can occupy the connections that other requests need.
 */
import type { Context, Resource } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { type KeyedSemaphore, keyedSemaphore } from '../core/semaphore.ts'
import { message } from '../languages/message.ts'
import type { ReadPage } from './export-answers.ts'

/** Queries of all exports of this process at a time. */
const maxConcurrentReads = 2

const exportReads: Resource<KeyedSemaphore> = {
  name: 'queries of exports',
  open: () => keyedSemaphore(maxConcurrentReads),
}

/** For a whole export. Slower clients are disconnected. */
const deadlineMs = 30 * 60_000

type ExportLease = {
  /** Aborted at the deadline. */
  signal: AbortSignal
  readPage: ReadPage
  /** Allows the next export of the organization. */
  release(): Promise<void>
}

/**
 * Claims the export of the organization until it is released or its deadline passes. A lease instead of a lock, because
 * no connection may be held while the client reads. Throws `conflict` while another export is in progress.
 */
export async function leaseExport(ctx: Context, limits = { deadlineMs }): Promise<ExportLease> {
  const until = new Date(ctx.now().getTime() + limits.deadlineMs)
  const claimed = await ctx.db
    .updateTable('organizations')
    .set({ exporting_until: until })
    .where('id', '=', ctx.organizationId)
    .where((eb) => eb.or([eb('exporting_until', 'is', null), eb('exporting_until', '<=', ctx.now())]))
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n)
    throw conflict(
      message('An export of this organization is in progress. Wait until it ends, or cancel it.'),
    )
  const signal = AbortSignal.timeout(limits.deadlineMs)
  return {
    signal,
    readPage: async (query) => {
      const release = await ctx.use(exportReads).acquire(ctx.organizationId, { signal })
      try {
        return await query()
      } finally {
        release()
      }
    },
    release: () => releaseExport(ctx, until),
  }
}

async function releaseExport({ db, organizationId }: Context, until: Date): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ exporting_until: null })
    .where('id', '=', organizationId)
    .where('exporting_until', '=', until)
    .execute()
}
