/**
 * How runs of a brand go, told by a server of the Pusher protocol where the service has one. An event says only that there
 * is something new: what it is, is read from the service, so that there is one truth.
 */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Returns, read, renew, xsrfToken } from '../api.ts'

type Place = Returns<'GET /api/realtime'>

let isListening = false

/** While it is told, a page asks seldom: an event can be lost. */
export const isRealtimeConnected = (): boolean => isListening

export function useRealtime(brandId: string): void {
  const { data: place } = useQuery({ ...read('GET /api/realtime'), staleTime: Number.POSITIVE_INFINITY })
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!place?.configured) return
    const leaving = new AbortController()
    void listen(place, brandId, queryClient, leaving.signal)
    return () => leaving.abort()
  }, [place, brandId, queryClient])
}

async function listen(place: Place, brandId: string, queryClient: QueryClient, leaving: AbortSignal) {
  const { default: Pusher } = await import('pusher-js')
  if (leaving.aborted || place.key === null || place.host === null || place.port === null) return
  const client = new Pusher(place.key, {
    cluster: '',
    wsHost: place.host,
    wsPort: place.port,
    wssPort: place.port,
    forceTLS: place.scheme === 'https',
    enabledTransports: ['ws', 'wss'],
    // It would tell a third party how it is used.
    enableStats: false,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: place.auth_path,
      headersProvider: () => ({ 'X-XSRF-TOKEN': xsrfToken() }),
    },
  })
  const channel = client.subscribe(`private-brands.${brandId}`)
  channel.bind('pusher:subscription_succeeded', () => {
    isListening = true
    // What happened while nobody listened.
    refresh(queryClient)
  })
  for (const event of ['tracking.progress', 'tracking.complete'])
    channel.bind(event, () => refresh(queryClient))
  client.connection.bind('state_change', ({ current }: { current: string }) => {
    if (current !== 'connected') isListening = false
  })
  leaving.addEventListener('abort', () => {
    isListening = false
    client.disconnect()
  })
}

function refresh(queryClient: QueryClient): void {
  void renew(queryClient, 'GET /api/tracking/status', 'GET /api/runs', 'GET /api/runs/:run')
}
