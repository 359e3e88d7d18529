/** A person tracks candidates as prompts, dismisses them, or restores dismissed ones: all of a request, or none. */
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { sha256, Uuid } from '../core/ids.ts'
import { countRows } from '../core/rows-of-brand.ts'
import { message } from '../languages/message.ts'
import { lockOrganization, requireQuota } from '../plans/plans.ts'
import { PromptText, Tags } from '../prompts/prompt-fields.ts'
import { countActivePrompts, insertPrompts, requireTopic } from '../prompts/prompts.ts'

const Query = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .meta({ examples: ['best cargo bike for families'] })
  .describe('`query` of the candidate.')

const maxAtOnce = 500

export const DecidedQueries = z.strictObject({ queries: z.array(Query).min(1).max(maxAtOnce) })

export const TrackedQueries = z.strictObject({
  prompts: z
    .array(z.strictObject({ query: Query, text: PromptText.describe('Text of the prompt.') }))
    .min(1)
    .max(maxAtOnce),
  topic_id: Uuid.nullable().default(null).describe('Topic of all prompts; null: none.'),
  tags: Tags.default([]).describe('Tags of all prompts.'),
})

export const TrackedReport = z
  .object({
    created: z.number().int(),
    skipped_duplicates: z.number().int().describe('Texts that the brand has as prompts already.'),
    prompt_ids: z.array(z.uuid()).describe('The created prompts.'),
  })
  .meta({ id: 'TrackedCandidates' })

/** Creates the prompts, which can have other texts than the queries. */
export function trackCandidates(
  ctx: Context,
  brand: Brand,
  { prompts, topic_id, tags }: z.output<typeof TrackedQueries>,
): Promise<z.output<typeof TrackedReport>> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    await requireTopic(tx, brand.id, topic_id)
    const before = await countActivePrompts(tx)
    const created = await insertPrompts(
      tx,
      brand,
      prompts.map(({ text }) => ({ text, topic_id, tags })),
    )
    if (created.length > 0) await requireQuota(tx, 'prompts', async () => before, created.length)
    await decide(
      tx,
      brand.id,
      prompts.map(({ query }) => query),
      'tracked',
    )
    return {
      created: created.length,
      skipped_duplicates: prompts.length - created.length,
      prompt_ids: created.map(({ id }) => id),
    }
  })
}

/** Queries that ask the same as a dismissed one are not candidates either. */
export function dismissCandidates(ctx: Context, brandId: string, queries: readonly string[]): Promise<void> {
  return transaction(ctx, (tx) => decide(tx, brandId, queries, 'dismissed'))
}

export function restoreCandidates(ctx: Context, brandId: string, queries: readonly string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('prompt_candidate_decisions')
      .where('brand_id', '=', brandId)
      .where('query_hash', 'in', queries.map(hashQuery))
      .execute()
    await recordDecision(tx, brandId, queries, null)
  })
}

async function decide(
  tx: Context,
  brandId: string,
  queries: readonly string[],
  decision: 'tracked' | 'dismissed',
): Promise<void> {
  await lockOrganization(tx)
  const byHash = new Map(queries.map((query) => [hashQuery(query).toString('hex'), query]))
  await tx.db
    .insertInto('prompt_candidate_decisions')
    .values(
      [...byHash.values()].map((query) => ({
        brand_id: brandId,
        query_hash: hashQuery(query),
        query,
        decision,
        decided_at: tx.now(),
      })),
    )
    .onConflict((conflicting) => conflicting.columns(['brand_id', 'query_hash']).doUpdateSet({ decision }))
    .execute()
  if ((await countRows(tx, 'prompt_candidate_decisions', brandId)) > maxDecisions)
    throw conflict(message('discovery.candidates.tooMany', { max: maxDecisions }))
  await recordDecision(tx, brandId, queries, decision)
}

const hashQuery = (query: string) => sha256(normalizeName(query))

const maxDecisions = 20_000

/** `queries`: the first ones, for the audit log. */
const recordDecision = (
  tx: Context,
  brandId: string,
  queries: readonly string[],
  decision: 'tracked' | 'dismissed' | null,
) =>
  recordEvent(tx, 'prompt_candidate.decided', {
    brandId,
    data: { count: queries.length, queries: queries.slice(0, 5), decision },
  })
