/** The API's description of itself: the OpenAPI document for programs, and the same document as a page for people. */
import type { AppContext } from '../core/context.ts'
import { version } from '../core/version.ts'
import { sendWithEtag, tagBody } from './etag.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { pagePolicy, referencePage } from './reference/page.ts'
import { type RouteTable, raw } from './route.ts'
import type { Surface } from './server.ts'

/** `describe` is called at the first request: the table it returns holds these two routes itself. */
export function apiReferenceRoutes(describe: () => { routes: RouteTable; surfaces: readonly Surface[] }) {
  const documentFor = memoizeByBaseUrl((baseUrl) => {
    const { routes, surfaces } = describe()
    return openApiDocument(routes, surfaces, { version, baseUrl })
  })
  const jsonFor = memoizeByBaseUrl((baseUrl) => tagBody(JSON.stringify(documentFor(baseUrl))))
  const pageFor = memoizeByBaseUrl((baseUrl) => tagBody(referencePage(documentFor(baseUrl))))
  return {
    'GET /api/openapi.json': raw({
      access: 'none',
      summary: 'Get this description of the API as OpenAPI 3.1',
      returns: { 'application/json': 'The OpenAPI document.' },
      run: async (ctx, request, reply) => {
        reply.header('Cache-Control', 'no-cache')
        return sendWithEtag(request, reply, 'application/json; charset=utf-8', jsonFor(ctx.baseUrl))
      },
    }),
    'GET /docs': raw({
      access: 'none',
      summary: 'Read this description of the API as a page',
      returns: { 'text/html': 'The page.' },
      run: async (ctx, request, reply) => {
        reply.header('Content-Security-Policy', pagePolicy).header('Cache-Control', 'no-cache')
        return sendWithEtag(request, reply, 'text/html; charset=utf-8', pageFor(ctx.baseUrl))
      },
    }),
  }
}

/** A process has one base URL; the table of routes does not change while it runs. */
function memoizeByBaseUrl<T>(
  make: (baseUrl: AppContext['baseUrl']) => T,
): (baseUrl: AppContext['baseUrl']) => T {
  const made = new Map<string, T>()
  return (baseUrl) => {
    const present = made.get(baseUrl) ?? make(baseUrl)
    made.set(baseUrl, present)
    return present
  }
}
