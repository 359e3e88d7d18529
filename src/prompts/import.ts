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
import { Line } from '../core/fields.ts'
import { insertPrompt, NewPrompt } from './prompts.ts'
import { topicNamed } from './topics.ts'

export const ImportReport = z
  .object({
    created: z.number().int(),
    skipped_duplicates: z.number().int(),
    rejected: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  })
  .meta({ id: 'PromptImport' })

export const mostPrompts = 10_000

type Row = { line: number; fields: Record<string, string> }

const ImportedPrompt = NewPrompt.omit({ brand_id: true, topic_id: true, is_active: true }).extend({
  topic: Line(200).optional(),
})

export function importPrompts(
  ctx: Context,
  brand: Brand,
  text: string,
  isCsv: boolean,
): Promise<z.input<typeof ImportReport>> {
  const rows = isCsv ? rowsOfCsv(text) : rowsOfLines(text)
  if (rows.length > mostPrompts)
    throw new AppError(
      'too_large',
      `At most ${mostPrompts} prompts are imported at once; there are ${rows.length}.`,
    )
  return transaction(ctx, async (tx) => {
    const report: z.input<typeof ImportReport> = { created: 0, skipped_duplicates: 0, rejected: [] }
    for (const { line, fields } of rows) {
      const parsed = ImportedPrompt.safeParse(promptOf(fields))
      if (!parsed.success) {
        report.rejected.push({ line, reason: reasonOf(parsed.error) })
        continue
      }
      const { topic, ...prompt } = parsed.data
      const topicId = topic === undefined ? null : (await topicNamed(tx, brand.id, topic)).id
      const made = await insertPrompt(tx, brand, { ...prompt, topic_id: topicId })
      if (made) report.created += 1
      else report.skipped_duplicates += 1
    }
    if (report.created > 0)
      await record(tx, 'prompts.imported', { brandId: brand.id, data: { created: report.created } })
    return report
  })
}

function rowsOfLines(text: string): Row[] {
  return withoutMark(text)
    .split(/\r\n|\r|\n/)
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
  const records = parseCsv(withoutMark(text))
  const [header, ...lines] = records
  if (!header) return []
  const names = header.record.map((name) => columns[name.trim().toLowerCase()] ?? name.trim().toLowerCase())
  if (!names.includes('text'))
    throw new AppError(
      'invalid_request',
      'The first line of the CSV must name the columns, one of them "text".',
    )
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new AppError(
      'invalid_request',
      `The column "${unknown}" is not known; known are ${[...known].join(', ')}.`,
    )
  }
  return lines.map(({ record, line }) => ({
    line,
    fields: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])),
  }))
}

type CsvRecord = { record: string[]; line: number }

function parseCsv(text: string): CsvRecord[] {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  // Spreadsheets of many countries write semicolons.
  const delimiter = firstLine.includes(';') && !firstLine.includes(',') ? ';' : ','
  let line = 0
  try {
    return parse(text, {
      delimiter,
      relaxColumnCount: true,
      skipEmptyLines: true,
      onRecord: (record: string[], { lines }) => {
        line = lines
        return [String(lines), ...record]
      },
    }).map(([at, ...record]) => ({ line: Number(at), record }))
  } catch (error) {
    throw new AppError('invalid_request', `The CSV cannot be read: ${csvReason(error, line)}.`)
  }
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

/** A byte order mark, as some editors put before the first letter. */
const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text)
