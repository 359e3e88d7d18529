/** The Model Context Protocol over Streamable HTTP: `POST /api/mcp` with the same API key as the rest of `/api/mcp`. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticatedContext } from '../http/call-route.ts'
import { type Http, type RouteTable, raw } from '../http/route.ts'
import { createTools, type Tool } from './tools.ts'

/** `describe` is called at the first request: the table it returns holds this route itself. */
export function mcpRoutes(describeApi: () => { routes: RouteTable }) {
  let tools: readonly Tool[] | undefined
  return {
    'POST /api/mcp': raw({
      access: 'read',
      summary: 'Speak the Model Context Protocol',
      returns: {
        'application/json': 'An answer of the protocol.',
        'text/event-stream': 'The same, as events.',
      },
      otherStatuses: {
        202: { description: 'Taken; notifications have no answer.', type: null },
        400: { description: 'An error of the protocol: no message of it.', type: 'application/json' },
        406: {
          description: 'An error of the protocol: the client must take both types.',
          type: 'application/json',
        },
        415: { description: 'An error of the protocol: the body must be JSON.', type: 'application/json' },
      },
      run: async (base, request, reply) => {
        const ctx = authenticatedContext(base)
        if (isLongBatch(request.body)) return reply.code(400).send(tooLong)
        tools ??= createTools(describeApi().routes)
        // Loaded by the first request that needs it: most installs never do.
        const { mcpHandler } = await import('./mcp.ts')
        const handler = mcpHandler(ctx, tools, httpOf(request))
        const answer = await handler.fetch(webRequest(ctx.baseUrl, request, reply))
        return send(reply, answer)
      },
    }),
  }
}

/** A batch counts as one request against the key's limit, so it must not hold thousands. */
const mostMessages = 20
const tooLong = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: `A batch holds at most ${mostMessages} messages.` },
}

function isLongBatch(body: unknown): boolean {
  if (!Buffer.isBuffer(body) || !/^\s*\[/.test(body.toString('latin1', 0, 100))) return false
  try {
    const batch: unknown = JSON.parse(body.toString())
    return Array.isArray(batch) && batch.length > mostMessages
  } catch {
    // What is not JSON is refused by the protocol's own words.
    return false
  }
}

/** A tool's result has no headers and no status of its own. */
const httpOf = (request: FastifyRequest): Http => ({
  headers: request.headers,
  ip: request.ip,
  url: request.url,
  setHeader: () => undefined,
  setStatus: () => undefined,
})

function webRequest(baseUrl: string, request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  const { body } = request
  return new Request(new URL(request.url, baseUrl), {
    method: 'POST',
    headers,
    signal: gone.signal,
    ...(Buffer.isBuffer(body) && { body: new Uint8Array(body) }),
  })
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status).header('Cache-Control', 'no-store')
  for (const [name, value] of headers) if (name !== 'cache-control') reply.header(name, value)
  // The web's stream and Node's are one thing with two types.
  return reply.send(
    body === null ? undefined : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
  )
}
