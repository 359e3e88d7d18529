/** The Model Context Protocol over Streamable HTTP: `POST /api/mcp` with the same API key as the rest of `/api/mcp`. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../core/context.ts'
import { authenticatedContext, readOnlyHttp } from '../http/call-route.ts'
import { resourceMetadataUrl } from '../http/protected-resource.ts'
import { enforceRateLimit } from '../http/rate-limiter.ts'
import { type RouteTable, raw } from '../http/route.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { createTools, type Tool } from './tools.ts'

/** `describeApi` is called by the first request, because the table that it returns contains this route. */
export function mcpRoutes(describeApi: () => { routes: RouteTable }) {
  let tools: readonly Tool[] | undefined
  return {
    'POST /api/mcp': raw({
      access: 'read',
      summary: 'Call the MCP server',
      description:
        'Model Context Protocol over Streamable HTTP, without sessions. Each endpoint below /api/mcp is a tool.',
      returns: {
        'application/json': 'A response of the protocol.',
        'text/event-stream': 'The same, as events.',
      },
      otherStatuses: {
        202: { description: 'Accepted; notifications have no response.', type: null },
        400: { description: 'A protocol error: the body is not a valid message.', type: 'application/json' },
        406: {
          description: 'A protocol error: the client must accept both content types.',
          type: 'application/json',
        },
        415: { description: 'A protocol error: the body must be JSON.', type: 'application/json' },
      },
      run: async (base, request, reply) => {
        const ctx = authenticatedContext(base)
        const messages = countMessages(request.body)
        if (messages > maxMessages) return reply.code(400).send(batchTooLong)
        countFurtherRequests(ctx, messages - 1, reply)
        tools ??= createTools(describeApi().routes)
        // Loaded on demand, because most installations do not use MCP.
        const { mcpHandler } = await import('./mcp.ts')
        const handler = mcpHandler(ctx, tools, readOnlyHttp(request))
        const response = await handler.fetch(webRequest(ctx.baseUrl, request, reply), {
          authInfo: authInfo(ctx),
        })
        return send(reply, response)
      },
    }),
  }
}

const maxMessages = 20
const batchTooLong = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: `A batch can contain at most ${maxMessages} messages.` },
}

/** Returns the number of messages of a batch, otherwise 1. */
function countMessages(body: unknown): number {
  if (!Buffer.isBuffer(body) || !/^\s*\[/.test(body.toString('latin1', 0, 100))) return 1
  try {
    const batch: unknown = JSON.parse(body.toString())
    return Array.isArray(batch) ? batch.length : 1
  } catch {
    // The protocol library rejects malformed JSON.
    return 1
  }
}

/** Each message of a batch counts as a request; authentication has counted the first. Throws `rate_limited`. */
function countFurtherRequests(ctx: Context, messages: number, reply: FastifyReply): void {
  const { actor } = ctx
  const id = actor.kind === 'api_key' ? actor.keyId : actor.kind === 'grant' ? actor.grantId : null
  if (id === null || messages <= 0) return
  enforceRateLimit(rateLimiterFor(ctx, 'RATE_LIMIT_API_KEY').take(id, messages), (name, value) =>
    reply.header(name, value),
  )
}

/** Lets the library tell the app where to ask for a further scope. Nothing else uses it: the context has the caller. */
const authInfo = (ctx: Context) => ({
  token: '',
  clientId: 'clientId' in ctx.actor ? ctx.actor.clientId : '',
  scopes: [],
  resourceMetadataUrl: resourceMetadataUrl(ctx),
})

function webRequest(baseUrl: string, request: FastifyRequest, reply: FastifyReply): Request {
  const disconnected = new AbortController()
  reply.raw.once('close', () => disconnected.abort())
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  const { body } = request
  return new Request(new URL(request.url, baseUrl), {
    method: 'POST',
    headers,
    signal: disconnected.signal,
    ...(Buffer.isBuffer(body) && { body: new Uint8Array(body) }),
  })
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status).header('Cache-Control', 'no-store')
  for (const [name, value] of headers) if (name !== 'cache-control') reply.header(name, value)
  // The DOM and Node.js declare different types for the same web stream.
  return reply.send(
    body === null ? undefined : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
  )
}
