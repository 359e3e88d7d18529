/** The MCP tools: one per endpoint below `/api/mcp` and per route in `write-tools.ts`. */
import { z } from 'zod'
import type { Schema } from '../http/json-schemas.ts'
import type { Route, RouteTable } from '../http/route.ts'
import { splitRouteKey } from '../http/route.ts'
import { thirdPartyPaths } from '../http/untrusted-text.ts'
import { acceptsNull, getInputSchema, getOutputSchema } from './tool-schemas.ts'
import { type SharedTool, sharedTools } from './write-tools.ts'

export type Tool = {
  /** Verb and noun, such as `list_prompts`. */
  name: string
  title: string
  description: string
  route: Route
  /** Names of arguments, by the name in the route, where they differ. */
  names: Readonly<Record<string, string>>
  /** Arguments that the tool handles itself. */
  controls: z.ZodObject
  /** Arguments for which null is a value. */
  nullable: ReadonlySet<string>
  /** The route that estimates the cost of a call; the caller confirms a high one. */
  estimate: Route | null
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
  'POST /api/mcp/actions': { name: 'create_action', openWorld: true },
  'POST /api/mcp/content-opportunities/:id/brief': { name: 'write_content_brief' },
}

/** Throws when two tools have the same name, and for a route that cannot be a tool. */
export function createTools(routes: RouteTable): Tool[] {
  const tools = Object.entries(routes).flatMap(([address, route]) =>
    route.kind === 'json' && (splitRouteKey(address).url.startsWith(prefix) || address in sharedTools)
      ? [getTool(address, route, routes)]
      : [],
  )
  const names = tools.map(({ name }) => name)
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) throw new Error(`Two routes define the tool ${duplicate}`)
  return tools
}

function getTool(address: string, route: Route, routes: RouteTable): Tool {
  const { method, url } = splitRouteKey(address)
  const shared = sharedTools[address]
  const { name, openWorld = false } = shared ?? toolOverrides[address] ?? { name: getName(method, url) }
  const names = shared?.names ?? {}
  try {
    const estimate = shared?.estimate === undefined ? null : getJsonRoute(routes, shared.estimate)
    const controls = getControls(address, method, estimate)
    const input = getInputSchema(route, names, controls)
    const output = getOutputSchema(route, controls, estimate)
    return {
      name,
      title: route.summary,
      description: descriptionFor(route, shared),
      route,
      names,
      controls,
      nullable: new Set(Object.keys(input.properties ?? {}).filter((each) => acceptsNull(input, each))),
      estimate,
      input,
      output,
      untrustedText: thirdPartyPaths(output),
      hints: {
        readOnlyHint: method === 'GET',
        destructiveHint: method === 'DELETE',
        idempotentHint: method !== 'POST',
        openWorldHint: openWorld,
      },
    }
  } catch (cause) {
    throw new Error(`${address} cannot be a tool`, { cause })
  }
}

/** Changes that only write to the database can be rehearsed; a site audit or a brief also sends requests. */
function getControls(address: string, method: string, estimate: Route | null): z.ZodObject {
  const hasDryRun = method !== 'GET' && (address in sharedTools || method === 'PATCH')
  return z.strictObject({
    ...(hasDryRun && { dry_run: DryRun }),
    ...(estimate && { confirmation: Confirmation }),
  })
}

const DryRun = z
  .boolean()
  .nullish()
  .describe('True: checks the request and returns what would result, and changes nothing.')

const Confirmation = z
  .string()
  .max(300)
  .nullish()
  .describe('The confirmation that the first call of an expensive request returned. Valid for 10 minutes.')

function getJsonRoute(routes: RouteTable, address: string): Route {
  const route = routes[address]
  if (route?.kind !== 'json') throw new Error(`${address} is not a JSON route`)
  return route
}

/** An agent chooses by the first sentences, so what the tool answers comes before what its values mean. */
function descriptionFor({ summary, whenToUse, description }: Route, shared: SharedTool | undefined): string {
  const when = shared?.whenToUse ?? whenToUse
  if (when === null) throw new Error('the route of a tool needs whenToUse')
  return `${summary}. ${when} ${description}`
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
