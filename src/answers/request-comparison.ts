/** Requests that the stored answers of a brand are compared with its facts. */
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import type { Context } from '../core/context.ts'
import { enqueueOrJoinJob } from '../jobs/job.ts'

const kind = 'claims' satisfies JobKind

/** Returns the id of a new job, or of the one that is already waiting. */
export const requestComparison = (tx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(tx, brandId, kind)
