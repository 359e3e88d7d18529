/**
 * Random requests generated from the route table: valid ones with something wrong in them. `FUZZ_SEED` and `FUZZ_ROUNDS`
 * select others and more.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import type { Route } from '../src/http/route.ts'
import { createTools, type Tool } from '../src/mcp/tools.ts'
import { routes } from '../src/routes.ts'
import { getSlot, mostly, oddJson, oddName, oddText, toValues } from './fuzz-values.ts'
import { rounds } from './soak.ts'
import { type Reply, testService } from './support.ts'
import { createTenantData, readEverything, type TenantData } from './tenant-data.ts'
import { authenticatedRoutes, getSlots, type Slot } from './tenant-requests.ts'

const requests = Number(process.env.FUZZ_ROUNDS ?? rounds(100, 10_000))
const messages = Math.max(150, Math.ceil(requests / 8))
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)

const service = await testService()
const [first, other] = [
  await createTenantData(service, 'Ownword'),
  await createTenantData(service, 'Alienword'),
]
let own = first

test(`${requests} random requests get no 5xx, nothing of another organization, and every error in the common shape`, async () => {
  const before = await readEverything(other)
  const otherIds = Object.values(other.ids)
  const statuses = new Map<number, number>()
  // Rarely, because a deletion replaces the organization for the requests after it.
  const weighted = authenticatedRoutes.map((each) => ({
    arbitrary: fc.constant(each),
    weight: each.address.startsWith('DELETE ') ? 1 : 20,
  }))
  const request = fc.oneof(...weighted).chain(({ address, route }) => requestTo(address, route))
  await fc.assert(
    fc.asyncProperty(request, async ({ url, body, headers }) => {
      const reply = await own.send(url, body, headers)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      requireValid(url, reply)
      // A response may repeat the request, but contain nothing else of the other organization.
      const sent = `${url}${body ?? ''}`
      const leaked = otherIds.filter((id) => reply.text.includes(id) && !sent.includes(id))
      expect(leaked, url).toEqual([])
      expect(reply.text, url).not.toMatch(/alienword/i)
      // After a deletion or a sign-out, or when it requires a second factor, the next requests need a new organization.
      const isLocked = /second_factor_required/.test(reply.text) && reply.status === 403
      if (reply.status === 204 || reply.status === 401 || isLocked)
        own = await createTenantData(service, 'Ownword')
    }),
    { numRuns: requests, seed, endOnFailure: true },
  )
  expect(await readEverything(other)).toEqual(before)
  // Enough requests must pass validation to exercise the routes themselves.
  const succeeded = [...statuses]
    .filter(([status]) => status < 300)
    .reduce((sum, [, times]) => sum + times, 0)
  expect(succeeded).toBeGreaterThan(requests / 5)
  expect(statuses.get(400)).toBeGreaterThan(requests / 10)
})

test(`${messages} random MCP messages get a protocol response and nothing of another organization`, async () => {
  const before = await readEverything(other)
  const outcomes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(message, async (body) => {
      const { status, text } = await own.sendMcp(body)
      const said = `${body.slice(0, 500)} → ${status} ${text.slice(0, 500)}`
      expect([200, 202, 400], said).toContain(status)
      const leaked = Object.values(other.ids).filter((id) => text.includes(id) && !body.includes(id))
      expect(leaked, said).toEqual([])
      expect(text, said).not.toMatch(
        /alienword|node_modules|\.ts:\d|syntax error|violates|went wrong|code: internal/i,
      )
      for (const reply of repliesIn(text)) {
        const outcome = getOutcome(reply)
        expect(outcome, said).not.toMatch(/^(none|both)$/)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }),
    { numRuns: messages, seed, endOnFailure: true },
  )
  expect(await readEverything(other)).toEqual(before)
  for (const common of ['result', 'isError'])
    expect(outcomes.get(common), common).toBeGreaterThan(messages / 5)
  for (const rare of ['-32602', '-32601', '-32600']) expect(outcomes.get(rare), rare).toBeGreaterThan(0)
})

/** Returns the JSON-RPC messages of a response, which come as events or as JSON. */
function repliesIn(text: string): unknown[] {
  if (text === '') return []
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data)
  return (events.length > 0 ? events : [text]).flatMap((json) => JSON.parse(json))
}

const Answer = z.object({
  jsonrpc: z.literal('2.0'),
  result: z.looseObject({ isError: z.boolean().optional() }).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})

function getOutcome(reply: unknown): string {
  const { result, error } = Answer.parse(reply)
  if (result && error) return 'both'
  return error ? String(error.code) : result ? (result.isError ? 'isError' : 'result') : 'none'
}

function requireValid(url: string, { status, body, text, headers }: Reply): void {
  const said = `${url} → ${status} ${text.slice(0, 500)}`
  if (status < 400) return
  expect(body, said).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  expect(headers['x-request-id'], said).toBeTruthy()
  expect(text, said).not.toMatch(/node_modules|\.ts:\d|syntax error|violates|FST_|ECONN/)
  const isServerError = status >= 500 && !text.includes('"code":"not_configured"')
  if (isServerError) throw new Error(said)
}

type Request = { url: string; body: string | undefined; headers: Record<string, string> }

function requestTo(address: string, route: Route): fc.Arbitrary<Request> {
  const slots = getSlots(address, route)
  const json = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const body = route.body === null ? fc.constant(undefined) : getBody(json(route.body), slots)
  return fc
    .record({
      params: fc.record(
        Object.fromEntries(
          Object.keys(route.params.shape).map((name) => [name, getParam(slots, name)] as const),
        ),
      ),
      query: getQuery(json(route.query), slots),
      body: route.accepts ? fc.oneof(oddText, fc.constant('One prompt\nAnother prompt')) : body,
    })
    .map(({ params, query, body }) => {
      const path = Object.entries(params).reduce(
        (url, [name, value]) => url.replace(`:${name}`, value === '' ? '%20' : value),
        address,
      )
      return {
        url: query === '' ? path : `${path}?${query}`,
        body,
        headers: { 'content-type': route.accepts?.[0] ?? 'application/json' },
      }
    })
}

const getParam = (slots: Slot[], name: string): fc.Arbitrary<string> => {
  const kind = slots.find((slot) => slot.part === 'params' && slot.name === name)?.kind
  const usual = kind === undefined ? fc.constantFrom('chatgpt', 'claude') : getId(kind)
  return mostly(usual, oddText.map(encoded))
}

/** Evaluated when the request is built, because the organization may have been replaced. */
const getId = (kind: string): fc.Arbitrary<string> =>
  mostly(
    fc.constant(kind).map(() => idIn(own, kind)),
    fc.constant(kind).map(() => idIn(other, kind)),
  )

const idIn = ({ ids }: TenantData, kind: string) => ids[kind] ?? '00000000-0000-7000-8000-000000000000'

const { getObject, matching } = toValues(getId)

/** Replaces lone surrogates, which have no encoding. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function getQuery(schema: Schema, slots: Slot[]): fc.Arbitrary<string> {
  const pairs = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fc
      .record({
        isPresent: mostly(
          fc.constant(schema.required?.includes(name) ?? false),
          fc.boolean(),
          schema.required?.includes(name) ? 30 : 3,
        ),
        value: mostly(matching(toJsonSchema(property), getSlot(slots, 'query', name)).map(String), oddText),
        times: fc.oneof({ arbitrary: fc.constant(1), weight: 20 }, { arbitrary: fc.constant(2), weight: 1 }),
      })
      .map(({ isPresent, value, times }) =>
        isPresent ? Array.from({ length: times }, () => `${name}=${encoded(value)}`) : [],
      ),
  )
  const unknown = mostly(
    fc.constant<string[]>([]),
    fc.tuple(oddName, oddText).map(([name, value]) => [`${encoded(name)}=${encoded(value)}`]),
    20,
  )
  return fc.tuple(...pairs, unknown).map((all) => all.flat().join('&'))
}

/** As text, because a body may be invalid JSON. */
function getBody(schema: Schema, slots: Slot[]): fc.Arbitrary<string | undefined> {
  const usual = getObject(schema, slots).map((value) => JSON.stringify(value))
  const odd = fc.oneof(
    oddJson.map((value) => JSON.stringify(value)),
    fc.constantFrom(
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"__proto__":{"x":1}}',
      '{"a":1,"a":2}',
      '[[[[[[[[]]]]]]]]',
    ),
    oddText,
  )
  return mostly(usual, odd, 12)
}

const tools = createTools(routes)

/** The arguments of a tool that take an id. */
const slotsOfTool = (tool: Tool): Slot[] => {
  const [address = ''] = Object.entries(routes).find(([, route]) => route === tool.route) ?? []
  return getSlots(address, tool.route).map((slot) => ({ ...slot, part: 'body' }))
}

const toolCall: fc.Arbitrary<unknown> = fc
  .oneof(
    ...tools.map((tool) =>
      fc.record({
        name: mostly(fc.constant(tool.name), fc.oneof(oddName, oddText)),
        arguments: mostly(getObject(tool.input, slotsOfTool(tool)), oddJson, 12),
      }),
    ),
  )
  .map((params) => ({ method: 'tools/call', params }))

const methods = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'ping',
  'initialize',
]
const otherCall: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({
    method: fc.oneof(fc.constantFrom(...methods), oddName, oddText),
    params: fc.oneof(fc.constant({}), oddJson),
  }),
  fc.record({
    method: fc.constant('resources/read'),
    params: fc.record({
      uri: mostly(getId('brand'), oddText.map(encoded), 3).map((id) => `ansight://brands/${id}`),
    }),
  }),
  fc.record({
    method: fc.constant('prompts/get'),
    params: fc.record({
      name: mostly(fc.constant('weekly_review'), fc.oneof(oddName, oddText), 3),
      arguments: fc.oneof(fc.record({ brand: oddText }), oddJson),
    }),
  }),
)

/** As text, because a message may be invalid JSON. */
const message: fc.Arbitrary<string> = mostly(
  fc
    .record({
      jsonrpc: mostly(fc.constant<unknown>('2.0'), oddJson, 30),
      id: mostly(fc.nat().map<unknown>(Number), oddJson, 30),
      call: fc.oneof({ arbitrary: toolCall, weight: 5 }, { arbitrary: otherCall, weight: 1 }),
      times: mostly(fc.constant(1), fc.constantFrom(0, 3, 21), 30),
    })
    .map(({ call, times, ...envelope }) => {
      const one = Object.assign(envelope, call)
      return JSON.stringify(times === 1 ? one : Array.from({ length: times }, () => one))
    }),
  fc.oneof(
    oddText,
    oddJson.map((value) => JSON.stringify(value)),
    fc.constantFrom('', '{', '['.repeat(10_000)),
  ),
)
