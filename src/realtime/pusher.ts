/** The client of a server with the Pusher protocol: Pusher itself or a compatible one. */
import type Pusher from 'pusher'
import type { Config } from '../core/config.ts'

export type RealtimeServer = {
  app: { id: string; key: string; secret: string }
  /** The URL that this service uses. */
  apiUrl: string
  /** The URL that browsers use. */
  publicUrl: string
}

/** Returns null when no server is configured. */
export function pusherSettings(config: Config): RealtimeServer | null {
  const { PUSHER_APP_ID: id, PUSHER_KEY: key, PUSHER_SECRET: secret } = config
  if (id === null || key === null || secret === null) return null
  const { PUSHER_HOST: host, PUSHER_CLUSTER: cluster } = config
  return {
    app: { id, key, secret },
    apiUrl: getOrigin(config, host ?? `api-${cluster}.pusher.com`),
    publicUrl: config.PUSHER_PUBLIC_URL ?? getOrigin(config, host ?? `ws-${cluster}.pusher.com`),
  }
}

function getOrigin({ PUSHER_SCHEME: scheme, PUSHER_PORT: port }: Config, host: string): string {
  return new URL(`${scheme}://${host}${port === null ? '' : `:${port}`}`).origin
}

/** Returns the WebSocket origins for the Content-Security-Policy. */
export function websocketOrigins(config: Config): string[] {
  const server = pusherSettings(config)
  return server === null ? [] : [server.publicUrl.replace(/^http/, 'ws')]
}

/** Loads the library on demand, because most installations have no realtime server. */
export async function createSigner({
  app: { id: appId, key, secret },
  apiUrl,
}: RealtimeServer): Promise<Pusher> {
  const { default: Signer } = await import('pusher')
  return new Signer({ appId, key, secret, host: new URL(apiUrl).host })
}

/** Returns null on success, otherwise a short reason without secrets. Never throws. */
export type Send = (channel: string, event: string, data: Record<string, unknown>) => Promise<string | null>

const sendTimeoutMs = 3_000

/** The library only signs. The request is our own, so that it has a timeout and follows no redirects. */
export async function createEventSender(server: RealtimeServer, closing: AbortSignal): Promise<Send> {
  const signer = await createSigner(server)
  const path = `/apps/${server.app.id}/events`
  return async (channel, name, data) => {
    const body = JSON.stringify({ name, channels: [channel], data: JSON.stringify(data) })
    const query = signer.createSignedQueryString({ method: 'POST', path, body })
    try {
      const response = await fetch(`${server.apiUrl}${path}?${query}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.any([closing, AbortSignal.timeout(sendTimeoutMs)]),
      })
      await response.body?.cancel()
      return response.ok ? null : `status ${response.status}`
    } catch (error) {
      return getReason(error)
    }
  }
}

function getReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `no response within ${sendTimeoutMs} ms`
  return error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : error.name
}
