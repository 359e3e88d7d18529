import { z } from 'zod'
import { fileContents } from '../../../vocabulary/file-reports.ts'
import { brandInPath, rowInBrand } from '../../brands/brands.ts'
import { Uuid } from '../../core/ids.ts'
import { pageQuery, pageSchema } from '../../core/paging.ts'
import { NoContent, route } from '../../http/route.ts'
import {
  deleteFileImport,
  FileImport,
  FileImportRecord,
  importFile,
  listFileImports,
  listFileRows,
  showFileImport,
} from '../file-imports.ts'
import { FilePreview, previewFile } from './preview.ts'
import { FileToImport, FileToPreview, maxFileBytes } from './upload.ts'

const one = {
  params: { ...brandInPath.params, id: Uuid.describe('Id of the import.') },
  find: { ...brandInPath.find, imported: rowInBrand('file_imports') },
}
/** The file as Base64, and the other fields. */
const maxBodyBytes = Math.ceil(maxFileBytes / 3) * 4 + 64 * 1024

export const fileImportRoutes = {
  'GET /api/brands/:brand/file-imports': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List file imports',
    description:
      "Reports of search engines that were imported as files. Google's count impressions in AI answers, which Search Console's impressions already contain; Bing's count citations. Never add the numbers of two imports.",
    ...brandInPath,
    returns: z.object({ items: z.array(FileImport) }),
    run: async (ctx, { found }) => ({
      items: (await listFileImports(ctx, found.brand.id)).map(showFileImport),
    }),
  }),
  'GET /api/brands/:brand/file-imports/:id/rows': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List the rows of a file import',
    description: 'One table of an imported report, in the order of the file.',
    ...one,
    query: {
      content: z.enum(fileContents).optional().describe('What the table lists. Default: the first table.'),
      ...pageQuery,
    },
    returns: pageSchema(FileImportRecord),
    run: (ctx, { found, query }) => listFileRows(ctx, found.imported, query),
  }),
  'POST /api/brands/:brand/file-imports/preview': route({
    access: 'write',
    summary: 'Preview a file import',
    description:
      "Recognizes Google's Generative AI report (a ZIP file, in any language of Search Console) and the reports of Bing's AI Performance (CSV files), and returns what an import with the same fields would store. Stores nothing.",
    ...brandInPath,
    body: FileToPreview,
    maxBodyBytes,
    returns: FilePreview,
    run: (ctx, { found, body }) => previewFile(ctx, found.brand, body),
  }),
  'POST /api/brands/:brand/file-imports': route({
    access: 'write',
    summary: 'Import a file',
    description:
      'Stores the tables of a report. Responds with `conflict` if the same report was imported for the same period, or with the same content, unless `replace` is set. At most 300 imports per brand.',
    ...brandInPath,
    body: FileToImport,
    maxBodyBytes,
    errors: ['conflict'],
    returns: FileImport,
    status: 201,
    run: async (ctx, { found, body }) => showFileImport(await importFile(ctx, found.brand, body)),
  }),
  'DELETE /api/brands/:brand/file-imports/:id': route({
    access: 'write',
    summary: 'Delete a file import',
    description: 'Deletes the import with its rows.',
    ...one,
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteFileImport(ctx, found.imported),
  }),
}
