/**
 * A file import is a report of a search engine that a person exported, because the engine has no API for it. Its numbers are
 * shown with their period and source, and never added to other numbers, which may already contain them.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { FileContent } from '../../vocabulary/file-reports.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { cursorOffset, type Page, toOffsetPage } from '../core/paging.ts'
import { countRows } from '../core/rows-of-brand.ts'
import type { FileImports } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import type { FileTable, ReadFile } from './files/read-file.ts'
import {
  Content,
  type FileToImport,
  Kind,
  readUpload,
  requirePeriod,
  requireTables,
  sumRows,
} from './files/upload.ts'

export type FileImportRow = Selectable<FileImports>

const maxImports = 300

export const Count = z.number().int().min(0)

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
    filters: z.array(z.string()).describe('Filters of the export, in the words of the file.'),
    tables: z.array(Table),
    created_at: Timestamp,
  })
  .meta({ id: 'FileImport' })

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
      count: () => countRows(tx, 'file_imports', brand.id),
      full: message('traffic.files.errors.tooMany', { max: maxImports }),
    })
    const replaced = await listReplaced(tx, brand.id, file)
    if (replaced.length > 0 && !replace) throw conflict(message('traffic.files.errors.alreadyImported'))
    for (const old of replaced) await deleteRows(tx, old)
    const imported = await tx.db
      .insertInto('file_imports')
      .values({
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
      })
      .returningAll()
      .executeTakeFirstOrThrow()
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
    return imported
  })
}

/** Returns the imports of the same report for the same period, or with the same contents. */
export async function listReplaced(
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

export const FileImportRecord = z
  .object({
    position: Count.describe('Position in the file, from 0.'),
    key: z.string().describe('A day, URL, country, device or query, in the words of the file.'),
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
  query: Page & { content?: FileContent | undefined },
): Promise<{ items: z.input<typeof FileImportRecord>[]; next_cursor: string | null }> {
  const { id, tables } = showFileImport(imported)
  const content = query.content ?? tables[0]?.content ?? 'pages'
  const rows = await ctx.db
    .selectFrom('file_import_rows')
    .select(['position', 'key', 'count', 'cited_pages', 'intent', 'topic', 'share_pct'])
    .where('brand_id', '=', imported.brand_id)
    .where('import_id', '=', id)
    .where('content', '=', content)
    .where('position', '>=', cursorOffset(query))
    .orderBy('position')
    .limit(query.limit + 1)
    .execute()
  return toOffsetPage(rows, query)
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
