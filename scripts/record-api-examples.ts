/**
 * Records the examples of the API reference from a service with the demo brands, so that the values of an example belong
 * together. Starts a temporary service with its own database, which takes about a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { utcDay } from '../src/core/days.ts'
import { demoEmail, seedDemo } from '../src/demo/demo.ts'
import { getParameters, nameIn, type OpenApi, type Operation } from '../src/http/openapi/document.ts'
import { startService } from '../src/main.ts'
import { createSession } from './session.ts'

export const recordedExamplesFile = 'src/http/openapi/recorded-examples.json'

type Json = Record<string, unknown>
type Send = (method: string, path: string, body?: object) => Promise<unknown>

/** Returns the content of the file. */
export async function recordExamples(api: OpenApi): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ansight-examples-'))
  const service = await startService(
    readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ALLOW_PRIVATE_NETWORK: 'true' }),
  )
  try {
    const until = utcDay(service.app.now())
    const password = await seedDemo(service.app, { seed: 1, until, days: 60, reset: false })
    const send = await signIn(service.url, password ?? '')
    const ids = await prepare(send, service.url)
    const sendWithKey = await withApiKey(send, service.url)
    const webhooks = await receiveWebhooks(send, ids)
    const examples = { ...webhooks, ...(await readAll(api, { session: send, apiKey: sendWithKey }, ids)) }
    const { host } = new URL(service.url)
    return (
      `${JSON.stringify(shorten(examples), null, 2)}
`
        .replaceAll(service.url, 'https://stridora.example')
        .replaceAll(host, 'stridora.example')
        // The receiver of the webhooks.
        .replace(/127\.0\.0\.1:\d+/g, 'example.com')
    )
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function signIn(url: string, password: string): Promise<Send> {
  const send = createSession(() => url)
  await send('POST', '/api/auth/sign-in/email', { email: demoEmail, password })
  return send
}

async function withApiKey(send: Send, url: string): Promise<Send> {
  const token = text(field(await send('POST', '/api/api-keys', { name: 'Reporting' }), 'token'))
  return createSession(() => url, { authorization: `Bearer ${token}` })
}

/** Creates what the demo lacks, and returns the values of path and query parameters by name. */
async function prepare(send: Send, url: string): Promise<Record<string, string>> {
  const first = async (path: string) => field(await send('GET', path), 'items', 0)
  const brand = text(field(await first('/api/brands'), 'id'))
  const byBrand = `brand_id=${brand}`
  const run = text(field(await first(`/api/runs?${byBrand}`), 'id'))
  const page = `${url}/sign-in`
  const audit = text(field(await send('POST', '/api/audits', { brand_id: brand, url: page }), 'id'))
  await finished(async () =>
    ['completed', 'failed'].includes(text(field(await send('GET', `/api/audits/${audit}`), 'status'))),
  )
  await send('POST', '/api/invitations', { email: 'grace@example.com', role: 'editor' })
  const opportunity = text(field(await first(`/api/content?${byBrand}`), 'id'))
  const cited = field(await send('GET', `/api/metrics/citations?${byBrand}`), 'top_urls', 0)
  return {
    brand,
    brand_id: brand,
    brandId: brand,
    run,
    job: run,
    jobId: run,
    prompt: text(field(await first(`/api/prompts?${byBrand}`), 'id')),
    prompt_id: text(field(await first(`/api/prompts?${byBrand}`), 'id')),
    'actions id': text(field(await send('GET', `/api/actions?${byBrand}`), 'actions', 0, 'id')),
    'audits id': audit,
    'content id': opportunity,
    'content-opportunities id': opportunity,
    'answers id': text(field(await first(`/api/answers?${byBrand}`), 'id')),
    'competitors id': text(field(await first(`/api/brands/${brand}/competitors`), 'id')),
    competitor_id: text(field(await first(`/api/brands/${brand}/competitors`), 'id')),
    'notes id': text(
      field(
        await send('POST', `/api/brands/${brand}/notes`, { day: '2026-11-08', text: 'Site relaunch' }),
        'id',
      ),
    ),
    'products id': text(field(await first(`/api/brands/${brand}/products`), 'id')),
    'site-audits id': audit,
    url: text(field(cited, 'url')),
    domain: text(field(cited, 'domain')),
    limit: '1',
    days: '30',
    budget_micros: '20000000',
  }
}

/** Sends both webhooks to a local receiver and returns their bodies by component. */
async function receiveWebhooks(send: Send, ids: Record<string, string>): Promise<Json> {
  const bodies: unknown[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    bodies.push(JSON.parse(body))
    response.writeHead(202).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = getAddress(receiver.address())
    const settings = `/api/content/webhook-config/${ids.brand}`
    await send('PUT', settings, {
      webhook_url: `http://127.0.0.1:${port}/`,
      webhook_secret: 'a secret',
      is_active: true,
    })
    await send('POST', `/api/content/${ids['content id']}/brief`)
    await send('POST', `/api/content/${ids['content id']}/send`)
    await send('POST', `${settings}/test`)
    await send('PUT', settings, {
      webhook_url: 'https://example.com/hooks/ansight',
      webhook_secret: 'a secret',
    })
  } finally {
    receiver.close()
  }
  return { OpportunitySent: bodies[0], WebhookTest: bodies[1] }
}

/** Reads every endpoint whose parameters are known. Returns the bodies by component or, without one, by address. */
async function readAll(
  api: OpenApi,
  senders: { session: Send; apiKey: Send },
  ids: Record<string, string>,
): Promise<Json> {
  const examples: Json = {}
  // Without days, /api/v1 covers all answers and has no changes, so the other endpoints are more useful examples.
  const paths = Object.entries(api.paths)
  const isVersioned = ([path]: (typeof paths)[number]) => path.startsWith('/api/v1/')
  for (const [path, { get }] of [
    ...paths.filter((entry) => !isVersioned(entry)),
    ...paths.filter(isVersioned),
  ]) {
    const media = get && getJsonContent(get)
    if (!get || !media || Object.keys(media).length === 0) continue
    const name = media.$ref === undefined ? `GET ${path}` : nameIn({ $ref: media.$ref })
    const url = getUrl(path, get, api, ids)
    const send = get.security.some((scheme) => 'apiKey' in scheme) ? senders.apiKey : senders.session
    if (url !== null && !(name in examples)) examples[name] = await send('GET', url)
  }
  return examples
}

function getJsonContent({ responses }: Operation) {
  const success = responses['200']
  return success && !('$ref' in success) ? success.content?.['application/json']?.schema : undefined
}

/** Returns null when a required parameter is not known. */
function getUrl(
  path: string,
  operation: Operation,
  api: OpenApi,
  ids: Record<string, string>,
): string | null {
  const values = getParameters(operation, api).map(({ name, in: location, required }) => {
    const folder = location === 'path' ? new RegExp(`([^/]+)/\\{${name}\\}`).exec(path)?.[1] : undefined
    return { name, location, required, value: ids[`${folder} ${name}`] ?? ids[name] }
  })
  if (values.some(({ required, value }) => required && value === undefined)) return null
  const inPath = values.filter(({ location }) => location === 'path')
  const query = values.filter(
    ({ name, location, required }) => location === 'query' && (required || optional.includes(name)),
  )
  const filled = inPath.reduce((url, { name, value = '' }) => url.replace(`{${name}}`, value), path)
  const search = query.map(({ name, value = '' }) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${filled}?${search}`
}

/** Optional parameters whose values make responses better examples. */
const optional = ['days', 'limit', 'budget_micros']

const maxItems = 1
const maxCharacters = 80

/** Keeps the first items of lists and the start of long texts. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string' && value.length > maxCharacters) return `${value.slice(0, maxCharacters)}…`
  if (Array.isArray(value)) return value.slice(0, maxItems).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
}

async function finished(isFinished: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    if (await isFinished()) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('a job did not finish within two minutes')
}

function field(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) throw new Error(`${path.join('.')} is missing`)
    return new Map(Object.entries(inner)).get(String(name))
  }, value)
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`expected a string, got ${JSON.stringify(value)}`)
  return value
}

/** A TCP server has an address with a port. */
function getAddress(address: string | AddressInfo | null): AddressInfo {
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port')
  return address
}
