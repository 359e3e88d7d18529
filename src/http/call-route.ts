/**
 * A route at work, wherever the call comes from: what its ids name is found first, so that a stranger's id answers 404
 * whatever else is wrong; then everything sent is validated, and the result goes through the schema that shows it.
 */
import { z } from 'zod'
import type { AppContext, Context, Resource } from '../core/context.ts'
import { AppError, type ErrorDetail } from '../core/errors.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { type TaggedBody, tagBody } from './etag.ts'
import { memoizeOn } from './memoized-response.ts'
import type { Http, Route } from './route.ts'

export type RequestParts = { params: unknown; query: unknown; body: unknown }

export type RouteWorker = {
  /** What the route answers, as `serializeRoute` returns it; null for one that is not in the thread's table. */
  serialize(ctx: AppContext, route: Route, sent: RequestParts): Promise<TaggedBody | null>
  /** Ends the thread, and what is still asked of it with an error. */
  close(): Promise<void>
}

/** Null where every route is answered in the thread that receives the request. */
export const routeWorker: Resource<RouteWorker | null> = {
  name: 'route worker',
  open: () => null,
  close: (worker) => worker?.close(),
}

/** Throws what the route throws, and `invalid_request` naming each thing that is wrong. A route of 204 gives undefined. */
export async function callRoute(
  ctx: AppContext,
  route: Route,
  sent: RequestParts,
  http: Http,
): Promise<unknown> {
  const elsewhere = await ctx.use(routeWorker)?.serialize(ctx, route, sent)
  if (elsewhere) return JSON.parse(elsewhere.body.toString())
  const result = await runRoute(ctx, route, sent, http)
  return route.status === 204 ? undefined : route.returns.parse(result)
}

/** The same as JSON, made once of what lasts. A route of 204 gives null. */
export async function serializeRoute(
  ctx: AppContext,
  route: Route,
  sent: RequestParts,
  http: Http,
): Promise<TaggedBody | null> {
  const elsewhere = await ctx.use(routeWorker)?.serialize(ctx, route, sent)
  if (elsewhere) return elsewhere
  const result = await runRoute(ctx, route, sent, http)
  if (route.status === 204) return null
  return memoizeOn(result, route.returns, () => tagBody(JSON.stringify(route.returns.parse(result))))
}

async function runRoute(ctx: AppContext, route: Route, sent: RequestParts, http: Http): Promise<unknown> {
  const params = parseRequestPart('params', route.params, sent.params)
  const found = await findAll(ctx, route, sent)
  const query = parseRequestPart('query', route.query, sent.query)
  const body = route.body === null ? refuseBody(sent.body) : parseRequestPart('body', route.body, sent.body)
  return route.run(ctx, { params, query, body, found, http })
}

async function findAll(ctx: AppContext, route: Route, sent: RequestParts): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, finder] of Object.entries(route.find)) {
    const id = parseRequestPart(
      finder.in,
      z.looseObject({ [finder.name]: finder.form }),
      sent[finder.in] ?? {},
    )[finder.name]
    found[name] = await finder.load(authenticatedContext(ctx), id, found)
  }
  return found
}

/** Only routes that ask for a proof can have finders; the surface has put the organization into their context. */
export function authenticatedContext(ctx: AppContext): Context {
  if (!('organizationId' in ctx))
    throw new Error('A route without proof cannot look things up for an organization')
  return ctx as Context
}

export function parseRequestPart<T extends z.ZodType>(
  place: 'params' | 'query' | 'body',
  schema: T,
  value: unknown,
): z.output<T> {
  if (place === 'body' && value === undefined) {
    throw new AppError('invalid_request', 'The request has no JSON body.', {
      details: [{ path: 'body', message: 'is required' }],
    })
  }
  const parsed = schema.safeParse(value, { error: validationMessage })
  // A body of text is taken or refused line by line, by its route.
  const isText = place === 'body' && typeof value === 'string'
  const details = parsed.success
    ? (isText ? [] : nulPaths(value)).map((path) => ({
        path: path || 'body',
        message: 'must not hold the character U+0000',
      }))
    : parsed.error.issues.flatMap((issue) => detailsOf(issue, place))
  if (parsed.success && details.length === 0) return parsed.data
  const [first] = details
  throw new AppError(
    'invalid_request',
    first ? `${first.path}: ${first.message}.` : 'The request is not valid.',
    { details },
  )
}

/** PostgreSQL's text cannot hold U+0000, wherever it is asked for or stored. */
function nulPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => nulPaths(part, path ? `${path}.${name}` : name))
}

function detailsOf(issue: z.core.$ZodIssue, place: 'params' | 'query' | 'body'): ErrorDetail[] {
  // Of a list in a query, its name: there it is one text.
  const path = issue.path.map(String).slice(0, place === 'query' ? 1 : undefined)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not known here' }))
  }
  return [{ path: path.join('.') || 'body', message: sentencePart(issue.message) }]
}

const sentencePart = (message: string) =>
  message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

function refuseBody(body: unknown): undefined {
  const empty =
    body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  if (!empty)
    throw new AppError('invalid_request', 'This address takes no body.', {
      details: [{ path: 'body', message: 'is not expected' }],
    })
  return undefined
}
