/**
 * A real OpenID Connect provider on a loopback port. It signs in `person` without asking, and a test can change what it
 * answers: the claims and the header of the ID token, and the key that signs it.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AccountClaims,
  type Adapter,
  type AdapterPayload,
  interactionPolicy,
  Provider,
} from 'oidc-provider'
import { onTestFileEnd } from '../../test/cleanup.ts'

type Claims = Record<string, unknown>

export type TestProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who signs in at the provider. */
  person: { sub: string } & Claims
  /** Changes the ID tokens; null: they stay as they are. */
  tamper: ((claims: Claims, header: Claims) => { claims?: Claims; header?: Claims }) | null
  /** Signs with a new key, which the provider publishes unless told otherwise. */
  rotateKey(options?: { isPublished: boolean }): void
  /** Requests to each path. */
  requests: string[]
  /** Opens the URL like a browser that is sent to the provider, and returns the URL that it is sent back to. */
  visit(url: string): Promise<URL>
}

export async function startProvider(redirectUris: string[]): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const client = { clientId: 'ansight', clientSecret: 'a secret of the client' }
  const first = createKey('first')
  let signing = first
  let published = [first]
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    adapter: createAdapter,
    jwks: { keys: [first.jwk] },
    cookies: { keys: ['a key for cookies'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'hd', 'xms_edov', 'tid'],
      groups: ['groups'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}`, policy },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: (): AccountClaims => ({ ...test.person, sub }),
    }),
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId && { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const test: TestProvider = {
    issuer,
    ...client,
    person: { sub: 'ada' },
    tamper: null,
    requests: [],
    rotateKey: ({ isPublished } = { isPublished: true }) => {
      signing = createKey(`key ${published.length}`)
      if (isPublished) published = [signing]
    },
    visit: (url) => visit(url, issuer),
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?')
    test.requests.push(path)
    if (path.startsWith('/interaction/'))
      return provider.interactionFinished(request, response, {
        login: { accountId: test.person.sub },
        select_account: {},
      })
    if (path === '/jwks') return sendJson(response, { keys: published.map(({ publicJwk }) => publicJwk) })
    if (path === '/token') captureBody(response, (body) => withToken(body, test.tamper, signing))
    return answer(request, response)
  })
  onTestFileEnd(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return test
}

/** The provider's own storage in memory warns that it is not for production. */
function createAdapter(): Adapter {
  const records = new Map<string, AdapterPayload>()
  return {
    upsert: async (id, payload) => void records.set(id, payload),
    find: async (id) => records.get(id),
    findByUid: async (uid) => [...records.values()].find((each) => each.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const found = records.get(id)
      if (found) found.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void records.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const [id, each] of records) if (each.grantId === grantId) records.delete(id)
    },
  }
}

type Key = { id: string; key: KeyObject; jwk: Claims; publicJwk: Claims }

function createKey(id: string): Key {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const names = { kid: id, alg: 'RS256', use: 'sig' }
  return {
    id,
    key: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    jwk: { ...privateKey.export({ format: 'jwk' }), ...names },
    publicJwk: { ...createPublicKey(privateKey).export({ format: 'jwk' }), ...names },
  }
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** Replaces the body that the provider sends. */
function captureBody(response: ServerResponse, change: (body: string) => string): void {
  const end = response.end.bind(response)
  response.end = (body: unknown) => {
    const changed = change(String(body ?? ''))
    response.setHeader('content-length', Buffer.byteLength(changed))
    return end(changed)
  }
}

function withToken(body: string, tamper: TestProvider['tamper'], signing: Key): string {
  const answer: Claims = JSON.parse(body)
  if (typeof answer.id_token !== 'string') return body
  const [, payload = ''] = answer.id_token.split('.')
  const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const header = { alg: 'RS256', kid: signing.id, typ: 'JWT' }
  const changed = tamper?.(claims, header) ?? {}
  const parts = [changed.header ?? header, changed.claims ?? claims].map(encode)
  const text = parts.join('.')
  const isSigned = (changed.header ?? header).alg !== 'none'
  const signature = isSigned ? sign('sha256', Buffer.from(text), signing.key).toString('base64url') : ''
  return JSON.stringify({ ...answer, id_token: `${text}.${signature}` })
}

const encode = (part: Claims) => Buffer.from(JSON.stringify(part)).toString('base64url')

async function visit(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(url)
  for (let redirects = 0; redirects < 10; redirects += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`${at.pathname} answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at)
    if (at.origin !== issuer) return at
  }
  throw new Error('The provider redirects without end')
}
