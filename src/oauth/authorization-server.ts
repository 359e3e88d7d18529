/**
 * The OAuth server for apps that connect over MCP: the configuration of oidc-provider. Clients are public, with PKCE. An access
 * token is opaque, lasts ten minutes and is valid for the MCP endpoint only; a refresh token is replaced at each use.
 */
import { createECDH, createHmac, hkdfSync } from 'node:crypto'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { scopes } from '../../vocabulary/accounts.ts'
import { setConsentCookie } from '../accounts/cookies.ts'
import { getBasePath } from '../core/config.ts'
import type { AppContext, Resource } from '../core/context.ts'
import { resourceOf } from '../http/protected-resource.ts'
import { ipRateLimitKey } from '../http/rate-limiter.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { fetchClientDocument, maxReadBytes } from './client-metadata.ts'
import { renderAuthorizationError } from './error-page.ts'
import { recordsOf } from './records.ts'

export const endpoints = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revocation',
  jwks: '/oauth/jwks',
} as const

/** Loaded by the first request that needs it, because many installations connect no app. */
export const authorizationServer: Resource<Promise<Provider>> = {
  name: 'OAuth server',
  open: openAuthorizationServer,
}

/** How long a person may take to sign in and answer. */
const consentSeconds = 30 * 60
const documentSeconds = { min: 300, max: 86_400 }
/** A fetch for a client counts as this many requests. */
export const fetchCost = 10

/** The id token is not used, but the discovery document of OpenID Connect, which clients read, names a key. */
export const signingAlgorithm = 'ES256'

async function openAuthorizationServer(app: AppContext): Promise<Provider> {
  const { Provider, errors, interactionPolicy } = await import('oidc-provider')
  const failures = { invalidGrant: () => new errors.InvalidGrant() }
  const { Check, Prompt } = interactionPolicy
  const basePath = getBasePath(app.baseUrl)
  const configuration: Configuration = {
    adapter: (model) => recordsOf(app, model, failures),
    routes: endpoints,
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: signingAlgorithm,
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    scopes: [...scopes, 'offline_access'],
    issueRefreshToken: async () => true,
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      RefreshToken: 30 * 86_400,
      IdToken: 600,
      Interaction: consentSeconds,
      Session: 600,
      Grant: 30 * 86_400,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: (ctx) => countFetch(app, ctx),
        cacheDuration: documentSeconds,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resourceOf(app),
        getResourceServerInfo: async (_ctx, resource) => {
          if (resource !== resourceOf(app)) throw new errors.InvalidTarget()
          return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' }
        },
      },
    },
    fetch: (url) => fetchClientDocument(app, String(url)),
    fetchResponseBodyLimits: { 'client_id metadata document': maxReadBytes },
    interactions: {
      // Every authorization asks the person. A client may also ask for a sign-in, which the consent page includes.
      policy: [
        new Prompt({ name: 'login', requestable: true }),
        new Prompt(
          { name: 'consent', requestable: true },
          new Check('consent_required', 'the person has not answered', ({ oidc }) => !oidc.result?.consent),
        ),
      ],
      url: (ctx, { uid }) => {
        setConsentCookie(app, (cookie) => ctx.append('Set-Cookie', cookie), uid, consentSeconds)
        return `${app.baseUrl}/oauth/consent/${uid}`
      },
    },
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    // The grant, which every code and token has, ends with the membership of the person.
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    jwks: { keys: [signingKey(app)] },
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    cookies: {
      names: {
        session: 'ansight_oauth_session',
        interaction: 'ansight_oauth_interaction',
        resume: 'ansight_oauth_resume',
      },
      keys: [createHmac('sha256', app.secretKey).update('oauth cookies').digest('base64url')],
      long: { httpOnly: true, sameSite: 'lax', path: `${basePath}/oauth` },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    renderError: renderAuthorizationError,
  }
  const provider = new Provider(app.baseUrl, configuration)
  // The bridge sets the headers of the public URL.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => app.log.error({ err: error }, 'OAuth server failed'))
  provider.on('grant.revoked', ({ oidc }, grantId) =>
    app.log.warn(
      { grantId, endpoint: oidc.route },
      'grant ended by the app, or by a code or token used twice',
    ),
  )
  return provider
}

/** `ctx` is undefined for a fetch outside of a request of the client. */
const countFetch = (app: AppContext, ctx: KoaContextWithOIDC | undefined): boolean =>
  ctx === undefined || rateLimiterFor(app, 'RATE_LIMIT_OAUTH').take(ipRateLimitKey(ctx.ip), fetchCost).ok

/** A key of P-256 that depends on SECRET_KEY only, so that all processes have the same. */
function signingKey({ secretKey }: AppContext) {
  const d = Buffer.from(hkdfSync('sha256', secretKey, '', 'ansight: oauth signing key', 32))
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(d)
  const point = ecdh.getPublicKey()
  const encode = (bytes: Buffer) => bytes.toString('base64url')
  return {
    kty: 'EC',
    crv: 'P-256',
    use: 'sig',
    alg: signingAlgorithm,
    d: encode(d),
    x: encode(point.subarray(1, 33)),
    y: encode(point.subarray(33)),
  }
}
