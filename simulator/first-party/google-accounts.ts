/** Google's authorization server: consents without a screen, tokens, and their end. */
import { createHash, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { type Json, jsonReply, type Reply } from '../wire/wire.ts'
import type { FirstPartyState } from './state.ts'

const tokenSeconds = 3600
const testingMs = 7 * 86_400_000
const yearMs = 365 * 86_400_000

/** Created on first use, because it takes a tenth of a second. */
let signingKey: ReturnType<typeof createKey> | null = null
const createKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const getKey = () => {
  signingKey ??= createKey()
  return signingKey
}

type AccountsRequest = {
  state: FirstPartyState
  now: Date
  /** Of this server, such as http://127.0.0.1:8100/google. */
  issuer: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
}

/** Returns null for a path of another server of Google. */
export function accountsReply(request: AccountsRequest): Reply | null {
  const { issuer, path, form } = request
  if (path === '/.well-known/openid-configuration')
    return jsonReply(200, {
      issuer,
      authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/revoke`,
      jwks_uri: `${issuer}/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    })
  if (path === '/certs') {
    const jwk = getKey().publicKey.export({ format: 'jwk' })
    return jsonReply(200, { keys: [{ ...jwk, kid: 'simulated', alg: 'RS256', use: 'sig' }] })
  }
  if (path === '/o/oauth2/v2/auth') return consentReply(request)
  if (path === '/revoke') {
    const found = request.state.consents.delete(form.get('token') ?? '')
    return found ? jsonReply(200, {}) : oauthError('invalid_token')
  }
  return path === '/token' ? tokenReply(request) : null
}

function consentReply({ state, query }: AccountsRequest): Reply {
  const code = randomUUID()
  const redirectUri = query.get('redirect_uri') ?? ''
  const scope = (query.get('scope') ?? '').split(' ').filter((each) => !state.declined.includes(each))
  state.codes.set(code, {
    scope: scope.join(' '),
    challenge: query.get('code_challenge') ?? '',
    nonce: query.get('nonce'),
    redirectUri,
  })
  const back = new URL(redirectUri)
  back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '', scope: scope.join(' ') }))
  return { status: 302, headers: [['Location', back.href]], body: '', framing: 'counted' }
}

function tokenReply({ state, now, issuer, form }: AccountsRequest): Reply {
  const granted = (scope: string, consent: string | null, more: Json = {}) => {
    const token = randomUUID()
    state.accessTokens.set(token, { scope, consent, until: after(now, tokenSeconds * 1000) })
    return jsonReply(200, {
      access_token: token,
      expires_in: tokenSeconds,
      token_type: 'Bearer',
      scope,
      ...more,
    })
  }
  const grant = form.get('grant_type')
  if (grant === 'authorization_code') {
    const code = form.get('code') ?? ''
    const found = state.codes.get(code)
    state.codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!found || found.challenge !== challenge || found.redirectUri !== form.get('redirect_uri'))
      return oauthError('invalid_grant')
    const refreshToken = randomUUID()
    state.consents.set(refreshToken, {
      scope: found.scope,
      until: after(now, state.isInTesting ? testingMs : yearMs),
    })
    // The service compares the times of the token with its machine's clock, not with a simulated one.
    const seconds = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: form.get('client_id'),
      iat: seconds,
      exp: seconds + tokenSeconds,
      ...state.account,
      ...(found.nonce && { nonce: found.nonce }),
    }
    return granted(found.scope, refreshToken, { refresh_token: refreshToken, id_token: signToken(claims) })
  }
  if (grant === 'refresh_token') {
    const refreshToken = form.get('refresh_token') ?? ''
    const consent = state.consents.get(refreshToken)
    if (!consent || consent.until <= now) return oauthError('invalid_grant')
    return granted(consent.scope, refreshToken)
  }
  const claims = readAssertion(form.get('assertion') ?? '', issuer)
  return claims === null ? oauthError('invalid_grant') : granted(claims, null)
}

/** The private key of the simulated service account is the key of this server. */
export const serviceAccountKey = () =>
  JSON.stringify({
    type: 'service_account',
    client_email: 'robot@project.iam.gserviceaccount.com',
    private_key: getKey().privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'http://169.254.169.254/token',
  })

/** Returns the requested scope of a valid assertion, or null. */
function readAssertion(assertion: string, issuer: string): string | null {
  const [header = '', payload = '', signature = ''] = assertion.split('.')
  const key = createPublicKey(getKey().privateKey)
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')))
    return null
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return claims.aud === `${issuer}/token` ? String(claims.scope) : null
}

function signToken(claims: Json): string {
  const content = [{ alg: 'RS256', kid: 'simulated', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${content}.${sign('sha256', Buffer.from(content), getKey().privateKey).toString('base64url')}`
}

/** Returns the scopes of a valid access token, or null. */
export function readAccess(state: FirstPartyState, now: Date, authorization = ''): string | null {
  const token = state.accessTokens.get(authorization.replace(/^Bearer /, ''))
  if (!token || token.until <= now) return null
  return token.consent !== null && !state.consents.has(token.consent) ? null : token.scope
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
const oauthError = (error: string) => jsonReply(400, { error, error_description: 'Bad Request' })
