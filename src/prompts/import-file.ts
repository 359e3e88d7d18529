/**
 * Reads a file of prompts: one per line, CSV or TSV. Without instructions it recognizes the format, a header line and what
 * the columns contain, so that a person can check the result before anything is created.
 */
import type { z } from 'zod'
import { validationMessage } from '../core/validation-messages.ts'
import { localize } from '../languages/localized.ts'
import { type MessageOrText, message } from '../languages/message.ts'
import {
  type CsvColumns,
  type CsvRecord,
  type CsvRow,
  columnName,
  detectDelimiter,
  parseCsvRows,
  parseRecords,
  rejectionReason,
  tooManyCellsMessage,
  toRow,
} from './csv.ts'
import { findByName, NewPersona, type Persona } from './personas.ts'
import { NewPrompt, PromptText } from './prompt-fields.ts'
import { NewTopic } from './topics.ts'

export const importColumns = [
  'text',
  'topic',
  'category',
  'region',
  'language',
  'persona',
  'platforms',
  'tags',
  'follows_text',
] as const
export const importFormats = ['lines', 'csv', 'tsv'] as const
type ImportFormat = (typeof importFormats)[number]

/** How to read a file. `columns` names the content of each column, or '' to skip it. */
export type FileLayout = { format: ImportFormat; hasHeader: boolean; columns: readonly string[] }

const csvColumns: CsvColumns = {
  required: ['text'],
  optional: importColumns.slice(1),
  aliases: {
    prompt: 'text',
    query: 'text',
    question: 'text',
    topic_name: 'topic',
    persona_name: 'persona',
    country: 'region',
    platform: 'platforms',
    tag: 'tags',
  },
}

const ImportedPrompt = NewPrompt.omit({
  brand_id: true,
  topic_id: true,
  persona_id: true,
  is_active: true,
  follows: true,
  follow_ups: true,
}).extend({
  topic: NewTopic.shape.name.optional(),
  persona: NewPersona.shape.name.optional(),
  follows_text: PromptText.optional(),
})
/** With the id of its persona. */
export type ImportedPrompt = Omit<z.output<typeof ImportedPrompt>, 'persona'> & { persona_id: string | null }

/** A line of the file: the prompt, or the reason why it is not one. */
export type CheckedLine = { line: number; text: string } & (
  | { prompt: ImportedPrompt; reason: null }
  | { prompt: null; reason: string }
)

/** Reads CSV with a header line, or one prompt per line. */
export const readPlainImport = (text: string, isCsv: boolean): CsvRow[] =>
  isCsv ? parseCsvRows(text, csvColumns) : readLines(text).map((record) => toRow(record, ['text']))

export function readImport(text: string, layout: FileLayout): CsvRow[] {
  const records = readRecords(text, layout.format)
  return (layout.hasHeader ? records.slice(1) : records).map((record) => toRow(record, layout.columns))
}

/** Recognizes how a file is built; what is given takes precedence. Also returns the cells of its first line. */
export function recognizeLayout(
  text: string,
  given: Partial<FileLayout>,
): { layout: FileLayout; firstCells: readonly string[] } {
  const format = given.format ?? recognizeFormat(text)
  const records = readRecords(text, format).slice(0, 20)
  const firstCells = records[0]?.cells ?? []
  const names = firstCells.map((cell) => columnName(cell, csvColumns))
  const hasHeader = given.hasHeader ?? (format !== 'lines' && names.some(isColumn))
  const columns = given.columns ?? guessColumns(hasHeader ? names : firstCells.map(() => ''), records)
  return { layout: { format, hasHeader, columns }, firstCells }
}

/** Prompts contain commas, so text without tabs is CSV only if its first line names a known column. */
function recognizeFormat(text: string): ImportFormat {
  const delimiter = detectDelimiter(text)
  if (delimiter === '\t') return 'tsv'
  const [firstLine = ''] = text.split('\n', 1)
  const names = firstLine.split(delimiter).map((cell) => columnName(cell.replaceAll('"', ''), csvColumns))
  return names.includes('text') || names.filter(isColumn).length > 1 ? 'csv' : 'lines'
}

/** Without a column named for it, the prompts are in the column with the longest cells. */
function guessColumns(names: readonly string[], records: readonly CsvRecord[]): string[] {
  const known = names.map((name, index) => (isColumn(name) && names.indexOf(name) === index ? name : ''))
  if (known.includes('text')) return known
  const lengths = names.map((_, index) =>
    records.reduce((sum, { cells }) => sum + (cells[index]?.length ?? 0), 0),
  )
  const longest = lengths.indexOf(Math.max(...lengths))
  return known.map((name, index) => (index === longest ? 'text' : name))
}

export const isColumn = (name: string): boolean => importColumns.some((column) => column === name)

function readRecords(text: string, format: ImportFormat): CsvRecord[] {
  if (format === 'lines') return readLines(text)
  return parseRecords(text, format === 'tsv' ? '\t' : detectDelimiter(text))
}

const readLines = (text: string): CsvRecord[] =>
  text
    .split('\n')
    .map((content, index) => ({ line: index + 1, cells: [content] }))
    .filter(({ cells }) => cells[0]?.trim() !== '')

/** `personas`: the personas of the brand. */
export function checkLine({ line, fields }: CsvRow, personas: readonly Persona[]): CheckedLine {
  if (fields === null) return { line, text: '', prompt: null, reason: localize(tooManyCellsMessage) }
  const text = fields.text ?? ''
  const parsed = ImportedPrompt.safeParse(toPromptFields(fields), { error: validationMessage })
  if (parsed.success) {
    const { persona, ...prompt } = parsed.data
    if (persona === undefined) return { line, text, prompt: { ...prompt, persona_id: null }, reason: null }
    const known = findByName(personas, persona)
    return known
      ? { line, text, prompt: { ...prompt, persona_id: known.id }, reason: null }
      : {
          line,
          text,
          prompt: null,
          reason: localize(message('prompts.importFile.unknownPersona', { persona })),
        }
  }
  const [issue] = parsed.error.issues
  return { line, text, prompt: null, reason: rejectionReason(columnLabel(issue?.path[0]), issue?.message) }
}

function toPromptFields(fields: Record<string, string>): Record<string, unknown> {
  const cells = Object.entries(fields).filter(([name, value]) => name === 'text' || value.trim() !== '')
  return Object.fromEntries(
    cells.map(([name, value]) => [
      name,
      isList(name)
        ? value.split(listSeparator).map((part) => part.trim())
        : name === 'text'
          ? value
          : value.trim(),
    ]),
  )
}

/** `;` is the separator of lists in exported CSV files. */
const listSeparator = /[|;]/

const isList = (name: string) => name === 'platforms' || name === 'tags'

const columnLabel = (path: PropertyKey | undefined): MessageOrText | undefined => {
  const column = importColumns.find((each) => each === path)
  return column && message(`prompts.importColumns.${column}`)
}
