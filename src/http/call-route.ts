/**
 * Runs a route for HTTP requests, MCP tools and CSV exports. Loads what the ids of the request name first, so that an id
 * of another organization answers 404 whatever else is wrong; then validates the rest, and parses the result with the
 * response schema.
 */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext, Context } from '../core/context.ts'
import { AppError, type ErrorDetail, fieldProblem } from '../core/errors.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { type Message, message, plainMessage } from '../languages/message.ts'
import { type TaggedBody, tagBody } from './etag.ts'
import { fairReads } from './fair-reads.ts'
import type { Http, RawRoute, Route } from './route.ts'

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
  const params = checkPart('params', route.params, sent.params)
  if ('problems' in params) return rejectRequest(route, sent)
  const found = await findAll(ctx, route, sent)
  const query = checkPart('query', route.query, sent.query)
  const body = checkBody(route, sent.body)
  if ('problems' in query || 'problems' in body) return rejectRequest(route, sent)
  const run = () =>
    route.run(ctx, { params: params.value, query: query.value, body: body.value, found, http })
  return withinReadLimit(ctx, route, run)
}

/** Returns the HTTP part of a request whose result cannot set headers or a status, such as a table or a tool result. */
export const readOnlyHttp = ({ headers, ip, url }: FastifyRequest): Http => ({
  headers,
  ip,
  url,
  setHeader: () => undefined,
  setStatus: () => undefined,
})

/** Calls `run` when it is the turn of the organization, if the route reads answers. */
export function withinReadLimit<T>(
  ctx: AppContext,
  { reads }: Pick<Route | RawRoute, 'reads'>,
  run: () => Promise<T>,
): Promise<T> {
  return typeof reads === 'string'
    ? ctx.use(fairReads).run(authenticatedContext(ctx).organizationId, reads, run)
    : run()
}

async function findAll(ctx: AppContext, route: Route, sent: RequestParts): Promise<Record<string, unknown>> {
  const ids = Object.entries(route.find).map(([name, loader]) => {
    const form = z.looseObject({ [loader.name]: loader.schema })
    const checked = checkPart(loader.in, form, sent[loader.in] ?? {})
    if ('problems' in checked) return rejectRequest(route, sent, checked.problems)
    return { name, loader, id: checked.value[loader.name] }
  })
  const found: Record<string, unknown> = {}
  for (const { name, loader, id } of ids)
    found[name] = await loader.load(authenticatedContext(ctx), id, found)
  return found
}

/** `sentence`: the problem with its path. */
type Problem = ErrorDetail & { sentence: Message; isUnknown?: true }
type Checked<T> = { value: T } | { problems: Problem[] }

function checkBody(route: Route, body: unknown): Checked<unknown> {
  if (route.body !== null) return checkPart('body', route.body, body)
  const isEmpty =
    body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  return isEmpty ? { value: undefined } : { problems: [unexpectedBody] }
}

/** Throws `invalid_request` with the problems of all parts of the request. `ofIds`: of the ids that loaders check. */
function rejectRequest(route: Route, sent: RequestParts, ofIds: Problem[] = []): never {
  const checked = [
    checkPart('params', route.params, sent.params),
    checkPart('query', route.query, sent.query),
    checkBody(route, sent.body),
  ]
  const problems = checked.flatMap((part) => ('problems' in part ? part.problems : []))
  const paths = new Set(problems.map(({ path }) => path))
  throw invalidRequest([...ofIds.filter(({ path }) => !paths.has(path)), ...problems])
}

/** Lists unknown parameters first: a misspelled name explains why another one is missing. */
function invalidRequest(problems: readonly Problem[]): AppError {
  const sorted = [
    ...problems.filter(({ isUnknown }) => isUnknown),
    ...problems.filter(({ isUnknown }) => !isUnknown),
  ]
  return new AppError('invalid_request', sorted[0]?.sentence ?? message('http.general.theRequestIsInvalid'), {
    details: sorted.map(({ path, message }) => ({ path, message })),
  })
}

/** Narrows the context of a route that requires authentication. Throws for any other. */
export function authenticatedContext(ctx: AppContext): Context {
  if (!('organizationId' in ctx)) throw new Error('A route without authentication has no organization')
  return ctx as Context
}

/** Throws `invalid_request` with all problems of this part. */
export function parseRequestPart<T extends z.ZodType>(
  part: RequestPart,
  schema: T,
  value: unknown,
): z.output<T> {
  const checked = checkPart(part, schema, value)
  if ('problems' in checked) throw invalidRequest(checked.problems)
  return checked.value
}

function checkPart<T extends z.ZodType>(part: RequestPart, schema: T, value: unknown): Checked<z.output<T>> {
  if (part === 'body' && value === undefined) return { problems: [missingBody] }
  const parsed = schema.safeParse(value, { error: validationMessage })
  if (!parsed.success) return { problems: parsed.error.issues.flatMap((issue) => getProblems(issue, part)) }
  // Routes that accept text check it line by line.
  const isText = part === 'body' && typeof value === 'string'
  const problems = (isText ? [] : nulPaths(value)).map((path) =>
    problemAt(path || 'body', message('common.texts.mustNotContainU0000')),
  )
  return problems.length > 0 ? { problems } : { value: parsed.data }
}

/** Returns the paths of strings with U+0000, which PostgreSQL can neither store nor compare. */
function nulPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => nulPaths(part, path ? `${path}.${name}` : name))
}

const missingBody: Problem = {
  path: 'body',
  message: message('common.texts.isRequired'),
  sentence: message('http.general.aJSONBodyIsRequired'),
}
const unexpectedBody: Problem = {
  path: 'body',
  message: message('http.callRoute.isNotExpected'),
  sentence: message('http.callRoute.thisEndpointAcceptsNoBody'),
}

const problemAt = (path: string, problem: Message): Problem => ({
  path,
  message: problem,
  sentence: fieldProblem(path, problem),
})

const unknownField = (path: string): Problem => ({
  path,
  message: message('common.texts.isNotAKnownField'),
  sentence: message('http.callRoute.unknownFieldPath', { path }),
  isUnknown: true,
})

const unknownParameter = (path: string): Problem => ({
  path,
  message: message('http.callRoute.isNotAKnownParameter'),
  sentence: message('http.callRoute.unknownParameterPath', { path }),
  isUnknown: true,
})

function getProblems(issue: z.core.$ZodIssue, part: RequestPart): Problem[] {
  // A list in the query is one string, so its items have no path.
  const path = issue.path.map(String).slice(0, part === 'query' ? 1 : undefined)
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .map((key) => [...path, key].join('.'))
      .map(part === 'body' ? unknownField : unknownParameter)
  // The error map has formatted the message for the reader.
  return [problemAt(path.join('.') || 'body', plainMessage(issue.message))]
}
