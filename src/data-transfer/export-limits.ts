/**
 * Limits of organization exports: one of a kind at a time per organization, few queries at a time for all of them, and a deadline.
 * So no number of slow downloads can occupy the connections that other requests need.
 */
import { Readable } from 'node:stream'
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
  readPage: ReadPage
  /** Returns the lines as a stream, which ends at the deadline. The next export can start once it has ended or is closed. */
  toStream(lines: AsyncIterable<string>): Readable
}

/**
 * Claims an export of the organization until its stream has ended or its deadline passes. Throws `conflict` while another one of the
 * same kind is in progress.
 */
export async function claimExport(
  ctx: Context,
  kind: 'export' | 'audit log export',
  limits = { deadlineMs },
): Promise<ClaimedExport> {
  const releaseLease = await acquireLease(ctx, kind, limits.deadlineMs)
  if (releaseLease === null) throw conflict(message('dataTransfer.exportLimits.anExportOfThisOrganizationIs'))
  const signal = AbortSignal.timeout(limits.deadlineMs)
  let released: Promise<void> | undefined
  const release = () =>
    (released ??= releaseLease(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'failed to release an export'),
    ))
  return {
    readPage: (query) => ctx.use(exportReads).run(ctx.organizationId, query, { signal }),
    toStream: (lines) => Readable.from(endWith(lines, release), { signal }).once('close', release),
  }
}

async function* endWith(lines: AsyncIterable<string>, end: () => Promise<void>): AsyncGenerator<string> {
  yield* lines
  await end()
}
