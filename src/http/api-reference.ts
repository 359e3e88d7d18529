/** The API's description: the OpenAPI document, and a page that shows it with Swagger UI from this package's dependencies. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { getBasePath } from '../core/config.ts'
import type { Resource } from '../core/context.ts'
import { version } from '../core/version.ts'
import type { ApiSurface } from './api-surfaces.ts'
import { routeNotFound } from './error-mapping.ts'
import { sendWithEtag, type TaggedBody, tagBody } from './etag.ts'
import { openApiDocument } from './openapi/openapi.ts'
import type { Audience } from './openapi/tags.ts'
import type { WebhookTable } from './openapi/webhooks.ts'
import { withBasePath } from './page-head.ts'
import { type RouteTable, raw } from './route.ts'
import { readSharedFile, sendSharedBody } from './shared-bodies.ts'

const pageFolder = fileURLToPath(new URL('./reference/', import.meta.url))
const require = createRequire(import.meta.url)
/** This package contains the files of swagger-ui-dist without its install-time analytics (@scarf/scarf). */
const swaggerUiFolder = join(dirname(require.resolve('@fastify/swagger-ui')), 'static')

const css = 'text/css; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

/** By file name below `/docs/`. */
const assets = new Map([
  ['swagger-ui.css', { folder: swaggerUiFolder, type: css }],
  ['swagger-ui-bundle.js', { folder: swaggerUiFolder, type: javascript }],
  ['page.css', { folder: pageFolder, type: css }],
  ['page.js', { folder: pageFolder, type: javascript }],
])

export type ApiDescription = {
  routes: RouteTable
  surfaces: readonly ApiSurface[]
  webhooks: WebhookTable
}

/** `describeApi` is called by the first request, because the table that it returns contains these routes. */
export function apiReferenceRoutes(describeApi: () => ApiDescription) {
  const openApiJson = (audience: Audience): Resource<TaggedBody> => ({
    name: `OpenAPI document for ${audience}`,
    open: ({ baseUrl }) => {
      const { routes, surfaces, webhooks } = describeApi()
      const document = openApiDocument(routes, surfaces, { version, baseUrl, webhooks, audience })
      return tagBody(JSON.stringify(document))
    },
  })
  const documents = {
    integrations: openApiJson('integrations'),
    agents: openApiJson('agents'),
    dashboard: openApiJson('dashboard'),
  }
  const documentRoute = (audience: Audience, text: { summary: string; description: string }) =>
    raw({
      access: 'none',
      ...text,
      returns: { 'application/json': 'The OpenAPI document.' },
      run: async (ctx, request, reply) => {
        reply.header('Cache-Control', 'no-cache')
        const document = ctx.use(documents[audience])
        return sendSharedBody(ctx, request, reply, 'application/json; charset=utf-8', document)
      },
    })
  return {
    'GET /api/openapi.json': documentRoute('integrations', {
      summary: 'Get the OpenAPI document',
      description:
        'Describes the API for integrations in OpenAPI 3.1: `/api/v1`, public endpoints and webhooks.',
    }),
    'GET /api/openapi-agents.json': documentRoute('agents', {
      summary: 'Get the OpenAPI document for agents',
      description:
        'Describes the endpoints of `/api/mcp` in OpenAPI 3.1, for agents that call endpoints instead of MCP tools.',
    }),
    'GET /api/openapi-dashboard.json': documentRoute('dashboard', {
      summary: 'Get the OpenAPI document of the dashboard',
      description: 'Describes the endpoints that require a session in OpenAPI 3.1.',
    }),
    'GET /docs': raw({
      access: 'none',
      isPage: true,
      summary: 'Open the API reference',
      description: 'Shows the OpenAPI document with Swagger UI.',
      returns: { 'text/html': 'The page. It loads its files from `/docs/` and the OpenAPI document.' },
      run: async (ctx, request, reply) => {
        reply.header('Cache-Control', 'no-cache')
        const html = await readFile(join(pageFolder, 'index.html'), 'utf8')
        const page = tagBody(withBasePath(html, getBasePath(ctx.baseUrl)))
        return sendWithEtag(request, reply, 'text/html; charset=utf-8', page)
      },
    }),
    'GET /docs/*': raw({
      access: 'none',
      isPage: true,
      summary: 'Get a file of the API reference',
      description: 'A script or style sheet.',
      params: { '*': z.string() },
      returns: { 'text/javascript': 'A script.', 'text/css': 'A style sheet.' },
      run: async (ctx, request, reply) => {
        const file = request.url.replace(/\?.*/s, '').replace('/docs/', '')
        const asset = assets.get(file)
        if (asset === undefined) throw routeNotFound(request)
        // The names do not change with the version of Swagger UI, so browsers must revalidate.
        reply.header('Cache-Control', 'no-cache')
        const body = await readSharedFile(ctx, join(asset.folder, file))
        return sendSharedBody(ctx, request, reply, asset.type, body)
      },
    }),
  }
}
