/** Parses CSV from users and spreadsheets. A header line contains the column names, in any order. */
import { type CsvError, parse } from 'csv-parse/sync'
import { AppError } from '../core/errors.ts'
import { localize } from '../languages/localized.ts'
import { type Message, type MessageOrText, message } from '../languages/message.ts'

export type CsvColumns = {
  required: readonly string[]
  optional: readonly string[]
  /** Alternative header names → column. */
  aliases: Readonly<Record<string, string>>
}

/** Cells by column. `fields` is null when the line has more cells than the header. */
export type CsvRow = { line: number; fields: Record<string, string> | null }

/** Returns why a line is rejected. `column`: its name in the language of the reader, or as the file has it. */
export function rejectionReason(column: MessageOrText | undefined, problem: string | undefined): string {
  const reason = problem ?? message('prompts.general.isNotValid')
  return localize(
    column === undefined ? reason : message('prompts.csv.columnProblem', { column, problem: reason }),
  )
}

export const tooManyCellsMessage = message('prompts.csv.hasMoreCellsThanColumnsEnclose')

/** Removes a byte order mark and normalizes line endings. Throws `invalid_request` when the text is not UTF-8. */
export function normalizeText(text: string): string {
  if (text.includes('\uFFFD')) throw new AppError('invalid_request', message('prompts.csv.theFileIsNotUTF8'))
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}

/** Throws `invalid_request` for malformed CSV, and for a header with missing, unknown or duplicate columns. */
export function parseCsvRows(text: string, columns: CsvColumns): CsvRow[] {
  const [header, ...records] = parseRecords(text, detectDelimiter(text))
  if (!header) return []
  const names = header.cells.map((cell) => columnName(cell, columns))
  checkHeader(names, columns)
  return records.map((record) => toRow(record, names))
}

/** Returns the column that a cell of a header line names, or the cell itself in lower case. */
export function columnName(cell: string, { aliases }: CsvColumns): string {
  const name = cell.trim().toLowerCase()
  return aliases[name] ?? name
}

/** Assigns the cells of a record to columns by position; an empty name skips a cell. */
export function toRow({ line, cells }: CsvRecord, names: readonly string[]): CsvRow {
  const named = names.flatMap((name, index) => (name === '' ? [] : [[name, cells[index] ?? '']]))
  return {
    line,
    fields: cells.slice(names.length).some((cell) => cell.trim() !== '') ? null : Object.fromEntries(named),
  }
}

function checkHeader(names: string[], { required, optional }: CsvColumns): void {
  const known = [...required, ...optional]
  const failure = (text: Message) => new AppError('invalid_request', text)
  const missing = required.find((name) => !names.includes(name))
  if (missing !== undefined) throw failure(message('prompts.csv.theFirstLineOfTheCSV', { missing }))
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw failure(
      message('prompts.csv.unknownColumnUnknownTheColumnsAre', { unknown, known: known.join(', ') }),
    )
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined)
    throw failure(message('prompts.csv.theColumnDuplicateAppearsTwice', { duplicate }))
}

export type CsvRecord = { line: number; cells: string[] }

/** Spreadsheets write semicolons in locales with a decimal comma, and tabs to the clipboard. */
export function detectDelimiter(text: string): ',' | ';' | '\t' {
  const [firstLine = ''] = text.split('\n', 1)
  if (firstLine.includes('\t')) return '\t'
  return firstLine.includes(';') && !firstLine.includes(',') ? ';' : ','
}

/** Throws `invalid_request` for malformed CSV. */
export function parseRecords(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = []
  try {
    parse(text, {
      delimiter,
      recordDelimiter: '\n',
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      onRecord: (cells: string[], { lines }) => {
        // `lines` is the last line of the record, whose quoted cells can span several lines.
        records.push({ line: lines - cells.join('').split('\n').length + 1, cells })
        return null
      },
    })
  } catch (error) {
    throw new AppError('invalid_request', malformedCsv(error, records.at(-1)?.line ?? 0))
  }
  return records
}

function malformedCsv(error: unknown, line: number): Message {
  const code = isCsvError(error) ? error.code : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED') return message('prompts.csv.malformedCSVAQuoteThatOpens', { line })
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
    return message('prompts.csv.malformedCSVMisplacedQuoteAfterLine', { line })
  return message('prompts.csv.malformedCSVSyntaxErrorAfterLine', { line })
}

const isCsvError = (error: unknown): error is CsvError => error instanceof Error && 'code' in error
