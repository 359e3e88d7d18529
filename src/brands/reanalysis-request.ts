/**
 * When names, aliases, domains or competitors change, everything that was read out of stored answers is out of date. The
 * brand's `names_version` says so at once; a job of kind `reanalyse` then brings all of history up to date.
 */
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { enqueueOrJoinJob, findUnfinishedJob } from '../jobs/job.ts'
import { insertNameChange, type NameChange } from './name-changes.ts'

export const reanalysisKind = 'reanalyse'

/** Added to the record that a change answers with, when the change makes history be read again. */
export const Reanalysis = { reanalysis: z.object({ job_id: z.uuid() }).optional() }

/**
 * Declares all facts of a brand out of date; the job that mends them, or null when it has no answers. When nothing but one
 * entity has changed, `change` tells it and spares most answers a new reading; else every answer is read wholly.
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
    if (!brand) throw notFound('brand')
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

/** A new job that reads what is out of date, or the one that waits to begin. */
export const requestReanalysis = (tx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(tx, brandId, reanalysisKind)

const Progress = z.object({ completed: z.number().int(), total: z.number().int() })

/** The job that reads history again, while there is one. */
export async function findReanalysis(ctx: Context, brandId: string) {
  const job = await findUnfinishedJob(ctx, brandId, reanalysisKind)
  if (!job) return null
  return { id: job.id, progress: Progress.safeParse(job.progress).data ?? null }
}

export const withReanalysis = <T>(record: T, jobId: string | null) => ({
  ...record,
  ...(jobId !== null && { reanalysis: { job_id: jobId } }),
})
