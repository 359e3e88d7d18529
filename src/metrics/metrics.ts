/**
 * Metrics: numbers computed from the stored answers of a brand. A metric is defined once and mounted on three surfaces:
 * `/api/v1` and `/api/mcp` for programs, `/api/metrics` for the dashboard.
 *
 * Terms used throughout this folder:
 * - Scope: the answers that a metric is about, given by a range of days and filters (answers/scope.ts).
 * - Window: a snapshot of the rollups over one scope (rollups.ts). Every metric reads from a window.
 * - Previous window: the days of equal length before the scope, which changes are computed against.
 * - Segment: a platform, model and region. A rollup row counts the answers to one prompt from one segment.
 * - Cell: a prompt on a platform in a region, of all models. Windows are compared over the cells with answers in both.
 * - Stratum: the answers whose days an interval treats as one sample: the answers of one rollup row.
 * - Entity: the brand (number 0), a competitor or a product.
 */
import { z } from 'zod'
import { resolveScope } from '../answers/scope.ts'
import {
  mcpQuery,
  mcpVisitQuery,
  type ScopeParams,
  sessionQuery,
  sessionVisitQuery,
  v1Query,
  v1VisitQuery,
} from '../answers/scope-parameters.ts'
import { brandFrom } from '../brands/brands.ts'
import { Timestamp } from '../core/fields.ts'
import { route } from '../http/route.ts'
import { readWindow, type Window, type WindowOptions } from './rollups.ts'

type Shape = z.ZodRawShape

/** Has the options of the window that `read` needs. */
export type Metric<Q extends Shape, R extends z.ZodType> = WindowOptions & {
  summary: string
  /** What each number means and what it is divided by; shown in the API reference and by the MCP tools. */
  description: string
  /** For an agent that chooses between MCP tools. Absent for metrics that are not tools. */
  whenToUse?: string
  /** Parameters in addition to the days and filters. */
  query: Q
  returns: R
  read(window: Window, query: z.output<z.ZodObject<Q>>): Promise<z.input<R>>
}

/** The days of an `/api/mcp` metric without a date parameter. */
const mcpDefaultDays = 30

const Simulated = z.object({
  simulated: z
    .boolean()
    .describe(
      'Whether the counted answers include answers of the built-in simulator, which do not come from a real engine.',
    ),
})

/** What every response of a metric says about the answers that it counts. */
export const Freshness = z.object({
  as_of: Timestamp.nullable().describe(
    'When the answers were last counted. Null for a brand without answers.',
  ),
  refreshing: z
    .boolean()
    .describe(
      'Whether answers in these days have changed since `as_of`. They are counted when their run ends, and otherwise within about a minute.',
    ),
})

const Counted = Simulated.extend(Freshness.shape).meta({ id: 'Counted' })

const SimulatedVisits = z.object({
  simulated: z
    .boolean()
    .describe(
      'Whether the visits counted here include visits that the simulator generated, such as the visits of the demo.',
    ),
})

const CountedVisits = SimulatedVisits.extend(Freshness.shape)

/** Defines a metric over answers. Its response says whether any of the answers are simulated, and when they were counted. */
export const defineMetric = <Q extends Shape, R extends z.ZodType>(metric: Metric<Q, R>) =>
  define(metric, {
    isSimulated: (window) => window.hasSimulated,
    simulated: Simulated,
    counted: Counted,
    scope: { v1: v1Query, mcp: mcpQuery, session: sessionQuery },
  })

/** The component of the API description is named after the component of the metric. */
function getResponse<R extends z.ZodType, F extends z.ZodObject>(returns: R, fields: F) {
  const schema = z.intersection(returns, fields)
  const id = z.globalRegistry.get(returns)?.id
  return id === undefined ? schema : schema.meta({ id: `${id}Response` })
}

/** Defines a metric over visits, which are counted when they are requested, and over citations of answers. */
export const defineVisitMetric = <Q extends Shape, R extends z.ZodType>(metric: Metric<Q, R>) =>
  define(metric, {
    isSimulated: (window) => window.hasSimulatedVisits(),
    simulated: SimulatedVisits,
    counted: CountedVisits,
    scope: { v1: v1VisitQuery, mcp: mcpVisitQuery, session: sessionVisitQuery },
  })

/** What a metric counts: the fields of its response that say so, and the parameters of its days and filters. */
type Kind<V, M, S> = {
  isSimulated(window: Window): boolean | Promise<boolean>
  simulated: typeof Simulated
  counted: typeof Counted
  scope: { v1: V; mcp: M; session: S }
}

function define<Q extends Shape, R extends z.ZodType, V extends Shape, M extends Shape, S extends Shape>(
  metric: Metric<Q, R>,
  { isSimulated, simulated, counted, scope }: Kind<V, M, S>,
) {
  const read = async (window: Window, query: z.output<z.ZodObject<Q>>) =>
    withFields<z.input<R>, z.input<typeof Simulated>>(await metric.read(window, query), {
      simulated: await isSimulated(window),
    })
  const mounted = {
    ...metric,
    returns: getResponse(metric.returns, counted),
    read: async (window: Window, query: z.output<z.ZodObject<Q>>) =>
      withFields(await read(window, query), window.freshness),
  }
  return {
    v1: mount(mounted, scope.v1, null),
    mcp: mount(mounted, scope.mcp, mcpDefaultDays),
    session: mount(mounted, scope.session, null),
    /** `returns` and `read`: the same numbers for readers with a window, such as reports. */
    returns: z.intersection(metric.returns, simulated),
    read,
  }
}

function mount<Q extends Shape, R extends z.ZodType, S extends Shape>(
  metric: Metric<Q, R>,
  scopeQuery: S,
  defaultDays: number | null,
) {
  return route({
    summary: metric.summary,
    description: metric.description + defaultRange(defaultDays),
    ...(metric.whenToUse !== undefined && { whenToUse: metric.whenToUse }),
    access: 'read',
    invalidatedBy: 'answers',
    query: { ...scopeQuery, ...metric.query },
    find: metricFind,
    returns: metric.returns,
    run: async (ctx, { found, query }) => {
      const params = asParams<Q>(query)
      const scope = await resolveScope(ctx, found.brand, params, defaultDays)
      return readWindow(ctx, scope, (window) => metric.read(window, params), metric)
    },
  })
}

const defaultRange = (days: number | null) =>
  days === null ? '' : ` Without days or dates, it covers the last ${days} days.`

/** Every metric returns an object, which its generic schema type does not say. */
const withFields = <T, F extends object>(numbers: T, fields: F): T & F => Object.assign({}, numbers, fields)

/** The compiler cannot split the parsed query while `Q` is generic. */
function asParams<Q extends Shape>(query: unknown): ScopeParams & z.output<z.ZodObject<Q>> {
  return query as ScopeParams & z.output<z.ZodObject<Q>>
}

export const metricFind = { brand: brandFrom('query', 'brand_id') }
