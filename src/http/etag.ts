/** Answers that carry a tag of what they say: who sends it back is told that nothing changed, and nothing more. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The bytes of a text: encoded once, however often they are sent. */
export type TaggedBody = { body: Buffer; tag: string }

/** A weak tag: the same text may travel compressed in several ways. */
export function tagBody(text: string): TaggedBody {
  const body = Buffer.from(text)
  return { body, tag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** `type` with its charset. What may keep the answer, and how long, is for the caller to say. */
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { body, tag }: TaggedBody,
): FastifyReply {
  reply.header('ETag', tag)
  const held = (request.headers['if-none-match'] ?? '').split(',').map((each) => weak(each.trim()))
  if (held.includes(tag) || held.includes('*')) return reply.code(304).send()
  return sendBytes(reply, type, body)
}

/** As they are. Fastify knows bytes by their kind of memory, and takes those that threads share for a value to write out. */
export const sendBytes = (reply: FastifyReply, type: string, body: Buffer): FastifyReply =>
  reply
    .type(type)
    .serializer((bytes) => bytes)
    .send(body)

/** Some proxies make a weak tag of ours strong, or the other way round. */
const weak = (tag: string) => tag.replace(/^"/, 'W/"')
