/** Serves the simulated Search Console, Google Analytics and Bing Webmaster Tools, and Google's authorization server. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { proxyReply, readText, send, sendText, sendTruncated } from '../http.ts'
import { isJson } from '../wire/request.ts'
import type { Json, Reply } from '../wire/wire.ts'
import { bingError, bingReply } from './bing.ts'
import { accountsReply, readAccess } from './google-accounts.ts'
import {
  accountSummariesReply,
  analyticsScope,
  googleError,
  reportReply,
  searchConsoleReply,
  searchScope,
} from './google-data.ts'
import { type FirstPartyFault, type FirstPartyState, takeFault } from './state.ts'

/** The paths below the simulator's URL, by setting of the service. */
export const firstPartyPaths = {
  GOOGLE_ISSUER: '/google',
  SEARCH_CONSOLE_BASE_URL: '/google/webmasters/v3',
  GA4_BASE_URL: '/google/analyticsdata/v1beta',
  GA4_ADMIN_BASE_URL: '/google/analyticsadmin/v1beta',
  BING_WEBMASTER_BASE_URL: '/bing/webmaster/api.svc/json',
} as const

export const isFirstParty = (path: string): boolean => /^\/(google|bing)\//.test(path)

type Simulated = { firstParty: FirstPartyState; seed: number; now: () => Date }

export async function serveFirstParty(
  { firstParty: state, seed, now }: Simulated,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const text = (await readText(request)) ?? ''
  const body = parseBody(text)
  state.requests.push({ path: url.pathname, query: url.searchParams, body })
  const fault = takeFault(state, url.pathname)
  if (fault === 'hang') return
  if (fault === 'html' || fault === 'garbage') return send(response, proxyReply(fault))
  const failed = fault === null || fault === 'cut' ? null : faultReply(fault)
  const reply =
    failed ??
    answer(state, { seed, now: now(), url, text, body, authorization: request.headers.authorization })
  if (reply === null) return sendText(response, 404, 'Not found.')
  return fault === 'cut' ? sendTruncated(response, reply) : send(response, reply)
}

type Parts = {
  seed: number
  now: Date
  url: URL
  text: string
  body: Json | null
  authorization: string | undefined
}

function answer(state: FirstPartyState, { seed, now, url, text, body, authorization }: Parts): Reply | null {
  const { pathname, searchParams: query, origin } = url
  const below = (prefix: string) => (pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : null)
  const bing = below(firstPartyPaths.BING_WEBMASTER_BASE_URL)
  if (bing !== null) return bingReply(state, { seed, now, path: bing, query })
  const apis = [
    [firstPartyPaths.SEARCH_CONSOLE_BASE_URL, searchScope, searchConsoleReply],
    [firstPartyPaths.GA4_BASE_URL, analyticsScope, reportReply],
    [firstPartyPaths.GA4_ADMIN_BASE_URL, analyticsScope, accountSummariesReply],
  ] as const
  for (const [prefix, scope, replyTo] of apis) {
    const path = below(prefix)
    if (path === null) continue
    const scopes = readAccess(state, now, authorization)
    if (scopes === null) return faultReply('unauthorized')
    return scopes.split(' ').includes(scope)
      ? replyTo({ state, seed, now, path, body })
      : faultReply('no_scope')
  }
  const issuer = `${origin}${firstPartyPaths.GOOGLE_ISSUER}`
  const path = below(firstPartyPaths.GOOGLE_ISSUER) ?? ''
  return accountsReply({ state, now, issuer, path, query, form: new URLSearchParams(text) })
}

function faultReply(kind: Exclude<FirstPartyFault['kind'], 'cut' | 'hang' | 'html' | 'garbage'>): Reply {
  switch (kind) {
    case '500':
      return googleError(500, 'backendError', 'Internal error encountered.')
    case 'unauthorized':
      return googleError(401, 'authError', 'Invalid Credentials', 'UNAUTHENTICATED')
    case 'quota':
      return googleError(403, 'quotaExceeded', 'Search Analytics QPS quota exceeded.')
    case 'daily_quota':
      return googleError(403, 'dailyLimitExceeded', 'Daily Limit Exceeded')
    case 'hourly_quota':
      return googleError(429, null, 'Exhausted property tokens per hour.', 'RESOURCE_EXHAUSTED')
    case 'forbidden':
      return googleError(403, 'forbidden', 'User does not have sufficient permission for site.')
    case 'no_scope':
      return googleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
    case 'invalid_grant':
      return {
        ...googleError(400, null, ''),
        body: JSON.stringify({
          error: 'invalid_grant',
          error_description: 'Token has been expired or revoked.',
        }),
      }
    case 'throttled':
      return bingError(4, 'ERROR!!! ThrottleHost')
    case 'bad_key':
      return bingError(3, 'ERROR!!! InvalidApiKey')
    case 'not_authorized':
      return bingError(14, 'ERROR!!! NotAuthorized')
  }
}

function parseBody(text: string): Json | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return isJson(parsed) ? parsed : null
  } catch {
    return null
  }
}
