/** Connections that keep us waiting, never become a request, or are open when we close. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { errorStatuses } from '../core/errors.ts'
import { clientErrors } from './error-mapping.ts'

/** How long a connection may keep us waiting; what is longer is ended, so that it takes no place from others. */
export type ConnectionTimeouts = {
  /** Until the headers of a request are there, and until all of it is. */
  headersMs: number
  requestMs: number
  /** With a response under way of which nothing more is taken. */
  readerMs: number
  /** Node looks for late requests only as often as it is told to. */
  lookEveryMs: number
  /** Once we close: requests at hand have this long to end. */
  closeMs: number
}

export const defaultTimeouts: ConnectionTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  readerMs: 30_000,
  lookEveryMs: 1_000,
  closeMs: 8_000,
}

/** Beyond it a connection is closed at once: those that are there go on. */
export const maxConnections = 10_000

/** A connection that a browser opened in advance and said nothing on would keep us from closing until its headers are late. */
export function closeConnections(app: FastifyInstance, { closeMs }: ConnectionTimeouts): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    // Whoever is answered from now on may keep the connection, on which nothing more is taken.
    const idle = setInterval(() => app.server.closeIdleConnections(), 50)
    const timer = setTimeout(() => app.server.closeAllConnections(), closeMs)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(timer)
    })
  })
}

/** A connection on which nothing moves may wait for us, who still work on the answer, or for a reader who takes none of it. */
export function disconnectSlowReaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}

/** What never became a request: no HTTP, headers too large, or not there in time. */
export function handleClientError(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refused = clientErrors[error.code] ?? clientErrors.other
  const body = JSON.stringify({ error: refused.message, code: refused.code, request_id: randomUUID() })
  const status = errorStatuses[refused.code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
