/** Shows what an import of a file would store. */
import { z } from 'zod'
import { googleReports } from '../../../vocabulary/file-reports.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { isOwnPage } from '../../traffic/visit-sources.ts'
import { Count, FileImport, listReplaced, showFileImport } from '../file-imports.ts'
import { periodSources } from './read-file.ts'
import { Content, type FileToPreview, isGoogle, Kind, readUpload, sumRows } from './upload.ts'

export const FilePreview = z.object({
  kind: Kind,
  kinds: z.array(Kind).describe('The reports that the file can be.'),
  first_day: z.iso.date().nullable().describe('Null if the file does not contain it. An import needs it.'),
  last_day: z.iso.date().nullable(),
  period_from: z
    .enum(periodSources)
    .nullable()
    .describe('Where the period was found: the filters, the dates of the report, or the name of the file.'),
  filters: z.array(z.string()).describe('Filters of the export, in the words of the file.'),
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

export async function previewFile(
  ctx: Context,
  brand: Brand,
  input: z.output<typeof FileToPreview>,
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
