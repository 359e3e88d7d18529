/** The operations of the routes in the OpenAPI document, with their examples. */
import { type Media, nameIn, type OpenApi } from '../src/http/openapi/document.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { splitRouteKey } from '../src/http/route.ts'
import { authentication, routes, webhooks } from '../src/routes.ts'

export const document: OpenApi = openApiDocument(routes, authentication, {
  version: '0',
  baseUrl: 'http://localhost:3000',
  webhooks,
})

export function getOperation(address: string) {
  const { method, url } = splitRouteKey(address)
  const path = url.replace(/:(\w+)/g, '{$1}')
  const operation = Object.entries(document.paths[path] ?? {}).find(
    ([verb]) => verb.toUpperCase() === method,
  )?.[1]
  if (!operation) throw new Error(`${address} is not in the document`)
  return operation
}

/** A component has its example in its schema. */
export function getExample(media: Media | undefined): unknown {
  const { $ref } = media?.schema ?? {}
  return $ref === undefined ? media?.example : document.components.schemas[nameIn({ $ref })]?.examples?.[0]
}
