/** What must hold for every route there is, and for whatever is added: the table tests itself. */
import { readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import { describe, expect, test } from 'vitest'
import { setSessionCookie } from '../src/accounts/cookies.ts'
import { settings } from '../src/config.ts'
import type { AppContext } from '../src/core/context.ts'
import { errorStatuses } from '../src/core/errors.ts'
import { eventKinds } from '../src/core/events.ts'
import { surfaceOf } from '../src/http/api-surfaces.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import type { RouteTable } from '../src/http/route.ts'
import { splitRouteKey } from '../src/http/route.ts'
import { authentication, routes } from '../src/routes.ts'

const table: RouteTable = routes
const all = Object.entries(table).map(([address, route]) => {
  const { method, url } = splitRouteKey(address)
  return { address, method, url, route, surface: surfaceOf(url, authentication) }
})
const addresses = (of: typeof all) => of.map(({ address }) => address)
const document = openApiDocument(table, authentication, { version: '0', baseUrl: 'http://localhost:3000' })
const docs = (name: string) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8')

/** Open to people who have no session yet, though they lie among the addresses of sessions. */
const openAmongSessions = [
  'GET /api/status',
  'GET /api/invitations/:invitation',
  'POST /api/invitations/:token/accept',
]

describe('every route', () => {
  test('says in a few words what it does', () => {
    const wrong = all.filter(({ route }) => !/^[A-Z].{2,79}[^.\s]$/.test(route.summary))
    expect(addresses(wrong)).toEqual([])
  })

  test('says what it answers: a shape, a content type, or nothing', () => {
    const vague = all.filter(
      ({ route }) =>
        route.kind === 'json' &&
        route.status !== 204 &&
        ['any', 'unknown'].includes(route.returns._zod.def.type),
    )
    expect(addresses(vague)).toEqual([])
  })

  test('requires access only on a surface with authentication, so that every access is checked', () => {
    const unchecked = all.filter(({ route, surface }) => route.access !== 'none' && !surface.authenticate)
    expect(addresses(unchecked)).toEqual([])
  })

  test('is unauthenticated only on a public surface, with the listed exceptions', () => {
    const open = all.filter(({ route, surface }) => route.access === 'none' && surface.name !== 'public')
    expect(addresses(open).sort()).toEqual(openAmongSessions.toSorted())
  })

  test('takes the cron secret on the cron surface, and there alone', () => {
    const wrong = all.filter(({ route, surface }) => (route.access === 'cron') !== (surface.name === 'cron'))
    expect(addresses(wrong)).toEqual([])
  })

  test('takes the token of a webhook at one address, and there alone', () => {
    const taking = all.filter(({ surface }) => surface.name === 'session_or_token')
    expect(addresses(taking)).toEqual(['PATCH /api/content/:id/status'])
  })

  test('of the read-only surface reads', () => {
    const writing = all.filter(({ url, method }) => url.startsWith('/api/v1/') && method !== 'GET')
    expect(addresses(writing)).toEqual([])
  })
})

describe('the document of the API', () => {
  test('is valid OpenAPI', async () => {
    await expect(SwaggerParser.validate(validatorInput(structuredClone(document)))).resolves.toBeDefined()
  })

  test('has every route, each under a name of its own', () => {
    const names = Object.values(document.paths).flatMap((verbs) =>
      Object.values(verbs).map((operation) => operation.operationId),
    )
    expect(names).toHaveLength(all.length)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('names the cookie that a session has', () => {
    const sent: string[] = []
    setSessionCookie(
      signingContext(),
      { headers: {}, setHeader: (_name, value) => sent.push(value) },
      { token: 'token' },
    )
    const { name } = document.components.securitySchemes.session ?? {}
    expect(sent[0]).toMatch(new RegExp(`^${name}=`))
  })
})

describe('the pages of docs', () => {
  test('list every route, setting, error code and event', () => {
    const missing = (page: string, names: string[]) =>
      names.filter((name) => !docs(page).includes(`\`${name}\``))
    const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    )
    expect(missing('api', operations)).toEqual([])
    expect(missing('settings', Object.keys(settings))).toEqual([])
    expect(missing('errors', Object.keys(errorStatuses))).toEqual([])
    expect(missing('events', Object.keys(eventKinds))).toEqual([])
  })
})

/** The validator's type of a document is closed over its own enums; ours is the same JSON. */
function validatorInput(value: unknown) {
  return value as Parameters<typeof SwaggerParser.validate>[0]
}

/** All that making a cookie reads of the context. */
function signingContext() {
  return { secretKey: 'x'.repeat(32), baseUrl: 'http://localhost:3000' } as AppContext
}
