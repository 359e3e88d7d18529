/**
 * A server for the parts of version 7 of the Pusher protocol that the service and pusher-js use: subscriptions to private
 * channels and signed events. It rejects invalid signatures as Pusher does.
 */
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as getText } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

const app = { id: '4711', key: 'public-key', secret: 'a secret of the app' }

export type RealtimeServer = {
  /** Settings of a service that uses this server. */
  env: Record<string, string>
  port: number
  /** Accepted events in order. */
  events: { channel: string; name: string; data: unknown }[]
  /** Response statuses of the requests that published events. */
  statuses: number[]
  /** Sets the response to further requests: a normal one, none at all, or a status. */
  respond(mode: 'normally' | 'hang' | number): void
  /** Number of requests that arrived in `hang` mode and got no response. */
  unanswered(): number
  /** Number of sockets subscribed to a channel. */
  subscribers(channel: string): number
}

export async function realtimeServer(): Promise<RealtimeServer> {
  const channels = new Map<string, Set<WebSocket>>()
  const events: RealtimeServer['events'] = []
  const statuses: number[] = []
  let unanswered = 0
  let mode: 'normally' | 'hang' | number = 'normally'

  const publish = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await getText(request)
    if (mode === 'hang') {
      unanswered += 1
      return
    }
    const status = mode === 'normally' ? getStatus(request, body) : mode
    statuses.push(status)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    if (status !== 200) return
    const { name, channels: named, data } = JSON.parse(body)
    for (const channel of named) {
      events.push({ channel, name, data: JSON.parse(data) })
      for (const socket of channels.get(channel) ?? [])
        socket.send(JSON.stringify({ event: name, channel, data }))
    }
  }
  const http = createServer(publish)
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket, { url = '' }) => {
    if (!url.startsWith(`/app/${app.key}?`)) return socket.close(4001, 'Unknown app')
    const socketId = `${randomInt(1e9)}.${randomInt(1e9)}`
    const send = (event: string, more: object) => socket.send(JSON.stringify({ event, ...more }))
    send('pusher:connection_established', {
      data: JSON.stringify({ socket_id: socketId, activity_timeout: 120 }),
    })
    socket.on('message', (message) => {
      const { event, data } = JSON.parse(String(message))
      if (event === 'pusher:ping') send('pusher:pong', { data: '{}' })
      if (event !== 'pusher:subscribe') return
      const { channel, auth } = data
      if (!isSame(auth, `${app.key}:${signature(`${socketId}:${channel}`)}`))
        return send('pusher:error', { data: { code: 4009, message: 'Invalid signature' } })
      channels.set(channel, (channels.get(channel) ?? new Set()).add(socket))
      send('pusher_internal:subscription_succeeded', { channel, data: '{}' })
    })
    socket.on('close', () => {
      for (const listeners of channels.values()) listeners.delete(socket)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets.clients) socket.terminate()
    http.closeAllConnections()
    http.close()
  })
  const address = http.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    env: {
      PUSHER_APP_ID: app.id,
      PUSHER_KEY: app.key,
      PUSHER_SECRET: app.secret,
      PUSHER_HOST: '127.0.0.1',
      PUSHER_PORT: String(port),
      PUSHER_SCHEME: 'http',
    },
    port,
    events,
    statuses,
    respond: (next) => {
      mode = next
    },
    unanswered: () => unanswered,
    subscribers: (channel) => channels.get(channel)?.size ?? 0,
  }
}

/** Checks a request by the rules of Pusher's HTTP API: the signature covers method, path and sorted query, which holds the body's MD5. */
function getStatus({ method, url = '' }: IncomingMessage, body: string): number {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (method !== 'POST' || pathname !== `/apps/${app.id}/events`) return 404
  const signed = searchParams.get('auth_signature') ?? ''
  searchParams.delete('auth_signature')
  const query = [...searchParams]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const isFresh = Math.abs(Date.now() / 1000 - Number(searchParams.get('auth_timestamp'))) < 600
  const isWhole = searchParams.get('body_md5') === createHash('md5').update(body).digest('hex')
  const isSigned = isSame(signed, signature(`${method}\n${pathname}\n${query}`))
  return isFresh && isWhole && isSigned && searchParams.get('auth_key') === app.key ? 200 : 401
}

const signature = (text: string) => createHmac('sha256', app.secret).update(text).digest('hex')

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
