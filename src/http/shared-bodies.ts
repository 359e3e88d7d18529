/**
 * Bodies that every client gets, such as scripts and the OpenAPI document. Each is compressed once per encoding, in the
 * background threads of zlib, so that requests for them cost no computation.
 */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppContext, Resource } from '../core/context.ts'
import { sendWithEtag, type TaggedBody, tagBody } from './etag.ts'

type Encoding = 'br' | 'gzip'
type Compressed = LRUCache<string, Buffer, { encoding: Encoding; body: Buffer }>

/** Several times the files of the dashboard and the API reference. */
const maxCacheBytes = 32 * 1024 * 1024
const minCompressedBytes = 1_024

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(zlib.brotliCompress)(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(zlib.gzip)(body, { level: 9 }),
}

const compressedBodies: Resource<Compressed> = {
  name: 'compressed bodies',
  open: () =>
    new LRUCache({
      maxSize: maxCacheBytes,
      sizeCalculation: ({ length }) => length,
      fetchMethod: (_key, _stale, { context: { encoding, body } }) => compressors[encoding](body),
    }),
}

const files: Resource<LRUCache<string, TaggedBody>> = {
  name: 'shared files',
  open: () =>
    new LRUCache({
      maxSize: maxCacheBytes,
      sizeCalculation: ({ body }) => Math.max(1, body.length),
      fetchMethod: async (path) => tagBody(await readFile(path)),
    }),
}

/** Sends a body with its ETag, compressed if the client accepts it. The caller sets Cache-Control. */
export async function sendSharedBody(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { body, tag }: TaggedBody,
): Promise<FastifyReply> {
  const encoding =
    body.length < minCompressedBytes ? null : acceptedEncoding(request.headers['accept-encoding'])
  reply.header('Vary', 'Accept-Encoding')
  if (encoding === null) return sendWithEtag(request, reply, type, { body, tag })
  const key = `${encoding} ${tag}`
  const compressed = await ctx.use(compressedBodies).forceFetch(key, { context: { encoding, body } })
  return sendWithEtag(request, reply.header('Content-Encoding', encoding), type, { body: compressed, tag })
}

/** Returns a file whose content never changes while the process runs. Rejects with ENOENT for a missing file. */
export const readSharedFile = (ctx: AppContext, path: string): Promise<TaggedBody> =>
  ctx.use(files).forceFetch(path)

/** Returns the best encoding that the Accept-Encoding header lists with a quality above zero. */
function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = new Set(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((text) => text.trim()))
      .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name),
  )
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null
}
