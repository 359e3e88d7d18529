/** CSV as people and spreadsheets write it: a header line that names the columns, in any order. */
import { type CsvError, parse } from 'csv-parse/sync'
import { AppError } from '../core/errors.ts'

export type CsvColumns = {
  required: readonly string[]
  optional: readonly string[]
  /** Other names that people give them. */
  aliases: Readonly<Record<string, string>>
}

/** Cells by column. `fields` is null when the line has more cells than the first one names. */
export type CsvRow = { line: number; fields: Record<string, string> | null }

export const tooManyCellsMessage = 'has more cells than there are columns: put a text with commas in quotes'

/** Without a byte order mark, as some editors put before the first letter, and with one kind of line end. */
export function splitLines(text: string): string {
  if (text.includes('\uFFFD'))
    throw new AppError(
      'invalid_request',
      'The file is not in UTF-8; save it as "CSV UTF-8" or as plain text in UTF-8.',
    )
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}

/** Throws `invalid_request` for a text that is no CSV, and for a header without the required columns or with unknown ones. */
export function parseCsvRows(text: string, columns: CsvColumns): CsvRow[] {
  const [header, ...records] = parseCsv(text)
  if (!header) return []
  const names = header.cells.map((cell) => {
    const name = cell.trim().toLowerCase()
    return columns.aliases[name] ?? name
  })
  checkHeader(names, columns)
  return records.map(({ line, cells }) => ({
    line,
    fields: cells.slice(names.length).some((cell) => cell.trim() !== '')
      ? null
      : Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  }))
}

function checkHeader(names: string[], { required, optional }: CsvColumns): void {
  const known = [...required, ...optional]
  const refuse = (message: string) => new AppError('invalid_request', message)
  const missing = required.find((name) => !names.includes(name))
  if (missing !== undefined)
    throw refuse(`The first line of the CSV must name the columns, one of them "${missing}".`)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw refuse(`The column "${unknown}" is not known; known are ${known.join(', ')}.`)
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
