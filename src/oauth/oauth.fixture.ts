/** Apps, browsers and people for tests of the authorization server, over real connections. */
import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, contextWith, createTestApp, type Json, type SharedService } from '../../test/support.ts'
import type { Scope } from '../../vocabulary/accounts.ts'
import type { AppContext } from '../core/context.ts'
import { newId, newToken } from '../core/ids.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { clientDocuments } from './client-metadata.ts'

export type Installation = { base: AppContext; address: string; close(): Promise<void> }

/** Serves documents of clients on a loopback port, in place of the hosts in their URLs. */
export type Documents = { url: string; requests: string[]; close(): void }

type Settings = {
  path?: string
  /** BASE_URL of an installation that runs on another port. */
  baseUrl?: string
  config?: Partial<AppContext['config']>
  documents?: Documents
}

/** Starts the service on a real port, with the path that BASE_URL may have. */
export async function startInstallation(
  service: SharedService,
  { path = '', config = {}, documents, ...given }: Settings = {},
): Promise<Installation> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}${path}`
  const base = contextWith(
    service.base,
    { baseUrl: given.baseUrl ?? address, config: { ...service.base.config, ...config } },
    (resources) => {
      if (documents) resources.provide(clientDocuments, (url) => fetchLocally(documents, url))
    },
  )
  const app = await createTestApp(base)
  await app.listen({ host: '127.0.0.1', port })
  return { base, address, close: () => app.close() }
}

/** The real fetch with its limits, from the loopback server that the test configuration allows. */
const fetchLocally = (documents: Documents, url: string) =>
  guardedFetch({ config: { ALLOW_PRIVATE_NETWORK: ['127.0.0.1'] } }, documents.url + new URL(url).pathname, {
    maxBytes: 64 * 1024,
    timeoutMs: 5_000,
  })

export async function serveDocuments(answer: RequestListener): Promise<Documents> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, close: () => void server.close() }
}

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
  return promise
}

/** A browser with cookies, which follows no redirects. */
export function openBrowser(address: string) {
  const cookies = new Map<string, string>()
  const send = async (url: string, method: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(url, address), {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(cookies.has('XSRF-TOKEN') && { 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      cookies.set(name, pair.slice(name.length + 1))
    }
    return response
  }
  return {
    cookies,
    get: (url: string) => send(url, 'GET'),
    post: (url: string, body?: unknown, headers?: Record<string, string>) => send(url, 'POST', body, headers),
    signIn: async ({ email, password }: Pick<Client, 'email' | 'password'>) => {
      const signedIn = await send(`${address}/api/auth/sign-in/email`, 'POST', { email, password })
      if (!signedIn.ok) throw new Error(await signedIn.text())
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>

export async function openSignedInBrowser(address: string, person: Client): Promise<Browser> {
  const browser = openBrowser(address)
  await browser.signIn(person)
  return browser
}

export const newVerifier = () => newToken()
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export type Request = {
  client_id: string
  redirect_uri: string
  verifier?: string
  [parameter: string]: string | undefined
}

/** Returns the URL that an app opens. A parameter that is undefined is left out. */
export function authorizationUrl(address: string, { verifier = newVerifier(), ...request }: Request): string {
  const parameters = {
    response_type: 'code',
    scope: 'read',
    state: 'some state',
    resource: `${address}/api/mcp`,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...request,
  }
  const sent = Object.entries(parameters).filter((each): each is [string, string] => each[1] !== undefined)
  return `${address}/oauth/authorize?${new URLSearchParams(sent)}`
}

/** Opens the URL of an app and returns the id of the consent. */
export async function openConsent(browser: Browser, url: string): Promise<string> {
  const response = await browser.get(url)
  const location = response.headers.get('location') ?? ''
  const uid = /\/oauth\/consent\/([\w-]+)$/.exec(location)?.[1]
  if (response.status !== 303 || uid === undefined)
    throw new Error(`no consent: ${response.status} ${location} ${await response.text()}`)
  return uid
}

type Answer = { scopes?: Scope[]; brand_ids?: string[] | null; organization_id?: string }

/** Allows what the app asks for and returns where the browser goes then, at the app. */
export async function allow(
  address: string,
  browser: Browser,
  uid: string,
  answer: Answer = {},
): Promise<URL> {
  const consent: Json = await (await browser.get(`${address}/api/consents/${uid}`)).json()
  const response = await browser.post(`${address}/api/consents/${uid}/approve`, {
    organization_id: consent.organization?.id,
    scopes: consent.scopes,
    ...answer,
  })
  if (!response.ok) throw new Error(`not allowed: ${response.status} ${await response.text()}`)
  return goBack(browser, await response.json())
}

/** Follows the answer of the person back to the app. */
export async function goBack(browser: Browser, { url }: Json): Promise<URL> {
  const response = await browser.get(url)
  return new URL(response.headers.get('location') ?? '')
}

export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }

export async function postForm(
  address: string,
  path: string,
  form: Record<string, string>,
): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${address}${path}`, { method: 'POST', body: new URLSearchParams(form) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

export async function register(
  address: string,
  metadata: Record<string, unknown>,
): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${address}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return { status: response.status, body: await response.json() }
}

export const localRedirect = 'http://127.0.0.1:33418/'

/** Registers an app, and returns its id. */
export async function registerApp(address: string, name = `App ${newId()}`): Promise<string> {
  const { body } = await register(address, { client_name: name, redirect_uris: [localRedirect] })
  return body.client_id
}

/** Connects an app for the person of the browser and returns its tokens. */
export async function connectApp(
  address: string,
  browser: Browser,
  clientId: string,
  { scope = 'read', ...answer }: Answer & { scope?: string } = {},
): Promise<Tokens> {
  const verifier = newVerifier()
  const request = { client_id: clientId, redirect_uri: localRedirect, verifier, scope }
  const uid = await openConsent(browser, authorizationUrl(address, request))
  const back = await allow(address, browser, uid, answer)
  const { status, body } = await postForm(address, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: localRedirect,
    code_verifier: verifier,
  })
  if (status !== 200) throw new Error(`no tokens: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Calls a tool with a token, as apps do. */
export async function callTool(
  address: string,
  token: string | null,
  name = 'whoami',
  args: Record<string, unknown> = {},
) {
  const response = await fetch(`${address}/api/mcp`, {
    method: 'POST',
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  const text = await response.text()
  const event = /^data: (.*)$/m.exec(text)?.[1]
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: JSON.parse(event ?? text) as Json,
  }
}
