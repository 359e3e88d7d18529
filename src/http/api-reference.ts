/** The API's description: the OpenAPI document, and a page that shows it with Swagger UI from this package's dependencies. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type {} from '@fastify/static'
import { z } from 'zod'
import type { Resource } from '../core/context.ts'
import { version } from '../core/version.ts'
import type { ApiSurface } from './api-surfaces.ts'
import { routeNotFound } from './error-mapping.ts'
import { sendWithEtag, type TaggedBody, tagBody } from './etag.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { type RouteTable, raw } from './route.ts'

const pageFolder = fileURLToPath(new URL('./reference/', import.meta.url))
const require = createRequire(import.meta.url)
/** This package contains the files of swagger-ui-dist without its install-time analytics (@scarf/scarf). */
const swaggerUiFolder = join(dirname(require.resolve('@fastify/swagger-ui')), 'static')

/** File name below `/docs/` → folder. */
const assets = new Map([
  ['swagger-ui.css', swaggerUiFolder],
  ['swagger-ui-bundle.js', swaggerUiFolder],
  ['page.css', pageFolder],
  ['page.js', pageFolder],
])

/** `describeApi` is called by the first request, because the table that it returns contains these routes. */
export function apiReferenceRoutes(
  describeApi: () => { routes: RouteTable; surfaces: readonly ApiSurface[] },
) {
  const openApiJson: Resource<TaggedBody> = {
    name: 'OpenAPI document',
    open: ({ baseUrl }) => {
      const { routes, surfaces } = describeApi()
      return tagBody(JSON.stringify(openApiDocument(routes, surfaces, { version, baseUrl })))
    },
  }
  return {
    'GET /api/openapi.json': raw({
      access: 'none',
      summary: 'Get the OpenAPI 3.1 document of this API',
      returns: { 'application/json': 'The OpenAPI document.' },
      run: async (ctx, request, reply) => {
        reply.header('Cache-Control', 'no-cache')
        return sendWithEtag(request, reply, 'application/json; charset=utf-8', ctx.use(openApiJson))
      },
    }),
    'GET /docs': raw({
      access: 'none',
      summary: 'Open the API reference',
      returns: { 'text/html': 'The page. It loads its files from `/docs/` and the OpenAPI document.' },
      run: async (_ctx, _request, reply) => {
        reply.header('Cache-Control', 'no-cache')
        return reply.sendFile('index.html', pageFolder, { cacheControl: false })
      },
    }),
    'GET /docs/*': raw({
      access: 'none',
      summary: 'Get a script or style sheet of the API reference',
      params: { '*': z.string() },
      returns: { 'text/javascript': 'A script.', 'text/css': 'A style sheet.' },
      run: async (_ctx, request, reply) => {
        const file = request.url.replace(/\?.*$/s, '').replace('/docs/', '')
        const folder = assets.get(file)
        if (folder === undefined) throw routeNotFound(request)
        // The names do not change with the version of Swagger UI, so browsers must revalidate.
        reply.header('Cache-Control', 'no-cache')
        return reply.sendFile(file, folder, { cacheControl: false })
      },
    }),
  }
}
