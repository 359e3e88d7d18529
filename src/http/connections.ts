/** Limits on client connections: slow requests, stalled readers, malformed requests, and connections open at shutdown. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { errorStatuses } from '../core/errors.ts'
import { clientErrors, earlyErrorHeaders } from './error-mapping.ts'

/** Connections that exceed a timeout are closed. */
export type ConnectionTimeouts = {
  /** Until all headers of a request have arrived. */
  headersMs: number
  /** Until the whole request has arrived. */
  requestMs: number
  /** While the client reads nothing of a response in progress. */
  stalledReaderMs: number
  /** Interval at which Node checks `headersMs` and `requestMs`. */
  checkIntervalMs: number
  /** For in-flight requests at shutdown. */
  closeMs: number
}

export const defaultTimeouts: ConnectionTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  stalledReaderMs: 30_000,
  checkIntervalMs: 1_000,
  closeMs: 8_000,
}

/** Further connections are closed immediately; existing ones are unaffected. */
export const maxConnections = 10_000

/** Closes idle connections at shutdown, including preconnects that never sent a byte, which Node waits for. */
export function closeConnections(app: FastifyInstance, { closeMs }: ConnectionTimeouts): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    // Keep-alive connections become idle as their in-flight responses end.
    const idle = setInterval(() => app.server.closeIdleConnections(), 50)
    const timer = setTimeout(() => app.server.closeAllConnections(), closeMs)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(timer)
    })
  })
}

/** A socket timeout with unsent bytes means that the client stopped reading; without them the handler is still working. */
export function disconnectStalledReaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}

/** Answers connections that never became a request: malformed HTTP, oversized headers, or a timeout. */
export function handleClientError(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const mapped = clientErrors[error.code] ?? clientErrors.other
  const body = JSON.stringify({ error: mapped.message, code: mapped.code, request_id: randomUUID() })
  const status = errorStatuses[mapped.code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(earlyErrorHeaders).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
