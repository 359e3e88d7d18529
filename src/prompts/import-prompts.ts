/**
 * Imports prompts: one per line, or CSV with a header line that has a column `text` (or `prompt`) and optionally `topic`,
 * `category`, `region`, `language`, `persona`, `tags` and `platforms` (the last two separated by `|` or `;`), and `follows_text`,
 * the text of the question that the prompt follows up. Invalid lines are rejected with
 * a reason; the others are imported. A preview reads the same file and creates nothing.
 */
import { z } from 'zod'
import { maxQuestions } from '../../vocabulary/conversations.ts'
import { type Brand, lockBrand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { AppError, conflict, invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireQuota } from '../plans/plans.ts'
import { type CsvRow, normalizeText } from './csv.ts'
import {
  type CheckedLine,
  checkLine,
  type FileLayout,
  importColumns,
  importFormats,
  isColumn,
  readImport,
  readPlainImport,
  recognizeLayout,
} from './import-file.ts'
import { type PlacedLine, placeLines, toKey } from './import-follow-ups.ts'
import { listPersonas, type Persona } from './personas.ts'
import { countActivePrompts, insertPrompts, type Prompt } from './prompts.ts'
import { findOrCreateTopics } from './topics.ts'

const maxReportedIds = 100

export const PromptImportReport = z
  .object({
    created: z.number().int(),
    skipped_duplicates: z.number().int(),
    rejected: z.array(z.object({ line: z.number().int(), reason: z.string() })),
    prompt_ids: z.array(z.uuid()).describe(`The first ${maxReportedIds} created prompts.`),
  })
  .meta({ id: 'PromptImport' })

export const maxImportedPrompts = 10_000

type Report = z.input<typeof PromptImportReport>

/** Prompts per insert. */
const batchSize = 1_000

export const LayoutQuery = {
  format: z
    .enum(importFormats)
    .optional()
    .describe('Format of the body. Default: CSV for text/csv, otherwise one prompt per line.'),
  columns: z
    .string()
    .max(1_000)
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => name === '' || isColumn(name)), {
      error: localizedIssue(
        message('prompts.importPrompts.mustBeAListOfColumns', {
          columns: importColumns.join(', '),
        }),
      ),
    })
    .optional()
    .describe('Contents of each column, in order, separated by commas; leave a column empty to skip it.'),
  header: z.enum(['true', 'false']).optional().describe('Whether the first line contains column names.'),
}

type GivenLayout = z.output<z.ZodObject<typeof LayoutQuery>>

const toLayout = ({ format, columns, header }: GivenLayout): Partial<FileLayout> => ({
  ...(format !== undefined && { format }),
  ...(columns !== undefined && { columns }),
  ...(header !== undefined && { hasHeader: header === 'true' }),
})

type ImportRequest = { text: string; isCsv: boolean; given: GivenLayout }

export async function importPrompts(
  ctx: Context,
  brand: Brand,
  { text, isCsv, given }: ImportRequest,
): Promise<Report> {
  const content = normalizeText(text)
  const isGiven = Object.values(given).some((value) => value !== undefined)
  const rows = isGiven
    ? readImport(content, requireText(recognizeLayout(content, toLayout(given)).layout))
    : readPlainImport(content, isCsv)
  const checked = checkLines(rows, await listPersonas(ctx, brand.id))
  return transaction(ctx, async (tx) => {
    // Two imports that insert the same prompts in different order would deadlock.
    await lockBrand(tx, brand)
    const stored = await listStored(tx, brand)
    const lines = placeLines(checked, brand, stored)
    const prompts = lines.filter(({ prompt }) => prompt !== null)
    const rejected = lines.flatMap(({ line, reason }) => (reason === null ? [] : [{ line, reason }]))
    const ids = await insertAll(tx, brand, prompts, stored)
    const created = ids.length
    await requireQuota(tx, 'prompts', async () => (await countActivePrompts(tx)) - created, created)
    if (created > 0) await recordEvent(tx, 'prompts.imported', { brandId: brand.id, data: { created } })
    return {
      created,
      skipped_duplicates: prompts.length - created,
      rejected,
      prompt_ids: ids.slice(0, maxReportedIds),
    }
  })
}

function requireText(layout: FileLayout): FileLayout {
  if (!layout.columns.includes('text'))
    throw invalid('columns', message('prompts.importPrompts.mustIncludeText'))
  return layout
}

function checkLines(rows: CsvRow[], personas: readonly Persona[]): CheckedLine[] {
  if (rows.length > maxImportedPrompts)
    throw new AppError(
      'too_large',
      message('prompts.importPrompts.anImportCanContainAtMost', {
        maxImportedPrompts,
        length: rows.length,
      }),
    )
  return rows.map((row) => checkLine(row, personas))
}

/** Returns the ids of the created prompts, first questions before follow-ups. Creates missing topics. */
async function insertAll(
  tx: Context,
  brand: Brand,
  lines: readonly PlacedLine[],
  stored: readonly Prompt[],
): Promise<string[]> {
  const topics = await findOrCreateTopics(
    tx,
    brand.id,
    lines.flatMap(({ prompt }) => prompt?.topic ?? []),
  )
  const prompts = new Map(stored.map((prompt) => [toKey(prompt.text_hash), prompt]))
  const ids: string[] = []
  for (let turn = 0; turn < maxQuestions; turn += 1) {
    const ofTurn = lines.filter((line) => line.turn === turn && !prompts.has(line.key))
    for (let start = 0; start < ofTurn.length; start += batchSize) {
      const batch = ofTurn.slice(start, start + batchSize).flatMap(({ prompt, previousKey }) => {
        if (prompt === null) return []
        const { topic, follows_text: _, ...input } = prompt
        const topic_id = topic === undefined ? undefined : (topics.get(normalizeName(topic)) ?? null)
        return [{ ...input, topic_id, previous: prompts.get(previousKey ?? '') }]
      })
      const created = await onUniqueViolation(
        insertPrompts(tx, brand, batch),
        conflict(message('prompts.followUps.hasOne')),
      )
      for (const prompt of created) {
        prompts.set(toKey(prompt.text_hash), prompt)
        ids.push(prompt.id)
      }
    }
  }
  return ids
}

const maxPreviewedLines = 200

export const ImportPreview = z
  .object({
    format: z.enum(importFormats),
    has_header: z.boolean().describe('Whether the first line contains column names.'),
    columns: z.array(
      z.object({
        name: z.string().describe('The first cell.'),
        content: z.enum(importColumns).nullable().describe('Null: the column is skipped.'),
      }),
    ),
    total: z.number().int().describe('Lines with content.'),
    new: z.number().int().describe('Prompts that an import would create.'),
    duplicates: z.number().int().describe('Prompts that already exist, or that the file repeats.'),
    rejected: z.number().int().describe('Lines that are not valid prompts.'),
    lines: z
      .array(
        z.object({
          line: z.number().int(),
          text: z.string(),
          topic: z.string().nullable(),
          tags: z.array(z.string()),
          platforms: z.array(z.string()).nullable(),
          region: z.string().nullable(),
          language: z.string().nullable(),
          persona: z.string().nullable(),
          follows_text: z.string().nullable().describe('Text of the prompt that the line follows up.'),
          status: z.enum(['new', 'duplicate', 'rejected']),
          reason: z.string().nullable().describe('Why the line is rejected.'),
        }),
      )
      .describe(`The first ${maxPreviewedLines} lines, those with problems first.`),
  })
  .meta({ id: 'PromptImportPreview' })

type PreviewedLine = z.input<typeof ImportPreview>['lines'][number]

/** Returns what an import with this layout would do. Creates nothing. */
export async function previewImport(
  ctx: Context,
  brand: Brand,
  { text, given }: Omit<ImportRequest, 'isCsv'>,
): Promise<z.input<typeof ImportPreview>> {
  const content = normalizeText(text)
  const { layout, firstCells } = recognizeLayout(content, toLayout(given))
  const personas = await listPersonas(ctx, brand.id)
  const stored = await listStored(ctx, brand)
  const lines = placeLines(checkLines(readImport(content, layout), personas), brand, stored)
  const seen = new Set(stored.map(({ text_hash }) => toKey(text_hash)))
  const previewed = lines.map((line) => previewLine(line, { brand, personas, seen }))
  const count = (wanted: PreviewedLine['status']) =>
    previewed.filter(({ status }) => status === wanted).length
  return {
    format: layout.format,
    has_header: layout.hasHeader,
    columns: firstCells.map((name, index) => ({
      name: name.slice(0, 100),
      content: importColumns.find((column) => column === layout.columns[index]) ?? null,
    })),
    total: lines.length,
    new: count('new'),
    duplicates: count('duplicate'),
    rejected: count('rejected'),
    lines: previewed.toSorted((a, b) => severity[b.status] - severity[a.status]).slice(0, maxPreviewedLines),
  }
}

const severity = { new: 0, duplicate: 1, rejected: 2 } as const

/** Adds the prompt to `seen`, so that a later line with the same text is a duplicate. */
function previewLine(
  { line, text, prompt, reason, key }: PlacedLine,
  { brand, personas, seen }: { brand: Brand; personas: readonly Persona[]; seen: Set<string> },
): PreviewedLine {
  const base = { line, text: text.slice(0, 300), reason }
  if (prompt === null)
    return {
      ...base,
      topic: null,
      tags: [],
      platforms: null,
      region: null,
      language: null,
      persona: null,
      follows_text: null,
      status: 'rejected',
    }
  const {
    topic = null,
    tags = [],
    platforms = null,
    region = brand.region,
    language = brand.language,
    persona_id,
    follows_text = null,
  } = prompt
  const status = seen.has(key) ? 'duplicate' : 'new'
  seen.add(key)
  const persona = personas.find(({ id }) => id === persona_id)?.name ?? null
  const market = { region: region || null, language: language || null }
  return { ...base, topic, tags, platforms, ...market, persona, follows_text, status }
}

const listStored = (ctx: Context, brand: Brand): Promise<Prompt[]> =>
  ctx.db
    .selectFrom('prompts')
    .selectAll()
    .where('brand_id', '=', brand.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
