/**
 * Files about a brand for programs that read rather than look: `llms.txt` and its like, at an address that holds nothing
 * but a token. They are made from the stored facts whenever they are asked for; a text written by hand stands in the place
 * of one until it is taken away.
 */
import { z } from 'zod'
import { type FileName, fileNames } from '../../vocabulary/ai-files.ts'
import type { Brand } from '../brands/brands.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newToken } from '../core/ids.ts'
import { loadBrandFacts } from './brand-facts.ts'
import { contentTypes, renderers } from './render.ts'

export const AiFileRecord = z
  .object({
    file: z.enum(fileNames),
    url: z.string().describe('Where everybody can read it.'),
    content_type: z.string(),
    text: z.string().describe('What is served.'),
    is_edited: z.boolean().describe('Whether somebody wrote the text in the place of the generated one.'),
    generated_text: z.string().describe('As it is made from the facts now.'),
    updated_at: Timestamp.nullable().describe('When the text was written by hand.'),
  })
  .meta({ id: 'AiFile' })

const mostSigns = 200_000

export const AiFileText = z.strictObject({
  text: z
    .string()
    .min(1, 'must not be empty')
    .max(mostSigns, `must have at most ${mostSigns} characters`)
    .refine((text) => !text.includes('\u0000'), 'must not hold the sign U+0000'),
})

export function fileNamed(name: string): FileName {
  const file = fileNames.find((each) => each === name)
  if (file === undefined) throw notFound('file')
  return file
}

export async function listAiFiles(ctx: Context, brand: Brand): Promise<z.input<typeof AiFileRecord>[]> {
  const facts = await loadBrandFacts(ctx, brand)
  const edits = await ctx.db.selectFrom('ai_files').selectAll().where('brand_id', '=', brand.id).execute()
  const urlOf = addressesOf(ctx, brand.ai_token)
  return fileNames.map((file) => {
    const generated = renderers[file](facts, urlOf)
    const edit = edits.find((each) => each.file === file)
    return {
      file,
      url: urlOf(file),
      content_type: contentTypes[file],
      text: edit?.text ?? generated,
      is_edited: edit !== undefined,
      generated_text: generated,
      updated_at: edit?.updated_at.toISOString() ?? null,
    }
  })
}

/** What is at a public address; null for a token or a name that nothing has. */
export async function findServed(
  base: AppContext,
  token: string,
  name: string,
): Promise<{ type: string; text: string } | null> {
  const brand = await base.db
    .selectFrom('brands')
    .selectAll()
    .where('ai_token', '=', token)
    .executeTakeFirst()
  const file = fileNames.find((each) => each === name)
  if (!brand || file === undefined) return null
  const ctx = systemContext(base, brand.organization_id)
  const edit = await ctx.db
    .selectFrom('ai_files')
    .select('text')
    .where('brand_id', '=', brand.id)
    .where('file', '=', file)
    .executeTakeFirst()
  const text =
    edit?.text ?? renderers[file](await loadBrandFacts(ctx, brand), addressesOf(ctx, brand.ai_token))
  return { type: contentTypes[file], text }
}

/** Throws `invalid_request` for a brand.json that is no object of JSON. */
export function saveAiFile(ctx: Context, brand: Brand, file: FileName, text: string): Promise<void> {
  if (file === 'brand.json' && !isJsonObject(text)) throw invalid('text', 'must be an object of JSON')
  return transaction(ctx, async (tx) => {
    const row = { text, updated_at: tx.now() }
    await tx.db
      .insertInto('ai_files')
      .values({ brand_id: brand.id, file, ...row })
      .onConflict((clash) => clash.columns(['brand_id', 'file']).doUpdateSet(row))
      .execute()
    await recordEvent(tx, 'ai_file.changed', { brandId: brand.id, data: { file } })
  })
}

/** From now on the file is made from the facts again. */
export function resetAiFile(ctx: Context, brand: Brand, file: FileName): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('ai_files')
      .where('brand_id', '=', brand.id)
      .where('file', '=', file)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await recordEvent(tx, 'ai_file.reset', { brandId: brand.id, data: { file } })
  })
}

/** A new address for all files of a brand; at the old one there is nothing from this moment on. */
export function rotateAiFilesToken(ctx: Context, brand: Brand): Promise<Brand> {
  return transaction(ctx, async (tx) => {
    const moved = await tx.db
      .updateTable('brands')
      .set({ ai_token: newToken(18), updated_at: tx.now() })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brand.id)
      .returningAll()
      .executeTakeFirst()
    if (!moved) throw notFound('brand')
    await recordEvent(tx, 'ai_files.moved', { brandId: brand.id })
    return moved
  })
}

const addressesOf =
  ({ baseUrl }: AppContext, token: string) =>
  (file: FileName) =>
    `${baseUrl}/ai/${token}/${file}`

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
