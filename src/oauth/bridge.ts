/** Passes requests to the authorization server, which is a Koa application, and its responses back. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getBasePath } from '../core/config.ts'
import type { AppContext } from '../core/context.ts'
import { resourceOf } from '../http/protected-resource.ts'
import { authorizationServer, endpoints } from './authorization-server.ts'
import { usedRegistration } from './client-metadata.ts'

export async function passToServer(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const handle = (await ctx.use(authorizationServer)).callback()
  // The server writes to the connection itself.
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  await handle(asIncoming(ctx, request), reply.raw)
  return reply
}

/** Returns the request as one to the public URL, regardless of headers of the client or a proxy. */
function asIncoming(ctx: AppContext, { method, url, headers, body, ip }: FastifyRequest): IncomingMessage {
  const { protocol, host } = new URL(ctx.baseUrl)
  const [path = '', query] = url.split('?', 2)
  const content = Buffer.isBuffer(body) ? readableBody(ctx, path, headers['content-type'], body) : null
  const { 'content-length': _, 'transfer-encoding': __, 'content-encoding': ___, ...rest } = headers
  const incoming = new IncomingMessage(new Socket())
  incoming.method = method
  incoming.url = query === undefined ? path : `${path}?${completed(ctx, path, query)}`
  incoming.headers = {
    ...rest,
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': ip,
    ...(content !== null && { 'content-length': String(content.length) }),
  }
  if (content !== null) incoming.push(content)
  incoming.push(null)
  // The server builds URLs with the path by which this one is longer.
  return Object.assign(incoming, { originalUrl: getBasePath(ctx.baseUrl) + incoming.url })
}

function readableBody(ctx: AppContext, path: string, type: string | undefined, body: Buffer): Buffer {
  if (path === endpoints.registration) return usedRegistration(body)
  return type?.startsWith('application/x-www-form-urlencoded')
    ? Buffer.from(withResource(ctx, new URLSearchParams(body.toString())).toString())
    : body
}

/** A client that names no scope asks for the smallest one. */
function completed(ctx: AppContext, path: string, query: string): string {
  const parameters = new URLSearchParams(query)
  if (path === endpoints.authorization && !parameters.get('scope')) parameters.set('scope', 'read')
  return withResource(ctx, parameters).toString()
}

/** Replaces other spellings of the resource: with a slash at the end, or with capital letters in the host. */
function withResource(ctx: AppContext, parameters: URLSearchParams): URLSearchParams {
  const resource = resourceOf(ctx)
  const sent = parameters.getAll('resource')
  parameters.delete('resource')
  for (const each of sent)
    parameters.append('resource', canonical(each) === canonical(resource) ? resource : each)
  return parameters
}

const canonical = (url: string): string =>
  URL.canParse(url) ? new URL(url).href.replace(/(?<!\/)\/+$/, '') : url
