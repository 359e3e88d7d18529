/** The verdicts of a language model on claims, which are removed when another method is chosen. */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { requestNewComparison } from './request-comparison.ts'

/** Serializes transactions that replace the claims of a brand's answers, so that none misses what another one writes. */
export async function lockVerdicts(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`verdicts ${brandId}`}, 0))`.execute(tx.db)
}

/**
 * Deletes the verdicts of a model, except those that a person corrected, and requests that all answers are compared again by the
 * current method. Stored results stay (`llm_results`) and count again when the model is chosen again.
 */
export async function forgetModelVerdicts(tx: Context, brandId: string): Promise<void> {
  await lockVerdicts(tx, brandId)
  await sql`
    delete from claims where brand_id = ${brandId} and method = 'model' and not is_corrected`.execute(tx.db)
  const { facts_version } = await tx.db
    .selectFrom('brands')
    .select('facts_version')
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  if (facts_version > 0) await requestNewComparison(tx, brandId)
}
