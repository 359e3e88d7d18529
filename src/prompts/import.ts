/**
 * Prompts in bulk: one per line, or CSV with a header line that has a column `text` (or `prompt`) and any of `topic`,
 * `category`, `region`, `language`, `platforms` (separated by `|`). A line that is not right is refused with its reason;
 * the others are taken.
 */
import { type CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { record } from '../core/events.ts'
import { Line, nameKey } from '../core/fields.ts'
import { inWords } from '../core/in-words.ts'
import { insertPrompts, NewPrompt } from './prompts.ts'
import { topicsNamed } from './topics.ts'

export const ImportReport = z
  .object({
    created: z.number().int(),
    skipped_duplicates: z.number().int(),
    rejected: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  })
  .meta({ id: 'PromptImport' })

export const mostPrompts = 10_000

/** `fields` is null when the line has more cells than the first one names. */
type Row = { line: number; fields: Record<string, string> | null }
type Report = z.input<typeof ImportReport>

const ImportedPrompt = NewPrompt.omit({ brand_id: true, topic_id: true, is_active: true }).extend({
  topic: Line(200).optional(),
})

/** So many go to the database at once. */
const batchSize = 1_000

export function importPrompts(ctx: Context, brand: Brand, text: string, isCsv: boolean): Promise<Report> {
  const content = plainLines(text)
  const rows = isCsv ? rowsOfCsv(content) : rowsOfLines(content)
  if (rows.length > mostPrompts)
    throw new AppError(
      'too_large',
      `At most ${mostPrompts} prompts are imported at once; there are ${rows.length}.`,
    )
  const { prompts, rejected } = checkRows(rows)
  return transaction(ctx, async (tx) => {
    await takeTurns(tx, brand)
    const topics = await topicsNamed(
      tx,
      brand.id,
      prompts.flatMap(({ topic }) => topic ?? []),
    )
    let created = 0
    for (let start = 0; start < prompts.length; start += batchSize) {
      const batch = prompts.slice(start, start + batchSize).map(({ topic, ...prompt }) => ({
        ...prompt,
        topic_id: topic === undefined ? null : (topics.get(nameKey(topic)) ?? null),
      }))
      created += (await insertPrompts(tx, brand, batch)).length
    }
    if (created > 0) await record(tx, 'prompts.imported', { brandId: brand.id, data: { created } })
    return { created, skipped_duplicates: prompts.length - created, rejected }
  })
}

/** Two imports of the same prompts in another order would wait for each other in a circle. */
async function takeTurns(tx: Context, brand: Brand): Promise<void> {
  await tx.db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', brand.id)
    .forNoKeyUpdate()
    .execute()
}

function checkRows(rows: Row[]) {
  const prompts: z.output<typeof ImportedPrompt>[] = []
  const rejected: Report['rejected'] = []
  for (const { line, fields } of rows) {
    if (fields === null) {
      rejected.push({
        line,
        reason: 'has more cells than there are columns: put a text with commas in quotes',
      })
      continue
    }
    const parsed = ImportedPrompt.safeParse(promptOf(fields), { error: inWords })
    if (parsed.success) prompts.push(parsed.data)
    else rejected.push({ line, reason: reasonOf(parsed.error) })
  }
  return { prompts, rejected }
}

/** Without a byte order mark, as some editors put before the first letter, and with one kind of line end. */
function plainLines(text: string): string {
  if (text.includes('\uFFFD'))
    throw new AppError(
      'invalid_request',
      'The file is not in UTF-8; save it as "CSV UTF-8" or as plain text in UTF-8.',
    )
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}

function rowsOfLines(text: string): Row[] {
  return text
    .split('\n')
    .map((content, index) => ({ line: index + 1, fields: { text: content } }))
    .filter(({ fields }) => fields.text.trim() !== '')
}

const columns: Record<string, string> = {
  prompt: 'text',
  query: 'text',
  question: 'text',
  topic_name: 'topic',
  country: 'region',
}
const known = new Set(['text', 'topic', 'category', 'region', 'language', 'platforms'])

function rowsOfCsv(text: string): Row[] {
  const [header, ...records] = parseCsv(text)
  if (!header) return []
  const names = header.cells.map((cell) => {
    const name = cell.trim().toLowerCase()
    return columns[name] ?? name
  })
  checkHeader(names)
  return records.map(({ line, cells }) => ({
    line,
    fields: cells.slice(names.length).some((cell) => cell.trim() !== '')
      ? null
      : Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  }))
}

function checkHeader(names: string[]): void {
  const refuse = (message: string) => new AppError('invalid_request', message)
  if (!names.includes('text'))
    throw refuse('The first line of the CSV must name the columns, one of them "text".')
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw refuse(`The column "${unknown}" is not known; known are ${[...known].join(', ')}.`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw refuse(`The column "${twice}" stands there twice.`)
}

type CsvRecord = { line: number; cells: string[] }

function parseCsv(text: string): CsvRecord[] {
  const [firstLine = ''] = text.split('\n', 1)
  // Spreadsheets of many countries write semicolons.
  const delimiter = firstLine.includes(';') && !firstLine.includes(',') ? ';' : ','
  const records: CsvRecord[] = []
  try {
    parse(text, {
      delimiter,
      recordDelimiter: '\n',
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      onRecord: (cells: string[], { lines }) => {
        // Counted are the lines up to the end of the record, some of which may lie within its quotes.
        records.push({ line: lines - cells.join('').split('\n').length + 1, cells })
        return null
      },
    })
  } catch (error) {
    throw new AppError(
      'invalid_request',
      `The CSV cannot be read: ${csvReason(error, records.at(-1)?.line ?? 0)}.`,
    )
  }
  return records
}

function csvReason(error: unknown, lastLine: number): string {
  const code = isCsvError(error) ? error.code : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quote opened after line ${lastLine} is never closed`
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
    return `a quote stands where none may after line ${lastLine}`
  return `something is wrong after line ${lastLine}`
}

const isCsvError = (error: unknown): error is CsvError => error instanceof Error && 'code' in error

function promptOf(fields: Record<string, string>): Record<string, unknown> {
  const given = Object.entries(fields).filter(([name, value]) => name === 'text' || value.trim() !== '')
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      name === 'platforms'
        ? value.split('|').map((part) => part.trim())
        : name === 'text'
          ? value
          : value.trim(),
    ]),
  )
}

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'is not valid'
}
