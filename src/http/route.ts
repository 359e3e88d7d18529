/**
 * A route is one endpoint as a value: its access, request and response schemas, and handler. Validation, types, OpenAPI,
 * MCP tools, the dashboard's client and the tests over all routes are derived from it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Scope } from '../../vocabulary/accounts.ts'
import { type Access, type AppContext, type Context, defaultScopes } from '../core/context.ts'
import type { ErrorCode } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import type { Reads } from './fair-reads.ts'

/** The parts of request and response that a route can use in addition to its validated input. */
export type Http = {
  headers: Record<string, string | string[] | undefined>
  /** The client's address, as reported by trusted proxies. */
  ip: string
  /** Path with query, unparsed. */
  url: string
  setHeader(name: string, value: string | string[]): void
  /** Sets one of the route's `otherStatuses`. */
  setStatus(status: number): void
}

/**
 * Loads the resource that an id in the request names. Runs before the rest of the request is validated, so that an id of
 * another organization answers 404 whatever else the request contains.
 */
export type ResourceLoader<T> = {
  in: 'params' | 'query' | 'body'
  name: string
  schema: z.ZodType
  /** `found`: the results of the route's earlier loaders. */
  load(ctx: Context, id: unknown, found: Record<string, unknown>): Promise<T>
}

/** Returns a loader of what an id names. */
export const loadById = <T>(
  name: string,
  load: (ctx: Context, id: string) => Promise<T>,
): ResourceLoader<T> => ({ in: 'params', name, schema: Uuid, load: (ctx, id) => load(ctx, String(id)) })

type Shape = z.ZodRawShape
type ResourceLoaders = Record<string, ResourceLoader<unknown>>
type Found<F> = { [K in keyof F]: F[K] extends ResourceLoader<infer T> ? T : never }
type RouteContext<A extends Access> = A extends 'none' ? AppContext : Context

type Input<P extends Shape, Q extends Shape, B extends z.ZodType, F> = {
  params: z.output<z.ZodObject<P>>
  query: z.output<z.ZodObject<Q>>
  body: z.output<B>
  found: Found<F>
  http: Http
}

/**
 * What changes a response other than requests to this API. `answers`: it is computed from stored answers, so runs and
 * reanalyses change it, and the dashboard reads it again when one of them ends.
 */
export type DependsOn = 'answers' | null

/**
 * What a request reads of answers and rollups: `fair-reads.ts` limits how many run at a time. A route outside of these limits
 * that reads them says why no number of its requests delays other organizations.
 */
export type ReadLimit = Reads | { unlimited: string }

type RouteSpec<
  A extends Access,
  D extends DependsOn,
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  F extends ResourceLoaders,
  R extends z.ZodType,
> = {
  access: A
  /** What API keys and connected apps need in addition to `access`. Default: by access. */
  scope?: Scope
  /** Required for `read` routes; see the type. */
  invalidatedBy?: D
  /** Default: `metric` for routes that depend on answers, and nothing for others. */
  reads?: ReadLimit
  /** Imperative, a few words: shown in OpenAPI, the docs and MCP. */
  summary: string
  /** Sentences that a reader needs beyond the summary: what is returned, what else happens, limits, units. */
  description: string
  /** For an agent that chooses between MCP tools: what the endpoint answers, and when to use it or another one. */
  whenToUse?: string
  params?: P
  query?: Q
  body?: B
  /** Content types accepted instead of JSON; the body is then a string. */
  accepts?: readonly string[]
  /** The maximum body size in bytes. Default 1 MiB; 16 KiB for access `none`. */
  maxBodyBytes?: number
  find?: F
  /** Accepts unknown query parameters, for probes that add their own. Default: they are rejected. */
  ignoresUnknownQuery?: true
  returns: R
  /** The status of success. Default: 204, which has no body, for `NoContent`, and 200 for others. */
  status?: 200 | 201 | 202 | 204
  /** Further statuses with the same body schema, and their descriptions. */
  otherStatuses?: Readonly<Record<number, string>>
  /** Errors of the route's own rules, in addition to errors of authentication, validation, loaders and rate limits. */
  errors?: readonly ErrorCode[]
  run(ctx: RouteContext<A>, input: Input<P, Q, B, F>): Promise<z.input<R>>
}

/** A route as the HTTP layer and the generators use it. The type parameters are for the dashboard's client. */
export type Route<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Returns = unknown,
  D extends DependsOn = DependsOn,
> = {
  kind: 'json'
  access: Access
  scope: Scope | null
  invalidatedBy: DependsOn
  reads: ReadLimit | null
  summary: string
  description: string
  whenToUse: string | null
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodType | null
  accepts: readonly string[] | null
  maxBodyBytes: number | null
  find: ResourceLoaders
  returns: z.ZodType
  status: 200 | 201 | 202 | 204
  otherStatuses: Readonly<Record<number, string>>
  errors: readonly ErrorCode[]
  run(
    ctx: AppContext,
    input: { params: unknown; query: unknown; body: unknown; found: unknown; http: Http },
  ): Promise<unknown>
  /** Types for the dashboard's client. Never set. */
  types?: { params: Params; query: Query; body: Body; returns: Returns; invalidatedBy: D }
}

/** An endpoint that is not JSON in, JSON out: scripts, pages, CSV, inbound webhooks. */
export type RawRoute = {
  kind: 'raw'
  access: Access
  scope: Scope | null
  summary: string
  description: string
  /** A page or asset of the user interface, which is not part of the API. */
  isPage?: true
  /** `metric` and `long` limit the route until its handler returns. */
  reads?: ReadLimit
  params: z.ZodObject
  /** The query schema for OpenAPI, created on demand. The route itself validates the query. */
  query?: () => z.ZodObject
  /** Allows requests from pages of any origin (CORS). */
  anyOrigin?: true
  /**
   * Runs before the body is read, after authentication. A route that authenticates by its own headers rejects the request
   * here, so that the body of a stranger is never read.
   */
  checkHead?(ctx: AppContext, request: FastifyRequest, reply: FastifyReply): void | Promise<void>
  /** Receives the body as sent, without decoding its Content-Encoding, because a signature covers those bytes. */
  acceptsCompressed?: true
  /** The handler reads the body as a stream of chunks, and limits its size itself. */
  streams?: true
  /** The maximum body size in bytes. Default 1 MiB; 16 KiB for access `none`. */
  maxBodyBytes?: number
  /** Descriptions of a success by content type. */
  returns: Record<string, string>
  /** Errors of the route's own rules, in addition to errors of authentication and rate limits. */
  errors?: readonly ErrorCode[]
  /** Further statuses. `type` is the content type, null without a body. */
  otherStatuses?: Readonly<Record<number, { description: string; type: string | null }>>
  run(ctx: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

export type RouteTable = Record<string, Route | RawRoute>

export function route<
  A extends Access,
  R extends z.ZodType,
  P extends Shape = Record<never, never>,
  Q extends Shape = Record<never, never>,
  B extends z.ZodType = z.ZodUndefined,
  F extends ResourceLoaders = Record<never, never>,
  D extends DependsOn = null,
>(
  spec: RouteSpec<A, D, P, Q, B, F, R> & (A extends 'read' ? { invalidatedBy: D } : unknown),
): Route<z.input<z.ZodObject<P>>, z.input<z.ZodObject<Q>>, z.input<B>, z.output<R>, D> {
  return {
    kind: 'json',
    access: spec.access,
    scope: spec.scope ?? defaultScopes[spec.access],
    invalidatedBy: spec.invalidatedBy ?? null,
    reads: spec.reads ?? (spec.invalidatedBy === 'answers' ? 'metric' : null),
    summary: spec.summary,
    description: spec.description,
    whenToUse: spec.whenToUse ?? null,
    params: z.strictObject(spec.params ?? {}),
    query: spec.ignoresUnknownQuery ? z.object(spec.query ?? {}) : z.strictObject(spec.query ?? {}),
    body: spec.body ?? null,
    accepts: spec.accepts ?? null,
    maxBodyBytes: spec.maxBodyBytes ?? null,
    find: spec.find ?? {},
    returns: spec.returns,
    status: spec.status ?? (spec.returns instanceof z.ZodVoid ? 204 : 200),
    otherStatuses: spec.otherStatuses ?? {},
    errors: spec.errors ?? [],
    run: erase(spec.run),
  }
}

/** Splits `'GET /api/brands'` into method and URL pattern. Throws when the key has another form. */
export function splitRouteKey(key: string): {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
} {
  const [method, url] = key.split(' ')
  if (
    (method !== 'GET' &&
      method !== 'POST' &&
      method !== 'PUT' &&
      method !== 'PATCH' &&
      method !== 'DELETE') ||
    !url
  ) {
    throw new Error(`${key} is not a method and a path`)
  }
  return { method, url }
}

/** The response schema of status 204. */
export const NoContent = z.void()

export function raw(
  spec: Omit<RawRoute, 'kind' | 'params' | 'scope'> & { params?: Shape; scope?: Scope },
): RawRoute {
  return {
    ...spec,
    kind: 'raw',
    scope: spec.scope ?? defaultScopes[spec.access],
    params: z.strictObject(spec.params ?? {}),
  }
}

/** The HTTP layer calls `run` with the output of the route's own schemas, whose types the table does not keep. */
function erase(run: unknown): Route['run'] {
  return run as Route['run']
}
