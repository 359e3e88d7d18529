/** The visit to Google at which a person consents that a connection reads their data. */
import { z } from 'zod'
import { createChallenge, takeChallenge } from '../accounts/sign-in-challenges.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { AppError, forbidden } from '../core/errors.ts'
import type { Http } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { finishAuthorization, type OpenIdClient, startAuthorization } from '../sso/openid.ts'
import { createConnection, getConnection, replaceCredentials } from './connections.ts'
import { type GoogleKind, googleClient, googleScopes } from './google-api.ts'
import type { ConnectionRow } from './source.ts'

/** The redirect URI that a person enters at Google Cloud. */
export const getRedirectUri = ({ baseUrl }: Pick<Context, 'baseUrl'>) =>
  `${baseUrl}/connections/google/callback`

const Visit = z.object({
  brandId: z.string(),
  kind: z.enum(['search_console', 'ga4']),
  /** The connection that gets new credentials; null for a new one. */
  connectionId: z.string().nullable(),
  sessionId: z.string(),
  secrets: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
})

type Start = { brandId: string; kind: GoogleKind; connection: ConnectionRow | null }

/** Returns the URL at Google that the browser opens. Throws `not_configured`. */
export async function startConsent(
  ctx: Context,
  http: Http,
  { brandId, kind, connection }: Start,
): Promise<string> {
  const { sessionId, userId } = requirePerson(ctx)
  const client = getClient(ctx, kind)
  const started = await startAuthorization(ctx, client, {
    redirectUri: getRedirectUri(ctx),
    loginHint: connection?.credential_kind === 'oauth' ? connection.account : null,
    // Google returns a refresh token only with a new consent.
    prompt: 'consent',
    more: { access_type: 'offline', include_granted_scopes: 'true' },
  })
  if (started.outcome === 'failed') throw googleFailed(ctx, started.detail)
  const payload: z.output<typeof Visit> = {
    brandId,
    kind,
    connectionId: connection?.id ?? null,
    sessionId,
    secrets: started.secrets,
  }
  await createChallenge(ctx, http, 'connection', { userId, payload })
  return started.url
}

/** Stores what the person has consented to. `query`: the query with which Google sent the browser back. */
export async function finishConsent(
  ctx: Context,
  http: Http,
  query: string,
): Promise<{ brand: Brand; connection: ConnectionRow }> {
  const visit = (await takeChallenge(ctx, http, 'connection', Visit))?.payload
  if (!visit || visit.sessionId !== requirePerson(ctx).sessionId)
    throw forbidden(message('traffic.search.expired'))
  const { kind, secrets, connectionId } = visit
  const brand = await getBrand(ctx, visit.brandId)
  const granted = await finishAuthorization(ctx, getClient(ctx, kind), {
    redirectUri: getRedirectUri(ctx),
    query,
    secrets,
  })
  if (granted.outcome === 'failed') throw googleFailed(ctx, granted.detail)
  // People can clear the checkbox of a permission.
  if (granted.scopes !== null && !granted.scopes.includes(googleScopes[kind]))
    throw forbidden(message('traffic.search.scopeMissing'))
  if (granted.refreshToken === null) throw forbidden(message('traffic.search.noRefreshToken'))
  const { idToken } = granted
  const created = {
    kind,
    credentials: { kind: 'oauth', refreshToken: granted.refreshToken } as const,
    account: typeof idToken?.email === 'string' ? idToken.email : (idToken?.sub ?? ''),
  }
  const connection =
    connectionId === null
      ? await createConnection(ctx, brand.id, created)
      : await replaceCredentials(ctx, await getConnection(ctx, brand.id, connectionId), created)
  return { brand, connection }
}

function getClient(ctx: Context, kind: GoogleKind): OpenIdClient {
  const client = googleClient(ctx, kind)
  if (client === null) throw new AppError('not_configured', message('traffic.search.notConfigured'))
  return client
}

function googleFailed(ctx: Context, detail: string): AppError {
  ctx.log.warn({ detail }, 'the consent at Google failed')
  return forbidden(message('traffic.search.consentFailed', { detail }))
}

function requirePerson({ actor }: Context) {
  if (actor.kind !== 'user') throw forbidden(message('common.texts.signInFirst'))
  return actor
}
