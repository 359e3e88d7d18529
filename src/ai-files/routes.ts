import { z } from 'zod'
import type { FileName } from '../../vocabulary/ai-files.ts'
import { type Brand, brandInPath } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { sendWithEtag, tagBody } from '../http/etag.ts'
import { NoContent, type ResourceLoader, raw, route } from '../http/route.ts'
import { message } from '../languages/message.ts'
import {
  AiFileRecord,
  AiFileText,
  findPublicFile,
  getFileName,
  listAiFiles,
  resetAiFile,
  rotateAiFilesToken,
  saveAiFile,
} from './ai-files.ts'
import { contentTypes } from './render.ts'

const fileTarget = {
  params: { ...brandInPath.params, file: z.string().describe('File name, such as `llms.txt`.') },
  find: { ...brandInPath.find, file: fileFrom() },
}
const Files = z.object({ items: z.array(AiFileRecord) })

const show = async (ctx: Context, brand: Brand) => ({ items: await listAiFiles(ctx, brand) })

const Params = z.object({
  token: z.string().describe('Token of the brand in the URLs of its hosted files.'),
  file: z.string().describe('File name, such as `llms.txt`.'),
})

export const aiFileRoutes = {
  'GET /ai/:token/:file': raw({
    access: 'none',
    summary: 'Get a hosted file about a brand',
    description:
      'For language models: `llms.txt`, `llms-full.txt`, `brand.json` and `faq.md`. The token is part of the URL that the settings show.',
    params: Params.shape,
    returns: Object.fromEntries(
      Object.entries(contentTypes).map(([file, type]) => [
        type.split(';')[0] ?? type,
        `For example ${file}.`,
      ]),
    ),
    run: async (ctx, request, reply) => {
      const { token, file } = Params.parse(request.params)
      const served = await findPublicFile(ctx, token, file)
      if (served === null) throw notFound(message('aiFiles.general.noSuchFile'))
      // Caches must revalidate, so that a URL stops working as soon as its token is replaced.
      reply.header('Cache-Control', 'public, no-cache')
      return sendWithEtag(request, reply, served.type, tagBody(served.text))
    },
  }),

  'GET /api/brands/:brand/ai-files': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'List the hosted files of a brand with their texts',
    description:
      '`llms.txt`, `llms-full.txt`, `brand.json` and `faq.md`, generated from the stored facts on each request.',
    returns: Files,
    run: (ctx, { found }) => show(ctx, found.brand),
  }),
  'PUT /api/brands/:brand/ai-files/:file': route({
    ...fileTarget,
    access: 'write',
    summary: 'Save the text of a hosted file',
    description: 'Replaces the generated text until the edited text is deleted.',
    body: AiFileText,
    returns: NoContent,
    status: 204,
    run: (ctx, { found, body }) => saveAiFile(ctx, found.brand, found.file, body.text),
  }),
  'DELETE /api/brands/:brand/ai-files/:file': route({
    ...fileTarget,
    access: 'write',
    summary: 'Reset a hosted file',
    description: 'Deletes the edited text. The file is generated again on each request.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => resetAiFile(ctx, found.brand, found.file),
  }),
  'POST /api/brands/:brand/ai-files/move': route({
    ...brandInPath,
    access: 'write',
    summary: 'Move the hosted files to a new URL',
    description: 'The old URLs stop working immediately.',
    returns: Files,
    run: async (ctx, { found }) => show(ctx, await rotateAiFilesToken(ctx, found.brand)),
  }),
}

function fileFrom(): ResourceLoader<FileName> {
  return {
    in: 'params',
    name: 'file',
    schema: z.string(),
    load: async (_ctx, name) => getFileName(String(name)),
  }
}
