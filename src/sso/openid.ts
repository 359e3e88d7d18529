/**
 * Signing in with an OpenID Connect provider or with OAuth 2.0: the authorization code flow with PKCE, state and nonce; and the
 * access tokens of connections to the data of a provider.
 * An issuer is the input of an organization, so each request goes through the guarded fetch. Nothing is cached: a provider
 * can replace its keys and its endpoints at any time.
 */
import { isIP } from 'node:net'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  genericGrantRequest,
  type IDToken,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { AppContext } from '../core/context.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { isPublicAddress } from '../net/public-address.ts'

/** An application that is registered at a provider. `endpoints` are known for OAuth 2.0, and discovered otherwise. */
export type OpenIdClient = {
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  endpoints?: { authorization_endpoint: string; token_endpoint: string }
}

/** Secrets of one sign-in, which the browser's cookie leads to. */
export type AuthorizationSecrets = { state: string; nonce: string; verifier: string }

export type Authorization = { url: string; secrets: AuthorizationSecrets }

/** `detail`: for the log and for the owner who tests the provider, in English. `code`: of the error of the provider, if it sent one. */
export type OpenIdFailure = { outcome: 'failed'; detail: string; code?: string }

/** `scopes` are null when the provider does not list them: it has granted what was requested. */
export type Access = {
  outcome: 'granted'
  accessToken: string
  refreshToken: string | null
  scopes: string[] | null
}

/** `idToken` null: the provider speaks OAuth 2.0 only. */
export type Grant = Access & { idToken: IDToken | null }

const timeoutSeconds = 10
const clockToleranceSeconds = 30

type AuthorizationOptions = {
  redirectUri: string
  loginHint: string | null
  prompt: string | null
  /** Parameters that only this provider knows. */
  more?: Record<string, string>
}

/** Returns the URL of the provider that the browser opens, and what completes the sign-in. */
export async function startAuthorization(
  ctx: AppContext,
  client: OpenIdClient,
  { redirectUri, loginHint, prompt, more }: AuthorizationOptions,
): Promise<({ outcome: 'started' } & Authorization) | OpenIdFailure> {
  return withFailures(async () => {
    const configuration = await configure(ctx, client)
    const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: withGroups(client.scope, configuration),
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      ...(!client.endpoints && { nonce: secrets.nonce }),
      ...(loginHint !== null && { login_hint: loginHint }),
      ...(prompt !== null && { prompt }),
      ...more,
    })
    if (!mayUse(ctx, url)) return failed(`The authorization endpoint ${url.origin} is not an https URL.`)
    return { outcome: 'started', url: url.href, secrets }
  })
}

/** Providers such as Okta send groups only to clients that request them. */
const withGroups = (scope: string, configuration: Configuration): string =>
  configuration.serverMetadata().scopes_supported?.includes('groups') ? `${scope} groups` : scope

/** Exchanges the code in the response of the provider, and checks the response and the ID token. */
export async function finishAuthorization(
  ctx: AppContext,
  client: OpenIdClient,
  { redirectUri, query, secrets }: { redirectUri: string; query: string; secrets: AuthorizationSecrets },
): Promise<Grant | OpenIdFailure> {
  return withFailures(async () => {
    const configuration = await configure(ctx, client)
    const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
      pkceCodeVerifier: secrets.verifier,
      expectedState: secrets.state,
      ...(!client.endpoints && { expectedNonce: secrets.nonce, idTokenExpected: true }),
    })
    return { ...toAccess(tokens), idToken: tokens.claims() ?? null }
  })
}

const toAccess = ({ access_token, refresh_token, scope }: TokenEndpointResponse): Access => ({
  outcome: 'granted',
  accessToken: access_token,
  refreshToken: refresh_token ?? null,
  scopes: scope?.split(' ') ?? null,
})

/** Returns a new access token for a refresh token. The code of the failure is `invalid_grant` when the consent has ended. */
export const refreshAccess = (ctx: AppContext, client: OpenIdClient, refreshToken: string) =>
  withFailures(async () => toAccess(await refreshTokenGrant(await configure(ctx, client), refreshToken)))

/**
 * Returns an access token for the assertion that `createAssertion` signs for a token endpoint (RFC 7523). The assertion is the only
 * authentication.
 */
export const requestAccess = (
  ctx: AppContext,
  client: OpenIdClient,
  createAssertion: (tokenEndpoint: string) => string,
) =>
  withFailures(async () => {
    const configuration = await configure(ctx, client, () => undefined)
    const assertion = createAssertion(configuration.serverMetadata().token_endpoint ?? '')
    return toAccess(
      await genericGrantRequest(configuration, 'urn:ietf:params:oauth:grant-type:jwt-bearer', { assertion }),
    )
  })

/** Ends the consent that a refresh token belongs to. */
export const revokeAccess = (ctx: AppContext, client: OpenIdClient, refreshToken: string) =>
  withFailures(async (): Promise<{ outcome: 'revoked' }> => {
    await tokenRevocation(await configure(ctx, client), refreshToken)
    return { outcome: 'revoked' }
  })

/** Returns the issuer that the metadata of a provider names. */
export async function discoverIssuer(
  ctx: AppContext,
  client: OpenIdClient,
): Promise<{ outcome: 'found'; issuer: string } | OpenIdFailure> {
  return withFailures(async () => {
    const { issuer } = (await configure(ctx, client)).serverMetadata()
    return { outcome: 'found', issuer }
  })
}

async function configure(
  ctx: AppContext,
  client: OpenIdClient,
  authentication?: ClientAuth,
): Promise<Configuration> {
  const { clientId, clientSecret, endpoints } = client
  const issuer = new URL(client.issuer)
  if (!mayUse(ctx, issuer)) throw new RefusedRequest(`${issuer.origin} is not an https URL.`)
  const metadata = { client_secret: clientSecret, [clockTolerance]: clockToleranceSeconds }
  const fetch = createFetch(ctx)
  if (endpoints) {
    const configuration = new Configuration({ issuer: client.issuer, ...endpoints }, clientId, metadata)
    configuration[customFetch] = fetch
    configuration.timeout = timeoutSeconds
    if (issuer.protocol === 'http:') allowInsecureRequests(configuration)
    return configuration
  }
  return discovery(issuer, clientId, metadata, authentication, {
    [customFetch]: fetch,
    timeout: timeoutSeconds,
    execute: [
      // Verifies the signature of the ID token, although it comes directly from the provider.
      enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  })
}

/** Plain HTTP is for a provider at a private address that the settings allow, where the guarded fetch checks the address. */
function mayUse({ config }: AppContext, { protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = host === 'localhost' || (isIP(host) > 0 && !isPublicAddress(host))
  return protocol === 'http:' && isPrivate && config.ALLOW_PRIVATE_NETWORK.length > 0
}

/** The guarded fetch refused a URL or failed. */
class RefusedRequest extends Error {
  override name = 'RefusedRequest'
}

const createFetch =
  (ctx: AppContext): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const fetched = await guardedFetch(ctx, url, {
      method,
      headers,
      ...(body !== null && body !== undefined && { body: String(body) }),
      ...(signal && { signal }),
      timeoutMs: timeoutSeconds * 1000,
    })
    if (fetched.outcome === 'failed') throw new RefusedRequest(`${new URL(url).origin}: ${fetched.kind}`)
    const { status, headers: received } = fetched
    const type = received['content-type'] ?? ''
    const challenge = received['www-authenticate']
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(fetched.body), {
      status,
      headers: { 'content-type': type, ...(challenge !== undefined && { 'www-authenticate': challenge }) },
    })
  }

async function withFailures<T>(work: () => Promise<T>): Promise<T | OpenIdFailure> {
  try {
    return await work()
  } catch (error) {
    if (!causedByProvider.some((kind) => error instanceof kind)) throw error
    const code = error instanceof ResponseBodyError ? { code: error.error } : {}
    return { outcome: 'failed', detail: describe(error), ...code }
  }
}

/** openid-client throws a TypeError for metadata that is not what it says, such as an endpoint that is not a URL. */
const causedByProvider = [
  ClientError,
  ResponseBodyError,
  AuthorizationResponseError,
  WWWAuthenticateChallengeError,
  RefusedRequest,
  TypeError,
]

const failed = (detail: string): OpenIdFailure => ({ outcome: 'failed', detail })

/** Errors of openid-client have a code of the check that failed and, as their cause, the values or our own error. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` (${error.code})` : ''
  const reason = 'error' in error ? `: ${error.error}` : ''
  const { cause } = error
  const inner = cause instanceof Error && cause.message !== error.message ? `: ${describe(cause)}` : ''
  return `${error.message}${reason}${code}${inner}`.slice(0, 500)
}
