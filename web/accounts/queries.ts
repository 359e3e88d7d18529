import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { api, type Returns, read } from '../api.ts'
import { followLanguage } from '../language.ts'
import { organization, ownFactors, session } from '../session/queries.ts'

export type User = NonNullable<Returns<'GET /api/auth/get-session'>>['user']

export const serviceStatus = read('GET /api/status')
/** The buttons of the sign-in page. */
export const signInProviders = read('GET /api/auth/providers')
export const ownIdentities = read('GET /api/auth/identities')
export const ssoQuery = read('GET /api/sso')

/** Finishes a visit to a provider, once. */
export const visitQuery = (provider: string, query: string) =>
  queryOptions({
    queryKey: ['finished visit', provider, query] as const,
    queryFn: () => api('POST /api/auth/providers/finish', { body: { provider, query } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export type KeyUser = 'member' | 'former' | 'service'
export const apiKeysQuery = (filter: { user?: KeyUser; sort?: 'created' | 'last_signed_in' } = {}) =>
  read('GET /api/api-keys', { query: { limit: 500, ...filter } })
export const serviceAccountsQuery = read('GET /api/service-accounts')
export const ownSessionsQuery = read('GET /api/auth/sessions')

/** A link that was used is not read again, so that its page can say what happened. */
const once = { staleTime: Number.POSITIVE_INFINITY }

export const invitationQuery = (token: string) => ({
  ...read('GET /api/invitations/:invitation', { params: { invitation: token } }),
  ...once,
})

export const emailLinkQuery = (token: string) => ({
  ...read('GET /api/auth/links/:token', { params: { token } }),
  ...once,
})

export const ownGrantsQuery = read('GET /api/auth/grants')
export const grantsQuery = read('GET /api/grants')
export const consentQuery = (uid: string) => ({
  ...read('GET /api/consents/:uid', { params: { uid } }),
  ...once,
})

type EntranceSearch = { next?: string; account?: 'new' }

export const signInSearch = (search: Record<string, unknown>): EntranceSearch => ({
  ...(typeof search.next === 'string' && { next: search.next }),
  ...(search.account === 'new' && { account: 'new' as const }),
})

/** Redirects users who already have a session. */
export async function loadStatus(queryClient: QueryClient): Promise<void> {
  const [current] = await Promise.all([
    queryClient.fetchQuery(session),
    queryClient.fetchQuery(serviceStatus),
    queryClient.ensureQueryData(signInProviders),
  ])
  if (current) throw redirect({ to: '/dashboard' })
}

/** The page shows who is signed in. */
export const loadInvitation = (queryClient: QueryClient, token: string) =>
  Promise.all([queryClient.ensureQueryData(invitationQuery(token)), queryClient.fetchQuery(session)])

/** What the account page needs. It is for every signed-in person, also without an organization. */
export async function loadAccount(queryClient: QueryClient): Promise<void> {
  const [current] = await Promise.all([
    queryClient.ensureQueryData(session),
    queryClient.ensureQueryData(serviceStatus),
    queryClient.ensureQueryData(ownSessionsQuery),
    queryClient.ensureQueryData(ownGrantsQuery),
    queryClient.ensureQueryData(ownFactors),
    queryClient.ensureQueryData(ownIdentities),
    queryClient.ensureQueryData(signInProviders),
  ])
  await followLanguage(current?.user.language ?? null)
}

/** What the consent page needs. Its organization is the one that the session shows. */
export async function loadConsent(queryClient: QueryClient, uid: string): Promise<void> {
  const [current] = await Promise.all([
    queryClient.ensureQueryData(session),
    queryClient.ensureQueryData(organization),
    queryClient.ensureQueryData(consentQuery(uid)),
  ])
  await followLanguage(current?.user.language ?? null)
}

type AuditKind = Returns<'GET /api/audit-log'>['items'][number]['kind']

export type AuditSearch = { kind?: AuditKind; actor?: string; date_from?: string; date_to?: string }

export const auditSearch = (search: Record<string, unknown>): AuditSearch => ({
  ...(isText(search.kind) && { kind: asAuditKind(search.kind) }),
  ...(isText(search.actor) && { actor: search.actor }),
  ...(isText(search.date_from) && { date_from: search.date_from }),
  ...(isText(search.date_to) && { date_to: search.date_to }),
})

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The API rejects unknown kinds with a clear message. */
export function asAuditKind(kind: string): AuditKind {
  return kind as AuditKind
}
