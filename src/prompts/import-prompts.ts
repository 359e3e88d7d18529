/**
 * Imports prompts: one per line, or CSV with a header line that has a column `text` (or `prompt`) and optionally `topic`,
 * `category`, `region`, `language`, `tags` and `platforms` (the last two separated by `|`). Invalid lines are rejected with
 * a reason; the others are imported.
 */
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, normalizeName } from '../core/fields.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { requireQuota } from '../plans/plans.ts'
import { type CsvColumns, type CsvRow, normalizeText, parseCsvRows, tooManyCellsMessage } from './csv.ts'
import { countActivePrompts, insertPrompts, NewPrompt } from './prompts.ts'
import { findOrCreateTopics } from './topics.ts'

export const ImportReport = z
  .object({
    created: z.number().int(),
    skipped_duplicates: z.number().int(),
    rejected: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  })
  .meta({ id: 'PromptImport' })

export const maxImportedPrompts = 10_000

type Report = z.input<typeof ImportReport>

const ImportedPrompt = NewPrompt.omit({ brand_id: true, topic_id: true, is_active: true }).extend({
  topic: Line(200).optional(),
})

/** Prompts per insert. */
const batchSize = 1_000

export function importPrompts(ctx: Context, brand: Brand, text: string, isCsv: boolean): Promise<Report> {
  const content = normalizeText(text)
  const rows = isCsv ? parseCsvRows(content, columns) : parseLines(content)
  if (rows.length > maxImportedPrompts)
    throw new AppError(
      'too_large',
      `An import can contain at most ${maxImportedPrompts} prompts; this one contains ${rows.length}.`,
    )
  const { prompts, rejected } = checkRows(rows)
  return transaction(ctx, async (tx) => {
    await lockImports(tx, brand)
    const topics = await findOrCreateTopics(
      tx,
      brand.id,
      prompts.flatMap(({ topic }) => topic ?? []),
    )
    let created = 0
    for (let start = 0; start < prompts.length; start += batchSize) {
      const batch = prompts.slice(start, start + batchSize).map(({ topic, ...prompt }) => ({
        ...prompt,
        topic_id: topic === undefined ? null : (topics.get(normalizeName(topic)) ?? null),
      }))
      created += (await insertPrompts(tx, brand, batch)).length
    }
    await requireQuota(tx, 'prompts', async () => (await countActivePrompts(tx)) - created, created)
    if (created > 0) await recordEvent(tx, 'prompts.imported', { brandId: brand.id, data: { created } })
    return { created, skipped_duplicates: prompts.length - created, rejected }
  })
}

/** Serializes imports: two that insert the same prompts in different order would deadlock. */
async function lockImports(tx: Context, brand: Brand): Promise<void> {
  await tx.db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', brand.id)
    .forNoKeyUpdate()
    .execute()
}

function checkRows(rows: CsvRow[]) {
  const prompts: z.output<typeof ImportedPrompt>[] = []
  const rejected: Report['rejected'] = []
  for (const { line, fields } of rows) {
    if (fields === null) {
      rejected.push({ line, reason: tooManyCellsMessage })
      continue
    }
    const parsed = ImportedPrompt.safeParse(toPromptFields(fields), { error: validationMessage })
    if (parsed.success) prompts.push(parsed.data)
    else rejected.push({ line, reason: rejectionReason(parsed.error) })
  }
  return { prompts, rejected }
}

function parseLines(text: string): CsvRow[] {
  return text
    .split('\n')
    .map((content, index) => ({ line: index + 1, fields: { text: content } }))
    .filter(({ fields }) => fields.text.trim() !== '')
}

const columns: CsvColumns = {
  required: ['text'],
  optional: ['topic', 'category', 'region', 'language', 'platforms', 'tags'],
  aliases: {
    prompt: 'text',
    query: 'text',
    question: 'text',
    topic_name: 'topic',
    country: 'region',
    platform: 'platforms',
    tag: 'tags',
  },
}

function toPromptFields(fields: Record<string, string>): Record<string, unknown> {
  const cells = Object.entries(fields).filter(([name, value]) => name === 'text' || value.trim() !== '')
  return Object.fromEntries(
    cells.map(([name, value]) => [
      name,
      isList(name) ? value.split('|').map((part) => part.trim()) : name === 'text' ? value : value.trim(),
    ]),
  )
}

const isList = (name: string) => name === 'platforms' || name === 'tags'

function rejectionReason(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'is not valid'
}
