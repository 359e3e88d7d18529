/** Generates the OpenAPI 3.1 document from the route table, with the schemas that also validate requests. */
import type { ApiSurface } from '../api-surfaces.ts'
import { createSchemaRegistry } from '../json-schemas.ts'
import { type RouteTable, splitRouteKey } from '../route.ts'
import type { OpenApi, Operation, Verb } from './document.ts'
import { ErrorBody, errorResponses } from './error-responses.ts'
import { addExamples } from './examples.ts'
import { describeRoute, sharedResponses } from './operation.ts'
import { toOpenApiPath } from './operation-id.ts'
import { securitySchemes } from './security.ts'
import { shareParameters } from './share-parameters.ts'
import { type Audience, getAudience, groupTags } from './tags.ts'
import { describeWebhooks, type WebhookTable } from './webhooks.ts'

type Options = {
  version: string
  /** Without a trailing slash. */
  baseUrl: string
  webhooks?: WebhookTable
  /** Only the operations for one audience. Default: all. */
  audience?: Audience
}

/**
 * Leaves out the pages of the user interface. Throws for a schema that JSON Schema
 * cannot represent.
 */
export function openApiDocument(
  routes: RouteTable,
  surfaces: readonly ApiSurface[],
  { version, baseUrl, webhooks = {}, audience }: Options,
): OpenApi {
  const schemas = createSchemaRegistry()
  const paths: OpenApi['paths'] = {}
  for (const [address, route] of Object.entries(routes)) {
    if (route.kind === 'raw' && route.isPage) continue
    const { method, url } = splitRouteKey(address)
    if (audience !== undefined && explainFailure(address, () => getAudience(url)) !== audience) continue
    const path = toOpenApiPath(url)
    const operation = explainFailure(address, () => describeRoute(address, route, surfaces, schemas))
    paths[path] = { ...paths[path], [getVerb(method)]: operation }
  }
  schemas.add(ErrorBody, 'output')
  const sent = describeWebhooks(
    audience === undefined || audience === 'integrations' ? webhooks : {},
    schemas,
  )
  const document: OpenApi = {
    openapi: '3.1.1',
    info: { title: 'Ansight API', version, description, contact, license },
    servers: [
      {
        url: '{base_url}',
        description: 'The public URL of your installation.',
        variables: { base_url: { default: baseUrl } },
      },
    ],
    ...groupTags(usedTags([...operationsIn(paths), ...Object.values(sent).map(({ post }) => post)])),
    paths,
    webhooks: sent,
    components: {
      schemas: schemas.all(),
      parameters: {},
      responses: { ...sharedResponses, ...errorResponses() },
      securitySchemes,
    },
  }
  addExamples(document)
  document.components.parameters = shareParameters(document)
  return withoutUnusedComponents(document)
}

const contact = { name: 'Ansight' }
const license = { name: 'MIT', identifier: 'MIT' }

const description = `Everything is JSON in UTF-8. Ids are UUIDs, timestamps are ISO 8601 in UTC, days are \`YYYY-MM-DD\` in UTC.

Unknown parameters and fields are rejected with 400, so that a misspelled name cannot change a result unnoticed. Resources of other organizations answer 404, as if they did not exist. Every response has \`X-Request-Id\`; responses of rate-limited endpoints have \`RateLimit-*\` headers. Responses to GET requests with an API key have an \`ETag\`: send it in \`If-None-Match\` to get 304 when nothing has changed.

CSV responses have a header line. Cells that a spreadsheet would run as a formula are prefixed with an apostrophe.

Integrations use \`/api/v1\` (read-only, versioned) with an API key; see \`/docs\`. Agents use \`/api/mcp\` with an API key, as MCP tools or as endpoints; see \`/docs?agents\`. The dashboard uses endpoints that require a session; see \`/docs?dashboard\`.`

const operationsIn = (paths: OpenApi['paths']): Operation[] =>
  Object.values(paths).flatMap((verbs) => Object.values(verbs))

const usedTags = (operations: readonly Pick<Operation, 'tags'>[]) =>
  new Set(operations.flatMap(({ tags }) => tags))

/** A table of few routes uses only some of the shared components. */
function withoutUnusedComponents(document: OpenApi): OpenApi {
  const { responses, securitySchemes: schemes } = document.components
  const text = JSON.stringify(document.paths)
  const schemeNames = new Set(
    operationsIn(document.paths).flatMap(({ security }) => security.flatMap((each) => Object.keys(each))),
  )
  document.components.responses = filterKeys(responses, (name) =>
    text.includes(`"#/components/responses/${name}"`),
  )
  document.components.securitySchemes = filterKeys(schemes, (name) => schemeNames.has(name))
  return document
}

const filterKeys = <T>(record: Record<string, T>, isKept: (key: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => isKept(key)))

/** `splitRouteKey` returns one of these five in upper case. */
function getVerb(method: string): Verb {
  return method.toLowerCase() as Verb
}

function explainFailure<T>(address: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${address} cannot be described: ${reason}`, { cause })
  }
}
