/** The official client of the protocol, and requests of the shapes that Claude, Cursor, VS Code and ChatGPT send. */
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, describe, expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import {
  allow,
  authorizationUrl,
  type Browser,
  callTool,
  newVerifier,
  openConsent,
  openSignedInBrowser,
  postForm,
  register,
  serveDocuments,
  startInstallation,
} from './oauth.fixture.ts'

const documents: Record<string, object> = {
  '/oauth/claude-code-client-metadata': {
    client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
    client_name: 'Claude Code',
    client_uri: 'https://claude.ai',
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  '/oauth/mcp-oauth-client-metadata': {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    client_name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
    token_endpoint_auth_method: 'none',
  },
  '/oauth/client-metadata.json': {
    client_id: 'https://vscode.dev/oauth/client-metadata.json',
    client_name: 'Visual Studio Code',
    client_uri: 'https://code.visualstudio.com',
    logo_uri: 'https://vscode.dev/logo.png',
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    redirect_uris: [
      'http://127.0.0.1:33418/',
      'https://vscode.dev/redirect',
      'https://insiders.vscode.dev/redirect',
    ],
    token_endpoint_auth_method: 'none',
  },
  // Without token_endpoint_auth_method.
  '/oauth/abc/client.json': {
    client_id: 'https://chatgpt.com/oauth/abc/client.json',
    client_name: 'ChatGPT',
    redirect_uris: [
      'https://chatgpt.com/connector_platform_oauth_redirect',
      'https://chatgpt.com/connector/oauth/abc',
    ],
  },
  '/oauth/official.json': {
    client_id: 'https://tests.example/oauth/official.json',
    client_name: 'Official client',
    redirect_uris: ['http://localhost:8123/callback'],
    token_endpoint_auth_method: 'none',
  },
}

const service = await testService({ RATE_LIMIT_OAUTH: '0' })
const server = await serveDocuments((request, response) => {
  const document = documents[request.url ?? '']
  response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(document ?? {}))
})
const { address, close } = await startInstallation(service, { documents: server })
afterAll(async () => {
  await close()
  server.close()
})
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
const browser = await openSignedInBrowser(address, owner)

type Official = {
  clientMetadataUrl?: string
  at?: { address: string; browser: Browser }
  fetch?: typeof fetch
}

/** An app with the official client. The person allows everything that it asks for. */
function officialApp({ clientMetadataUrl, at = { address, browser }, fetch }: Official = {}) {
  const saved: Json = { scopes: [] }
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://localhost:8123/callback',
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: {
      client_name: 'Official client',
      redirect_uris: ['http://localhost:8123/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'a state',
    clientInformation: () => saved.client,
    saveClientInformation: (client) => {
      saved.client = client
    },
    tokens: () => saved.tokens,
    saveTokens: (tokens) => {
      saved.tokens = tokens
    },
    saveCodeVerifier: (verifier) => {
      saved.verifier = verifier
    },
    codeVerifier: () => saved.verifier,
    saveDiscoveryState: (state) => {
      saved.discovery = state
    },
    discoveryState: () => saved.discovery,
    redirectToAuthorization: async (authorization) => {
      saved.scopes.push(authorization.searchParams.get('scope'))
      const uid = await openConsent(at.browser, authorization.href)
      saved.callback = await allow(at.address, at.browser, uid)
    },
  }
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${at.address}/api/mcp`), {
      authProvider: provider,
      ...(fetch && { fetch }),
    })
  const finish = () => transport().finishAuth(saved.callback.searchParams)
  return {
    saved,
    finish,
    /** Connects, which asks the person first. */
    connect: async () => {
      const attempt = new Client({ name: 'test', version: '1' }).connect(transport())
      await expect(attempt).rejects.toThrow(UnauthorizedError)
      await finish()
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transport())
      return client
    },
  }
}

describe('the official client', () => {
  test('connects by dynamic registration with nothing but the URL of the endpoint', async () => {
    const app = officialApp()
    const client = await app.connect()
    const { structuredContent }: Json = await client.callTool({ name: 'list_brands', arguments: {} })
    expect(structuredContent.brands).toMatchObject([{ id: brand.id }])
    expect(app.saved.scopes).toEqual(['read'])
    await client.close()
  })

  test('connects with the URL of its metadata document, without registration', async () => {
    const clientMetadataUrl = 'https://tests.example/oauth/official.json'
    const app = officialApp({ clientMetadataUrl })
    const client = await app.connect()
    expect((await client.callTool({ name: 'whoami', arguments: {} })).isError).toBeFalsy()
    expect(app.saved.client.client_id).toBe(clientMetadataUrl)
    expect(server.requests).toContain('/oauth/official.json')
    await client.close()
  })

  test('asks for the scope that a tool needs, and keeps the scopes it has', async () => {
    const app = officialApp()
    const client = await app.connect()
    const audit = { name: 'run_site_audit', arguments: { brand_id: brand.id, url: 'https://acme.com/' } }
    await expect(client.callTool(audit)).rejects.toThrow(UnauthorizedError)
    expect(app.saved.scopes).toHaveLength(2)
    expect(app.saved.scopes[1].split(' ').sort()).toEqual(['read', 'run'])
    await app.finish()
    expect(app.saved.tokens.scope.split(' ').sort()).toEqual(['read', 'run'])
    const started = await callTool(address, app.saved.tokens.access_token, audit.name, audit.arguments)
    expect(started.body.result.isError, JSON.stringify(started.body)).toBeFalsy()
    await client.close()
  })

  test('refreshes an expired token by itself', async () => {
    const app = officialApp()
    const client = await app.connect()
    const before = app.saved.tokens
    app.saved.tokens = { ...before, access_token: 'x'.repeat(43) }
    expect((await client.callTool({ name: 'whoami', arguments: {} })).isError).toBeFalsy()
    expect(app.saved.tokens.refresh_token).not.toBe(before.refresh_token)
    await client.close()
  })

  test('connects below the path of BASE_URL, and when a proxy forwards nothing outside of this path', async () => {
    const inPath = await startInstallation(service, { path: '/base' })
    const outside: string[] = []
    const app = officialApp({
      at: { address: inPath.address, browser: await openSignedInBrowser(inPath.address, owner) },
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input))
        if (pathname.startsWith('/base/')) return fetch(input, init)
        outside.push(pathname)
        return new Response('Not found', { status: 404 })
      },
    })
    const client = await app.connect()
    expect((await client.callTool({ name: 'whoami', arguments: {} })).isError).toBeFalsy()
    expect(outside).toContain('/.well-known/oauth-authorization-server/base')
    await client.close()
    await inPath.close()
  })
})

type Shape = {
  name: string
  clientId?: string
  registration?: Record<string, unknown>
  redirectUri: string
  authorization?: Record<string, string | undefined>
  shown: { name: string; host: string | null; redirect_host: string; is_local: boolean }
}

/** Clients may write the scheme in capital letters, and a slash at the end. */
function resourceWithCapitals(): string {
  return `${address.replace('http:', 'HTTP:')}/api/mcp/`
}

const shapes: Shape[] = [
  {
    name: 'Claude on the web, with its metadata document',
    clientId: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    shown: { name: 'Claude', host: 'claude.ai', redirect_host: 'claude.ai', is_local: false },
  },
  {
    name: 'Claude on the web, registered',
    registration: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    authorization: { scope: undefined, prompt: 'consent' },
    shown: { name: 'Claude', host: null, redirect_host: 'claude.ai', is_local: false },
  },
  {
    name: 'Claude at claude.com, which also requests a refresh token',
    clientId: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirectUri: 'https://claude.com/api/mcp/auth_callback',
    authorization: { scope: 'read offline_access' },
    shown: { name: 'Claude', host: 'claude.ai', redirect_host: 'claude.com', is_local: false },
  },
  {
    name: 'Claude Code, with its metadata document and the port 3118',
    clientId: 'https://claude.ai/oauth/claude-code-client-metadata',
    redirectUri: 'http://localhost:3118/callback',
    shown: { name: 'Claude Code', host: 'claude.ai', redirect_host: 'localhost', is_local: true },
  },
  {
    name: 'Claude Code, registered, with a free port',
    registration: {
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost:49152/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'http://localhost:51234/callback',
    shown: { name: 'Claude Code', host: null, redirect_host: 'localhost', is_local: true },
  },
  {
    name: 'ChatGPT, with a metadata document without an authentication method',
    clientId: 'https://chatgpt.com/oauth/abc/client.json',
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    shown: { name: 'ChatGPT', host: 'chatgpt.com', redirect_host: 'chatgpt.com', is_local: false },
  },
  {
    name: 'ChatGPT, with the redirect address of one connector',
    clientId: 'https://chatgpt.com/oauth/abc/client.json',
    redirectUri: 'https://chatgpt.com/connector/oauth/abc',
    shown: { name: 'ChatGPT', host: 'chatgpt.com', redirect_host: 'chatgpt.com', is_local: false },
  },
  {
    name: 'ChatGPT, registered',
    registration: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/abc'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'https://chatgpt.com/connector/oauth/abc',
    shown: { name: 'ChatGPT', host: null, redirect_host: 'chatgpt.com', is_local: false },
  },
  {
    name: 'Cursor on the desktop, at a loopback address',
    registration: {
      client_name: 'Cursor',
      redirect_uris: ['http://localhost:8787/callback'],
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'http://localhost:8787/callback',
    authorization: { resource: resourceWithCapitals() },
    shown: { name: 'Cursor', host: null, redirect_host: 'localhost', is_local: true },
  },
  {
    name: 'Cursor on the web',
    registration: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'https://www.cursor.com/agents/mcp/oauth/callback',
    shown: { name: 'Cursor', host: null, redirect_host: 'www.cursor.com', is_local: false },
  },
  {
    name: 'Cursor on the desktop, with its own scheme',
    registration: {
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    shown: { name: 'Cursor', host: null, redirect_host: 'cursor', is_local: true },
  },
  {
    name: 'VS Code, with its metadata document and another port',
    clientId: 'https://vscode.dev/oauth/client-metadata.json',
    redirectUri: 'http://127.0.0.1:40123/',
    shown: { name: 'Visual Studio Code', host: 'vscode.dev', redirect_host: '127.0.0.1', is_local: false },
  },
  {
    name: 'VS Code Insiders, with its metadata document',
    clientId: 'https://vscode.dev/oauth/client-metadata.json',
    redirectUri: 'https://insiders.vscode.dev/redirect',
    shown: {
      name: 'Visual Studio Code',
      host: 'vscode.dev',
      redirect_host: 'insiders.vscode.dev',
      is_local: false,
    },
  },
  {
    name: 'VS Code in the browser, registered',
    registration: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'https://vscode.dev/redirect',
    shown: { name: 'Visual Studio Code', host: null, redirect_host: 'vscode.dev', is_local: false },
  },
]

test.each(shapes)('$name connects, calls a tool and refreshes its token', async (shape) => {
  const registered = shape.registration ? await register(address, shape.registration) : null
  if (registered)
    expect(registered).toMatchObject({
      status: 201,
      // Without this URL, Claude gives up.
      body: { token_endpoint_auth_method: 'none', registration_client_uri: expect.stringMatching(address) },
    })
  const clientId = shape.clientId ?? registered?.body.client_id
  const { verifier, back } = await ask(browser, clientId, shape)
  expect(`${back.origin === 'null' ? back.protocol : back.origin}`).toBe(
    new URL(shape.redirectUri).protocol.startsWith('http') ? new URL(shape.redirectUri).origin : 'cursor:',
  )
  expect(back.searchParams.get('iss')).toBe(address)
  expect(back.searchParams.get('state')).toBe('some state')
  const { status, body } = await postForm(address, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: shape.redirectUri,
    code_verifier: verifier,
    resource: `${address}/api/mcp`,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await callTool(address, body.access_token)).status).toBe(200)
  const refreshed = await postForm(address, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: body.refresh_token,
    resource: `${address}/api/mcp`,
  })
  expect(refreshed).toMatchObject({ status: 200, body: { scope: 'read' } })
  expect((await callTool(address, refreshed.body.access_token)).status).toBe(200)
})

test('the requests before a connection: the challenge, both documents, and no stream without a token', async () => {
  const missing = await callTool(address, null)
  const url = /resource_metadata="([^"]+)", scope="read"$/.exec(missing.challenge ?? '')?.[1] ?? ''
  const read = async (from: string): Promise<Json> => (await fetch(from)).json()
  const { resource, authorization_servers: servers } = await read(url)
  expect([resource, servers]).toEqual([`${address}/api/mcp`, [address]])
  const metadata = await read(`${servers[0]}/.well-known/oauth-authorization-server`)
  expect(metadata).toMatchObject({
    issuer: servers[0],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    registration_endpoint: `${address}/oauth/register`,
    authorization_response_iss_parameter_supported: true,
  })
  const stream = await fetch(resource, { headers: { accept: 'text/event-stream' } })
  expect(stream.status).toBe(405)
})

/** Asks the person, who sees who asks and allows it. */
async function ask(person: Browser, clientId: string, { redirectUri, authorization, shown }: Shape) {
  const verifier = newVerifier()
  const url = authorizationUrl(address, {
    client_id: clientId,
    redirect_uri: redirectUri,
    verifier,
    ...authorization,
  })
  const uid = await openConsent(person, url)
  const consent: Json = await (await person.get(`${address}/api/consents/${uid}`)).json()
  expect(consent).toMatchObject({ app: shown, scopes: ['read'] })
  return { verifier, back: await allow(address, person, uid) }
}
