/** Organizations with one row of every kind, and where the requests of every route take the ids of these rows. */
import { z } from 'zod'
import { newId } from '../src/core/ids.ts'
import type { Route, RouteTable } from '../src/http/route.ts'
import type { SourceData } from '../src/opportunities/source-data.ts'
import { routes } from '../src/routes.ts'
import { type Client, clientOf, type Reply, type TestService } from './support.ts'

const table: RouteTable = routes

/** The kind of an id in a path, by the path segment before it. */
const kindOfPart: Record<string, string> = {
  brands: 'brand',
  candidates: 'candidate',
  competitors: 'competitor',
  products: 'product',
  topics: 'topic',
  prompts: 'prompt',
  job: 'job',
  jobs: 'job',
  runs: 'job',
  members: 'user',
  invitations: 'invitation',
  'api-keys': 'key',
  content: 'opportunity',
  answers: 'answer',
  audits: 'audit',
  'site-audits': 'audit',
  'content-opportunities': 'opportunity',
  'webhook-config': 'brand',
}
/** The kind of an id in a query or body, by its name. */
const kindOfName: Record<string, string> = {
  brand_id: 'brand',
  brandId: 'brand',
  brand_ids: 'brand',
  jobId: 'job',
  promptIds: 'prompt',
  topic_id: 'topic',
  prompt_id: 'prompt',
  job_id: 'job',
  competitor_id: 'competitor',
  without_competitor_id: 'competitor',
  product_id: 'product',
  ids: 'opportunity',
  since_id: 'audit',
}

/** Required query parameters that name a page of the brand. Where the parameter is optional, any URL is accepted. */
const kindOfRequired: Record<string, string> = { url: 'page' }

/** Path parameters that are the same for all organizations. */
const commonParameters = [':platform', ':file']

/** Other required body fields of routes that look up ids after validation. */
const bodies: Record<string, Record<string, unknown>> = {
  'POST /api/prompts': { text: 'A prompt of one’s own' },
  'POST /api/invitations': { email: 'somebody@example.com', role: 'member' },
}

export type TenantData = {
  /** Authenticates with a session or an API key, as the address requires. */
  send: Client['call']
  /** Sends a message to the MCP server. */
  sendMcp(message: string): Promise<Reply>
  ids: Record<string, string>
  slug: string
}

/** Creates an organization with one row of every kind. Every name contains `word`, so that a test can find leaks. */
export async function createTenantData(service: TestService, word: string): Promise<TenantData> {
  const client = await service.signUp(`${word} Owner`)
  await client.ok('PATCH /api/organization', { name: `${word} Ltd` })
  const brand = await client.ok('POST /api/brands', {
    name: word,
    domain: `${word}.com`,
    aliases: [`${word} One`],
  })
  const below = (part: string, name: string) => client.ok(`POST /api/brands/${brand.id}/${part}`, { name })
  const competitor = await below('competitors', `${word} Competitor`)
  const product = await below('products', `${word} Product`)
  const topic = await below('topics', `${word} Topic`)
  const prompt = await client.ok('POST /api/prompts', {
    brand_id: brand.id,
    topic_id: topic.id,
    text: `What do people say about ${word}?`,
  })
  const key = await client.ok('POST /api/api-keys', { name: `${word} key` })
  const invite = (name: string) =>
    client.ok('POST /api/invitations', { email: `${word}-${name}-${newId()}@example.com`, role: 'viewer' })
  const open = await invite('open')
  const accepted = await invite('accepted')
  const person = { email: accepted.invitation.email, password: 'correct horse battery' }
  const { user } = await clientOf(service.app, person).ok(`POST /api/invitations/${accepted.token}/accept`, {
    name: `${word} Viewer`,
    password: person.password,
  })
  const { job, answer } = await createAnswer(service, client, brand)
  const candidate = newId()
  await service.base.db
    .insertInto('competitor_suggestions')
    .values({
      brand_id: brand.id,
      id: candidate,
      name: `${word} Candidate`,
      normalized_name: 'candidate',
      answers: 3,
      prompts: 2,
      platforms: ['chatgpt'],
      first_day: '2026-01-01',
      last_day: '2026-01-01',
      examples: '[]',
      updated_at: new Date(),
    })
    .execute()
  const opportunity = newId()
  await service.base.db
    .insertInto('opportunities')
    .values({
      brand_id: brand.id,
      id: opportunity,
      prompt_id: prompt.id,
      title: `${word} Opportunity`,
      description: 'Named less than others.',
      type: 'owned',
      impact: 'low',
      opportunity_score: 20,
      source_data: JSON.stringify(sourceData(word, competitor.id)),
      // A run may have created an open one for the same prompt.
      status: 'dismissed',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  const audit = newId()
  await service.base.db
    .insertInto('jobs')
    .values({
      brand_id: brand.id,
      id: audit,
      kind: 'audit',
      status: 'completed',
      input: '{}',
      started_by: '{}',
    })
    .execute()
  await service.base.db
    .insertInto('audits')
    .values({
      brand_id: brand.id,
      id: audit,
      url: auditUrl(word),
      pages: 1,
      score: 50,
      created_at: new Date(),
    })
    .execute()
  const page = `https://${word.toLowerCase()}.example/read/about`
  await service.base.db
    .insertInto('urls')
    .values({ brand_id: brand.id, id: 1, domain_id: 0, url: page })
    .execute()
  const ids = {
    brand: brand.id,
    answer,
    page,
    audit,
    candidate,
    opportunity,
    competitor: competitor.id,
    product: product.id,
    topic: topic.id,
    prompt: prompt.id,
    job,
    user: user.id,
    invitation: open.invitation.id,
    key: key.key.id,
  }
  const { token } = await client.ok('POST /api/api-keys', { name: `${word} key of the tests` })
  const send: Client['call'] = (address, body, headers) =>
    client.call(address, body, {
      ...headers,
      ...(/ \/api\/(v1|mcp)\//.test(address) && { authorization: `Bearer ${token}` }),
    })
  const accept = 'application/json, text/event-stream'
  const sendMcp = (message: string) =>
    client.call('POST /api/mcp', message, {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept,
    })
  return { send, sendMcp, ids, slug: brand.slug }
}

/** Runs the brand until there is an answer, because a simulated engine sometimes gives none. */
async function createAnswer(
  service: TestService,
  client: Client,
  brand: { id: string },
): Promise<{ job: string; answer: string }> {
  for (let runs = 0; runs < 5; runs += 1) {
    const { jobId } = await client.ok('POST /api/tracking/check', {
      brandId: brand.id,
      platforms: ['chatgpt'],
    })
    await service.work()
    await service.work()
    const { items } = await client.ok(`GET /api/answers?brand_id=${brand.id}`)
    if (items.length > 0) return { job: jobId, answer: items[0].id }
  }
  throw new Error('The engine gave no answer in five runs')
}

const auditUrl = (word: string) => `https://${word.toLowerCase()}.example/`

function sourceData(word: string, competitorId: string): SourceData {
  const side = { named: 1, cited: 0, mention_rate_pct: 50, avg_visibility_score: 30, avg_position: 1 }
  const leader = { competitor_id: competitorId, name: `${word} Competitor` }
  return {
    window: { date_from: '2026-01-01', date_to: '2026-01-30' },
    simulated: true,
    answers: 2,
    missed: 1,
    behind: 0,
    certainty: 'directional',
    gap_pct: 20,
    gap: { points: 20, interval: { low: -10, high: 50, level: 0.95, method: 'wilson' }, leader },
    brand: { name: word, ...side },
    competitors: [{ ...leader, ...side }],
    volume: null,
    volume_detail: null,
    intent: null,
    keywords: [],
    source_categories: [],
    sources: [],
    evidence_answer_ids: [],
    score_parts: { gap: 10, certainty: 0, volume: null, intent: 10, sources: 0 },
  }
}

/** A position in a request that takes an id. */
export type Slot = { place: 'params' | 'query' | 'body'; name: string; kind: string; isRequired: boolean }

export function slotsOf(address: string, route: Route): Slot[] {
  const parts = address.split('/')
  const params = parts.flatMap((part, index) =>
    part.startsWith(':') && !commonParameters.includes(part)
      ? [{ name: part.slice(1), kind: kindOfPart[parts[index - 1] ?? ''] ?? 'unknown' }]
      : [],
  )
  const named = (place: 'query' | 'body', schema: z.ZodType) => {
    const shape = z.toJSONSchema(schema, { io: 'input' })
    const names = propertiesIn(shape).filter((name) => /(_id|Id)s?$|^ids$/.test(name))
    const ids = names.map((name) => ({
      place,
      name,
      kind: kindOfName[name] ?? 'unknown',
      isRequired: shape.required?.includes(name) ?? false,
    }))
    const others = place === 'query' ? (shape.required ?? []) : []
    return [
      ...ids,
      ...others.flatMap((name) => {
        const kind = kindOfRequired[name]
        return kind === undefined ? [] : [{ place, name, kind, isRequired: true }]
      }),
    ]
  }
  return [
    ...params.map((each) => ({ ...each, place: 'params' as const, isRequired: true })),
    ...named('query', route.query),
    ...(route.body ? named('body', route.body) : []),
  ]
}

/** Returns the names of all fields of a body, at any depth. */
function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object'
      ? Object.keys(schema.properties ?? {})
      : []
  return [...own, ...Object.values(schema).flatMap(propertiesIn)]
}

/** Builds a request with an id in each of these slots. */
export function requestWith(address: string, route: Route, slots: Slot[], idFor: (slot: Slot) => string) {
  const at = (place: Slot['place']) => slots.filter((slot) => slot.place === place)
  const path = at('params').reduce((url, slot) => url.replace(`:${slot.name}`, idFor(slot)), address)
  const query = at('query').map((slot) => `${slot.name}=${idFor(slot)}`)
  const fields = at('body').map((slot) => [slot.name, slot.name.endsWith('s') ? [idFor(slot)] : idFor(slot)])
  const url = [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')
  if (route.accepts)
    return { url, body: 'A prompt of one’s own', headers: { 'content-type': route.accepts.at(-1) ?? '' } }
  const body = route.body ? { ...bodies[address], ...Object.fromEntries(fields) } : undefined
  return { url, body, headers: {} }
}

/** All JSON routes that require authentication. */
export const authenticatedRoutes = Object.entries(table).flatMap(([address, route]) =>
  route.kind === 'json' && route.access !== 'none' && route.access !== 'cron' ? [{ address, route }] : [],
)

/** Returns the responses of an organization to every GET route, by address. */
export async function readEverything({
  send,
  ids,
}: TenantData): Promise<Record<string, { status: number; text: string }>> {
  const replies: Record<string, { status: number; text: string }> = {}
  for (const { address, route } of authenticatedRoutes.filter((each) => each.address.startsWith('GET '))) {
    const slots = slotsOf(address, route).filter((slot) => slot.isRequired)
    const { url } = requestWith(address, route, slots, ({ kind }) => ids[kind] ?? '')
    const { status, text } = await send(url)
    // Every request changes it.
    replies[address] = { status, text: text.replace(/"last_used_at":("[^"]*"|null)/g, '') }
  }
  return replies
}
