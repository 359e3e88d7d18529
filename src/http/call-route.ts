/**
 * Runs a route for HTTP requests, MCP tools and CSV exports. Loads what the ids of the request name first, so that an id
 * of another organization answers 404 whatever else is wrong; then validates the rest, and parses the result with the
 * response schema.
 */
import { z } from 'zod'
import type { AppContext, Context } from '../core/context.ts'
import { AppError, type ErrorDetail } from '../core/errors.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { type TaggedBody, tagBody } from './etag.ts'
import type { Http, Route } from './route.ts'

export type RequestParts = { params: unknown; query: unknown; body: unknown }
type RequestPart = keyof RequestParts

/** Returns the parsed result, undefined for status 204. Throws what the route throws, and `invalid_request` with all problems. */
export async function callRoute(
  ctx: AppContext,
  route: Route,
  sent: RequestParts,
  http: Http,
): Promise<unknown> {
  const result = await runRoute(ctx, route, sent, http)
  return route.status === 204 ? undefined : route.returns.parse(result)
}

/** Returns the result as JSON; null for status 204. */
export async function serializeRoute(
  ctx: AppContext,
  route: Route,
  sent: RequestParts,
  http: Http,
): Promise<TaggedBody | null> {
  const result = await runRoute(ctx, route, sent, http)
  if (route.status === 204) return null
  return tagBody(JSON.stringify(route.returns.parse(result)))
}

async function runRoute(ctx: AppContext, route: Route, sent: RequestParts, http: Http): Promise<unknown> {
  const params = parseRequestPart('params', route.params, sent.params)
  const found = await findAll(ctx, route, sent)
  const query = parseRequestPart('query', route.query, sent.query)
  const body = route.body === null ? rejectBody(sent.body) : parseRequestPart('body', route.body, sent.body)
  return route.run(ctx, { params, query, body, found, http })
}

async function findAll(ctx: AppContext, route: Route, sent: RequestParts): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, finder] of Object.entries(route.find)) {
    const id = parseRequestPart(
      finder.in,
      z.looseObject({ [finder.name]: finder.schema }),
      sent[finder.in] ?? {},
    )[finder.name]
    found[name] = await finder.load(authenticatedContext(ctx), id, found)
  }
  return found
}

/** Narrows the context of a route that requires authentication. Throws for any other. */
export function authenticatedContext(ctx: AppContext): Context {
  if (!('organizationId' in ctx)) throw new Error('A route without authentication has no organization')
  return ctx as Context
}

export function parseRequestPart<T extends z.ZodType>(
  part: RequestPart,
  schema: T,
  value: unknown,
): z.output<T> {
  if (part === 'body' && value === undefined) {
    throw new AppError('invalid_request', 'A JSON body is required.', {
      details: [{ path: 'body', message: 'is required' }],
    })
  }
  const parsed = schema.safeParse(value, { error: validationMessage })
  // Routes that accept text check it line by line.
  const isText = part === 'body' && typeof value === 'string'
  const details = parsed.success
    ? (isText ? [] : nulPaths(value)).map((path) => ({
        path: path || 'body',
        message: 'must not contain U+0000',
      }))
    : parsed.error.issues.flatMap((issue) => detailsOf(issue, part))
  if (parsed.success && details.length === 0) return parsed.data
  const [first] = details
  throw new AppError('invalid_request', first ? sentenceOf(first) : 'The request is invalid.', { details })
}

/** Returns the paths of strings with U+0000, which PostgreSQL can neither store nor compare. */
function nulPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => nulPaths(part, path ? `${path}.${name}` : name))
}

const unknownField = 'is not a known field'
const unknownParameter = 'is not a known parameter'

function sentenceOf({ path, message }: ErrorDetail): string {
  if (message === unknownField) return `Unknown field \`${path}\`.`
  if (message === unknownParameter) return `Unknown parameter \`${path}\`.`
  return `${path}: ${message}.`
}

function detailsOf(issue: z.core.$ZodIssue, part: RequestPart): ErrorDetail[] {
  // A list in the query is one string, so its items have no path.
  const path = issue.path.map(String).slice(0, part === 'query' ? 1 : undefined)
  if (issue.code === 'unrecognized_keys') {
    const message = part === 'body' ? unknownField : unknownParameter
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message }))
  }
  return [{ path: path.join('.') || 'body', message: predicateOf(issue.message) }]
}

/** Zod's own messages are sentences. */
const predicateOf = (message: string) =>
  message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

function rejectBody(body: unknown): undefined {
  const isEmpty =
    body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  if (!isEmpty)
    throw new AppError('invalid_request', 'This endpoint accepts no body.', {
      details: [{ path: 'body', message: 'is not expected' }],
    })
  return undefined
}
