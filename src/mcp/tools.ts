/** The MCP tools: one per endpoint below `/api/mcp`, with its access, validation and result. */

import type { Actor } from '../core/context.ts'
import { type AppContext, requireAccess } from '../core/context.ts'
import { callRoute } from '../http/call-route.ts'
import type { Schema } from '../http/json-schemas.ts'
import type { Http, Route, RouteTable } from '../http/route.ts'
import { splitRouteKey } from '../http/route.ts'
import { thirdPartyPaths } from '../http/untrusted-text.ts'
import { getInputSchema, getOutputSchema } from './tool-schemas.ts'

export type Tool = {
  /** Verb and noun, such as `list_prompts`. */
  name: string
  title: string
  description: string
  route: Route
  input: Schema
  output: Schema
  /** Dotted paths of the fields of the result that other people or systems wrote. */
  untrustedText: string[]
  hints: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    /** Whether the tool contacts external systems. */
    openWorldHint: boolean
  }
}

const prefix = '/api/mcp/'

/** Tools whose name or reach cannot be derived from the route. */
const toolOverrides: Partial<Record<string, { name: string; openWorld?: true }>> = {
  'GET /api/mcp/whoami': { name: 'whoami' },
  'POST /api/mcp/site-audits': { name: 'run_site_audit', openWorld: true },
  'POST /api/mcp/content-opportunities/:id/brief': { name: 'write_content_brief' },
}

/** Throws when two tools have the same name, and for a route that cannot be a tool. */
export function createTools(routes: RouteTable): Tool[] {
  const tools = Object.entries(routes).flatMap(([address, route]) =>
    route.kind === 'json' && splitRouteKey(address).url.startsWith(prefix) ? [getTool(address, route)] : [],
  )
  const names = tools.map(({ name }) => name)
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) throw new Error(`Two routes define the tool ${duplicate}`)
  return tools
}

/** Calls the route with arguments by name and returns its result. Throws what the route throws. */
export function callTool(
  ctx: AppContext & { actor: Actor },
  { route }: Tool,
  args: Record<string, unknown>,
  http: Http,
): Promise<unknown> {
  requireAccess(ctx.actor, route.access, route.scope)
  const { params, query } = route
  const sent = Object.entries(args).filter(([, value]) => value !== undefined && value !== null)
  const inPath = sent.filter(([name]) => name in params.shape)
  const inQuery = sent.filter(([name]) => name in query.shape)
  const rest = sent.filter(([name]) => !(name in params.shape) && !(name in query.shape))
  // A route without a body rejects unknown arguments as unknown query parameters.
  const body = route.body === null ? undefined : Object.fromEntries(rest)
  const unknown = route.body === null ? rest : []
  return callRoute(
    ctx,
    route,
    {
      params: Object.fromEntries(inPath),
      query: Object.fromEntries([...inQuery, ...unknown].map(([name, value]) => [name, asText(value)])),
      body,
    },
    http,
  )
}

function getTool(address: string, route: Route): Tool {
  const { method, url } = splitRouteKey(address)
  const name = toolOverrides[address]?.name ?? getName(method, url)
  try {
    const output = getOutputSchema(route)
    return {
      name,
      title: route.summary,
      description: descriptionFor(route),
      route,
      input: getInputSchema(route),
      output,
      untrustedText: thirdPartyPaths(output),
      hints: {
        readOnlyHint: method === 'GET',
        destructiveHint: method === 'DELETE',
        idempotentHint: method !== 'POST',
        openWorldHint: toolOverrides[address]?.openWorld ?? false,
      },
    }
  } catch (cause) {
    throw new Error(`${address} cannot be a tool`, { cause })
  }
}

/** An agent chooses by the first sentences, so what the tool answers comes before what its values mean. */
function descriptionFor({ summary, whenToUse, description }: Route): string {
  if (whenToUse === null) throw new Error('the route of a tool needs whenToUse')
  return `${summary}. ${whenToUse} ${description}`
}

/** `GET …/prompts` is list_prompts, `GET …/site-audits/:id` get_site_audit, `PATCH …/things/:id/status` set_thing_status. */
function getName(method: string, url: string): string {
  const segments = url.slice(prefix.length).split('/')
  const words = segments.flatMap((segment, index) => {
    if (segment.startsWith(':')) return []
    return [index < segments.length - 1 ? singular(segment) : segment]
  })
  const noun = words.join('_').replaceAll('-', '_')
  if (method !== 'GET') return `${verbs[method]}_${singular(noun)}`
  return singular(noun) === noun || segments.at(-1)?.startsWith(':') ? `get_${noun}` : `list_${noun}`
}

const verbs: Record<string, string> = { POST: 'create', PUT: 'set', PATCH: 'set', DELETE: 'delete' }

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^sui])s$/, '$1')

/** Query parameters are strings; lists are comma-separated. */
const asText = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.join(',')
    : ['number', 'boolean'].includes(typeof value)
      ? String(value)
      : value
