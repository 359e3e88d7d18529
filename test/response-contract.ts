/** Compares responses with the OpenAPI document. */
import { z } from 'zod'
import type { Schema } from '../src/http/json-schemas.ts'
import type { Operation, Response } from '../src/http/openapi/document.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { authentication, routes } from '../src/routes.ts'

type Sent = { status: number; contentType: string; text: string }

const document = openApiDocument(routes, authentication, { version: '0', baseUrl: 'http://localhost:3000' })

const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({
    verb: verb.toUpperCase(),
    // Paths with fewer parameters are more specific and are matched first.
    parameters: path.split('{').length - 1,
    form: new RegExp(`^${path.replace(/\{path\}/g, '.*').replace(/\{\w+\}/g, '[^/]*')}/?$`),
    operation,
  })),
)
operations.sort((a, b) => a.parameters - b.parameters)

/** Throws unless the document describes this response to `address` (`GET /api/brands?limit=2`). */
export function assertDescribed(address: string, sent: Sent): void {
  const [method, url = ''] = address.split(' ')
  const [path = ''] = url.split('?')
  const found = operations.find(({ verb, form }) => verb === method && form.test(path))
  const response = found ? responseOf(found.operation, sent.status) : failure
  const complaint = complaintAbout(sent, response)
  if (complaint)
    throw new Error(
      `${address} answered ${sent.status}, of which the document says nothing like it: ${complaint}`,
    )
}

/** What an address that is not in the document answers, or one asked with another method. */
const failure = document.components.responses.Error

function responseOf({ responses }: Operation, status: number): Response | undefined {
  const listed = responses[String(status)] ?? (status >= 400 ? responses.default : undefined)
  if (!listed || !('$ref' in listed)) return listed
  return document.components.responses[listed.$ref.split('/').at(-1) ?? '']
}

function complaintAbout({ contentType, text }: Sent, response: Response | undefined): string | null {
  if (!response) return 'no such status'
  if (!response.content) return text === '' ? null : `a body where there is none: ${text}`
  const [type = ''] = contentType.split(';')
  const content = response.content[type]
  if (!content) return `the content type ${type}`
  if (type !== 'application/json') return null
  const parsed = schemaOf(content.schema).safeParse(JSON.parse(text))
  return parsed.success ? null : `${z.prettifyError(parsed.error)} in ${text}`
}

const schemas = new Map<Schema, z.ZodType>()

function schemaOf(schema: Schema): z.ZodType {
  const known = schemas.get(schema)
  if (known) return known
  const made = z.fromJSONSchema(standingAlone(schema))
  schemas.set(schema, made)
  return made
}

/** References into the document become references into the schema, which then holds the document's components. */
function standingAlone(schema: Schema): Schema {
  const whole = { ...schema, $defs: document.components.schemas }
  return JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/'))
}
