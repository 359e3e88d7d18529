/** Rules for every route of the table. */
import { readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setSessionCookie } from '../src/accounts/cookies.ts'
import { settings } from '../src/config.ts'
import type { AppContext } from '../src/core/context.ts'
import { errorStatuses } from '../src/core/errors.ts'
import { eventKinds } from '../src/core/events.ts'
import { getSurface } from '../src/http/api-surfaces.ts'
import { getParameters } from '../src/http/openapi/document.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import type { RouteTable } from '../src/http/route.ts'
import { splitRouteKey } from '../src/http/route.ts'
import { authentication, routes } from '../src/routes.ts'

const table: RouteTable = routes
const all = Object.entries(table).map(([address, route]) => {
  const { method, url } = splitRouteKey(address)
  return { address, method, url, route, surface: getSurface(url, authentication) }
})
const addresses = (of: typeof all) => of.map(({ address }) => address)
const document = openApiDocument(table, authentication, { version: '0', baseUrl: 'http://localhost:3000' })
const docs = (name: string) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8')

/** Returns the names of all fields of a schema, at any depth. */
function propertyNames(schema: z.ZodType): string[] {
  const namesIn = (part: unknown): string[] => {
    if (typeof part !== 'object' || part === null) return []
    return Object.entries(part).flatMap(([key, value]) =>
      key === 'properties'
        ? [...Object.keys(value), ...Object.values(value).flatMap(namesIn)]
        : namesIn(value),
    )
  }
  return (['input', 'output'] as const).flatMap((io) =>
    namesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' })),
  )
}

/** Routes under session prefixes that people use before they have a session. */
const publicExceptions = [
  'GET /api/status',
  'GET /api/invitations/:invitation',
  'POST /api/invitations/:token/accept',
  'POST /api/unsubscribe/:token',
  'POST /api/confirm-address/:token',
]

describe('every route', () => {
  test('has a summary of a few words', () => {
    const wrong = all.filter(({ route }) => !/^[A-Z].{2,79}[^.\s]$/.test(route.summary))
    expect(addresses(wrong)).toEqual([])
  })

  test('has a description of one or more sentences, and so has each parameter', () => {
    const isVague = (text: string | undefined) => !/^[\S\s]{10,}[.:]$/.test(text ?? '')
    expect(addresses(all.filter(({ route }) => isVague(route.description)))).toEqual([])
    const vague = Object.values(document.paths).flatMap((verbs) =>
      Object.values(verbs).flatMap((operation) =>
        getParameters(operation, document).flatMap(({ name, description }) =>
          isVague(description) ? [`${operation.operationId}: ${name}`] : [],
        ),
      ),
    )
    expect(vague).toEqual([])
  })

  // The specification fixes the names of the tracking and internal endpoints, and Pusher's client fixes the names of its endpoint.
  test('has parameters and fields in snake_case, except where the specification has others', () => {
    const isFixed = (url: string) => /^\/api\/(tracking|internal)\/|^\/broadcasting\//.test(url)
    const wrong = all.flatMap(({ address, url, route }) => {
      if (isFixed(url)) return []
      const json = route.kind === 'json' ? [route.body, route.returns] : []
      const parts = [route.params, route.query, ...json]
      const names = parts.flatMap((part) => (part instanceof z.ZodType ? propertyNames(part) : []))
      const isOther = (name: string) => name !== '*' && !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)
      return names.filter(isOther).map((name) => `${address}: ${name}`)
    })
    expect([...new Set(wrong)]).toEqual([])
  })

  test('describes its response: a schema, a content type, or none', () => {
    const undescribed = all.filter(
      ({ route }) =>
        route.kind === 'json' &&
        route.status !== 204 &&
        ['any', 'unknown'].includes(route.returns._zod.def.type),
    )
    expect(addresses(undescribed)).toEqual([])
  })

  test('requires access only on a surface with authentication, so that every access is checked', () => {
    const unchecked = all.filter(({ route, surface }) => route.access !== 'none' && !surface.authenticate)
    expect(addresses(unchecked)).toEqual([])
  })

  test('is unauthenticated only on a public surface, with the listed exceptions', () => {
    const open = all.filter(({ route, surface }) => route.access === 'none' && surface.name !== 'public')
    expect(addresses(open).sort()).toEqual(publicExceptions.toSorted())
  })

  test('accepts the cron secret only on the cron surface', () => {
    const wrong = all.filter(({ route, surface }) => (route.access === 'cron') !== (surface.name === 'cron'))
    expect(addresses(wrong)).toEqual([])
  })

  test('accepts the token of a webhook at one endpoint only', () => {
    const withToken = all.filter(({ surface }) => surface.name === 'session_or_token')
    expect(addresses(withToken)).toEqual(['PATCH /api/content/:id/status'])
  })

  test('on the read-only surface uses GET', () => {
    const writing = all.filter(({ url, method }) => url.startsWith('/api/v1/') && method !== 'GET')
    expect(addresses(writing)).toEqual([])
  })
})

describe('the OpenAPI document', () => {
  test('is valid OpenAPI', async () => {
    await expect(SwaggerParser.validate(validatorInput(structuredClone(document)))).resolves.toBeDefined()
  })

  test('contains every route under a unique operation id', () => {
    const names = Object.values(document.paths).flatMap((verbs) =>
      Object.values(verbs).map((operation) => operation.operationId),
    )
    const endpoints = all.filter(({ route }) => route.kind === 'json' || !route.isPage)
    expect(names).toHaveLength(endpoints.length)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('names the session cookie', () => {
    const sent: string[] = []
    setSessionCookie(
      signingContext(),
      { headers: {}, setHeader: (_name, value) => sent.push(value) },
      { token: 'token', expiresAt: new Date() },
    )
    const { name } = document.components.securitySchemes.session ?? {}
    expect(sent[0]).toMatch(new RegExp(`^${name}=`))
  })
})

describe('the documentation', () => {
  test('lists every setting, error code and event', () => {
    const missing = (page: string, names: string[]) =>
      names.filter((name) => !docs(page).includes(`\`${name}\``))
    expect(missing('settings', Object.keys(settings))).toEqual([])
    expect(missing('errors', Object.keys(errorStatuses))).toEqual([])
    expect(missing('events', Object.keys(eventKinds))).toEqual([])
  })
})

/** The validator declares its own types for the same JSON. */
function validatorInput(value: unknown) {
  return value as Parameters<typeof SwaggerParser.validate>[0]
}

/** The fields of the context that setting a cookie reads. */
function signingContext() {
  return { secretKey: 'x'.repeat(32), baseUrl: 'http://localhost:3000', now: () => new Date() } as AppContext
}
