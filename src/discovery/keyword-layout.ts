/** Recognizes how a list of keywords is built: CSV, TSV or one keyword per line, with the lines before its data. Pure. */
import { parse } from 'csv-parse/sync'
import { columnName } from '../prompts/csv.ts'
import data from './keyword-columns.json' with { type: 'json' }

export const keywordColumns = ['keyword', 'volume'] as const
type KeywordColumn = (typeof keywordColumns)[number]

export const delimiters = ['\t', ';', ','] as const

/** `delimiter`: empty for one keyword per line. `columns`: '' for a column that is skipped. */
export type KeywordLayout = {
  delimiter: (typeof delimiters)[number] | ''
  columns: readonly string[]
  skip: number
}

type KeywordLine = { line: number; keyword: string; volume: number | null }

const aliases = {
  required: ['keyword'],
  optional: ['volume'],
  aliases: Object.fromEntries(
    keywordColumns.flatMap((column) => data.aliases[column].map((name) => [name, column] as const)),
  ),
}

/** Exports of keyword tools have some lines before the names of the columns. */
const maxLinesBefore = 5
const sampleLines = 20

/** `text`: the start of the file. */
export function recognizeKeywords(text: string): KeywordLayout {
  const lines = text.split('\n', sampleLines + maxLinesBefore)
  for (const delimiter of delimiters)
    for (const [skip, line] of lines.slice(0, maxLinesBefore).entries()) {
      const names = splitLine(line, delimiter).map((cell) => columnName(cell, aliases))
      const columns = names.map((name, index) => (names.indexOf(name) === index ? toColumn(name) : ''))
      if (columns.includes('keyword')) return { delimiter, columns, skip: skip + 1 }
    }
  const sample = lines.filter((line) => line.trim() !== '').slice(0, sampleLines)
  const delimiter = delimiters.find((each) => hasColumns(sample, each)) ?? ''
  return { delimiter, columns: guessColumns(sample, delimiter), skip: 0 }
}

/** The cells of one line, for recognition only: a quoted cell can contain the delimiter. */
function splitLine(line: string, delimiter: string): string[] {
  return delimiter === '' ? [line] : line.split(delimiter).map((cell) => cell.replaceAll('"', ''))
}

const toColumn = (name: string): KeywordColumn | '' => keywordColumns.find((each) => each === name) ?? ''

function hasColumns(sample: readonly string[], delimiter: string): boolean {
  const counts = new Set(sample.map((line) => splitLine(line, delimiter).length))
  const [count = 1] = counts
  // Keywords can contain commas.
  const isTable = counts.size === 1 && count > 1
  return isTable && (delimiter === '\t' || guessColumns(sample, delimiter).includes('volume'))
}

function guessColumns(sample: readonly string[], delimiter: string): string[] {
  const rows = sample.map((line) => splitLine(line, delimiter))
  const [first = []] = rows
  const volume = first.findIndex((_, index) => rows.every((cells) => readVolume(cells[index] ?? '') !== null))
  const lengths = first.map((_, index) =>
    index === volume ? -1 : rows.reduce((sum, cells) => sum + (cells[index]?.length ?? 0), 0),
  )
  const keyword = lengths.indexOf(Math.max(...lengths))
  return first.map((_, index) => (index === keyword ? 'keyword' : index === volume ? 'volume' : ''))
}

/**
 * Yields the lines with content. Each line is read on its own, so that a quote which is not closed affects no other line: keywords
 * contain no line breaks. A malformed line has no keyword.
 */
export function* readKeywords(
  text: string,
  { delimiter, columns, skip }: KeywordLayout,
): Generator<KeywordLine> {
  const [keyword, volume] = [columns.indexOf('keyword'), columns.indexOf('volume')]
  for (const [index, line] of text.split('\n').slice(skip).entries()) {
    const cells = readCells(line, delimiter)
    if (cells === null || cells.some((cell) => cell.trim() !== ''))
      yield {
        line: index + skip + 1,
        keyword: cells?.[keyword] ?? '',
        volume: readVolume(cells?.[volume] ?? ''),
      }
  }
}

/** Null for a malformed line. A quote within a cell is a part of it, such as an inch sign. */
function readCells(line: string, delimiter: KeywordLayout['delimiter']): string[] | null {
  if (delimiter === '') return [line]
  if (!line.includes('"')) return line.split(delimiter)
  try {
    const [cells = []] = parse(line, { delimiter, relaxQuotes: true, relaxColumnCount: true })
    return cells
  } catch {
    return null
  }
}

/** Whole numbers, with any separator of thousands. Null for ranges and other texts. */
function readVolume(cell: string): number | null {
  const text = cell.trim()
  if (!/^\d{1,12}$|^\d{1,3}(?:[.,' \u00A0\u202F]\d{3}){1,3}$/.test(text)) return null
  return Number(text.replace(/\D/g, ''))
}
