/**
 * Requests that no client of ours would send, made from the table of routes: right ones with something wrong in them.
 * `FUZZ_ROUNDS=50000` makes it long; `FUZZ_SEED` another one.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { asSchema, type Schema } from '../src/core/openapi-schemas.ts'
import type { Route } from '../src/core/route.ts'
import { type Reply, testService } from './support.ts'
import { buildWorld, everythingOf, guarded, type Slot, slotsOf, type World } from './worlds.ts'

const rounds = Number(process.env.FUZZ_ROUNDS ?? 2_000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)

const service = await testService()
const [first, alien] = [await buildWorld(service, 'Ownword'), await buildWorld(service, 'Alienword')]
let own = first

test(`${rounds} odd requests: never a fault of ours, never what is another's, always the envelope`, async () => {
  const before = await everythingOf(alien)
  const aliens = Object.values(alien.ids)
  const statuses = new Map<number, number>()
  // What is deleted is gone for all that follow.
  const often = guarded.map((each) => ({
    arbitrary: fc.constant(each),
    weight: each.address.startsWith('DELETE ') ? 1 : 20,
  }))
  const request = fc.oneof(...often).chain(({ address, route }) => requestTo(address, route))
  await fc.assert(
    fc.asyncProperty(request, async ({ url, body, headers }) => {
      const reply = await own.ask(url, body, headers)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      requireSane(url, reply)
      // What the request itself said may be told back; what only the other knows may not.
      const said = `${url}${body ?? ''}`
      const told = aliens.filter((id) => reply.text.includes(id) && !said.includes(id))
      expect(told, url).toEqual([])
      expect(reply.text, url).not.toMatch(/alienword/i)
      // What is deleted, and what a session that has ended saw, is not there for the next ones: another takes its place.
      if (reply.status === 204 || reply.status === 401) own = await buildWorld(service, 'Ownword')
    }),
    { numRuns: rounds, seed, endOnFailure: true },
  )
  expect(await everythingOf(alien)).toEqual(before)
  // A fuzz that is refused at the door proves nothing about the rooms behind it.
  const done = [...statuses].filter(([status]) => status < 300).reduce((sum, [, times]) => sum + times, 0)
  expect(done).toBeGreaterThan(rounds / 5)
  expect(statuses.get(400)).toBeGreaterThan(rounds / 10)
}, 3_600_000)

function requireSane(url: string, { status, body, text, headers }: Reply): void {
  const said = `${url} → ${status} ${text.slice(0, 500)}`
  if (status < 400) return
  expect(body, said).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  expect(headers['x-request-id'], said).toBeTruthy()
  expect(text, said).not.toMatch(/node_modules|\.ts:\d|syntax error|violates|FST_|ECONN/)
  const isOurs = status >= 500 && !text.includes('"code":"not_configured"')
  if (isOurs) throw new Error(said)
}

type Request = { url: string; body: string | undefined; headers: Record<string, string> }

function requestTo(address: string, route: Route): fc.Arbitrary<Request> {
  const slots = slotsOf(address, route)
  const json = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const body = route.body === null ? fc.constant(undefined) : bodyOf(json(route.body), slots)
  return fc
    .record({
      params: fc.record(
        Object.fromEntries(
          Object.keys(route.params.shape).map((name) => [name, paramOf(slots, name)] as const),
        ),
      ),
      query: queryOf(json(route.query), slots),
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

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 20) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: odd, weight: 1 })

const paramOf = (slots: Slot[], name: string): fc.Arbitrary<string> => {
  const kind = slots.find((slot) => slot.place === 'params' && slot.name === name)?.kind
  const usual = kind === undefined ? fc.constantFrom('chatgpt', 'claude') : idOf(kind)
  return mostly(usual, oddText.map(encoded))
}

/** Read when the request is made, for the organization may be a new one by then. */
const idOf = (kind: string): fc.Arbitrary<string> =>
  mostly(
    fc.constant(kind).map(() => idIn(own, kind)),
    fc.constant(kind).map(() => idIn(alien, kind)),
  )

const idIn = ({ ids }: World, kind: string) => ids[kind] ?? '00000000-0000-7000-8000-000000000000'

/** A lone surrogate has no encoding; everything else is sent as it is. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function queryOf(schema: Schema, slots: Slot[]): fc.Arbitrary<string> {
  const pairs = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fc
      .record({
        isThere: mostly(
          fc.constant(schema.required?.includes(name) ?? false),
          fc.boolean(),
          schema.required?.includes(name) ? 30 : 3,
        ),
        value: mostly(fitting(asSchema(property), slotOf(slots, 'query', name)).map(String), oddText),
        times: fc.oneof({ arbitrary: fc.constant(1), weight: 20 }, { arbitrary: fc.constant(2), weight: 1 }),
      })
      .map(({ isThere, value, times }) =>
        isThere ? Array.from({ length: times }, () => `${name}=${encoded(value)}`) : [],
      ),
  )
  const unknown = mostly(
    fc.constant<string[]>([]),
    fc.tuple(oddName, oddText).map(([name, value]) => [`${encoded(name)}=${encoded(value)}`]),
    20,
  )
  return fc.tuple(...pairs, unknown).map((all) => all.flat().join('&'))
}

/** JSON text, for a body need not even be that. */
function bodyOf(schema: Schema, slots: Slot[]): fc.Arbitrary<string | undefined> {
  const usual = objectOf(schema, slots).map((value) => JSON.stringify(value))
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

function objectOf(schema: Schema, slots: Slot[]): fc.Arbitrary<unknown> {
  if (schema.type === 'array') return fc.array(objectOf(asSchema(schema.items), slots), { maxLength: 4 })
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isRequired = schema.required?.includes(name) ?? false
    return fc
      .record({
        isThere: mostly(fc.constant(isRequired), fc.boolean(), isRequired ? 30 : 2),
        value: mostly(fitting(asSchema(property), slotOf(slots, 'body', name)), oddJson, 30),
      })
      .map(({ isThere, value }): [string, unknown][] => (isThere ? [[name, value]] : []))
  })
  const unknown = mostly(
    fc.constant<[string, unknown][]>([]),
    fc.tuple(oddName, oddJson).map((pair): [string, unknown][] => [pair]),
    20,
  )
  return fc.tuple(...fields, unknown).map((pairs) => Object.fromEntries(pairs.flat()))
}

const slotOf = (slots: Slot[], place: Slot['place'], name: string) =>
  slots.find((slot) => slot.place === place && slot.name === name)

/** A value the schema takes, or nearly: what a refinement wants beyond it is left to luck. */
function fitting(schema: Schema, slot: Slot | undefined): fc.Arbitrary<unknown> {
  if (slot && schema.type !== 'array') return idOf(slot.kind)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(asSchema(choice), slot)))
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1_000, 100_000) })
  if (schema.type === 'array') return fc.array(fitting(asSchema(schema.items), slot), { maxLength: 4 })
  if (schema.type === 'object') return objectOf(schema, slot ? [slot] : [])
  if (schema.format === 'date') return fc.constantFrom('2026-01-01', '2026-11-20', '2024-02-29')
  if (schema.format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00.000Z')
  if (schema.format === 'uuid') return fc.uuid()
  return fc.constantFrom(
    'acme.com',
    'en',
    'US',
    '7',
    'chatgpt',
    'true',
    'What is best?',
    'https://127.0.0.1/x',
  )
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    "' or 1=1 --",
    '"; drop table brands; --',
    "\\'; select pg_sleep(9)",
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202eevil',
    '%00',
    '%',
    '../../etc/passwd',
    '{{7*7}}',
    '<script>alert(1)</script>',
    'x'.repeat(5_000),
    '0',
    '-1',
    '1e309',
    'NaN',
    '9007199254740993',
    '99999999999999999999',
    '0000-00-00',
    '2026-02-30',
    '10000-01-01',
    'null',
    '[object Object]',
    '',
    ' ',
  ),
)

const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'dat_from',
  'Brand_Id',
  'a[b]',
  '',
)

const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.double(),
  fc.constantFrom<unknown>(null, true, -1, 0, 1e308, [], {}, [[]], [null], { $ne: null }, { length: 1e9 }),
  fc.jsonValue({ maxDepth: 3 }),
)
