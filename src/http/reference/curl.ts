/** One request that can be pasted into a shell, made from what the document says of an endpoint. */

import type { Schema } from '../json-schemas.ts'
import type { OpenApi, Operation, Verb } from '../openapi/document.ts'

export function curlOf(document: OpenApi, path: string, verb: Verb, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const command = verb === 'get' ? 'curl' : `curl -X ${verb.toUpperCase()}`
  const options = [
    ...proofOf(operation).map((proof) => `-H ${quoted(proof)}`),
    ...(body ? [`-H ${quoted('Content-Type: application/json')}`] : []),
    ...(body ? [`-d ${quoted(JSON.stringify(sampleOf(document, body, 'value'), null, 2))}`] : []),
    quoted((document.servers[0]?.url ?? '') + addressOf(document, path, operation)),
  ]
  return `${command} ${options.join(' \\\n  ')}`
}

function proofOf(operation: Operation): string[] {
  const proofs = Object.keys(operation.security[0] ?? {})
  return proofs.map((proof) => proofHeaders[proof] ?? '')
}

const proofHeaders: Record<string, string> = {
  apiKey: 'Authorization: Bearer ans_…',
  cron: 'Authorization: Bearer CRON_SECRET',
  session: 'Cookie: …',
  xsrf: 'X-XSRF-TOKEN: …',
}

/** Path parameters are filled in; of the query, only what has to be there. */
function addressOf(document: OpenApi, path: string, operation: Operation): string {
  const written = (name: string, schema: Schema) =>
    encodeURIComponent(String(sampleOf(document, schema, name)))
  const needed = operation.parameters.filter((parameter) => parameter.required)
  const filled = needed
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, schema }) => url.replace(`{${name}}`, written(name, schema)), path)
  const query = needed
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => `${name}=${written(name, schema)}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

/** A value the schema allows, with only the fields it requires. Text without a form of its own is the field's name in capitals. */
function sampleOf(document: OpenApi, schema: Schema, name: string): unknown {
  const { $ref, type, items, properties, required = [] } = schema
  if ($ref !== undefined) return sampleOf(document, resolved(document, $ref), name)
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (first) return sampleOf(document, first, name)
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).filter(([field]) => required.includes(field))
    return Object.fromEntries(
      fields.map(([field, each]) => [field, sampleOf(document, asSchema(each), field)]),
    )
  }
  if (type === 'array') return [sampleOf(document, asSchema(Array.isArray(items) ? items[0] : items), name)]
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  return samples[schema.format ?? ''] ?? name.toUpperCase()
}

const samples: Record<string, string> = {
  uuid: '0199c3f2-7b1e-7c4a-9d2e-5f8a6b3c1d20',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
}

const asSchema = (schema: Schema | boolean | undefined): Schema => (typeof schema === 'object' ? schema : {})

/** What a reference within the document points at. */
export function resolved(document: OpenApi, $ref: string): Schema {
  return document.components.schemas[schemaName($ref)] ?? {}
}

export const schemaName = ($ref: string): string => $ref.replace('#/components/schemas/', '')

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
