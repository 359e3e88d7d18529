/**
 * Recognizes an exported report. Google's are a ZIP of CSV files, whose names, headers and numbers are in the language of the
 * interface, so each table is recognized by its shape. Bing's are CSV files with English headers, which must be known.
 */
import type { FileContent, FileReport } from '../../../vocabulary/file-reports.ts'
import { AppError } from '../../core/errors.ts'
import { sha256 } from '../../core/ids.ts'
import { type Message, message } from '../../languages/message.ts'
import { detectDelimiter, normalizeText, parseRecords } from '../../prompts/csv.ts'
import { findPeriod, parseBingDay, parseCount, parseIsoDay, toDay } from './numbers.ts'
import { readZip } from './read-zip.ts'

/** A row of a table. `count`: impressions of Google's reports, citations of Bing's. */
export type FileRow = {
  key: string
  count: number
  citedPages?: number | null
  intent?: string | null
  topic?: string | null
  sharePct?: number | null
}

export type FileTable = {
  name: string
  header: readonly string[]
  /** Null: not imported. */
  content: FileContent | null
  /** What the table can contain by its shape, so that a person can correct `content`. */
  contents: readonly FileContent[]
  rows: readonly FileRow[]
  /** Rows without a whole number, which are not imported, because a missing number is not zero. */
  skipped: number
}

export type ReadFile = {
  kind: FileReport
  tables: FileTable[]
  /** Filters of the export, in the words of the file, such as "Country: Germany". */
  filters: string[]
  period: { first: string | null; last: string | null; from: PeriodSource | null }
  /** Of the contents, because two ZIP files of the same tables differ. */
  digest: Buffer
}

/** Where the period comes from: the file Filters.csv, the dates of the report, or the date in the name of the file. */
export const periodSources = ['filters', 'dates', 'file_name'] as const
type PeriodSource = (typeof periodSources)[number]

const maxFileRows = 50_000
const maxLineLength = 20_000
const maxKeyLength = 2_000

/** Throws `invalid_request` for a file that is not one of the reports. */
export async function readFile(bytes: Buffer, fileName: string): Promise<ReadFile> {
  return bytes.subarray(0, 2).toString('latin1') === 'PK'
    ? readGoogleZip(await readZip(bytes))
    : readBingCsv(toText(bytes), fileName)
}

type TextTable = { name: string; text: string; header: string[]; records: string[][] }

const toText = (bytes: Buffer) => normalizeText(bytes.toString('utf8'))

function parseTable(name: string, text: string): TextTable {
  requireTable(text)
  const [header, ...records] = parseRecords(text, detectDelimiter(text))
  return {
    name,
    text,
    header: (header?.cells ?? []).map((cell) => cell.trim()),
    records: records.map(({ cells }) => cells),
  }
}

/** Before parsing, because each row and each cell takes more memory than its text. */
function requireTable(text: string): void {
  let lines = 0
  for (let start = 0; start <= text.length; ) {
    const at = text.indexOf('\n', start)
    const end = at === -1 ? text.length : at
    if (end - start > maxLineLength)
      throw rejected(message('traffic.files.errors.longLine', { max: maxLineLength }))
    // The header, and an empty line at the end.
    if (++lines > maxFileRows + 2)
      throw rejected(message('traffic.files.errors.tooManyRows', { max: maxFileRows }))
    start = end + 1
  }
}

function readGoogleZip(files: readonly { name: string; bytes: Buffer }[]): ReadFile {
  const parsed = files
    .map(({ name, bytes }) => parseTable(name, toText(bytes)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (parsed.some(({ header }) => findBingReport(header)))
    throw rejected(message('traffic.files.errors.bingInZip'))
  const wide = parsed.find(({ header }) => header.length > 2)
  if (wide) throw rejected(message('traffic.files.errors.moreColumns', { name: wide.name }))
  const filters = parsed.find(isFilterTable)
  const measured = parsed.filter((table) => table !== filters && table.records.length > 0)
  const tables = measured.map((table) => recognizeTable(table))
  if (!tables.some(({ content }) => content !== null))
    throw rejected(message('traffic.files.errors.emptyReport'))
  const stated = filters?.records.flatMap(([, value = '']) => findPeriod(value) ?? [])[0]
  return {
    // Only the report on Search has devices.
    kind: tables.some(({ content }) => content === 'devices') ? 'google_ai_search' : 'google_ai_discover',
    tables,
    filters: (filters?.records ?? []).slice(0, 20).map((cells) => cells.join(': ').slice(0, 200)),
    period: stated ? { ...stated, from: 'filters' } : periodOfDates(tables),
    digest: sha256(parsed.map(({ name, text }) => `${name}\n${text}`).join('\0')),
  }
}

/** The filters are names and texts, where the other tables have a number. */
const isFilterTable = ({ records }: TextTable) =>
  records.length > 0 && records.every(([, value = '']) => parseCount(value) === null && !isPlaceholder(value))

const isPlaceholder = (value: string) => /^[~–—-]?$/.test(value.trim())

function recognizeTable({ name, header, records }: TextTable): FileTable {
  const keys = records.map(([key = '']) => key.trim())
  const [content, contents] = recognizeContent(keys)
  const rows = records.map(([key = '', count = '']) =>
    toRow(content === 'dates' ? parseIsoDay(key) : key, count),
  )
  return toTable({ name, header, content, contents, rows })
}

type Recognized = [content: FileContent | null, contents: readonly FileContent[]]

function recognizeContent(keys: readonly string[]): Recognized {
  if (keys.every((key) => parseIsoDay(key) !== null)) return ['dates', ['dates']]
  if (keys.every(isUrl)) return ['pages', ['pages']]
  // A table of something else that starts with a number, such as dates in another form.
  if (keys.every((key) => /^\p{N}/u.test(key))) return [null, []]
  const isDevices = keys.length <= maxDevices && !keys.some(isCountry)
  return [isDevices ? 'devices' : 'countries', ['countries', 'devices']]
}

const isUrl = (text: string) => /^https?:\/\/[^\s/]/i.test(text)

const maxDevices = 3

/** Whether a text is the name of a country in one of the languages; a device is not. */
const isCountry = (text: string) => {
  const name = text.toLowerCase()
  return countryLanguages.some((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return countries.some((code) => names.of(code)?.toLowerCase() === name)
  })
}

/** A table of at most three countries most likely has one of these. */
const countries =
  'US GB DE FR ES JP IN CA AU BR IT NL MX CN AT CH BE IE PT PL SE DK NO FI TR KR ID ZA AR CO CL NZ SG'.split(
    ' ',
  )
const countryLanguages = ['en', 'de', 'fr', 'es', 'ja', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'tr', 'ko']

/** The reports of Bing's AI Performance, by their headers. */
const bingReports: Record<string, { kind: FileReport; content: FileContent }> = {
  'Date,Citations,Cited Pages': { kind: 'bing_ai_overview', content: 'dates' },
  'Grounding Query,Intent,Topic,Citations,Citation Share': { kind: 'bing_ai_queries', content: 'queries' },
  'Grounding Query,Citations': { kind: 'bing_ai_queries', content: 'queries' },
  'Page,Citations': { kind: 'bing_ai_pages', content: 'pages' },
}
const filteredBingReport = 'Date,Citations'

const findBingReport = (header: readonly string[]) => bingReports[header.join()]

function readBingCsv(text: string, fileName: string): ReadFile {
  const table = parseTable(fileName, text)
  const { header, records } = table
  const report = findBingReport(header)
  if (header.join() === filteredBingReport) throw rejected(message('traffic.files.errors.filtered'))
  if (!report)
    throw rejected(message('traffic.files.errors.unknownHeader', { header: header.join(', ').slice(0, 200) }))
  const at = (cells: readonly string[], name: string) => cells[header.indexOf(name)]?.trim() ?? ''
  const rows = records.map((cells) => {
    const [key = ''] = cells
    const row = toRow(report.content === 'dates' ? parseBingDay(key) : key, at(cells, 'Citations'))
    return (
      row && {
        ...row,
        citedPages: parseCount(at(cells, 'Cited Pages')),
        intent: at(cells, 'Intent').slice(0, 200) || null,
        topic: at(cells, 'Topic').slice(0, 200) || null,
        sharePct: parseShare(at(cells, 'Citation Share')),
      }
    )
  })
  const tables = [
    toTable({ name: fileName, header, content: report.content, contents: [report.content], rows }),
  ]
  if (tables[0]?.rows.length === 0) throw rejected(message('traffic.files.errors.noRows'))
  const exported = dayInName(fileName)
  return {
    kind: report.kind,
    tables,
    filters: [],
    period:
      report.content === 'dates'
        ? periodOfDates(tables)
        : { first: null, last: exported, from: exported === null ? null : 'file_name' },
    digest: sha256(text),
  }
}

/** Bing's names end with the day of the export, as M_D_YYYY or YYYY_M_D. */
function dayInName(fileName: string): string | null {
  const [, month, day, year, year2, month2, day2] =
    /_(?:(\d{1,2})_(\d{1,2})_(\d{4})|(\d{4})_(\d{1,2})_(\d{1,2}))(?!\d)[^_]*$/.exec(fileName) ?? []
  return toDay(Number(year ?? year2), Number(month ?? month2), Number(day ?? day2))
}

function parseShare(text: string): number | null {
  const [, share] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text) ?? []
  return share === undefined ? null : Number(share)
}

/** Null for a row without a key or a whole number, or that a row of the database cannot contain. */
function toRow(key: string | null, count: string): FileRow | null {
  const number = parseCount(count)
  const text = key?.trim() ?? ''
  if (number === null || text === '' || text.length > maxKeyLength || /[\p{Cc}\p{Cs}]/u.test(text))
    return null
  return { key: text, count: number }
}

function toTable({
  rows,
  ...table
}: Omit<FileTable, 'rows' | 'skipped'> & { rows: (FileRow | null)[] }): FileTable {
  const complete = rows.filter((row) => row !== null)
  return { ...table, rows: complete, skipped: rows.length - complete.length }
}

function periodOfDates(tables: readonly FileTable[]): ReadFile['period'] {
  const days = tables
    .filter(({ content }) => content === 'dates')
    .flatMap(({ rows }) => rows.map(({ key }) => key))
    .toSorted()
  const [first = null] = days
  return { first, last: days.at(-1) ?? null, from: first === null ? null : 'dates' }
}

const rejected = (text: Message) => new AppError('invalid_request', text)
