/** Responses with an ETag, which answer 304 when the client already has the current body. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An encoded body with its ETag. */
export type TaggedBody = { body: Buffer; tag: string }

/** Returns a weak ETag, because the same body can be sent with different content encodings. */
export function tagBody(content: string | Buffer): TaggedBody {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  return { body, tag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** `type` includes the charset. The caller sets Cache-Control. */
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { body, tag }: TaggedBody,
): FastifyReply {
  reply.header('ETag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => weak(each.trim()))
  if (known.includes(tag) || known.includes('*')) return reply.code(304).send()
  return reply.type(type).send(body)
}

/** Some proxies convert weak ETags to strong ones. */
const weak = (tag: string) => tag.replace(/^"/, 'W/"')
