/** Where the requests of every route take ids, and the kinds of these ids. */
import { z } from 'zod'
import type { Route, RouteTable } from '../src/http/route.ts'
import { routes } from '../src/routes.ts'

const table: RouteTable = routes

/** The kind of an id in a path, by the path segment before it. */
const kindOfPart: Record<string, string> = {
  brands: 'brand',
  candidates: 'candidate',
  competitors: 'competitor',
  products: 'product',
  topics: 'topic',
  personas: 'persona',
  views: 'view',
  notes: 'note',
  actions: 'action',
  'log-sources': 'logSource',
  connections: 'connection',
  goals: 'goal',
  'file-imports': 'fileImport',
  'keyword-files': 'keywordFile',
  alerts: 'alert',
  'alert-rules': 'alertRule',
  prompts: 'prompt',
  job: 'job',
  jobs: 'job',
  runs: 'job',
  members: 'user',
  invitations: 'invitation',
  'api-keys': 'key',
  grants: 'grant',
  'service-accounts': 'serviceAccount',
  content: 'opportunity',
  answers: 'answer',
  audits: 'audit',
  'site-audits': 'audit',
  'content-opportunities': 'opportunity',
  reports: 'report',
  'report-schedules': 'report_schedule',
  'report-templates': 'report_template',
  links: 'share_link',
  'webhook-config': 'brand',
  notifications: 'notification',
  channels: 'channel',
  deliveries: 'delivery',
  domains: 'ssoDomain',
  rules: 'ssoRule',
}
/** The kind of an id in a query or body, by its name. */
const kindOfName: Record<string, string> = {
  brand_id: 'brand',
  brandId: 'brand',
  brand_ids: 'brand',
  jobId: 'job',
  promptIds: 'prompt',
  prompt_ids: 'prompt',
  affected_prompt_ids: 'prompt',
  control_prompt_ids: 'prompt',
  opportunity_id: 'opportunity',
  action_id: 'action',
  topic_id: 'topic',
  persona_id: 'persona',
  persona_ids: 'persona',
  prompt_id: 'prompt',
  job_id: 'job',
  competitor_id: 'competitor',
  channel_ids: 'channel',
  connection_id: 'connection',
  without_competitor_id: 'competitor',
  product_id: 'product',
  ids: 'opportunity',
  since_id: 'audit',
  owner_id: 'user',
  emergency_user_id: 'user',
  service_account_id: 'serviceAccount',
  organization_id: 'organization',
}

/** Required query parameters that name a page, a source or a search of the brand. Where the parameter is optional, any URL is accepted. */
const kindOfRequired: Record<string, string> = { url: 'page', domain: 'source', search: 'search' }

/** Ids of other systems. */
const foreignIds = ['client_id']

/** Path parameters that are the same for all organizations, and the request of an app, which belongs to a browser. */
const commonParameters = [':platform', ':file', ':backend', ':uid']

const anAction = { kind: 'other', title: 'An action', day: '2026-01-01' }

const aReport = {
  file_name: 'pages.csv',
  content: Buffer.from('Page,Citations\nhttps://example.com/,1').toString('base64'),
  first_day: '2026-01-01',
  last_day: '2026-01-31',
}

/** Other required body fields of routes that look up ids after validation. */
const bodies: Record<string, Record<string, unknown>> = {
  'POST /api/prompts': { text: 'A prompt of the organization' },
  'POST /api/prompts/bulk': { is_active: true },
  'POST /api/prompts/variants': { markets: [{ region: 'DE', language: null }] },
  'POST /api/prompts/variants/preview': { markets: [{ region: 'DE', language: null }] },
  'POST /api/brands/:brand/alert-rules': { kind: 'competitor_changed' },
  'POST /api/brands/:brand/alerts/preview': { kind: 'competitor_changed' },
  'POST /api/brands/:brand/log-sources': { sender: 'other', name: 'A log source' },
  'POST /api/brands/:brand/connections': { kind: 'bing', key: 'a key' },
  'POST /api/brands/:brand/connections/start': { kind: 'ga4' },
  'PATCH /api/brands/:brand/connections/:connection': { property: 'https://example.com/' },
  'PUT /api/brands/:brand/connections/:connection/key': { key: 'a key' },
  'POST /api/brands/:brand/actions': anAction,
  'POST /api/mcp/actions': anAction,
  'POST /api/brands/:brand/goals': { name: 'A goal', kind: 'page', pattern: '/thanks' },
  'POST /api/brands/:brand/file-imports': aReport,
  'POST /api/brands/:brand/file-imports/preview': aReport,
  'POST /api/brands/:brand/prompt-candidates/track': { prompts: [{ query: 'A query', text: 'A prompt?' }] },
  'POST /api/brands/:brand/prompt-candidates/dismiss': { queries: ['A query'] },
  'POST /api/brands/:brand/prompt-candidates/restore': { queries: ['A query'] },
  'POST /api/content': { domain: 'example.com' },
  'PATCH /api/brands/:brand/outreach': { domain: 'example.com' },
  'POST /api/channels': { kind: 'email', name: 'A channel', recipients: ['a@example.com'] },
  'POST /api/consents/:uid/approve': { scopes: ['read'] },
  'POST /api/invitations': { email: 'invitee@example.com', role: 'editor' },
  'POST /api/sso/rules': { group: 'A group', role: 'editor' },
  'PUT /api/sso/requirement': { is_required: false },
}

/** Bodies whose ids are in the items of a list. */
const lists: Record<string, (ids: Record<string, unknown>) => Record<string, unknown>> = {
  'PUT /api/brands/:brand/prompt-frequencies': (ids) => ({
    frequencies: [{ platform: 'chatgpt', every: 7, ...ids }],
  }),
}

/** A position in a request that takes an id. */
export type Slot = { part: 'params' | 'query' | 'body'; name: string; kind: string; isRequired: boolean }

export function getSlots(address: string, route: Route): Slot[] {
  const parts = address.split('/')
  const params = parts.flatMap((part, index) =>
    part.startsWith(':') && !commonParameters.includes(part)
      ? [{ name: part.slice(1), kind: kindOfPart[parts[index - 1] ?? ''] ?? 'unknown' }]
      : [],
  )
  const named = (part: 'query' | 'body', schema: z.ZodType) => {
    const shape = z.toJSONSchema(schema, { io: 'input' })
    const names = propertiesIn(shape).filter(
      (name) => /(_id|Id)s?$|^ids$/.test(name) && !foreignIds.includes(name),
    )
    const ids = names.map((name) => ({
      part,
      name,
      kind: kindOfName[name] ?? 'unknown',
      isRequired: shape.required?.includes(name) ?? false,
    }))
    const others = part === 'query' ? (shape.required ?? []) : []
    return [
      ...ids,
      ...others.flatMap((name) => {
        const kind = kindOfRequired[name]
        return kind === undefined ? [] : [{ part, name, kind, isRequired: true }]
      }),
    ]
  }
  return [
    ...params.map((each) => ({ ...each, part: 'params' as const, isRequired: true })),
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
  const at = (part: Slot['part']) => slots.filter((slot) => slot.part === part)
  const path = at('params').reduce((url, slot) => url.replace(`:${slot.name}`, idFor(slot)), address)
  const query = at('query').map((slot) => `${slot.name}=${idFor(slot)}`)
  const fields = at('body').map((slot) => [slot.name, slot.name.endsWith('s') ? [idFor(slot)] : idFor(slot)])
  const url = [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')
  if (route.accepts)
    return {
      url,
      body: 'A prompt of the organization',
      headers: { 'content-type': route.accepts.at(-1) ?? '' },
    }
  const ids = Object.fromEntries(fields)
  const body = route.body ? (lists[address]?.(ids) ?? { ...bodies[address], ...ids }) : undefined
  return { url, body, headers: {} }
}

/** All JSON routes that require authentication. */
export const authenticatedRoutes = Object.entries(table).flatMap(([address, route]) =>
  route.kind === 'json' && route.access !== 'none' && route.access !== 'cron' ? [{ address, route }] : [],
)
