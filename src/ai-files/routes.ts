import { z } from 'zod'
import type { FileName } from '../../vocabulary/ai-files.ts'
import { type Brand, brandFrom } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { routeNotFound } from '../http/error-mapping.ts'
import { sendWithEtag, tagBody } from '../http/etag.ts'
import { type Finder, NoContent, raw, route } from '../http/route.ts'
import {
  AiFileRecord,
  AiFileText,
  fileNamed,
  findServed,
  listAiFiles,
  resetAiFile,
  rotateAiFilesToken,
  saveAiFile,
} from './ai-files.ts'
import { contentTypes } from './render.ts'

const ofBrand = { params: { brand: z.string() }, find: { brand: brandFrom('params', 'brand') } }
const one = {
  params: { brand: z.string(), file: z.string() },
  find: { ...ofBrand.find, file: fileFrom() },
}
const Files = z.object({ items: z.array(AiFileRecord) })

const show = async (ctx: Context, brand: Brand) => ({ items: await listAiFiles(ctx, brand) })

const Params = z.object({ token: z.string(), file: z.string() })

export const aiFileRoutes = {
  'GET /ai/:token/:file': raw({
    access: 'none',
    summary: 'Get a hosted file about a brand, such as llms.txt',
    params: { token: z.string(), file: z.string() },
    returns: Object.fromEntries(
      Object.entries(contentTypes).map(([file, type]) => [type.split(';')[0] ?? type, `Such as ${file}.`]),
    ),
    run: async (ctx, request, reply) => {
      const { token, file } = Params.parse(request.params)
      const served = await findServed(ctx, token, file)
      if (served === null) throw routeNotFound()
      // To be asked for again each time: an address that has ended must not live on in a cache.
      reply.header('Cache-Control', 'public, no-cache')
      return sendWithEtag(request, reply, served.type, tagBody(served.text))
    },
  }),

  'GET /api/brands/:brand/ai-files': route({
    ...ofBrand,
    access: 'read',
    dependsOn: null,
    summary: 'List the hosted files of a brand with their texts',
    description:
      '`llms.txt`, `llms-full.txt`, `brand.json` and `faq.md`, made from the stored facts at each request.',
    returns: Files,
    run: (ctx, { found }) => show(ctx, found.brand),
  }),
  'PUT /api/brands/:brand/ai-files/:file': route({
    ...one,
    access: 'write',
    summary: 'Write the text of a hosted file by hand',
    description: 'It stands in the place of the generated one until it is deleted.',
    body: AiFileText,
    returns: NoContent,
    status: 204,
    run: (ctx, { found, body }) => saveAiFile(ctx, found.brand, found.file, body.text),
  }),
  'DELETE /api/brands/:brand/ai-files/:file': route({
    ...one,
    access: 'write',
    summary: 'Give a hosted file back to what the facts make of it',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => resetAiFile(ctx, found.brand, found.file),
  }),
  'POST /api/brands/:brand/ai-files/move': route({
    ...ofBrand,
    access: 'write',
    summary: 'Give the hosted files a new address',
    description: 'At the old one there is nothing any more, at once.',
    returns: Files,
    run: async (ctx, { found }) => show(ctx, await rotateAiFilesToken(ctx, found.brand)),
  }),
}

function fileFrom(): Finder<FileName> {
  return { in: 'params', name: 'file', form: z.string(), load: async (_ctx, name) => fileNamed(String(name)) }
}
