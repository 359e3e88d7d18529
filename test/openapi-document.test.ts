/** The rules that linters of OpenAPI documents check (Spectral's spectral:oas, Redocly's recommended), and the size. */
import { expect, test } from 'vitest'
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import type { OpenApi } from '../src/http/openapi/document.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { authentication, routes, webhooks } from '../src/routes.ts'

const describeFor = (audience: 'integrations' | 'agents' | 'dashboard') =>
  openApiDocument(routes, authentication, {
    version: '1.2.3',
    baseUrl: 'http://localhost:3000',
    webhooks,
    audience,
  })
const documents = {
  integrations: describeFor('integrations'),
  agents: describeFor('agents'),
  dashboard: describeFor('dashboard'),
}
const each = Object.entries(documents)

const getOperations = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ address: `${verb} ${path}`, operation })),
  )

test('the documents for integrations and for agents are smaller than 400 KB', () => {
  for (const document of [documents.integrations, documents.agents])
    expect(JSON.stringify(document).length).toBeLessThan(400_000)
})

test('every endpoint is in exactly one of the documents', () => {
  const all = openApiDocument(routes, authentication, { version: '1.2.3', baseUrl: 'http://localhost:3000' })
  const addresses = each.flatMap(([, document]) => getOperations(document).map(({ address }) => address))
  expect(addresses.toSorted()).toEqual(
    getOperations(all)
      .map(({ address }) => address)
      .toSorted(),
  )
})

test('no page or asset of the dashboard is an endpoint', () => {
  const types = each.flatMap(([, document]) =>
    getOperations(document).flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) =>
        '$ref' in response ? [] : Object.keys(response.content ?? {}),
      ),
    ),
  )
  expect(types).not.toContain('text/html')
  expect(types).not.toContain('text/css')
})

test.each(each)('%s: title, version, description, contact, license and servers are set', (_, document) => {
  expect(document.info).toEqual({
    title: 'Ansight API',
    version: '1.2.3',
    description: expect.stringContaining('JSON'),
    contact: { name: 'Ansight' },
    license: { name: 'MIT', identifier: 'MIT' },
  })
  expect(document.servers).toEqual([
    {
      url: '{base_url}',
      description: expect.any(String),
      variables: { base_url: { default: 'http://localhost:3000' } },
    },
  ])
})

test.each(each)('%s: every used tag is defined with a description, and no other', (_, document) => {
  const sent = Object.values(document.webhooks).flatMap(({ post }) => post.tags)
  const used = getOperations(document).flatMap(({ operation }) => operation.tags)
  const defined = document.tags.map(({ name }) => name)
  expect([...defined].sort()).toEqual([...new Set([...used, ...sent])].sort())
  expect(document['x-tagGroups'].flatMap(({ tags }) => tags)).toEqual(defined)
  for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/)
})

test.each(each)('%s: every component is used', (_, document) => {
  const text = JSON.stringify(document)
  for (const kind of ['schemas', 'parameters', 'responses'] as const)
    for (const name of Object.keys(document.components[kind]))
      expect(text, `${kind}/${name}`).toContain(`"#/components/${kind}/${name}"`)
  const schemes = getOperations(document).flatMap(({ operation }) => operation.security.flatMap(Object.keys))
  expect(Object.keys(document.components.securitySchemes).sort()).toEqual([...new Set(schemes)].sort())
})

test.each(each)('%s: every reference has a target', (_, document) => {
  for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(
    /"#\/components\/(\w+)\/([^"]+)"/g,
  ))
    expect(document.components, `${kind}/${name}`).toHaveProperty([kind, name])
})

test.each(each)('%s: every operation lists 400 and, with authentication, 401', (_, document) => {
  for (const { address, operation } of getOperations(document)) {
    expect(operation.responses, address).toMatchObject({
      // The MCP server and the authorization server respond with errors of their own protocols.
      ...(!/ (\/api\/mcp$|\/oauth\/)/.test(address) && {
        400: { $ref: '#/components/responses/BadRequest' },
      }),
      default: { $ref: '#/components/responses/Error' },
      ...(operation.security.length > 0 && { 401: { $ref: '#/components/responses/Unauthorized' } }),
    })
  }
})

test('a URL that the service does not request is described as a bad request, 400', () => {
  for (const [name, document] of each) {
    expect(JSON.stringify(document.components.responses?.BadRequest), name).toContain('unsafe_url')
    expect(
      getOperations(document).filter(({ operation }) => '422' in operation.responses),
      name,
    ).toEqual([])
  }
})

test('the webhooks are those that the service sends, with their payloads', () => {
  const payloads = Object.entries(documents.integrations.webhooks).map(([event, { post }]) => [
    event,
    post.requestBody?.content['application/json']?.schema,
  ])
  expect(Object.fromEntries(payloads)).toEqual({
    'opportunity.sent': { $ref: '#/components/schemas/OpportunitySent' },
    'webhook.test': { $ref: '#/components/schemas/WebhookTest' },
    'notification.sent': { $ref: '#/components/schemas/NotificationSent' },
    'audit.recorded': { $ref: '#/components/schemas/AuditRecorded' },
    'notification.test': { $ref: '#/components/schemas/NotificationSent' },
  })
})

test('the method of an interval is one of the listed methods', () => {
  expect(documents.integrations.components.schemas.Interval).toMatchObject({
    anyOf: [
      { properties: { method: { enum: expect.arrayContaining(['stratified_wilson']) } } },
      { type: 'null' },
    ],
  })
})

test('every number of a metric says what it counts, its unit, or its denominator', () => {
  const schemas = { ...documents.agents.components.schemas, ...documents.integrations.components.schemas }
  const metrics = Object.keys(schemas).filter((name) => name.endsWith('Response') || name === 'AiTraffic')
  expect(metrics.length).toBeGreaterThan(8)
  const bare = metrics.flatMap((name) => bareNumbers(schemas[name.replace(/Response$/, '')] ?? {}, name))
  expect(bare).toEqual([])
})

/** Returns the paths of numbers without a description. Separate components are checked where they are metrics. */
function bareNumbers(schema: Schema, path: string): string[] {
  const { type, description, properties = {}, items, anyOf = [], allOf = [] } = schema
  const isNumber = [type].flat().some((each) => each === 'number' || each === 'integer')
  return [
    ...(isNumber && description === undefined ? [path] : []),
    ...Object.entries(properties).flatMap(([name, part]) =>
      bareNumbers(toJsonSchema(part), `${path}.${name}`),
    ),
    ...(items === undefined ? [] : bareNumbers(toJsonSchema(items), `${path}[]`)),
    ...[...anyOf, ...allOf].flatMap((part) => bareNumbers(toJsonSchema(part), path)),
  ]
}
