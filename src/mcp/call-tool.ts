/** Calls the route of a tool: maps the arguments, and handles dry runs and the confirmation of costs. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Actor, type AppContext, requireAccess, transaction } from '../core/context.ts'
import { timingSafeEqualText } from '../http/bearer.ts'
import {
  authenticatedContext,
  callRoute,
  parseRequestPart,
  type RequestParts,
  withinReadLimit,
} from '../http/call-route.ts'
import type { Http, Route } from '../http/route.ts'
import type { Tool } from './tools.ts'

type Caller = AppContext & { actor: Actor }
type Values = Record<string, unknown>

const confirmationLifetimeMs = 10 * 60_000

/** Calls the route with arguments by name and returns its result. Throws what the route throws. */
export async function callTool(ctx: Caller, tool: Tool, given: Values, http: Http): Promise<Values> {
  const { route } = tool
  requireAccess(ctx.actor, route.access, route.scope)
  const own = Object.entries(given).filter(([name]) => name in tool.controls.shape)
  const controls = parseRequestPart('body', tool.controls, Object.fromEntries(own))
  const args = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in tool.controls.shape)))
  const parts = toParts(tool, args)
  if (tool.estimate)
    return callPaidTool(ctx, { ...tool, estimate: tool.estimate }, { args, parts, http, controls })
  if (controls.dry_run) return { ...(await rehearse(ctx, route, parts, http)), dry_run: true }
  return asValues(await callRoute(ctx, route, parts, http))
}

type PaidCall = { args: Values; parts: RequestParts; http: Http; controls: Values }

/** Above the limit of the installation, the first call starts nothing and returns the estimate with a confirmation. */
async function callPaidTool(
  ctx: Caller,
  { name, route, estimate: estimateRoute }: Tool & { estimate: Route },
  { args, parts, http, controls }: PaidCall,
): Promise<Values> {
  const estimate = Estimate.parse(await callRoute(ctx, estimateRoute, parts, http))
  if (controls.dry_run) {
    await rehearse(ctx, route, parts, http)
    return { dry_run: true, estimate }
  }
  const request = `${name} ${JSON.stringify(Object.entries(args).sort())}`
  const isExpensive = getCost(estimate) > ctx.config.MCP_CONFIRM_ABOVE_USD * 1_000_000
  if (isExpensive && !isConfirmed(ctx, request, estimate, controls.confirmation))
    return {
      confirmation_required: true,
      confirmation: createConfirmation(ctx, request, estimate),
      estimate,
    }
  return { ...asValues(await callRoute(ctx, route, parts, http)), estimate }
}

/** Routes name the cost in either way. */
const Estimate = z.union([
  z.looseObject({ costMicros: z.number() }),
  z.looseObject({ cost_micros: z.number() }),
])
type Estimate = z.output<typeof Estimate>

const getCost = (estimate: Estimate): number =>
  Number('costMicros' in estimate ? estimate.costMicros : estimate.cost_micros)

/**
 * Calls the route in a transaction that is rolled back. The read limit applies outside of it, so that a call that waits holds
 * no connection.
 */
async function rehearse(ctx: Caller, route: Route, parts: RequestParts, http: Http): Promise<Values> {
  const rollback = new Error('A dry run is rolled back')
  let result: unknown
  try {
    await withinReadLimit(ctx, route, () =>
      transaction(ctx, async (tx) => {
        result = await callRoute(tx, { ...route, reads: null }, parts, http)
        throw rollback
      }),
    )
  } catch (error) {
    if (error !== rollback) throw error
  }
  return asValues(result)
}

/** The protocol requires an object, also where the response of the route has no body. */
const asValues = (result: unknown): Values => z.record(z.string(), z.unknown()).parse(result ?? {})

/** A confirmation is valid for the same caller and request, and for at most the cost that was shown. */
function createConfirmation(ctx: Caller, request: string, estimate: Estimate): string {
  const claim = `${ctx.now().getTime() + confirmationLifetimeMs}.${getCost(estimate)}`
  return `${claim}.${sign(ctx, request, claim)}`
}

function isConfirmed(ctx: Caller, request: string, estimate: Estimate, confirmation: unknown): boolean {
  const [until = '', shown = '', signature = ''] = String(confirmation ?? '').split('.')
  return (
    timingSafeEqualText(signature, sign(ctx, request, `${until}.${shown}`)) &&
    Number(until) > ctx.now().getTime() &&
    Number(shown) >= getCost(estimate)
  )
}

function sign(ctx: Caller, request: string, claim: string): string {
  const { organizationId, actor } = authenticatedContext(ctx)
  const userId = 'userId' in actor ? actor.userId : ''
  return createHmac('sha256', ctx.secretKey)
    .update(['confirmation', organizationId, userId, request, claim].join('\0'))
    .digest('base64url')
}

function toParts({ route, names, nullable }: Tool, args: Values): RequestParts {
  const inRoute = new Map(Object.entries(names).map(([name, argument]) => [argument, name]))
  const sent = Object.entries(args)
    // Agents send null for arguments that they omit.
    .filter(([name, value]) => value !== undefined && (value !== null || nullable.has(name)))
    .map(([name, value]) => [inRoute.get(name) ?? name, value] as const)
  const { params, query } = route
  const inPath = sent.filter(([name]) => name in params.shape)
  const inQuery = sent.filter(([name]) => name in query.shape)
  const rest = sent.filter(([name]) => !(name in params.shape) && !(name in query.shape))
  // A route without a body rejects unknown arguments as unknown query parameters.
  const body = route.body === null ? undefined : Object.fromEntries(rest)
  const unknown = route.body === null ? rest : []
  return {
    params: Object.fromEntries(inPath),
    query: Object.fromEntries([...inQuery, ...unknown].map(([name, value]) => [name, asText(value)])),
    body,
  }
}

/** Query parameters are strings; lists are comma-separated. */
const asText = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.join(',')
    : ['number', 'boolean'].includes(typeof value)
      ? String(value)
      : value
