/** The Model Context Protocol over Streamable HTTP: `POST /api/mcp` with the same API key as the rest of `/api/mcp`. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticatedContext } from '../http/call-route.ts'
import { type Http, type RouteTable, raw } from '../http/route.ts'
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
        if (isBatchTooLong(request.body)) return reply.code(400).send(batchTooLong)
        tools ??= createTools(describeApi().routes)
        // Loaded on demand, because most installations do not use MCP.
        const { mcpHandler } = await import('./mcp.ts')
        const handler = mcpHandler(ctx, tools, httpOf(request))
        const response = await handler.fetch(webRequest(ctx.baseUrl, request, reply))
        return send(reply, response)
      },
    }),
  }
}

/** A batch counts as one request against the rate limit of the key, so its size is limited. */
const maxMessages = 20
const batchTooLong = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: `A batch can contain at most ${maxMessages} messages.` },
}

function isBatchTooLong(body: unknown): boolean {
  if (!Buffer.isBuffer(body) || !/^\s*\[/.test(body.toString('latin1', 0, 100))) return false
  try {
    const batch: unknown = JSON.parse(body.toString())
    return Array.isArray(batch) && batch.length > maxMessages
  } catch {
    // The protocol library rejects malformed JSON.
    return false
  }
}

/** Tools have no headers or status, so those of the route are ignored. */
const httpOf = (request: FastifyRequest): Http => ({
  headers: request.headers,
  ip: request.ip,
  url: request.url,
  setHeader: () => undefined,
  setStatus: () => undefined,
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
