/** Asks prompts in other markets or as other personas: for each prompt, persona and market a prompt with the same text and settings. */
import { z } from 'zod'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { BrandId, Language, Region } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { noSuchRow } from '../core/rows-of-brand.ts'
import { resolveOwnPlatforms } from '../engines/organization-keys.ts'
import { findVendor } from '../engines/vendors.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireQuota } from '../plans/plans.ts'
import {
  countActivePrompts,
  insertPrompts,
  isAskedOn,
  type Prompt,
  type PromptInput,
  parsePlatforms,
  requirePersona,
} from '../prompts/prompts.ts'
import { listTextHashes, promptTextHash } from '../prompts/wording.ts'
import { estimatePrompts, PromptCost } from './spend/prompt-cost.ts'

const maxVariants = 2_000
const maxReportedIds = 100

export const VariantRequest = z
  .strictObject({
    brand_id: BrandId,
    prompt_ids: z.array(Uuid).min(1).max(500).describe('Ids of the prompts.'),
    persona_ids: z
      .array(Uuid.nullable())
      .max(21)
      .default([])
      .describe('Ids of the personas; null: without a persona. Empty: the persona of each prompt.'),
    markets: z
      .array(
        z.strictObject({
          region: Region.nullable().describe('Country (ISO 3166-1); null: none.'),
          language: Language.nullable().describe('Language tag; null: none.'),
        }),
      )
      .max(50)
      .default([])
      .describe('Countries and languages. Empty: those of each prompt. Texts are not translated.'),
  })
  .refine(({ persona_ids, markets }) => persona_ids.length + markets.length > 0, {
    error: localizedIssue(message('common.texts.mustContainAChange')),
  })

type VariantRequest = z.output<typeof VariantRequest>

export const VariantReport = z
  .object({
    created: z.number().int(),
    skipped_duplicates: z.number().int().describe('Variants that exist already.'),
    skipped_without_platform: z
      .number()
      .int()
      .describe(
        'Variants with a persona of prompts that only Google AI Overviews is asked, which takes none.',
      ),
    skipped_follow_ups: z
      .number()
      .int()
      .describe(
        'Chosen prompts that are follow-ups, which have the market and persona of the first question.',
      ),
    prompt_ids: z.array(z.uuid()).describe(`The first ${maxReportedIds} created prompts.`),
  })
  .meta({ id: 'PromptVariants' })

export const VariantPreview = VariantReport.omit({ prompt_ids: true })
  .extend({
    ...PromptCost.shape,
    unserved: z
      .array(z.object({ platform: z.enum(platforms), region: z.string() }))
      .describe(
        'Countries that the engine of a platform cannot query from. These queries fail without cost.',
      ),
  })
  .meta({ id: 'PromptVariantPreview' })

/** Throws `not_found`, and creates none, if a prompt or a persona does not belong to the brand. */
export function createVariants(
  ctx: Context,
  brand: Brand,
  request: VariantRequest,
): Promise<z.input<typeof VariantReport>> {
  return transaction(ctx, async (tx) => {
    const { inputs, ...skipped } = await resolveVariants(tx, brand, request)
    const ids = (await insertPrompts(tx, brand, inputs)).map(({ id }) => id)
    const created = ids.length
    await requireQuota(tx, 'prompts', async () => (await countActivePrompts(tx)) - created, created)
    if (created > 0) await recordEvent(tx, 'prompts.imported', { brandId: brand.id, data: { created } })
    return { created, ...skipped, prompt_ids: ids.slice(0, maxReportedIds) }
  })
}

/** Returns what the request would create, and what all created prompts together cost in the coming month. Creates nothing. */
export async function previewVariants(
  ctx: Context,
  brand: Brand,
  request: VariantRequest,
): Promise<z.input<typeof VariantPreview>> {
  const { inputs, ...skipped } = await resolveVariants(ctx, brand, request)
  const cost = await estimatePrompts(
    ctx,
    brand,
    inputs.map(({ platforms, persona_id }) => ({ platforms, persona_id, turnsBefore: 0 })),
  )
  const regions = new Set(inputs.flatMap(({ region }) => region ?? []))
  return {
    created: inputs.length,
    ...skipped,
    ...cost,
    unserved: await listUnserved(
      ctx,
      cost.platforms.map(({ platform }) => platform),
      [...regions],
    ),
  }
}

async function resolveVariants(ctx: Context, brand: Brand, request: VariantRequest) {
  for (const persona_id of request.persona_ids) await requirePersona(ctx, brand.id, { persona_id })
  const prompts = await findPrompts(ctx, brand, request.prompt_ids)
  const first = prompts.filter(({ follows }) => follows === null)
  const variants = first.flatMap((prompt) => combine(prompt, request))
  if (variants.length > maxVariants)
    throw new AppError(
      'too_large',
      message('tracking.promptVariants.tooMany', { max: maxVariants, count: variants.length }),
    )
  const asked = variants.filter((variant) => platforms.some((platform) => isAskedOn(variant, platform)))
  const seen = await listTextHashes(ctx, brand)
  const inputs = asked.filter((variant) => {
    const hash = promptTextHash(variant).toString('base64')
    return !seen.has(hash) && seen.add(hash)
  })
  return {
    inputs: inputs satisfies PromptInput[],
    skipped_duplicates: asked.length - inputs.length,
    skipped_without_platform: variants.length - asked.length,
    skipped_follow_ups: prompts.length - first.length,
  }
}

function combine(prompt: Prompt, { persona_ids, markets }: VariantRequest) {
  const { text, topic_id, tags } = prompt
  const own = { region: prompt.region || null, language: prompt.language || null }
  return (persona_ids.length > 0 ? persona_ids : [prompt.persona_id]).flatMap((persona_id) =>
    (markets.length > 0 ? markets : [own]).map(({ region, language }) => ({
      text,
      topic_id,
      tags,
      persona_id,
      region,
      language,
      platforms: parsePlatforms(prompt.platforms),
    })),
  )
}

async function findPrompts(ctx: Context, brand: Brand, ids: readonly string[]): Promise<Prompt[]> {
  const prompts = await ctx.db
    .selectFrom('prompts')
    .selectAll()
    .where('brand_id', '=', brand.id)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  if (prompts.length < new Set(ids).size) throw noSuchRow('prompts')
  return prompts
}

async function listUnserved(ctx: Context, asked: readonly Platform[], regions: readonly string[]) {
  const backends = await resolveOwnPlatforms(ctx)
  return asked.flatMap((platform) => {
    const { servesRegion } = findVendor(backends.get(platform)?.backend ?? '') ?? {}
    return regions.flatMap((region) => (servesRegion?.(region) === false ? [{ platform, region }] : []))
  })
}
