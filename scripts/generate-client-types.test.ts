import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { route } from '../src/http/route.ts'
import { typescriptTypes } from './generate-client-types.ts'

const prove = async () => ({ organizationId: 'o', actor: { kind: 'system' as const } })
const Interval = z.object({ low: z.number(), high: z.number() }).meta({ id: 'TypesInterval' })
const list = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(['a', 'b'])))
const routes = {
  'GET /api/v1/rates/:id': route({
    access: 'read',
    dependsOn: null,
    summary: 'Read */ a rate',
    params: { id: z.uuid() },
    query: { kind: list.optional(), 'odd-name': z.string() },
    returns: z.object({
      rate: z.number().nullable().describe('In percent.'),
      interval: Interval.nullable(),
      days: z.array(z.object({ day: z.iso.date() })),
      states: z.array(z.enum(['up', 'down'])),
      more: z.record(z.string(), z.unknown()),
    }),
    run: async () => ({ rate: null, interval: null, days: [], states: [], more: {} }),
  }),
  'POST /api/v1/rates': route({
    access: 'write',
    summary: 'Forget all',
    body: z.strictObject({ really: z.literal(true) }),
    returns: z.void(),
    status: 204,
    run: async () => undefined,
  }),
  'GET /api/brands': route({
    access: 'read',
    dependsOn: null,
    summary: 'Not for keys',
    returns: z.array(z.string()),
    run: async () => [],
  }),
}

test('what is sent and what comes back become types, with what is said of them', () => {
  const api = openApiDocument(
    routes,
    [
      { prefix: '/api/v1', name: 'api_key', authenticate: prove },
      { prefix: '/api', name: 'session', authenticate: prove },
    ],
    { version: '1', baseUrl: 'http://localhost' },
  )
  expect(
    typescriptTypes(api),
  ).toBe(`/** What the API takes and gives. Made by \`npm run generate\`; do not edit. */

/** One value, or several. */
export type OneOrMore<T> = T | readonly T[]

/** By address. */
export type Operations = {
  /** Read *\\/ a rate */
  'GET /api/v1/rates/{id}': {
    params: {
      id: string
    }
    query: {
      kind?: OneOrMore<'a' | 'b'>
      'odd-name': string
    }
    returns: {
      /** In percent. */
      rate: number | null
      interval: TypesInterval | null
      days: {
        day: string
      }[]
      states: ('up' | 'down')[]
      more: Record<string, unknown>
    }
  }
  /** Forget all */
  'POST /api/v1/rates': {
    body: {
      really: true
    }
    returns: null
  }
}

export type TypesInterval = {
  low: number
  high: number
}
`)
})
