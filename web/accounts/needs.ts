import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { read } from '../api.ts'

export const serviceStatus = read('GET /api/status')
export const invitationBy = (token: string) =>
  read('GET /api/invitations/:invitation', { params: { invitation: token } })

type EntranceSearch = { next?: string; account?: 'new' }

export const entranceSearch = (search: Record<string, unknown>): EntranceSearch => ({
  ...(typeof search.next === 'string' && { next: search.next }),
  ...(search.account === 'new' && { account: 'new' as const }),
})

/** Whoever has a session has nothing to do at the door. */
export async function statusNeeds(queryClient: QueryClient): Promise<void> {
  const [session] = await Promise.all([
    queryClient.fetchQuery(read('GET /api/auth/get-session')),
    queryClient.fetchQuery(serviceStatus),
  ])
  if (session) throw redirect({ to: '/dashboard' })
}

export const invitationNeeds = (queryClient: QueryClient, token: string) =>
  queryClient.ensureQueryData(invitationBy(token))
