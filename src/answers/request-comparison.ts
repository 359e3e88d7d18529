/** Requests that the stored answers of a brand are compared with its facts. */
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import type { Context } from '../core/context.ts'
import { enqueueOrJoinJob } from '../jobs/job.ts'

const kind = 'claims' satisfies JobKind

/** Requests the comparison of answers that have not been compared yet. Returns the id of a new job, or of the one that is already waiting. */
export const requestComparison = (tx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(tx, brandId, kind)

/** Requests that all answers are compared again. Returns the new version of the facts. */
export async function requestNewComparison(tx: Context, brandId: string): Promise<number> {
  const { facts_version } = await tx.db
    .updateTable('brands')
    .set((eb) => ({ facts_version: eb('facts_version', '+', 1) }))
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', brandId)
    .returning('facts_version')
    .executeTakeFirstOrThrow()
  await requestComparison(tx, brandId)
  return facts_version
}
