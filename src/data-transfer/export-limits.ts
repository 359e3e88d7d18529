/**
 * Limits of organization exports: one of a kind at a time per organization, few queries at a time for all of them, and a deadline.
 * So no number of slow downloads can occupy the connections that other requests need.
 */
import type { Context, Resource } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { type KeyedSemaphore, keyedSemaphore } from '../core/semaphore.ts'
import { acquireLease } from '../jobs/lease.ts'
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

type ClaimedExport = {
  /** Aborted at the deadline. */
  signal: AbortSignal
  readPage: ReadPage
  /** Allows the next export of the organization. */
  release(): Promise<void>
}

/**
 * Claims an export of the organization until it is released or its deadline passes. Throws `conflict` while another one of the
 * same kind is in progress.
 */
export async function claimExport(
  ctx: Context,
  kind: 'export' | 'audit log export',
  limits = { deadlineMs },
): Promise<ClaimedExport> {
  const release = await acquireLease(ctx, kind, limits.deadlineMs)
  if (release === null) throw conflict(message('dataTransfer.exportLimits.anExportOfThisOrganizationIs'))
  const signal = AbortSignal.timeout(limits.deadlineMs)
  return {
    signal,
    readPage: (query) => ctx.use(exportReads).run(ctx.organizationId, query, { signal }),
    release: () => release(ctx),
  }
}
