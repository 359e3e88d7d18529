/** Organizations to hold against each other, and where the ids of their things stand in the requests of every route. */
import { z } from 'zod'
import { newId } from '../src/core/ids.ts'
import type { Route, RouteTable } from '../src/http/route.ts'
import type { SourceData } from '../src/opportunities/source-data.ts'
import { routes } from '../src/routes.ts'
import { type Client, clientOf, type Reply, type TestService } from './support.ts'

const table: RouteTable = routes

/** What an id in the path names, by the part before it; in a query or body, by its name. */
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

/** A page that a query has to name is one of the brand's; where it may, any address is asked for. */
const kindOfRequired: Record<string, string> = { url: 'page' }

/** In the path, and the same for everybody. */
const commonParameters = [':platform', ':file']

/** What else the body needs, where an id in it is looked up only when the rest is right. */
const bodies: Record<string, Record<string, unknown>> = {
  'POST /api/prompts': { text: 'A prompt of one’s own' },
  'POST /api/invitations': { email: 'somebody@example.com', role: 'member' },
}

/**
 * An organization with one of everything. `ask` shows what the surface takes: a session or a key; `speak` sends a
 * message to the tools.
 */
export type TenantData = {
  ask: Client['call']
  speak(message: string): Promise<Reply>
  ids: Record<string, string>
  slug: string
}

/** `word` stands in every name, so that it is found wherever it leaks. */
export async function createTenantData(service: TestService, word: string): Promise<TenantData> {
  const client = await service.signUp(`${word} Owner`)
  await client.ok('PATCH /api/organization', { name: `${word} Ltd` })
  const brand = await client.ok('POST /api/brands', {
    name: word,
    domain: `${word}.com`,
    aliases: [`${word} One`],
  })
  const below = (part: string, name: string) => client.ok(`POST /api/brands/${brand.id}/${part}`, { name })
  const competitor = await below('competitors', `${word} Rival`)
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
  const { job, answer } = await anAnswer(service, client, brand)
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
      // A run may have made an open one of the same prompt.
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
  const { token } = await client.ok('POST /api/api-keys', { name: `${word} key to ask with` })
  const ask: Client['call'] = (address, body, headers) =>
    client.call(address, body, {
      ...headers,
      ...(/ \/api\/(v1|mcp)\//.test(address) && { authorization: `Bearer ${token}` }),
    })
  const accept = 'application/json, text/event-stream'
  const speak = (message: string) =>
    client.call('POST /api/mcp', message, {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept,
    })
  return { ask, speak, ids, slug: brand.slug }
}

/** The last answer of a run, and that run: now and then an engine says nothing, and is asked once more. */
async function anAnswer(
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
  throw new Error('The engine said nothing five times')
}

const auditUrl = (word: string) => `https://${word.toLowerCase()}.example/`

function sourceData(word: string, competitorId: string): SourceData {
  const side = { named: 1, cited: 0, mention_rate_pct: 50, avg_visibility_score: 30, avg_position: 1 }
  const leader = { competitor_id: competitorId, name: `${word} Rival` }
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

/** A place in a request where an id stands. */
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

/** The names of all fields of a body, at any depth. */
function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object'
      ? Object.keys(schema.properties ?? {})
      : []
  return [...own, ...Object.values(schema).flatMap(propertiesIn)]
}

/** A request with an id in each of these slots. */
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

/** Every route that asks who is there. */
export const guarded = Object.entries(table).flatMap(([address, route]) =>
  route.kind === 'json' && route.access !== 'none' && route.access !== 'cron' ? [{ address, route }] : [],
)

/** Every answer to a GET whose ids are the world's own. */
export async function everythingOf({
  ask,
  ids,
}: TenantData): Promise<Record<string, { status: number; text: string }>> {
  const replies: Record<string, { status: number; text: string }> = {}
  for (const { address, route } of guarded.filter((each) => each.address.startsWith('GET '))) {
    const slots = slotsOf(address, route).filter((slot) => slot.isRequired)
    const { url } = requestWith(address, route, slots, ({ kind }) => ids[kind] ?? '')
    const { status, text } = await ask(url)
    // When a key was last used changes with every look.
    replies[address] = { status, text: text.replace(/"last_used_at":("[^"]*"|null)/g, '') }
  }
  return replies
}
