/**
 * The parameters and response fields that clients rely on, in public-api.json. They may be extended; removing one, changing
 * its type or making a parameter required breaks clients.
 */
import { expect, test } from 'vitest'
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import { getParameters, type Operation } from '../src/http/openapi/document.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { authentication, routes } from '../src/routes.ts'
import stable from './public-api.json' with { type: 'json' }

const document = openApiDocument(routes, authentication, {
  version: '0',
  baseUrl: 'http://localhost',
})
const { paths, components } = document

test.each(Object.entries(stable))(
  '%s accepts and returns everything in public-api.json',
  (address, { takes, gives }) => {
    const operation = operationAt(address)
    const schema = getAnswer(operation)
    const present = Object.keys(gives).map((path) => [path, typeAt(schema, path.split('.'))])
    expect(Object.fromEntries(present)).toEqual(gives)
    const accepted = acceptedBy(operation)
    expect(accepted).toEqual(expect.arrayContaining(takes))
    expect(accepted.filter((name) => name.endsWith('*'))).toEqual(takes.filter((name) => name.endsWith('*')))
  },
)

function operationAt(address: string): Operation {
  const [method = '', path = ''] = address.split(' ')
  const found = Object.entries(paths[path] ?? {}).find(([verb]) => verb.toUpperCase() === method)?.[1]
  return found ?? expect.fail(`${address} does not exist`)
}

/** Returns the names of parameters and body fields; required ones end with `*`. */
function acceptedBy(operation: Operation): string[] {
  const { requestBody } = operation
  const { properties = {}, required = [] } = requestBody?.content['application/json']?.schema ?? {}
  return [
    ...getParameters(operation, document).map(({ name, required }) => (required ? `${name}*` : name)),
    ...Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name)),
  ]
}

function getAnswer({ responses }: Operation): Schema {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  if (!success || '$ref' in success) return expect.fail('there is no response')
  return success.content?.['application/json']?.schema ?? {}
}

/** Returns the type at a path; `buckets[]` means each item of a list. */
function typeAt(schema: Schema, [part, ...deeper]: string[]): string {
  if (part === undefined) return describeType(schema)
  const name = part.replace('[]', '')
  const field = name === '' ? schema : toJsonSchema(fieldsFor(schema)[name])
  return typeAt(part.endsWith('[]') ? toJsonSchema(plain(field).items) : field, deeper)
}

/** Of alternatives: the fields that all of them have. */
function fieldsFor(schema: Schema): Record<string, unknown> {
  const { properties = {}, allOf = [], anyOf = [] } = plain(schema)
  const [first, ...others] = anyOf.map((choice) => fieldsFor(toJsonSchema(choice)))
  if (first)
    return Object.fromEntries(
      Object.entries(first).filter(([name]) => others.every((fields) => Object.hasOwn(fields, name))),
    )
  return Object.assign({}, properties, ...allOf.map((part) => fieldsFor(toJsonSchema(part))))
}

/** Returns the schema without references and without null. */
function plain(schema: Schema): Schema {
  const { anyOf = [], ...named } = dereferenced(schema)
  const [only, ...more] = anyOf.map(toJsonSchema).filter(({ type }) => type !== 'null')
  return only && more.length === 0 ? plain(only) : { anyOf, ...named }
}

const dereferenced = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : dereferenced(components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {})

function describeType(schema: Schema): string {
  const { type, allOf, anyOf = [], enum: values, const: value } = plain(schema)
  if (anyOf.length > 1)
    return [...new Set(anyOf.map((choice) => describeType(toJsonSchema(choice))))].join('|')
  const own = type ?? (allOf ? 'object' : values ? 'string' : value === undefined ? 'nothing' : typeof value)
  const types = [own].flat().filter((each) => each !== 'null')
  return [...types, ...(isNullable(schema) ? ['null'] : [])].join('|')
}

function isNullable(schema: Schema): boolean {
  const { type, anyOf = [] } = dereferenced(schema)
  return [type].flat().includes('null') || anyOf.some((choice) => isNullable(toJsonSchema(choice)))
}

test('names are in snake_case except where the specification says otherwise', () => {
  // Tracking and accounts use the camelCase names that the specification fixes.
  const others = /^\/api\/(tracking|internal|auth)\/|^\/api\/invitations\/\{token\}\/accept$/
  const wrong = Object.entries(paths).flatMap(([path, verbs]) =>
    others.test(path) ? [] : camelIn(Object.values(verbs)).map((name) => `${path}: ${name}`),
  )
  expect(wrong).toEqual([])
})

/** Returns the names of parameters and properties that contain a capital letter, at any depth. */
function camelIn(value: unknown, seen = new Set<string>()): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$ref' in value && typeof value.$ref === 'string') {
    if (seen.has(value.$ref)) return []
    seen.add(value.$ref)
    return camelIn(components.schemas[value.$ref.replace('#/components/schemas/', '')], seen)
  }
  const named = 'in' in value && 'name' in value ? [String(value.name)] : []
  const properties = 'properties' in value && 'type' in value ? Object.keys(Object(value.properties)) : []
  return [
    ...[...named, ...properties].filter((name) => /[A-Z]/.test(name)),
    ...Object.entries(value).flatMap(([key, inner]) => (key === 'example' ? [] : camelIn(inner, seen))),
  ]
}
