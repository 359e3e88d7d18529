/** Generates docs/api.md from the OpenAPI document: every operation, parameter, webhook and schema. */
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import {
  nameIn,
  type OpenApi,
  type Operation,
  type Parameter,
  resolveResponse,
} from '../src/http/openapi/document.ts'
import { cell, table, text } from './markdown.ts'

export const apiIntroduction =
  'All endpoints of the service by authentication. The running service has this reference with examples at `/docs`, for agents at `/docs?agents`, and for endpoints that require a session at `/docs?dashboard`. The OpenAPI documents are `/api/openapi.json`, `/api/openapi-agents.json` and `/api/openapi-dashboard.json`. Parameters and fields with `*` are required; [Parameters](#parameters) and [Schemas](#schemas) describe them. Errors have the schema [`Error`](#error); [Errors](errors.md) lists the codes.'

/** Returns the sections of the page. */
export function apiSections(api: OpenApi): string[] {
  return [
    ...api['x-tagGroups'].flatMap((group) => [
      `## ${group.name}`,
      ...group.tags.flatMap((tag) => tagSection(api, tag)),
    ]),
    ...webhookSection(api),
    '## Parameters',
    'Query parameters that several endpoints share. Lists are comma-separated.',
    table(
      ['Parameter', 'Type', 'Meaning'],
      Object.values(api.components.parameters).map((parameter) => parameterRow(parameter)),
    ),
    '## Schemas',
    ...Object.entries(api.components.schemas).flatMap(([name, schema]) => schemaSection(name, schema)),
  ]
}

function tagSection(api: OpenApi, tag: string): string[] {
  const operations = Object.entries(api.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([verb, operation]) => operationRow(`${verb.toUpperCase()} ${path}`, operation, api)),
  )
  if (operations.length === 0) return []
  return [
    `### ${tag}`,
    text(api.tags.find(({ name }) => name === tag)?.description ?? ''),
    table(['Endpoint', 'Description', 'Parameters', 'Body', 'Response'], operations),
  ]
}

function operationRow(address: string, operation: Operation, api: OpenApi): string[] {
  return [
    `\`${address}\``,
    `**${text(operation.summary)}.** ${cell(operation.description)}`,
    operation.parameters.flatMap(parameterCell).join('<br>'),
    bodyCell(operation.requestBody),
    responseCell(operation, api),
  ]
}

/** Shared parameters are described in their own section, and path parameters are part of the endpoint. */
function parameterCell(parameter: Operation['parameters'][number]): string[] {
  if ('$ref' in parameter) return [`\`${nameIn(parameter)}\``]
  if (parameter.in === 'path') return []
  const { name, required, description } = parameter
  return [`\`${name}\`${required ? '\\*' : ''}: ${cell(description)}`]
}

function parameterRow({ name, required, description, schema }: Parameter): string[] {
  return [`\`${name}\`${required ? '\\*' : ''}`, typeOf(schema), cell(withDefault(description, schema))]
}

const withDefault = (description: string, { default: value }: Schema) =>
  value === undefined ? description : `${description} Default: \`${String(value)}\`.`

function bodyCell(body: Operation['requestBody']): string {
  return Object.entries(body?.content ?? {})
    .map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema) : `\`${type}\``))
    .join('<br>')
}

function responseCell({ responses }: Operation, api: OpenApi): string {
  return Object.entries(responses)
    .flatMap(([status, response]) => {
      if ('$ref' in response) return []
      const { content = {} } = resolveResponse(response, api)
      const shapes = Object.entries(content).map(([type, { schema }]) =>
        type === 'application/json' && Object.keys(schema).length > 0 ? typeOf(schema) : `\`${type}\``,
      )
      return [[status, ...shapes].join(' ')]
    })
    .join('<br>')
}

function webhookSection(api: OpenApi): string[] {
  const rows = Object.entries(api.webhooks).map(([event, { post }]) => [
    `\`${event}\``,
    cell(post.description),
    bodyCell(post.requestBody),
  ])
  if (rows.length === 0) return []
  return [
    '## Webhooks',
    'Requests that the service sends to the webhook of a brand, and to channels of kind `webhook`. [Webhooks](webhooks.md) and [Notifications](notifications.md) explain signatures and responses.',
    table(['Event', 'Description', 'Body'], rows),
  ]
}

function schemaSection(name: string, schema: Schema): string[] {
  const fields = fieldRows(schema)
  return [
    `### ${name}`,
    ...(schema.description === undefined ? [] : [text(schema.description)]),
    fields.length > 0 ? table(['Field', 'Type', 'Meaning'], fields) : typeOf(schema),
  ]
}

/** Returns a row per field; fields of inline objects and lists follow with their path. */
function fieldRows(schema: Schema, path = ''): string[][] {
  const { properties = {}, required = [] } = nonNull(schema)
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const field = toJsonSchema(property)
    const items = nonNull(field).type === 'array' ? toJsonSchema(nonNull(field).items) : null
    const here = `${path}${name}${items ? '[]' : ''}`
    return [
      [`\`${here}\`${required.includes(name) ? '\\*' : ''}`, typeOf(field), cell(field.description ?? '')],
      ...fieldRows(items ?? field, `${here}.`),
    ]
  })
  return [...own, ...(nonNull(schema).allOf ?? []).flatMap((part) => fieldRows(toJsonSchema(part), path))]
}

/** Returns the schema of the value when it is not null. References have their own section. */
function nonNull(schema: Schema): Schema {
  const choices = (schema.anyOf ?? []).map(toJsonSchema).filter(({ type }) => type !== 'null')
  return choices.length === 1 && choices[0] ? nonNull(choices[0]) : schema
}

/** Returns a type as Markdown: components as links, inline objects by their fields. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return linkTo(nameIn({ $ref: schema.$ref }))
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const).replaceAll('"', '')}\``
  if (schema.enum) return enumOf(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeOf(toJsonSchema(choice))))].join(' or ')
  if (schema.allOf) return schema.allOf.map((part) => typeOf(toJsonSchema(part))).join(' and ')
  if (schema.type === 'array') return `list of ${typeOf(toJsonSchema(schema.items))}`
  if (schema.properties) return objectType(schema)
  const format = typeof schema.format === 'string' ? ` (${schema.format})` : ''
  return [schema.type ?? 'any value'].flat().join(' or ') + format
}

const linkTo = (name: string) => `[\`${name}\`](#${name.toLowerCase()})`

/** A long list is in the OpenAPI document. */
const maxEnumValues = 12
const enumOf = (values: readonly unknown[]) =>
  [
    ...values.slice(0, maxEnumValues).map((value) => `\`${String(value)}\``),
    ...(values.length > maxEnumValues ? ['…'] : []),
  ].join(', ')

function objectType({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(toJsonSchema(property))
    return `\`${name}\`${required.includes(name) ? '\\*' : ''} ${type}`
  })
  return `{ ${fields.join(', ')} }`
}
