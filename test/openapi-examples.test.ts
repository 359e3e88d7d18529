/** Every example in the OpenAPI document is valid for the schema of its route, and its intervals contain their values. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import { getParameters, nameIn } from '../src/http/openapi/document.ts'
import type { RouteTable } from '../src/http/route.ts'
import { routes, webhooks } from '../src/routes.ts'
import { document, getExample, getOperation } from './route-examples.ts'

const table: RouteTable = routes
const all = Object.entries(table).flatMap(([address, route]) =>
  route.kind === 'json' ? [{ address, route, operation: getOperation(address) }] : [],
)

const getProblems = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : [z.prettifyError(parsed.error).replaceAll('\n', ' ')]
}

test('every parameter has a valid example', () => {
  const wrong = all.flatMap(({ address, route, operation }) =>
    getParameters(operation, document).flatMap((parameter) => {
      const shape = parameter.in === 'path' ? route.params.shape : route.query.shape
      const schema = shape[parameter.name]
      if (!(schema instanceof z.ZodType)) return [`${address}: ${parameter.name} is not in the schema`]
      const text = parameter.example === undefined ? undefined : String(parameter.example)
      if (text === undefined) return [`${address}: ${parameter.name} has no example`]
      return getProblems(schema, text).map((why) => `${address}: ${parameter.name} = ${text}: ${why}`)
    }),
  )
  expect(wrong).toEqual([])
})

test('every request body has a valid example', () => {
  const wrong = all.flatMap(({ address, route, operation }) => {
    if (route.body === null || route.accepts !== null) return []
    const example = getExample(operation.requestBody?.content['application/json'])
    return getProblems(route.body, example).map((why) => `${address}: ${JSON.stringify(example)}: ${why}`)
  })
  expect(wrong).toEqual([])
})

test('every response has a valid example', () => {
  const wrong = all.flatMap(({ address, route, operation }) => {
    const response = operation.responses[String(route.status)]
    if (route.status === 204 || !response || '$ref' in response) return []
    const example = getExample(response.content?.['application/json'])
    return getProblems(route.returns, example).map((why) => `${address}: ${why}`)
  })
  expect(wrong).toEqual([])
})

test('every webhook has a valid example', () => {
  for (const [event, { payload }] of Object.entries(webhooks)) {
    const example = getExample(document.webhooks[event]?.post.requestBody?.content['application/json'])
    expect(getProblems(payload, example), event).toEqual([])
  }
})

test('every interval of an example contains its value', () => {
  const checked: string[] = []
  const wrong = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    intervalsIn(schema, schema.examples?.[0]).flatMap(({ path, low, high, value }) => {
      checked.push(`${name}.${path}`)
      return low <= value && value <= high ? [] : [`${name}.${path}: ${value} is not in ${low} to ${high}`]
    }),
  )
  expect(wrong).toEqual([])
  expect(checked).toEqual(
    expect.arrayContaining([
      'VisibilitySummaryResponse.intervals.avg_position',
      'VisibilitySummaryResponse.by_platform.0.score_interval',
      'VisibilityTrendResponse.buckets.0.interval',
      'CompetitorComparisonResponse.share_of_voice.interval',
    ]),
  )
})

type Found = { path: string; low: number; high: number; value: number }

/** Returns the intervals of an example, each with its value. */
function intervalsIn(schema: Schema, example: unknown, path: string[] = [], parent: object = {}): Found[] {
  if (typeof example !== 'object' || example === null) return []
  return Object.entries(example).flatMap(([name, inner]) => {
    const here = [...path, name]
    const field = getField(schema, name)
    if (!isInterval(inner)) return intervalsIn(field, inner, here, example)
    const value = findValue(name, field, path.at(-1) === 'intervals' ? parent : example)
    if (typeof value !== 'number') throw new Error(`${here.join('.')} does not say which value it belongs to`)
    return [{ path: here.join('.'), low: inner.low, high: inner.high, value }]
  })
}

/** An interval is described with its value ("Of usage_pct."), or has the name of its value. */
function findValue(name: string, { description = '' }: Schema, siblings: object): unknown {
  const described = /^(?:Of|Confidence interval of) `?([a-z_]+)/.exec(description)?.[1]
  return new Map(Object.entries(siblings)).get(described ?? name)
}

function getField(schema: Schema, name: string): Schema {
  const target = dereferenced(schema)
  if (target.type === 'array') return toJsonSchema(target.items)
  const own = target.properties?.[name]
  if (own !== undefined) return toJsonSchema(own)
  for (const part of [...(target.allOf ?? []), ...(target.anyOf ?? [])]) {
    const found = getField(toJsonSchema(part), name)
    if (Object.keys(found).length > 0) return found
  }
  return {}
}

const dereferenced = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : dereferenced(document.components.schemas[nameIn({ $ref: schema.$ref })] ?? {})

const isInterval = (value: unknown): value is { low: number; high: number } =>
  typeof value === 'object' && value !== null && 'low' in value && 'high' in value && 'method' in value
