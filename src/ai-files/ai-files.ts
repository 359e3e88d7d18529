/**
 * AI files are text files about a brand for AI agents, such as `llms.txt`, at a public URL that contains an unguessable
 * token. Each file is generated from the stored facts on every request, unless a person saved an edited text for it.
 */
import { z } from 'zod'
import { type FileName, fileNames } from '../../vocabulary/ai-files.ts'
import type { Brand } from '../brands/brands.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newToken } from '../core/ids.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { loadBrandFacts } from './brand-facts.ts'
import { contentTypes, renderers } from './render.ts'

export const AiFileRecord = z
  .object({
    file: z.enum(fileNames),
    url: z.string().describe('Public URL of the file.'),
    content_type: z.string(),
    text: z.string().describe('The text that is served.'),
    is_edited: z.boolean().describe('Whether an edited text replaces the generated one.'),
    generated_text: z.string().describe('The text generated from the current facts.'),
    updated_at: Timestamp.nullable().describe('When the edited text was saved. Null without one.'),
  })
  .meta({ id: 'AiFile' })

const maxLength = 200_000

export const AiFileText = z.strictObject({
  text: z
    .string()
    .min(1, { error: localizedIssue(message('common.texts.mustNotBeEmpty')) })
    .max(maxLength)
    .refine((text) => !text.includes('\u0000'), {
      error: localizedIssue(message('common.texts.mustNotContainU0000')),
    }),
})

/** Throws `not_found` for an unknown name. */
export function getFileName(name: string): FileName {
  const file = fileNames.find((each) => each === name)
  if (file === undefined) throw notFound(message('aiFiles.general.noSuchFile'))
  return file
}

export async function listAiFiles(ctx: Context, brand: Brand): Promise<z.input<typeof AiFileRecord>[]> {
  const facts = await loadBrandFacts(ctx, brand)
  const edits = await ctx.db.selectFrom('ai_files').selectAll().where('brand_id', '=', brand.id).execute()
  const getUrl = fileUrls(ctx, brand.ai_files_token)
  return fileNames.map((file) => {
    const generated = renderers[file](facts, getUrl)
    const edit = edits.find((each) => each.file === file)
    return {
      file,
      url: getUrl(file),
      content_type: contentTypes[file],
      text: edit?.text ?? generated,
      is_edited: edit !== undefined,
      generated_text: generated,
      updated_at: edit?.updated_at.toISOString() ?? null,
    }
  })
}

/** Returns the file at a public URL, or null for an unknown token or file name. */
export async function findPublicFile(
  base: AppContext,
  token: string,
  name: string,
): Promise<{ type: string; text: string } | null> {
  const brand = await base.db
    .selectFrom('brands')
    .selectAll()
    .where('ai_files_token', '=', token)
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
    edit?.text ?? renderers[file](await loadBrandFacts(ctx, brand), fileUrls(ctx, brand.ai_files_token))
  return { type: contentTypes[file], text }
}

/** Throws `invalid_request` for a brand.json that is not a JSON object. */
export function saveAiFile(ctx: Context, brand: Brand, file: FileName, text: string): Promise<void> {
  if (file === 'brand.json' && !isJsonObject(text))
    throw invalid('text', message('aiFiles.general.mustBeAJSONObject'))
  return transaction(ctx, async (tx) => {
    const row = { text, updated_at: tx.now() }
    await tx.db
      .insertInto('ai_files')
      .values({ brand_id: brand.id, file, ...row })
      .onConflict((conflict) => conflict.columns(['brand_id', 'file']).doUpdateSet(row))
      .execute()
    await recordEvent(tx, 'ai_file.changed', { brandId: brand.id, data: { file } })
  })
}

/** Deletes the edited text, so that the file is generated again. */
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

/** Gives all files of a brand a new URL. The old URLs stop working immediately. */
export function rotateAiFilesToken(ctx: Context, brand: Brand): Promise<Brand> {
  return transaction(ctx, async (tx) => {
    const changed = await tx.db
      .updateTable('brands')
      .set({ ai_files_token: newToken(18), updated_at: tx.now() })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brand.id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw notFound(message('common.texts.noSuchBrand'))
    await recordEvent(tx, 'ai_files.moved', { brandId: brand.id })
    return changed
  })
}

const fileUrls =
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
