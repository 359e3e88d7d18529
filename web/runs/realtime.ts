/**
 * Realtime updates of a brand's runs over the Pusher protocol, where the service has a server for it. An event only says
 * that something changed; the data itself is always read from the API.
 */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { api, invalidate, type Returns, read } from '../api.ts'

type RealtimeSettings = Returns<'GET /api/realtime'>

/** Whether events arrive: pages below then poll less often, only in case an event is lost. */
export const RealtimeConnected = createContext(false)

/** Subscribes to the events of a brand while mounted, and returns the value for `RealtimeConnected`. */
export function useRealtime(brandId: string): boolean {
  const { data: settings } = useQuery({ ...read('GET /api/realtime'), staleTime: Number.POSITIVE_INFINITY })
  const queryClient = useQueryClient()
  const [isConnected, setConnected] = useState(false)
  useEffect(() => {
    if (!settings?.configured) return
    const unmount = new AbortController()
    void subscribe(settings, brandId, queryClient, setConnected, unmount.signal)
    return () => {
      unmount.abort()
      setConnected(false)
    }
  }, [settings, brandId, queryClient])
  return isConnected
}

async function subscribe(
  settings: RealtimeSettings,
  brandId: string,
  queryClient: QueryClient,
  setConnected: (isConnected: boolean) => void,
  unmounted: AbortSignal,
) {
  const { default: Pusher } = await import('pusher-js')
  if (unmounted.aborted || settings.key === null || settings.host === null || settings.port === null) return
  const client = new Pusher(settings.key, {
    cluster: '',
    wsHost: settings.host,
    wsPort: settings.port,
    wssPort: settings.port,
    forceTLS: settings.scheme === 'https',
    enabledTransports: ['ws', 'wss'],
    // Statistics would be sent to pusher.com.
    enableStats: false,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, respond) => {
        const form = new URLSearchParams({ socket_id: socketId, channel_name: channelName })
        authorize(`${form}`).then(
          (authorization) => unmounted.aborted || respond(null, authorization),
          (error: Error) => unmounted.aborted || respond(error, null),
        )
      },
    },
  })
  const channel = client.subscribe(`private-brands.${brandId}`)
  channel.bind('pusher:subscription_succeeded', () => {
    setConnected(true)
    // Events before the subscription were missed.
    invalidateRuns(queryClient)
  })
  for (const event of ['tracking.progress', 'tracking.complete'])
    channel.bind(event, () => invalidateRuns(queryClient))
  client.connection.bind('state_change', ({ current }: { current: string }) => {
    if (current !== 'connected' && !unmounted.aborted) setConnected(false)
  })
  unmounted.addEventListener('abort', () => {
    channel.unbind()
    // The client sends in a later task. A message must not be sent to a socket that is closing.
    setTimeout(() => client.disconnect())
  })
}

const authorize = (form: string) =>
  api('POST /broadcasting/auth', { body: form, textType: 'application/x-www-form-urlencoded' })

function invalidateRuns(queryClient: QueryClient): void {
  void invalidate(queryClient, 'GET /api/tracking/status', 'GET /api/runs', 'GET /api/runs/:run')
}
