/** Credentials and errors of Google: a refresh token of a person's consent, or the key of a service account. */
import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { message } from '../languages/message.ts'
import { type OpenIdClient, refreshAccess, requestAccess, revokeAccess } from '../sso/openid.ts'
import { nextHour, nextPacificMidnight } from './time-zones.ts'
import {
  type ErrorResponse,
  type Protocol,
  quotaUsedUp,
  unavailable,
  type VendorFailure,
} from './vendor-api.ts'

const vendor = 'Google'

export const googleScopes = {
  search_console: 'https://www.googleapis.com/auth/webmasters.readonly',
  ga4: 'https://www.googleapis.com/auth/analytics.readonly',
} as const
export type GoogleKind = keyof typeof googleScopes

/** Returns the application of the settings, which people also sign in with; null when it is not set up. */
export function googleClient({ config }: AppContext, kind: GoogleKind): OpenIdClient | null {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  if (clientId === null || clientSecret === null) return null
  // The ID token has the address by which people recognize the account.
  return { issuer, clientId, clientSecret, scope: `openid email ${googleScopes[kind]}` }
}

/** The fields of the file that Google Cloud creates. Its `token_uri` is ignored, because it could name any server. */
export const ServiceAccountKey = z
  .object({ type: z.literal('service_account'), client_email: z.email().max(320), private_key: z.string() })
  .refine(({ private_key }) => isPrivateKey(private_key))
export type ServiceAccountKey = z.output<typeof ServiceAccountKey>

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

export type GoogleCredentials =
  | { kind: 'oauth'; refreshToken: string }
  | { kind: 'service_account'; key: ServiceAccountKey }

/** An access token is requested once, and again when Google rejects it. */
export function googleProtocol(app: AppContext, kind: GoogleKind, credentials: GoogleCredentials): Protocol {
  let token: string | null = null
  return {
    vendor,
    authenticate: async ({ url }, isRepeated) => {
      if (token === null || isRepeated) {
        const access = await getAccess(app, kind, credentials)
        if ('problem' in access) return access
        token = access.accessToken
      }
      return { outcome: 'authenticated', url, headers: { authorization: `Bearer ${token}` } }
    },
    readError: (error) => readGoogleError(app.now(), error),
  }
}

async function getAccess(
  app: AppContext,
  kind: GoogleKind,
  credentials: GoogleCredentials,
): Promise<{ accessToken: string } | VendorFailure> {
  if (credentials.kind === 'oauth') {
    const client = googleClient(app, kind)
    if (client === null) return { outcome: 'revoked', problem: message('traffic.search.notConfigured') }
    return readAccess(app, await refreshAccess(app, client, credentials.refreshToken))
  }
  const { client_email, private_key } = credentials.key
  const issuer = app.config.GOOGLE_ISSUER
  const client = { issuer, clientId: client_email, clientSecret: '', scope: '' }
  const access = await requestAccess(app, client, (audience) => {
    const at = Math.floor(app.now().getTime() / 1000)
    const claims = {
      iss: client_email,
      scope: googleScopes[kind],
      aud: audience,
      iat: at,
      exp: at + 3600,
    }
    const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${content}.${sign('sha256', Buffer.from(content), private_key).toString('base64url')}`
  })
  return readAccess(app, access)
}

function readAccess(
  app: AppContext,
  access: Awaited<ReturnType<typeof refreshAccess>>,
): { accessToken: string } | VendorFailure {
  if (access.outcome === 'granted') return access
  app.log.warn({ detail: access.detail }, 'Google did not return an access token')
  return access.code === 'invalid_grant'
    ? { outcome: 'revoked', problem: message('traffic.search.revoked') }
    : unavailable(vendor)
}

/** Ends the consent at Google. It may already have ended. */
export async function revokeGoogle(app: AppContext, kind: GoogleKind, refreshToken: string): Promise<void> {
  const client = googleClient(app, kind)
  if (client === null) return
  const revoked = await revokeAccess(app, client, refreshToken)
  if (revoked.outcome === 'failed')
    app.log.warn({ detail: revoked.detail }, 'a consent was not revoked at Google')
}

const GoogleError = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
})

const shortQuotas = ['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded']
const missingScope = ['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']

/** A status 403 is a quota, a scope or a missing permission, so the reason decides. */
function readGoogleError(now: Date, { status, retryAfterSeconds, body }: ErrorResponse) {
  const parsed = GoogleError.safeParse(body)
  const error = parsed.success ? parsed.data.error : { message: '', status: '', errors: [], details: [] }
  const reasons = [...error.errors, ...error.details].map(({ reason }) => reason)
  const has = (names: readonly string[]) => reasons.some((reason) => names.includes(reason))
  if (has(['dailyLimitExceeded'])) return quotaUsedUp(vendor, nextPacificMidnight(now))
  if (status === 429 || has(shortQuotas)) {
    if (retryAfterSeconds !== null)
      return quotaUsedUp(vendor, new Date(now.getTime() + retryAfterSeconds * 1000))
    // Google Analytics names the quota in the message: per day, or per hour.
    if (/per day|tokens_per_day|daily/i.test(error.message))
      return quotaUsedUp(vendor, nextPacificMidnight(now))
    if (/per hour|tokens_per_hour|hourly/i.test(error.message)) return quotaUsedUp(vendor, nextHour(now))
    return quotaUsedUp(vendor, new Date(now.getTime() + shortQuotaMs))
  }
  if (status === 401) return 'unauthorized'
  if (has(missingScope))
    return { outcome: 'revoked' as const, problem: message('traffic.search.scopeMissing') }
  if (status === 403 || status === 404)
    return { outcome: 'lost' as const, problem: message('traffic.search.lost') }
  return unavailable(vendor)
}

/** What Search Console documents for its load limits. */
const shortQuotaMs = 15 * 60_000
