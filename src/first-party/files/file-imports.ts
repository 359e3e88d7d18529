/**
 * A file import is a report of a search engine that a person exported, because the engine has no API for it. Its numbers are
 * shown with their period and source, and never added to other numbers, which may already contain them.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import {
  type FileContent,
  fileContents,
  fileReports,
  googleReports,
} from '../../../vocabulary/file-reports.ts'
import type { Brand } from '../../brands/brands.ts'
import { type Context, transaction } from '../../core/context.ts'
import { latestImportTime, utcDay } from '../../core/days.ts'
import { AppError, conflict, invalid, notFound } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { CalendarDay, Line, Timestamp } from '../../core/fields.ts'
import { newId } from '../../core/ids.ts'
import type { Page } from '../../core/paging.ts'
import type { FileImports } from '../../db/schema.generated.ts'
import { message } from '../../languages/message.ts'
import { requireRoom } from '../../plans/plans.ts'
import { isOwnPage } from '../../traffic/visit-sources.ts'
import { type FileTable, periodSources, type ReadFile, readFile } from './read-file.ts'

export type FileImportRow = Selectable<FileImports>

export const maxFileBytes = 5 * 1024 * 1024
const maxImports = 300

const Count = z.number().int().min(0)
const Kind = z.enum(fileReports)
const Content = z.enum(fileContents)

/** What a person sends, and sends again with corrections. */
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

const Table = z.object({
  content: Content,
  rows: Count,
  total: Count.describe(
    'The sum of the rows. Sums of different tables differ, because engines count them differently.',
  ),
})

export const FileImport = z
  .object({
    id: z.uuid(),
    kind: Kind,
    file_name: z.string(),
    first_day: z.iso.date().describe('First day of the period, in days of the engine.'),
    last_day: z.iso.date(),
    filters: z.array(z.string()).describe('What the export is limited to, as the file says it.'),
    tables: z.array(Table),
    created_at: Timestamp,
  })
  .meta({ id: 'FileImport' })

export const FilePreview = z.object({
  kind: Kind,
  kinds: z.array(Kind).describe('The reports that the file can be.'),
  first_day: z.iso.date().nullable().describe('Null: the file does not say it, and an import needs it.'),
  last_day: z.iso.date().nullable(),
  period_from: z
    .enum(periodSources)
    .nullable()
    .describe('Where the period was found: the filters, the dates of the report, or the name of the file.'),
  filters: z.array(z.string()).describe('What the export is limited to, as the file says it.'),
  tables: z.array(
    z.object({
      name: z.string(),
      header: z.array(z.string()),
      content: Content.nullable(),
      contents: z.array(Content).describe('What the table can contain.'),
      rows: Count,
      total: z.number().int().min(0),
      skipped: Count.describe(
        'Rows without a whole number. They are not imported, because a missing number is not zero.',
      ),
      examples: z.array(z.object({ key: z.string(), count: Count })),
    }),
  ),
  own_pages: Count.nullable().describe('Pages of the domains of the brand. Null without a table of pages.'),
  replaces: z
    .array(FileImport)
    .describe('Imports of the same report for the same period, or with the same content.'),
})

type Upload = z.output<typeof FileToPreview>

export async function previewFile(
  ctx: Context,
  brand: Brand,
  input: Upload,
): Promise<z.input<typeof FilePreview>> {
  const file = await readUpload(input)
  const { first, last, from } = file.period
  const pages = file.tables.find(({ content }) => content === 'pages')?.rows
  return {
    kind: file.kind,
    kinds: isGoogle(file.kind) ? [...googleReports] : [file.kind],
    first_day: first,
    last_day: last,
    period_from: from,
    filters: file.filters,
    tables: file.tables.map(({ rows, header, contents, ...table }) => ({
      ...table,
      header: [...header],
      contents: [...contents],
      rows: rows.length,
      total: sumRows(rows),
      examples: rows.slice(0, 3).map(({ key, count }) => ({ key, count })),
    })),
    own_pages: pages ? pages.filter(({ key }) => isOwnPage(brand, key)).length : null,
    replaces: (await listReplaced(ctx, brand.id, file)).map(showFileImport),
  }
}

/** Throws `conflict` if another import would have to be replaced and `replace` is not set. */
export async function importFile(
  ctx: Context,
  brand: Brand,
  { replace, ...input }: z.output<typeof FileToImport>,
): Promise<FileImportRow> {
  const file = await readUpload(input)
  const { first, last } = requirePeriod(ctx, file)
  const tables = requireTables(file)
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxImports,
      count: async () => (await listFileImports(tx, brand.id)).length,
      full: message('traffic.files.errors.tooMany', { max: maxImports }),
    })
    const replaced = await listReplaced(tx, brand.id, file)
    if (replaced.length > 0 && !replace) throw conflict(message('traffic.files.errors.alreadyImported'))
    for (const old of replaced) await deleteRows(tx, old)
    const imported = {
      brand_id: brand.id,
      id: newId(tx.now().getTime()),
      kind: file.kind,
      file_name: input.file_name,
      first_day: first,
      last_day: last,
      filters: file.filters,
      digest: file.digest,
      tables: JSON.stringify(
        tables.map(({ content, rows }) => ({ content, rows: rows.length, total: sumRows(rows) })),
      ),
      created_at: tx.now(),
    }
    await tx.db.insertInto('file_imports').values(imported).execute()
    for (const { content, rows } of tables) await insertRows(tx, imported, content, rows)
    await recordEvent(tx, 'file.imported', {
      brandId: brand.id,
      data: {
        import_id: imported.id,
        kind: file.kind,
        first_day: first,
        last_day: last,
        replaced: replaced.length,
      },
    })
    return getFileImport(tx, brand.id, imported.id)
  })
}

/** The file with the corrections of the person. */
async function readUpload({ content, file_name, ...given }: Upload): Promise<ReadFile> {
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

const isGoogle = (kind: string) => googleReports.some((each) => each === kind)

function requirePeriod(
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

function requireTables({ tables }: ReadFile): ImportedTable[] {
  const imported = tables.flatMap((table) =>
    table.content === null ? [] : [{ ...table, content: table.content }],
  )
  if (imported.length === 0) throw invalid('tables', message('traffic.files.errors.noTable'))
  if (new Set(imported.map(({ content }) => content)).size < imported.length)
    throw invalid('tables', message('traffic.files.errors.sameContent'))
  return imported
}

const sumRows = (rows: FileTable['rows']) => rows.reduce((sum, { count }) => sum + count, 0)

async function listReplaced(
  ctx: Context,
  brandId: string,
  { kind, digest, period }: ReadFile,
): Promise<FileImportRow[]> {
  const imports = await listFileImports(ctx, brandId)
  return imports.filter(
    (each) =>
      each.kind === kind &&
      (each.digest.equals(digest) || (each.first_day === period.first && each.last_day === period.last)),
  )
}

const rowsPerInsert = 2_000

async function insertRows(
  tx: Context,
  { brand_id, id }: { brand_id: string; id: string },
  content: FileContent,
  rows: FileTable['rows'],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const values = rows.slice(start, start + rowsPerInsert).map((row, index) => ({
      brand_id,
      import_id: id,
      content,
      position: start + index,
      key: row.key,
      count: row.count,
      cited_pages: row.citedPages ?? null,
      intent: row.intent ?? null,
      topic: row.topic ?? null,
      share_pct: row.sharePct ?? null,
    }))
    await tx.db.insertInto('file_import_rows').values(values).execute()
  }
}

/** The newest period first. */
export const listFileImports = (ctx: Context, brandId: string): Promise<FileImportRow[]> =>
  ctx.db
    .selectFrom('file_imports')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function getFileImport(ctx: Context, brandId: string, id: string): Promise<FileImportRow> {
  const found = (await listFileImports(ctx, brandId)).find((each) => each.id === id)
  if (!found) throw notFound(message('traffic.files.errors.noSuchImport'))
  return found
}

export const FileImportRecord = z
  .object({
    position: Count.describe('Position in the file, from 0.'),
    key: z.string().describe('A day, URL, country, device or query, as the file names it.'),
    count: Count.describe(
      "Impressions in AI answers for Google's reports, citations by AI answers for Bing's.",
    ),
    cited_pages: Count.nullable(),
    intent: z.string().nullable(),
    topic: z.string().nullable(),
    share_pct: z.number().nullable().describe('Citation share, as Bing reports it.'),
  })
  .meta({ id: 'FileImportRecord' })

/** In the order of the file. */
export async function listFileRows(
  ctx: Context,
  imported: FileImportRow,
  { limit, cursor = '0', ...query }: Page & { content?: FileContent | undefined },
): Promise<{ items: z.input<typeof FileImportRecord>[]; next_cursor: string | null }> {
  if (!/^\d{1,6}$/.test(cursor)) throw invalid('cursor', message('common.texts.isNotAValidCursor'))
  const { id, tables } = showFileImport(imported)
  const content = query.content ?? tables[0]?.content ?? 'pages'
  const rows = await ctx.db
    .selectFrom('file_import_rows')
    .select(['position', 'key', 'count', 'cited_pages', 'intent', 'topic', 'share_pct'])
    .where('brand_id', '=', imported.brand_id)
    .where('import_id', '=', id)
    .where('content', '=', content)
    .where('position', '>=', Number(cursor))
    .orderBy('position')
    .limit(limit + 1)
    .execute()
  return {
    items: rows.slice(0, limit),
    next_cursor: rows.length > limit ? String(Number(cursor) + limit) : null,
  }
}

export function deleteFileImport(ctx: Context, imported: FileImportRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await deleteRows(tx, imported)
    const { brand_id: brandId, id, kind } = imported
    await recordEvent(tx, 'file.deleted', { brandId, data: { import_id: id, kind } })
  })
}

const deleteRows = (tx: Context, { brand_id, id }: FileImportRow) =>
  tx.db.deleteFrom('file_imports').where('brand_id', '=', brand_id).where('id', '=', id).execute()

export const showFileImport = ({ created_at, ...row }: FileImportRow): z.output<typeof FileImport> =>
  FileImport.parse({ ...row, created_at: created_at.toISOString() })
