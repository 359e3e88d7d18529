/** A metric is written once and mounted three times: for programs by API key on two surfaces, for people by session. */
import { sql } from 'kysely'
import { z } from 'zod'
import {
  answersInScope,
  mcpQuery,
  resolveScope,
  type Scope,
  type ScopeParams,
  v1Query,
} from '../answers/scope.ts'
import { brandFrom } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { memoizeOn } from '../http/memoized-response.ts'
import { type DependsOn, route } from '../http/route.ts'

type Shape = z.ZodRawShape

export type Metric<Q extends Shape, R extends z.ZodType> = {
  summary: string
  /** What each number means, over what; shown wherever the metric is. */
  description: string
  /** Parameters beyond the window and the filters. */
  query: Q
  returns: R
  read(ctx: Context, scope: Scope, query: z.output<z.ZodObject<Q>>): Promise<z.input<R>>
}

/** Days a metric of the mcp surface is about unless the caller says. */
const mcpDefaultDays = 30

const Simulated = z.object({
  simulated: z
    .boolean()
    .describe(
      "Answers of the built-in simulator are among those counted here: these are no real engines' words.",
    ),
})

/** A metric over answers says whether any of them are simulated. */
export function defineMetric<Q extends Shape, R extends z.ZodType>(metric: Metric<Q, R>) {
  return defineOtherMetric({
    ...metric,
    dependsOn: 'answers',
    returns: z.intersection(metric.returns, Simulated),
    read: async (ctx, scope, query) => {
      const numbers = await metric.read(ctx, scope, query)
      const simulated = await restsOnSimulated(ctx, scope)
      return memoizeOn(numbers, `simulated ${simulated}`, () => withSimulated<z.input<R>>(numbers, simulated))
    },
  })
}

/** A metric of something else than answers. */
export function defineOtherMetric<Q extends Shape, R extends z.ZodType, D extends DependsOn>(
  metric: Metric<Q, R> & { dependsOn: D },
) {
  return {
    v1: mount(metric, v1Query, null),
    mcp: mount(metric, mcpQuery, mcpDefaultDays),
    session: mount(metric, mcpQuery, null),
  }
}

function mount<Q extends Shape, R extends z.ZodType, W extends Shape, D extends DependsOn>(
  metric: Metric<Q, R> & { dependsOn: D },
  window: W,
  defaultDays: number | null,
) {
  return route({
    summary: metric.summary,
    description: metric.description,
    access: 'read',
    dependsOn: metric.dependsOn,
    query: { ...window, ...metric.query },
    find: metricFind,
    returns: metric.returns,
    run: async (ctx, { found, query }) => {
      const given = givenTo<Q>(query)
      return metric.read(ctx, await resolveScope(ctx, found.brand, given, defaultDays), given)
    },
  })
}

async function restsOnSimulated(ctx: Context, scope: Scope): Promise<boolean> {
  const { rows } = await sql`
    select 1 from answers where ${answersInScope(scope)} and surface = 'simulated' limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Every metric answers with an object; its shape alone does not tell the compiler so. */
function withSimulated<T>(numbers: T, simulated: boolean): T & { simulated: boolean } {
  return Object.assign({}, numbers, { simulated })
}

/** The window's parameters and the metric's own, which the compiler cannot take apart while it does not know the latter. */
function givenTo<Q extends Shape>(query: unknown): ScopeParams & z.output<z.ZodObject<Q>> {
  return query as ScopeParams & z.output<z.ZodObject<Q>>
}

export const metricFind = { brand: brandFrom('query', 'brand_id') }
