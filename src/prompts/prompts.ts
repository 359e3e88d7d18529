/**
 * A prompt is one question that is asked of the engines again and again. It belongs to at most one topic, and is
 * `branded` when it names the brand itself: what branded and unbranded prompts yield is never averaged unsaid.
 */
import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { compileEntities, readAnswer } from '../answers/read.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { record } from '../core/events.ts'
import { Language, nameKey, Region, Timestamp } from '../core/fields.ts'
import { newId, Uuid } from '../core/ids.ts'
import { idAfter, type Page, pageOf } from '../core/paging.ts'
import type { Finder } from '../core/route.ts'
import type { Prompts } from '../core/schema.generated.ts'
import { categories, categorize } from './categories.ts'

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

/** The prompt that an id in the path stands for, in any brand that the caller may see; with its brand. */
export function promptFrom(
  name: string,
  brandOf: (ctx: Context, id: string) => Promise<Brand>,
): Finder<{ prompt: ListedPrompt; brand: Brand }> {
  return {
    in: 'params',
    name,
    form: Uuid,
    load: async (ctx, id) => {
      const prompt = await findPrompt(ctx, String(id))
      if (!prompt) throw notFound('prompt')
      return { prompt, brand: await brandOf(ctx, prompt.brand_id) }
    },
  }
}

export async function pageOfPrompts(
  ctx: Context,
  brandId: string,
  page: Page,
): Promise<{ items: ListedPrompt[]; next_cursor: string | null }> {
  const after = idAfter(page)
  const rows = await promptQuery(ctx)
    .where('prompts.brand_id', '=', brandId)
    .$if(after !== null, (query) => query.where('prompts.id', '>', after))
    .orderBy('prompts.id')
    .limit(page.limit + 1)
    .execute()
  return pageOf(rows, page)
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

/** Throws `conflict` when the brand asks the same text already in this region and language. */
export function createPrompt(
  ctx: Context,
  brand: Brand,
  input: Omit<z.output<typeof NewPrompt>, 'brand_id'>,
): Promise<ListedPrompt> {
  return transaction(ctx, async (tx) => {
    await requireTopic(tx, brand.id, input.topic_id)
    const prompt = await insertPrompt(tx, brand, input)
    if (!prompt) throw conflict('This brand asks the same prompt already.')
    await record(tx, 'prompt.created', { brandId: brand.id, data: { text: prompt.text } })
    return getListed(tx, prompt.id)
  })
}

/** Inserts unless the brand has the prompt; undefined when it has. */
export async function insertPrompt(
  tx: Context,
  brand: Brand,
  input: Omit<z.output<typeof NewPrompt>, 'brand_id'>,
): Promise<Prompt | undefined> {
  const region = input.region ?? brand.region ?? ''
  const language = input.language ?? brand.language ?? ''
  const branded = namesBrand(brand, input.text)
  return tx.db
    .insertInto('prompts')
    .values({
      brand_id: brand.id,
      id: newId(tx.now().getTime()),
      topic_id: input.topic_id ?? null,
      text: input.text,
      text_key: textKey(input.text, region, language),
      category: input.category ?? categorize(input.text, branded),
      branded,
      region,
      language,
      platforms: input.platforms ?? null,
      is_active: input.is_active ?? true,
      created_at: tx.now(),
    })
    .onConflict((clash) =>
      clash.columns(['brand_id', 'text_key']).where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
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
    const id = (await asksAnew(tx, prompt, change))
      ? await replacePrompt(tx, brand, prompt, change)
      : await updatePrompt(tx, brand, prompt, change)
    await record(tx, 'prompt.changed', {
      brandId: brand.id,
      data: { prompt_id: id, fields: Object.keys(change) },
    })
    return getListed(tx, id)
  })
}

export function deletePrompt(ctx: Context, prompt: Prompt): Promise<void> {
  return transaction(ctx, async (tx) => {
    await markDeleted(tx, prompt)
    await record(tx, 'prompt.deleted', { brandId: prompt.brand_id, data: { text: prompt.text } })
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

export function namesBrand(brand: Brand, text: string): boolean {
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
  return readAnswer({ markdown: text, citations: [] }, entities).entities.some((entity) => entity.mentioned)
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
    .executeTakeFirst()
  if (!topic) throw notFound('topic')
}

async function asksAnew(
  tx: Context,
  prompt: Prompt,
  change: z.output<typeof PromptChange>,
): Promise<boolean> {
  const same =
    (change.text === undefined || change.text === prompt.text) &&
    (change.region === undefined || (change.region ?? '') === prompt.region) &&
    (change.language === undefined || (change.language ?? '') === prompt.language)
  if (same) return false
  const answer = await tx.db
    .selectFrom('answers')
    .select('id')
    .where('brand_id', '=', prompt.brand_id)
    .where('prompt_id', '=', prompt.id)
    .limit(1)
    .executeTakeFirst()
  return answer !== undefined
}

async function replacePrompt(
  tx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptChange>,
): Promise<string> {
  await markDeleted(tx, prompt)
  const successor = await insertPrompt(tx, brand, {
    text: change.text ?? prompt.text,
    topic_id: change.topic_id === undefined ? prompt.topic_id : change.topic_id,
    region: change.region === undefined ? prompt.region || null : change.region,
    language: change.language === undefined ? prompt.language || null : change.language,
    platforms: change.platforms === undefined ? knownPlatforms(prompt.platforms) : change.platforms,
    is_active: change.is_active ?? prompt.is_active,
    ...(change.category !== undefined && { category: change.category }),
  })
  if (!successor) throw conflict('This brand asks the same prompt already.')
  return successor.id
}

async function updatePrompt(
  tx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptChange>,
): Promise<string> {
  const text = change.text ?? prompt.text
  const region = change.region === undefined ? prompt.region : (change.region ?? '')
  const language = change.language === undefined ? prompt.language : (change.language ?? '')
  const key = textKey(text, region, language)
  const clash = await tx.db
    .selectFrom('prompts')
    .select('id')
    .where('brand_id', '=', brand.id)
    .where('text_key', '=', key)
    .where('deleted_at', 'is', null)
    .where('id', '!=', prompt.id)
    .executeTakeFirst()
  if (clash) throw conflict('This brand asks the same prompt already.')
  await tx.db
    .updateTable('prompts')
    .set({ ...change, region, language, text_key: key, branded: namesBrand(brand, text) })
    .where('brand_id', '=', brand.id)
    .where('id', '=', prompt.id)
    .execute()
  return prompt.id
}

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
const textKey = (text: string, region: string, language: string): Buffer =>
  createHash('sha256')
    .update([nameKey(text), region, language].join('\n'))
    .digest()

/** Recomputes which prompts name the brand, after its name or aliases changed. */
export async function markBranded(ctx: Context, brand: Brand): Promise<void> {
  const prompts = await ctx.db
    .selectFrom('prompts')
    .select(['id', 'text', 'branded'])
    .where('brand_id', '=', brand.id)
    .execute()
  const wrong = prompts
    .filter((prompt) => namesBrand(brand, prompt.text) !== prompt.branded)
    .map((prompt) => prompt.id)
  if (wrong.length === 0) return
  await sql`update prompts set branded = not branded where brand_id = ${brand.id} and id = any(${wrong}::uuid[])`.execute(
    ctx.db,
  )
}
