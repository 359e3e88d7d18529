/** The file that a person uploads, with corrections of what was recognized. */
import { z } from 'zod'
import {
  type FileContent,
  fileContents,
  fileReports,
  googleReports,
} from '../../../vocabulary/file-reports.ts'
import type { Context } from '../../core/context.ts'
import { latestImportTime, utcDay } from '../../core/days.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { CalendarDay, Line } from '../../core/fields.ts'
import { message } from '../../languages/message.ts'
import { type FileTable, type ReadFile, readFile } from './read-file.ts'

export const maxFileBytes = 5 * 1024 * 1024

export const Kind = z.enum(fileReports)
export const Content = z.enum(fileContents)

const upload = {
  file_name: Line(200).describe('Name of the file. It can contain the day of the export.'),
  content: z
    .base64()
    .max(Math.ceil(maxFileBytes / 3) * 4)
    .meta({ examples: ['RGF0ZSxDaXRhdGlvbnMK'] })
    .describe('The file, encoded as Base64: a ZIP file of Google, or a CSV file of Bing. At most 5 MB.'),
  kind: Kind.optional().describe(
    'The report. Default: as recognized. Only reports of the same engine can be chosen.',
  ),
  tables: z
    .array(
      z.strictObject({
        name: z.string().max(500).describe('Name of the file in the ZIP file.'),
        content: Content.nullable().describe('What its first column lists. Null: it is not imported.'),
      }),
    )
    .max(50)
    .optional()
    .describe('Corrects what the tables contain. Default: as recognized.'),
  first_day: CalendarDay.optional().describe('First day of the period. Default: as recognized.'),
  last_day: CalendarDay.optional().describe('Last day of the period. Default: as recognized.'),
}
export const FileToPreview = z.strictObject(upload)
export const FileToImport = z.strictObject({
  ...upload,
  replace: z
    .boolean()
    .default(false)
    .describe(
      'Whether an import of the same report for the same period, or with the same content, is replaced.',
    ),
})

type Upload = z.output<typeof FileToPreview>

/** Reads the file, with the corrections of the person. */
export async function readUpload({ content, file_name, ...given }: Upload): Promise<ReadFile> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > maxFileBytes) throw new AppError('too_large', message('http.general.theBodyIsTooLarge'))
  const file = await readFile(bytes, file_name)
  const { kind = file.kind } = given
  if (kind !== file.kind && !(isGoogle(kind) && isGoogle(file.kind)))
    throw invalid('kind', message('traffic.files.errors.otherKind'))
  const tables = file.tables.map((table) => {
    const named = given.tables?.find(({ name }) => name === table.name)
    if (named === undefined) return table
    if (named.content !== null && !table.contents.includes(named.content))
      throw invalid('tables', message('traffic.files.errors.otherContent', { name: table.name }))
    return { ...table, content: named.content }
  })
  return {
    ...file,
    kind,
    tables,
    period: {
      first: given.first_day ?? file.period.first,
      last: given.last_day ?? file.period.last,
      from: file.period.from,
    },
  }
}

export const isGoogle = (kind: string) => googleReports.some((each) => each === kind)

export function requirePeriod(
  ctx: Context,
  { period: { first, last }, tables }: ReadFile,
): { first: string; last: string } {
  if (first === null) throw invalid('first_day', message('traffic.files.errors.noPeriod'))
  if (last === null) throw invalid('last_day', message('traffic.files.errors.noPeriod'))
  if (first > last) throw invalid('last_day', message('traffic.files.errors.periodReversed'))
  if (last > utcDay(latestImportTime(ctx.now())))
    throw invalid('last_day', message('traffic.files.errors.periodInFuture'))
  const days = tables.filter(({ content }) => content === 'dates').flatMap(({ rows }) => rows)
  if (days.some(({ key }) => key < first || key > last))
    throw invalid('first_day', message('traffic.files.errors.datesOutside'))
  return { first, last }
}

type ImportedTable = FileTable & { content: FileContent }

export function requireTables({ tables }: ReadFile): ImportedTable[] {
  const imported = tables.flatMap((table) =>
    table.content === null ? [] : [{ ...table, content: table.content }],
  )
  if (imported.length === 0) throw invalid('tables', message('traffic.files.errors.noTable'))
  if (new Set(imported.map(({ content }) => content)).size < imported.length)
    throw invalid('tables', message('traffic.files.errors.sameContent'))
  return imported
}

export const sumRows = (rows: FileTable['rows']) => rows.reduce((sum, { count }) => sum + count, 0)
