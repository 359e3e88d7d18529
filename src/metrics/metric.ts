/** A metric is written once and mounted three times: for programs by API key on two surfaces, for people by session. */
import type { z } from 'zod'
import type { Context } from '../core/context.ts'
import { route } from '../core/route.ts'
import { type Given, mcpQuery, metricFind, promptQuery, type Scope, scopeOf, v1Query } from './window.ts'

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

export function mounted<Q extends Shape, R extends z.ZodType>(metric: Metric<Q, R>) {
  return {
    v1: mount(metric, v1Query, null),
    mcp: mount(metric, mcpQuery, mcpDefaultDays),
    session: mount(metric, mcpQuery, null),
  }
}

/** A list that has no window: of the filters, those on prompts apply. */
export function mountedList<Q extends Shape, R extends z.ZodType>(list: Metric<Q, R>) {
  const route = mount(list, promptQuery, null)
  return { mcp: route, session: route }
}

function mount<Q extends Shape, R extends z.ZodType, W extends Shape>(
  metric: Metric<Q, R>,
  window: W,
  defaultDays: number | null,
) {
  return route({
    summary: metric.summary,
    description: metric.description,
    access: 'read',
    query: { ...window, ...metric.query },
    find: metricFind,
    returns: metric.returns,
    run: async (ctx, { found, query }) => {
      const given = givenTo<Q>(query)
      return metric.read(ctx, await scopeOf(ctx, found.brand, given, defaultDays), given)
    },
  })
}

/** The window's parameters and the metric's own, which the compiler cannot take apart while it does not know the latter. */
function givenTo<Q extends Shape>(query: unknown): Given & z.output<z.ZodObject<Q>> {
  return query as Given & z.output<z.ZodObject<Q>>
}
