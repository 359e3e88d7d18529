/**
 * A prompt is one question that is asked of the engines again and again. It belongs to at most one topic, and is
 * `branded` when it names the brand itself: what branded and unbranded prompts yield is never averaged unsaid.
 */
import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { compileEntities, parseAnswer } from '../answers/parser/parser.ts'
import { type Brand, canSee, getBrand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Language, normalizeName, Region, Timestamp } from '../core/fields.ts'
import { newId, Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { Prompts } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/unique-violation.ts'
import type { Finder } from '../http/route.ts'
import { requireQuota } from '../plans/plans.ts'
import { type Category, categories, categorize } from './categories.ts'

export type Prompt = Selectable<Prompts>

export const promptMaxLength = 2_000

export const PromptText = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'must not be empty')
      .max(promptMaxLength, `must have at most ${promptMaxLength} characters`)
      .refine((text) => !/[\p{Cs}\0]/u.test(text), 'must be valid text'),
  )

const changeable = {
  text: PromptText,
  topic_id: Uuid.nullable(),
  category: z.enum(categories),
  region: Region.nullable(),
  language: Language.nullable(),
  platforms: z.array(z.enum(platforms)).min(1).max(platforms.length).nullable(),
  is_active: z.boolean(),
}

export const NewPrompt = z
  .strictObject({ brand_id: Uuid, ...changeable })
  .partial()
  .required({ brand_id: true, text: true })
export const PromptChange = z.strictObject(changeable).partial()

export const PromptRecord = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    text: z.string(),
    topic_id: z.uuid().nullable(),
    topic_name: z.string().nullable(),
    category: z.enum(categories),
    branded: z.boolean(),
    region: z.string().nullable(),
    language: z.string().nullable(),
    platforms: z.array(z.enum(platforms)).nullable().describe("null: all of the brand's platforms."),
    is_active: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'Prompt' })

type ListedPrompt = Prompt & { topic_name: string | null }
type PromptInput = Omit<z.output<typeof NewPrompt>, 'brand_id'>

/** The prompt that an id in the path stands for, in any brand that the caller may see; with its brand. */
export function promptFrom(name: string): Finder<{ prompt: ListedPrompt; brand: Brand }> {
  return {
    in: 'params',
    name,
    form: Uuid,
    load: async (ctx, id) => {
      const prompt = await findPrompt(ctx, String(id))
      if (!prompt || !canSee(ctx, prompt.brand_id)) throw notFound('prompt')
      return { prompt, brand: await getBrand(ctx, prompt.brand_id) }
    },
  }
}

export async function listPrompts(
  ctx: Context,
  brandId: string,
  page: Page,
): Promise<{ items: ListedPrompt[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await promptQuery(ctx)
    .where('prompts.brand_id', '=', brandId)
    .$if(after !== null, (query) => query.where('prompts.id', '>', after))
    .orderBy('prompts.id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

/** What a run asks: the active prompts of a brand, in the order they were made. */
export const listActivePrompts = (ctx: Context, brandId: string): Promise<Prompt[]> =>
  ctx.db
    .selectFrom('prompts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()

/** Of all brands of the organization. */
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

/** Throws `conflict` when the brand asks the same text already in this region and language. */
export function createPrompt(ctx: Context, brand: Brand, input: PromptInput): Promise<ListedPrompt> {
  return transaction(ctx, async (tx) => {
    await requireTopic(tx, brand.id, input.topic_id)
    if (input.is_active !== false) await requireQuota(tx, 'prompts', () => countActivePrompts(tx))
    const [prompt] = await insertPrompts(tx, brand, [input])
    if (!prompt) throw sameQuestion()
    await recordEvent(tx, 'prompt.created', { brandId: brand.id, data: { text: prompt.text } })
    return getListed(tx, prompt.id)
  })
}

/**
 * Inserts, in their order, those that the brand does not have yet; a question that stands there twice goes in once. A
 * region or language that is not given is the brand's; null is none.
 */
export async function insertPrompts(
  tx: Context,
  brand: Brand,
  inputs: readonly PromptInput[],
): Promise<Prompt[]> {
  if (inputs.length === 0) return []
  const isBranded = brandFinder(brand)
  const rows = inputs.map(({ region = brand.region, language = brand.language, ...input }) => {
    const branded = isBranded(input.text)
    return {
      brand_id: brand.id,
      id: newId(tx.now().getTime()),
      topic_id: input.topic_id ?? null,
      text: input.text,
      text_hash: promptTextHash(input.text, region ?? '', language ?? ''),
      category: input.category ?? categorize(input.text, branded),
      branded,
      region: region ?? '',
      language: language ?? '',
      platforms: input.platforms ?? null,
      is_active: input.is_active ?? true,
      created_at: tx.now(),
    }
  })
  return tx.db
    .insertInto('prompts')
    .values(rows)
    .onConflict((clash) =>
      clash.columns(['brand_id', 'text_hash']).where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll()
    .execute()
}

/**
 * A changed text is a new question: numbers of the old one must not be read as the new one's. A prompt that has answers
 * therefore keeps them under its old wording, and the new wording starts a prompt of its own, which is returned.
 */
export function changePrompt(
  ctx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptChange>,
): Promise<ListedPrompt> {
  return transaction(ctx, async (tx) => {
    await requireTopic(tx, brand.id, change.topic_id)
    if (change.is_active === true && !prompt.is_active)
      await requireQuota(tx, 'prompts', () => countActivePrompts(tx))
    const id = (await asksAnew(tx, prompt, change))
      ? await replacePrompt(tx, brand, prompt, change)
      : await updatePrompt(tx, brand, prompt, change)
    await recordEvent(tx, 'prompt.changed', {
      brandId: brand.id,
      data: { prompt_id: id, fields: Object.keys(change) },
    })
    return getListed(tx, id)
  })
}

export function deletePrompt(ctx: Context, prompt: Prompt): Promise<void> {
  return transaction(ctx, async (tx) => {
    await markDeleted(tx, prompt)
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

/** Tells which texts name the brand. */
function brandFinder(brand: Brand): (text: string) => boolean {
  const entities = compileEntities([
    {
      id: brand.id,
      name: brand.name,
      aliases: brand.aliases,
      domains: [],
      case_sensitive: brand.case_sensitive,
      exclude_phrases: brand.exclude_phrases,
    },
  ])
  return (text) =>
    parseAnswer({ markdown: text, citations: [] }, entities).entities.some((entity) => entity.mentioned)
}

const promptQuery = (ctx: Context) =>
  ctx.db
    .selectFrom('prompts')
    .leftJoin('topics', (join) =>
      join.onRef('topics.brand_id', '=', 'prompts.brand_id').onRef('topics.id', '=', 'prompts.topic_id'),
    )
    .selectAll('prompts')
    .select('topics.name as topic_name')
    .where('prompts.deleted_at', 'is', null)

function findPrompt(ctx: Context, id: string): Promise<ListedPrompt | undefined> {
  const ownBrands = ctx.db
    .selectFrom('brands')
    .select('brands.id')
    .where('brands.organization_id', '=', ctx.organizationId)
  return promptQuery(ctx)
    .where('prompts.brand_id', 'in', ownBrands)
    .where('prompts.id', '=', id)
    .executeTakeFirst()
}

async function getListed(tx: Context, id: string): Promise<ListedPrompt> {
  const prompt = await findPrompt(tx, id)
  if (!prompt) throw notFound('prompt')
  return prompt
}

async function requireTopic(tx: Context, brandId: string, topicId: string | null | undefined): Promise<void> {
  if (!topicId) return
  const topic = await tx.db
    .selectFrom('topics')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', topicId)
    .forKeyShare()
    .executeTakeFirst()
  if (!topic) throw notFound('topic')
}

/** Whether the change makes it another question than the one that was asked, or may be asked by a run under way. */
async function asksAnew(
  tx: Context,
  prompt: Prompt,
  change: z.output<typeof PromptChange>,
): Promise<boolean> {
  const { text, region, language } = wordingAfter(prompt, change)
  if (text === prompt.text && region === prompt.region && language === prompt.language) return false
  const { rows } = await sql<{ asked: boolean }>`
    select
      exists (select 1 from answers where brand_id = ${prompt.brand_id} and prompt_id = ${prompt.id})
      or exists (
        select 1 from jobs where brand_id = ${prompt.brand_id} and started_at is not null and finished_at is null
      ) as asked`.execute(tx.db)
  return rows[0]?.asked ?? false
}

function wordingAfter(prompt: Prompt, change: z.output<typeof PromptChange>) {
  return {
    text: change.text ?? prompt.text,
    region: change.region === undefined ? prompt.region : (change.region ?? ''),
    language: change.language === undefined ? prompt.language : (change.language ?? ''),
  }
}

async function replacePrompt(
  tx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptChange>,
): Promise<string> {
  await markDeleted(tx, prompt)
  const { text, region, language } = wordingAfter(prompt, change)
  const [successor] = await insertPrompts(tx, brand, [
    {
      text,
      topic_id: change.topic_id === undefined ? prompt.topic_id : change.topic_id,
      category: change.category ?? categoryAfter(prompt, text, brandFinder(brand)(text)),
      region: region || null,
      language: language || null,
      platforms: change.platforms === undefined ? knownPlatforms(prompt.platforms) : change.platforms,
      is_active: change.is_active ?? prompt.is_active,
    },
  ])
  if (!successor) throw sameQuestion()
  return successor.id
}

async function updatePrompt(
  tx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptChange>,
): Promise<string> {
  const { text, region, language } = wordingAfter(prompt, change)
  const branded = brandFinder(brand)(text)
  const update = tx.db
    .updateTable('prompts')
    .set({
      ...change,
      region,
      language,
      text_hash: promptTextHash(text, region, language),
      branded,
      category: change.category ?? categoryAfter(prompt, text, branded),
    })
    .where('brand_id', '=', brand.id)
    .where('id', '=', prompt.id)
  await onUniqueViolation(update.execute(), sameQuestion())
  return prompt.id
}

/** A category that was guessed is guessed anew from the new words; one that somebody chose stays. */
function categoryAfter(prompt: Prompt, text: string, branded: boolean): Category {
  const kept = z.enum(categories).parse(prompt.category)
  return kept === categorize(prompt.text, prompt.branded) ? categorize(text, branded) : kept
}

const sameQuestion = () => conflict('This brand asks the same prompt already.')

async function markDeleted(tx: Context, prompt: Prompt): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('prompts')
    .set({ deleted_at: tx.now(), is_active: false })
    .where('brand_id', '=', prompt.brand_id)
    .where('id', '=', prompt.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('prompt')
}

function knownPlatforms(names: string[] | null) {
  return z.array(z.enum(platforms)).nullable().parse(names)
}

/** What makes two prompts the same question. A hash, because an index row cannot hold a long text. */
export const promptTextHash = (text: string, region: string, language: string): Buffer =>
  createHash('sha256')
    .update([normalizeName(text), region, language].join('\n'))
    .digest()

/** Finds out again which prompts name the brand, after its name or aliases changed. */
export async function updateBrandedFlags(ctx: Context, brand: Brand): Promise<void> {
  const prompts = await ctx.db.selectFrom('prompts').selectAll().where('brand_id', '=', brand.id).execute()
  const isBranded = brandFinder(brand)
  const wrong = prompts.filter((prompt) => isBranded(prompt.text) !== prompt.branded)
  if (wrong.length === 0) return
  await sql`
    update prompts set branded = not branded, category = right_one.category
    from unnest(${wrong.map(({ id }) => id)}::uuid[], ${wrong.map((prompt) => categoryAfter(prompt, prompt.text, !prompt.branded))}::text[])
      as right_one (id, category)
    where prompts.brand_id = ${brand.id} and prompts.id = right_one.id`.execute(ctx.db)
}
