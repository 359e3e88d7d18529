/** Checks responses against the OpenAPI document. */
import { z } from 'zod'
import type { Schema } from '../src/http/json-schemas.ts'
import { nameIn, type Operation, type Response } from '../src/http/openapi/document.ts'
import { isListed } from '../src/http/openapi/error-responses.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { type RouteTable, splitRouteKey } from '../src/http/route.ts'
import { authentication, routes } from '../src/routes.ts'

type Sent = { status: number; contentType: string; text: string }

const document = openApiDocument(routes, authentication, { version: '0', baseUrl: 'http://localhost:3000' })

const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({
    verb: verb.toUpperCase(),
    // Paths with fewer parameters are more specific and are matched first.
    parameters: path.split('{').length - 1,
    pattern: new RegExp(`^${path.replace(/\{path\}/g, '.*').replace(/\{\w+\}/g, '[^/]*')}/?$`),
    operation,
  })),
)
/** The pages and assets of the user interface, which the document leaves out. */
const table: RouteTable = routes
const pages = Object.entries(table).flatMap(([address, route]) =>
  route.kind === 'raw' && route.isPage
    ? [new RegExp(`^${splitRouteKey(address).url.replace(/\*/g, '.*').replace(/:\w+/g, '[^/]*')}/?$`)]
    : [],
)
operations.sort((a, b) => a.parameters - b.parameters)
const components = redirected(document.components.schemas)

/** Throws unless the document describes this response to `address` (`GET /api/brands?limit=2`). */
export function assertDescribed(address: string, sent: Sent): void {
  const [method, url = ''] = address.split(' ')
  const [path = ''] = url.split('?')
  if (method === 'GET' && pages.some((pattern) => pattern.test(path))) return
  const found = operations.find(({ verb, pattern }) => verb === method && pattern.test(path))
  const response = found ? getResponse(found.operation, sent) : failure
  const problem = findProblem(sent, response)
  if (problem)
    throw new Error(`The document does not describe the ${sent.status} response of ${address}: ${problem}`)
}

/** The response for an unknown path or method. */
const failure = document.components.responses.Error

/** Statuses that a client must handle by itself are listed for each operation; the others fall under `default`. */
function getResponse({ responses }: Operation, { status }: Sent): Response | undefined {
  const listed =
    responses[String(status)] ?? (status >= 400 && !isListed(status) ? responses.default : undefined)
  if (!listed || !('$ref' in listed)) return listed
  const shared = document.components.responses[nameIn(listed)]
  if (!shared) throw new Error(`${listed.$ref} has no definition`)
  return shared
}

/** Returns how the response differs from its description, or null. */
function findProblem({ contentType, text }: Sent, response: Response | undefined): string | null {
  if (!response) return 'undocumented status'
  if (!response.content) return text === '' ? null : `unexpected body: ${text}`
  const [type = ''] = contentType.split(';')
  const content = response.content[type]
  if (!content) return `undocumented content type ${type}`
  if (type !== 'application/json') return null
  const parsed = schemaFor(content.schema).safeParse(JSON.parse(text))
  return parsed.success ? null : `${z.prettifyError(parsed.error)} in ${text}`
}

const schemas = new Map<Schema, z.ZodType>()

function schemaFor(schema: Schema): z.ZodType {
  const known = schemas.get(schema)
  if (known) return known
  const converted = z.fromJSONSchema(selfContained(schema))
  schemas.set(schema, converted)
  return converted
}

/**
 * Adds the components that the schema refers to, directly or through others, and redirects the references to them. Without the
 * others, because a conversion takes time for each component that it is given.
 */
function selfContained(schema: Schema): Schema {
  const own = redirected(schema)
  const needed: Record<string, Schema> = {}
  const add = (part: Schema) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const component = components[name]
      if (component === undefined || needed[name] !== undefined) continue
      needed[name] = component
      add(component)
    }
  }
  add(own)
  return { ...own, $defs: needed }
}

function redirected<T>(schemas: T): T {
  return JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/'))
}
