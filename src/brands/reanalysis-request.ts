/**
 * A change of names, aliases, domains or competitors makes the facts derived from stored answers outdated. The brand's
 * `names_version` records that immediately; a job of kind `reanalyse` then analyzes the stored answers again.
 */

import { z } from 'zod'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import { type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { enqueueOrJoinJob, findUnfinishedJob } from '../jobs/job.ts'
import { message } from '../languages/message.ts'
import { insertNameChange, type NameChange } from './name-changes.ts'

export const reanalysisKind = 'reanalyze' satisfies JobKind

/** Added to the response of a change that starts a reanalysis. */
export const Reanalysis = { reanalysis: z.object({ job_id: z.uuid() }).optional() }

/**
 * Marks all facts of a brand outdated. Returns the id of the reanalysis job, or null when the brand has no answers. Pass
 * `change` when only one entity changed, so that most answers need no parsing; without it every answer is parsed in full.
 */
export async function markAnalysisOutdated(
  ctx: Context,
  brandId: string,
  change: NameChange | null = null,
): Promise<string | null> {
  return transaction(ctx, async (tx) => {
    const brand = await tx.db
      .updateTable('brands')
      .set((eb) => ({ names_version: eb('names_version', '+', 1) }))
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brandId)
      .returning('names_version')
      .executeTakeFirst()
    if (!brand) throw notFound(message('common.texts.noSuchBrand'))
    const answer = await tx.db
      .selectFrom('answers')
      .select('id')
      .where('brand_id', '=', brandId)
      .limit(1)
      .executeTakeFirst()
    if (!answer) return null
    if (change) await insertNameChange(tx, brandId, brand.names_version, change)
    return requestReanalysis(tx, brandId)
  })
}

/** Requests a reanalysis of all answers on behalf of a user. Returns null when the brand has no answers. */
export function requestManualReanalysis(ctx: Context, brandId: string): Promise<string | null> {
  return transaction(ctx, async (tx) => {
    const jobId = await markAnalysisOutdated(tx, brandId)
    if (jobId !== null) await recordEvent(tx, 'reanalysis.requested', { brandId, data: { job_id: jobId } })
    return jobId
  })
}

/** Returns the id of a new reanalysis job, or of the one that is already waiting. */
export const requestReanalysis = (tx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(tx, brandId, reanalysisKind)

const Progress = z.object({ completed: z.number().int(), total: z.number().int() })

/** Returns the unfinished reanalysis job of a brand, or null. */
export async function findReanalysis(ctx: Context, brandId: string) {
  const job = await findUnfinishedJob(ctx, brandId, reanalysisKind)
  if (!job) return null
  return { id: job.id, progress: Progress.safeParse(job.progress).data ?? null }
}

export const withReanalysis = <T>(record: T, jobId: string | null) => ({
  ...record,
  ...(jobId !== null && { reanalysis: { job_id: jobId } }),
})
