/**
 * One endpoint is one value: who may call it, what it takes, what it gives, and the function that does it. Validation,
 * types, OpenAPI, the dashboard's client and the tests over all routes are made from it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, AppContext, Context } from '../core/context.ts'

/** What a route may need of the request beyond its validated parts. */
export type Http = {
  headers: Record<string, string | string[] | undefined>
  /** The caller's address, behind the trusted proxies. */
  ip: string
  /** Path with query, as sent. */
  url: string
  setHeader(name: string, value: string | string[]): void
  /** One of the route's `otherStatuses` instead of its own. */
  setStatus(status: number): void
}

/**
 * An id that stands in the request and the thing it names. It is looked up after the id's form is checked and before
 * anything else is validated, so that a stranger's id answers 404 whatever else the request says.
 */
export type Finder<T> = {
  in: 'params' | 'query' | 'body'
  name: string
  form: z.ZodType
  /** `found`: what the finders before this one in the same route have found. */
  load(ctx: Context, id: unknown, found: Record<string, unknown>): Promise<T>
}

type Shape = z.ZodRawShape
type Finders = Record<string, Finder<unknown>>
type Found<F> = { [K in keyof F]: F[K] extends Finder<infer T> ? T : never }
type ContextOf<A extends Access> = A extends 'none' ? AppContext : Context

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

type RouteSpec<
  A extends Access,
  D extends DependsOn,
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  F extends Finders,
  R extends z.ZodType,
> = {
  access: A
  /** Required for `read` routes; see the type. */
  dependsOn?: D
  /** A few words in the imperative: shown in OpenAPI, the docs and MCP. */
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  /** Content types taken instead of JSON; the body is then a string. */
  accepts?: readonly string[]
  /** Largest body in bytes, where it is not the usual 1 MiB. */
  maxBodyBytes?: number
  find?: F
  returns: R
  /** Status of success; 204 sends no body. */
  status?: 200 | 201 | 202 | 204
  /** Further statuses that come with the same body, each with what it says. */
  otherStatuses?: Readonly<Record<number, string>>
  run(ctx: ContextOf<A>, input: Input<P, Q, B, F>): Promise<z.input<R>>
}

/** A route as the HTTP layer and the documents see it. The type parameters are for the dashboard's client. */
export type Route<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Returns = unknown,
  D extends DependsOn = DependsOn,
> = {
  kind: 'json'
  access: Access
  summary: string
  description: string | undefined
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodType | null
  accepts: readonly string[] | null
  maxBodyBytes: number | null
  find: Finders
  returns: z.ZodType
  status: 200 | 201 | 202 | 204
  otherStatuses: Readonly<Record<number, string>>
  run(
    ctx: AppContext,
    input: { params: unknown; query: unknown; body: unknown; found: unknown; http: Http },
  ): Promise<unknown>
  /** Types for the dashboard's client. Never set. */
  types?: { params: Params; query: Query; body: Body; returns: Returns; dependsOn: D }
}

/** For what is not JSON in, JSON out: scripts, pages, CSV, inbound webhooks. */
export type RawRoute = {
  kind: 'raw'
  access: Access
  summary: string
  params: z.ZodObject
  /** What may stand in the query, for the documents, and made when they are; reading it is the route's own. */
  query?: () => z.ZodObject
  /** Called and loaded by pages of other sites. */
  anyOrigin?: true
  /** The body is still packed as its Content-Encoding says: a signature over it would not fit what is unpacked. */
  takesPacked?: true
  /** Largest body in bytes, where it is not the usual 1 MiB. */
  maxBodyBytes?: number
  /** Content type of a success → what it is. */
  returns: Record<string, string>
  /** Further statuses with what they say, and the type of the body where there is one. */
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
  F extends Finders = Record<never, never>,
  D extends DependsOn = null,
>(
  spec: RouteSpec<A, D, P, Q, B, F, R> & (A extends 'read' ? { dependsOn: D } : unknown),
): Route<z.input<z.ZodObject<P>>, z.input<z.ZodObject<Q>>, z.input<B>, z.output<R>, D> {
  return {
    kind: 'json',
    access: spec.access,
    summary: spec.summary,
    description: spec.description,
    params: z.strictObject(spec.params ?? {}),
    query: z.strictObject(spec.query ?? {}),
    body: spec.body ?? null,
    accepts: spec.accepts ?? null,
    maxBodyBytes: spec.maxBodyBytes ?? null,
    find: spec.find ?? {},
    returns: spec.returns,
    status: spec.status ?? 200,
    otherStatuses: spec.otherStatuses ?? {},
    run: erase(spec.run),
  }
}

/** What a route of status 204 returns. */
export const NoContent = z.void()

export function raw(spec: Omit<RawRoute, 'kind' | 'params'> & { params?: Shape }): RawRoute {
  return { ...spec, kind: 'raw', params: z.strictObject(spec.params ?? {}) }
}

/** The HTTP layer gives `run` exactly what the schemas of the same route produced; the table forgets those types. */
function erase(run: unknown): Route['run'] {
  return run as Route['run']
}
