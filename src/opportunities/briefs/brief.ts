/** The brief of an opportunity: written once and kept, written anew when somebody asks for that, or changed by hand. */
import { sql } from 'kysely'
import { z } from 'zod'
import { decompress } from '../../answers/compression.ts'
import { outlineAnswer } from '../../answers/outline.ts'
import { isCounted, unfiltered } from '../../answers/scope.ts'
import { listEntities } from '../../brands/entities.ts'
import { type Context, transaction } from '../../core/context.ts'
import { recordEvent } from '../../core/events.ts'
import { Timestamp } from '../../core/fields.ts'
import { newId } from '../../core/ids.ts'
import { createLlm } from '../../llm/llm.ts'
import { readWindow } from '../../metrics/rollups.ts'
import { requireQuota } from '../../plans/plans.ts'
import { recordCost, requireBudget } from '../../plans/spend-ledger.ts'
import { leaseOpportunity, type Release } from '../lease.ts'
import type { LoadedOpportunity, OpportunityRow } from '../opportunities.ts'
import { SourceData, Type } from '../source-data.ts'
import { findClaim, findCommonTopics, type ReadAnswer } from './common-topics.ts'
import { BriefContent, type BriefLanguage, type BriefMaterial, composeBrief } from './compose-brief.ts'
import { BriefReply, buildUserMessage, system, validateBrief } from './llm-brief.ts'

export const Brief = BriefContent.extend({
  method: z
    .enum(['evidence', 'model', 'person'])
    .describe(
      '`evidence`: composed from what is stored. `model`: written from that by a language model. `person`: changed by hand.',
    ),
}).meta({ id: 'Brief' })

export const WrittenBrief = z
  .object({
    id: z.uuid().describe('Of the opportunity.'),
    brief: Brief,
    generated_at: Timestamp,
    cached: z.boolean().describe('It was there already.'),
    simulated: SourceData.shape.simulated,
  })
  .meta({ id: 'WrittenBrief' })

/** What is kept of it; null before the first. */
export async function newestBrief(
  ctx: Context,
  { brand_id, id }: Pick<OpportunityRow, 'brand_id' | 'id'>,
): Promise<{ brief: z.output<typeof Brief>; created_at: Date } | null> {
  const row = await ctx.db
    .selectFrom('briefs')
    .select(['brief', 'created_at'])
    .where('brand_id', '=', brand_id)
    .where('opportunity_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { brief: Brief.parse(row.brief), created_at: row.created_at } : null
}

/** The one there is, or a new one. Throws `conflict` while another is being written, `plan_limit` beyond the quota. */
export async function getOrWriteBrief(
  ctx: Context,
  found: LoadedOpportunity,
  { regenerate }: { regenerate: boolean },
): Promise<z.input<typeof WrittenBrief>> {
  const known = regenerate ? null : await newestBrief(ctx, found.row)
  if (known) return shownBrief(found, known, true)
  const release = await beginBrief(ctx, found)
  try {
    const written = await writeBrief(ctx, await materialFor(ctx, found))
    const saved = await transaction(ctx, async (tx) => {
      // Until then it has its place in the quota by being written, from then on by having been written.
      await release(tx)
      return saveBrief(tx, found, written, 'brief.written')
    })
    return shownBrief(found, saved, false)
  } catch (error) {
    await release(ctx)
    throw error
  }
}

/** Quota and budget are asked for before the model is, under the organization's lock: of several at once none goes beyond. */
function beginBrief(ctx: Context, found: LoadedOpportunity): Promise<Release> {
  return transaction(ctx, async (tx) => {
    await requireQuota(tx, 'briefs', (since) => countBriefs(tx, since))
    if (createLlm(tx.config) !== null) await requireBudget(tx)
    return claimBrief(tx, found)
  })
}

/** Of the organization: what was written, by the record of who did what, which outlives the brand, and what is being written. */
async function countBriefs(tx: Context, since: Date): Promise<number> {
  const { rows } = await sql<{ briefs: number }>`
    select (
      (
        select count(*) from events
        where organization_id = ${tx.organizationId} and kind = 'brief.written' and created_at >= ${since}
      ) + (
        select count(*) from brands join opportunities on opportunities.brand_id = brands.id
        where brands.organization_id = ${tx.organizationId} and writing_until > ${tx.now()}
      )
    )::int as briefs`.execute(tx.db)
  return rows[0]?.briefs ?? 0
}

/** Longer than the calls of a model can take, for a writer that died. */
const claimMs = 600_000

/** Whoever writes it, by model or by hand, is the only one. Throws `conflict`. */
export const claimBrief = (ctx: Context, { row }: LoadedOpportunity) =>
  leaseOpportunity(ctx, row, 'writing_until', claimMs)

type Written = {
  brief: z.output<typeof Brief>
  model: string | null
  /** Who was paid; null when nobody was asked, or failed without naming a price. */
  vendor: string | null
  costMicros: number | null
}

/** By the model, if there is one and what it says can be used; from the evidence otherwise. */
async function writeBrief(ctx: Context, material: BriefMaterial): Promise<Written> {
  const evidence = { ...composeBrief(material), method: 'evidence' as const }
  const model = createLlm(ctx.config)
  if (!model) return { brief: evidence, model: null, vendor: null, costMicros: null }
  const reply = await model.completeJson({
    system,
    user: buildUserMessage(material),
    schema: BriefReply,
    name: 'brief',
    signal: AbortSignal.timeout(claimMs),
  })
  if (reply.outcome === 'failed') {
    ctx.log.warn({ kind: reply.kind }, 'the model wrote no brief')
    const { costMicros } = reply
    return { brief: evidence, model: null, vendor: costMicros === null ? null : model.vendor, costMicros }
  }
  const brief = { ...validateBrief(reply.value, material), method: 'model' as const }
  return { brief, model: reply.model, vendor: model.vendor, costMicros: reply.costMicros }
}

export function saveBrief(
  ctx: Context,
  { row }: LoadedOpportunity,
  { brief, model, vendor, costMicros }: Written,
  kind: 'brief.written' | 'brief.edited',
): Promise<{ brief: z.output<typeof Brief>; created_at: Date }> {
  return transaction(ctx, async (tx) => {
    const created_at = tx.now()
    await tx.db
      .insertInto('briefs')
      .values({
        brand_id: row.brand_id,
        opportunity_id: row.id,
        id: newId(created_at.getTime()),
        brief: JSON.stringify(brief),
        model,
        cost_micros: costMicros,
        created_at,
      })
      .execute()
    const data = { opportunity_id: row.id, method: brief.method }
    await recordEvent(tx, kind, { brandId: row.brand_id, data })
    if (vendor !== null)
      await recordCost(tx, { kind: 'briefs', engine: vendor, brandId: row.brand_id, costMicros })
    return { brief, created_at }
  })
}

export const shownBrief = (
  { row }: LoadedOpportunity,
  { brief, created_at }: { brief: z.output<typeof Brief>; created_at: Date },
  cached: boolean,
): z.input<typeof WrittenBrief> => ({
  id: row.id,
  brief,
  generated_at: created_at.toISOString(),
  cached,
  simulated: SourceData.parse(row.source_data).simulated,
})

async function materialFor(ctx: Context, { row, brand }: LoadedOpportunity): Promise<BriefMaterial> {
  const data = SourceData.parse(row.source_data)
  const prompt = await ctx.db
    .selectFrom('prompts')
    .select(['text', 'category', 'language', 'topic_id'])
    .where('brand_id', '=', brand.id)
    .where('id', '=', row.prompt_id)
    .executeTakeFirstOrThrow()
  const related = await relatedPrompts(ctx, row, prompt.topic_id)
  const products = await listEntities(ctx, 'products', brand.id)
  const answers = await winningAnswers(ctx, row, data)
  const names = [brand.name, ...brand.aliases, ...data.competitors.map(({ name }) => name)]
  return {
    language: languageOf(prompt, answers),
    prompt,
    brand: {
      name: brand.name,
      domain: brand.domain,
      description: brand.description,
      products: products.map(({ name }) => name),
    },
    type: Type.parse(row.type),
    data,
    ground: findCommonTopics(answers, names),
    said: new Map(
      data.competitors.flatMap(({ name }) => {
        const quote = findClaim(name, answers)
        return quote === null ? [] : [[name, quote]]
      }),
    ),
    related,
  }
}

/** A short question may be of any language; its answers are not. English where it is none that we speak. */
function languageOf(
  prompt: { text: string; language: string },
  answers: readonly ReadAnswer[],
): BriefLanguage {
  const asked = outlineAnswer(prompt.text, prompt.language || null).language
  return asked ?? outlineAnswer(answers[0]?.markdown ?? '', null).language ?? 'en'
}

async function relatedPrompts(ctx: Context, row: OpportunityRow, topicId: string | null): Promise<string[]> {
  if (topicId === null) return []
  const rows = await ctx.db
    .selectFrom('prompts')
    .select('text')
    .where('brand_id', '=', row.brand_id)
    .where('topic_id', '=', topicId)
    .where('id', '<>', row.prompt_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(5)
    .execute()
  return rows.map(({ text }) => text)
}

const mostAnswersRead = 20

/** The newest answers of the evidence's window, those without the brand first: what they do right is to be matched. */
function winningAnswers(
  ctx: Context,
  { brand_id, prompt_id }: OpportunityRow,
  { window }: SourceData,
): Promise<ReadAnswer[]> {
  const days = { from: window.date_from, to: window.date_to }
  return readWindow(ctx, { ...unfiltered, brand: { id: brand_id, name: '' }, ...days }, async ({ db }) => {
    const { rows } = await sql<{ markdown: Buffer; language: string }>`
      select markdown, language
      from answers join answer_texts on answer_texts.brand_id = answers.brand_id and answer_id = answers.id
      where answers.brand_id = ${brand_id} and prompt_id = ${prompt_id} and ${isCounted(brand_id)}
        and day between ${window.date_from}::date and ${window.date_to}::date
      order by mention_counts[1] > 0, answered_at desc
      limit ${mostAnswersRead}`.execute(db)
    return rows.map(({ markdown, language }) => ({
      markdown: decompress(markdown),
      language: language || null,
    }))
  })
}
