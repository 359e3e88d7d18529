/** Every example in the OpenAPI document is valid for the schema of its route. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { OpenApi } from '../src/http/openapi/document.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { type RouteTable, splitRouteKey } from '../src/http/route.ts'
import { authentication, routes } from '../src/routes.ts'

const table: RouteTable = routes
const document = openApiDocument(table, authentication, { version: '0', baseUrl: 'http://localhost:3000' })

const all = Object.entries(table).flatMap(([address, route]) =>
  route.kind === 'json' ? [{ address, route, operation: operationOf(document, address) }] : [],
)

function operationOf({ paths }: OpenApi, address: string) {
  const { method, url } = splitRouteKey(address)
  const path = url.replace(/:(\w+)/g, '{$1}')
  const operation = Object.entries(paths[path] ?? {}).find(([verb]) => verb.toUpperCase() === method)?.[1]
  if (!operation) throw new Error(`${address} is not in the document`)
  return operation
}

const problemsOf = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : [z.prettifyError(parsed.error).replaceAll('\n', ' ')]
}

test('every parameter has a valid example', () => {
  const wrong = all.flatMap(({ address, route, operation }) =>
    operation.parameters.flatMap((parameter) => {
      const shape = parameter.in === 'path' ? route.params.shape : route.query.shape
      const schema = shape[parameter.name]
      if (!(schema instanceof z.ZodType)) return [`${address}: ${parameter.name} is not in the schema`]
      const text = parameter.example === undefined ? undefined : String(parameter.example)
      if (text === undefined) return [`${address}: ${parameter.name} has no example`]
      return problemsOf(schema, text).map((why) => `${address}: ${parameter.name} = ${text}: ${why}`)
    }),
  )
  expect(wrong).toEqual([])
})

test('every request body has a valid example', () => {
  const wrong = all.flatMap(({ address, route, operation }) => {
    if (route.body === null || route.accepts !== null) return []
    const { example } = operation.requestBody?.content['application/json'] ?? {}
    return problemsOf(route.body, example).map((why) => `${address}: ${JSON.stringify(example)}: ${why}`)
  })
  expect(wrong).toEqual([])
})

test('every response has a valid example', () => {
  const wrong = all.flatMap(({ address, route, operation }) => {
    const response = operation.responses[String(route.status)]
    if (route.status === 204 || !response || '$ref' in response) return []
    const { example } = response.content?.['application/json'] ?? {}
    return problemsOf(route.returns, example).map((why) => `${address}: ${why}`)
  })
  expect(wrong).toEqual([])
})
