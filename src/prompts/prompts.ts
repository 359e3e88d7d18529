/**
 * A prompt is a text that runs send to the engines repeatedly, in a region and a language, and as a persona if it has one. These
 * four are its wording and identify it, together with the questions before it in a conversation. It belongs to at most one topic
 * and has tags and a category. It is `branded` when it names the brand, because branded and unbranded prompts are reported
 * separately.
 */

import { type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms, platformsWithoutPersona } from '../../vocabulary/platforms.ts'
import { analysisPool } from '../answers/analysis-pool.ts'
import { getEntities } from '../answers/analyzer.ts'
import { type Brand, canSee, getBrand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { newId, Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import { getRow, noSuchRow } from '../core/rows-of-brand.ts'
import type { Prompts } from '../db/schema.generated.ts'
import type { ResourceLoader } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { requireQuota } from '../plans/plans.ts'
import { categorize } from './categories.ts'
import { getPreviousPrompt, markPromptsDeleted, requireSharedSettings } from './follow-ups.ts'
import { type NewPrompt, PromptRecord } from './prompt-fields.ts'
import { promptTextHash } from './wording.ts'

export type Prompt = Selectable<Prompts>

export type ListedPrompt = Prompt & {
  topic_name: string | null
  persona_name: string | null
  follows_text: string | null
}
/** `previous`: the prompt that the new one follows up. */
export type PromptInput = Omit<z.output<typeof NewPrompt>, 'brand_id' | 'follows' | 'follow_ups'> & {
  previous?: Prompt | undefined
}

/**
 * Finds the prompt that the path names, in any brand that the caller may see, together with its brand. Unless `replaced`
 * allows it, throws `conflict` with the id of the successor for a prompt that an edit has replaced.
 */
export function promptFrom({
  replaced = false,
} = {}): ResourceLoader<{ prompt: ListedPrompt; brand: Brand }> {
  return {
    in: 'params',
    name: 'prompt',
    schema: Uuid,
    load: async (ctx, id) => {
      const prompt = await findPrompt(ctx, String(id))
      if (!prompt || !canSee(ctx, prompt.brand_id)) throw noSuchRow('prompts')
      const { replaced_by } = prompt
      if (replaced_by !== null && !replaced)
        throw conflict(message('prompts.general.anEditHasReplacedThisPrompt', { replaced_by }), {
          replaced_by,
        })
      return { prompt, brand: await getBrand(ctx, prompt.brand_id) }
    },
  }
}

/** `isListed`: a condition on the table `prompts`. */
export async function listPrompts(
  ctx: Context,
  brandId: string,
  page: Page,
  isListed = sql<boolean>`true`,
): Promise<{ items: ListedPrompt[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await promptQuery(ctx)
    .where('prompts.brand_id', '=', brandId)
    .where('prompts.deleted_at', 'is', null)
    .where(isListed)
    .$if(after !== null, (query) => query.where('prompts.id', '>', after))
    .orderBy('prompts.id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

/** A prompt with the instruction of its persona; null without one. */
export type ActivePrompt = ListedPrompt & { instruction: string | null }

/** Returns what is sent to an engine. In a conversation, only the first question has the instruction of the persona. */
export const sentText = ({
  text,
  instruction,
  follows,
}: Pick<ActivePrompt, 'text' | 'instruction' | 'follows'>): string =>
  instruction === null || follows !== null ? text : `${instruction}\n\n${text}`

/** Returns the prompts that a run sends, in creation order. */
export const listActivePrompts = (ctx: Context, brandId: string): Promise<ActivePrompt[]> =>
  promptQuery(ctx)
    .select('personas.instruction')
    .where('prompts.brand_id', '=', brandId)
    .where('prompts.deleted_at', 'is', null)
    .where('prompts.is_active', '=', true)
    .orderBy('prompts.id')
    .execute()

/** Counts the active prompts of all brands of the organization. */
export async function countActivePrompts(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('brands')
    .innerJoin('prompts', 'prompts.brand_id', 'brands.id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brands.organization_id', '=', ctx.organizationId)
    .where('prompts.deleted_at', 'is', null)
    .where('prompts.is_active', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Throws `conflict` when the brand already has this text in this region, language and conversation, as this persona. */
export function createPrompt(
  ctx: Context,
  brand: Brand,
  { follows, follow_ups = [], ...input }: Omit<z.output<typeof NewPrompt>, 'brand_id'>,
): Promise<ListedPrompt> {
  return transaction(ctx, async (tx) => {
    await requireTopic(tx, brand.id, input.topic_id)
    await requirePersona(tx, brand.id, input)
    const previous = follows ? await getPreviousPrompt(tx, brand.id, follows) : undefined
    if (previous) requireSharedSettings(input, previous)
    if (input.is_active !== false) await requireQuota(tx, 'prompts', () => countActivePrompts(tx))
    const [prompt] = await insertPrompts(tx, brand, [{ ...input, previous }])
    if (!prompt) throw duplicatePrompt()
    await recordEvent(tx, 'prompt.created', { brandId: brand.id, data: { text: prompt.text } })
    let last = prompt.id
    for (const text of follow_ups) {
      const { id } = await createPrompt(tx, brand, { text, follows: last, is_active: prompt.is_active })
      last = id
    }
    return getListedPrompt(tx, prompt.id)
  })
}

/**
 * Inserts the prompts that the brand does not have yet, in order and without duplicates, and returns them. An omitted
 * region or language defaults to the brand's; null means none.
 */
export async function insertPrompts(
  tx: Context,
  brand: Brand,
  inputs: readonly PromptInput[],
): Promise<Prompt[]> {
  if (inputs.length === 0) return []
  const areBranded = await namesBrand(
    tx,
    brand,
    inputs.map(({ text }) => text),
  )
  const rows = inputs.map(({ text, previous, ...input }, index) => {
    const branded = areBranded[index] ?? false
    const { region: ownRegion = brand.region, language: ownLanguage = brand.language } = input
    const region = previous?.region ?? ownRegion ?? ''
    const language = previous?.language ?? ownLanguage ?? ''
    const persona_id = (previous ?? input).persona_id ?? null
    return {
      brand_id: brand.id,
      id: newId(tx.now().getTime()),
      topic_id: (input.topic_id === undefined ? previous?.topic_id : input.topic_id) ?? null,
      persona_id,
      text,
      text_hash: promptTextHash({ text, region, language, persona_id, previous }),
      category: input.category ?? categorize(text, branded),
      branded,
      region,
      language,
      platforms: (previous ?? input).platforms ?? null,
      tags: input.tags ?? previous?.tags ?? [],
      is_active: input.is_active ?? true,
      created_at: tx.now(),
      follows: previous?.id ?? null,
    }
  })
  return tx.db
    .insertInto('prompts')
    .values(rows)
    .onConflict((conflicting) =>
      conflicting.columns(['brand_id', 'text_hash']).where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll()
    .execute()
}

export function deletePrompt(ctx: Context, prompt: Prompt): Promise<void> {
  return transaction(ctx, async (tx) => {
    const deleted = await markPromptsDeleted(tx, prompt.brand_id, [prompt.id])
    if (deleted.length === 0) throw noSuchRow('prompts')
    await recordEvent(tx, 'prompt.deleted', { brandId: prompt.brand_id, data: { text: prompt.text } })
  })
}

export function showPrompt(prompt: ListedPrompt): z.input<typeof PromptRecord> {
  return PromptRecord.parse({
    ...prompt,
    region: prompt.region || null,
    language: prompt.language || null,
    created_at: prompt.created_at.toISOString(),
  })
}

/** Returns for each text whether it names the brand. */
export async function namesBrand(ctx: Context, brand: Brand, texts: readonly string[]): Promise<boolean[]> {
  const found = await ctx.use(analysisPool).find(
    ctx.organizationId,
    getEntities([brand]),
    texts.map((markdown) => ({ markdown })),
  )
  return found.map((names) => names.length > 0)
}

const promptQuery = (ctx: Context) =>
  ctx.db
    .selectFrom('prompts')
    .leftJoin('topics', (join) =>
      join.onRef('topics.brand_id', '=', 'prompts.brand_id').onRef('topics.id', '=', 'prompts.topic_id'),
    )
    .leftJoin('personas', (join) =>
      join
        .onRef('personas.brand_id', '=', 'prompts.brand_id')
        .onRef('personas.id', '=', 'prompts.persona_id'),
    )
    .leftJoin('prompts as previous', (join) =>
      join.onRef('previous.brand_id', '=', 'prompts.brand_id').onRef('previous.id', '=', 'prompts.follows'),
    )
    .selectAll('prompts')
    .select(['topics.name as topic_name', 'personas.name as persona_name', 'previous.text as follows_text'])

function findPrompt(ctx: Context, id: string): Promise<ListedPrompt | undefined> {
  const ownBrands = ctx.db
    .selectFrom('brands')
    .select('brands.id')
    .where('brands.organization_id', '=', ctx.organizationId)
  return promptQuery(ctx)
    .where('prompts.brand_id', 'in', ownBrands)
    .where('prompts.id', '=', id)
    .where((eb) => eb.or([eb('prompts.deleted_at', 'is', null), eb('prompts.replaced_by', 'is not', null)]))
    .executeTakeFirst()
}

export async function getListedPrompt(tx: Context, id: string): Promise<ListedPrompt> {
  const prompt = await findPrompt(tx, id)
  if (!prompt) throw noSuchRow('prompts')
  return prompt
}

export async function requireTopic(
  tx: Context,
  brandId: string,
  topicId: string | null | undefined,
): Promise<void> {
  if (topicId) await getRow(tx, 'topics', brandId, topicId, 'key share')
}

/** Throws `not_found` for a persona of another brand, and `invalid_request` when no platform of the prompt takes one. */
export async function requirePersona(
  tx: Context,
  brandId: string,
  {
    persona_id,
    platforms: chosen,
  }: { persona_id?: string | null | undefined; platforms?: Platform[] | null | undefined },
): Promise<void> {
  if (!persona_id) return
  await getRow(tx, 'personas', brandId, persona_id, 'key share')
  if (chosen && !chosen.some(takesPersona))
    throw invalid('persona_id', message('prompts.general.noPlatformTakesAPersona'))
}

const takesPersona = (platform: Platform): boolean => !platformsWithoutPersona.includes(platform)

/** Whether runs send the prompt to the platform. */
export const isAskedOn = (
  { platforms: chosen, persona_id }: Pick<Prompt, 'platforms' | 'persona_id'>,
  platform: Platform,
): boolean =>
  (chosen === null || chosen.includes(platform)) && (persona_id === null || takesPersona(platform))

/** Returns the condition of `isAskedOn` on the table prompts. */
export const askedOn = (platform: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  (prompts.platforms is null or ${platform} = any(prompts.platforms))
  and (prompts.persona_id is null or ${platform} <> all(${platformsWithoutPersona}::text[]))
)`

/** Returns whether any of these prompts has answers, or a running job may be sending one. */
export async function areAsked(
  tx: Context,
  brandId: string,
  isSelected: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from prompts
    where brand_id = ${brandId} and ${isSelected} and (
      exists (select 1 from answers where answers.brand_id = ${brandId} and answers.prompt_id = prompts.id)
      or exists (
        select 1 from jobs
        where jobs.brand_id = ${brandId} and started_at is not null and finished_at is null
      )
    ) limit 1`.execute(tx.db)
  return rows.length > 0
}

export const duplicatePrompt = () => conflict(message('prompts.general.thisBrandAlreadyHasThisPrompt'))

export const parsePlatforms = (names: string[] | null): Platform[] | null =>
  z.array(z.enum(platforms)).nullable().parse(names)
