/** Generates TypeScript types of the operations for API keys from the OpenAPI document. */

import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import type { OpenApi, Operation, Parameter } from '../src/http/openapi/document.ts'

/** Returns the content of `integrations/typescript/operations.generated.ts`. */
export function typescriptTypes(api: OpenApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, operation]) => {
      const returns = returnsOf(operation)
      const isForPrograms = operation.security.some((scheme) => 'apiKey' in scheme)
      return isForPrograms && returns !== null
        ? [{ address: `${verb.toUpperCase()} ${path}`, operation, returns }]
        : []
    }),
  )
  const members = operations.map(
    ({ address, operation, returns }) =>
      `${comment(operation.summary, operation.description)}'${address}': ${typeOf(operationSchema(operation, returns))}`,
  )
  const names = componentsIn(
    operations.map(({ operation, returns }) => [operationSchema(operation, returns)]),
    api,
  )
  const components = names.map((name) => {
    const schema = api.components.schemas[name] ?? {}
    return `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`
  })
  return [
    '/** What the API takes and gives. Made by `npm run generate`; do not edit. */\n',
    '/** One value, or several. */\nexport type OneOrMore<T> = T | readonly T[]\n',
    `/** By address. */\nexport type Operations = ${block(members)}\n`,
    ...components,
  ].join('\n')
}

/** Returns null for MCP, whose responses have no schema. */
function returnsOf({ responses }: Operation): Schema | null {
  const [success] = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && !('$ref' in response) ? [response] : [],
  )
  if (!success) return null
  if (!success.content) return { type: 'null' }
  const { 'application/json': json, 'text/csv': csv } = success.content
  if (csv) return { type: 'string' }
  return json && Object.keys(json.schema).length > 0 ? json.schema : null
}

/** Returns an object with the parts of the request and the response. */
function operationSchema({ parameters, requestBody }: Operation, returns: Schema): Schema {
  const body = requestBody?.content['application/json']?.schema
  const parts = {
    params: objectOf(parameters.filter((parameter) => parameter.in === 'path')),
    query: objectOf(parameters.filter((parameter) => parameter.in === 'query')),
    ...(body && { body }),
  }
  const present = Object.entries(parts).filter(
    ([, { properties }]) => properties && Object.keys(properties).length > 0,
  )
  return {
    type: 'object',
    properties: { ...Object.fromEntries(present), returns },
    required: [...present.flatMap(([name, { required }]) => (required?.length ? [name] : [])), 'returns'],
  }
}

function objectOf(parameters: Parameter[]): Schema {
  const properties = parameters.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description !== undefined && { description }), isSent: true },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** The names of all components that these use, and what those use. */
function componentsIn(used: unknown, { components }: OpenApi): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      look(components.schemas[name])
    }
  }
  look(used)
  return [...found].sort()
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeOf(toJsonSchema(choice))).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => typeOf(toJsonSchema(part))).join(' & ')
  const types = [schema.type ?? []].flat()
  return types.length === 0 ? 'unknown' : types.map((type) => plainType(type, schema)).join(' | ')
}

function plainType(type: string, schema: Schema): string {
  if (type === 'integer') return 'number'
  if (type === 'array') {
    const item = typeOf(toJsonSchema(schema.items))
    if ('isSent' in schema) return `OneOrMore<${item}>`
    return /^\w+$/.test(item) || toJsonSchema(schema.items).type === 'object' ? `${item}[]` : `(${item})[]`
  }
  return type === 'object' ? objectType(schema) : type
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, property]) => {
    const schema = toJsonSchema(property)
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
    return `${comment(schema.description)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`
  })
  if (members.length > 0) return block(members)
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}

const block = (members: string[]) => `{\n${members.map((member) => indented(`${member}\n`)).join('')}}`
const indented = (lines: string) => lines.replace(/^(?=.)/gm, '  ')

/** Nothing in the text may end the comment. */
function comment(...parts: (string | undefined)[]): string {
  const lines = parts.flatMap((part) => (part === undefined ? [] : part.replaceAll('*/', '*\\/').split('\n')))
  if (lines.length === 0) return ''
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

const literal = (value: unknown) =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
