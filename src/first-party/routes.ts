import { z } from 'zod'
import { brandFrom, brandInPath, loadInBrand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery } from '../core/paging.ts'
import { csvRoutes } from '../http/csv.ts'
import { NoContent, type ResourceLoader, route } from '../http/route.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { message } from '../languages/message.ts'
import {
  chooseProperty,
  createConnection,
  deleteConnection,
  getConnection,
  Kind,
  listConnections,
  listProperties,
  NewKey,
  readKey,
  replaceCredentials,
} from './connections.ts'
import { googleClient } from './google-api.ts'
import { finishConsent, getRedirectUri, startConsent } from './google-consent.ts'
import {
  Connection,
  getSearchDays,
  getSessionSources,
  listSearchPages,
  listSearchQueries,
  SearchDays,
  SearchPages,
  SearchQueries,
  SessionSources,
  searchRange,
  showConnections,
} from './search-data.ts'
import type { ConnectionRow } from './source.ts'

const oneConnection = {
  params: { ...brandInPath.params, connection: Uuid.describe('Id of the connection.') },
  find: { ...brandInPath.find, connection: loadInBrand(getConnection, 'connection') },
}
const GoogleKind = Kind.exclude(['bing'])
const fromGoogle =
  'Google sends the browser back to `redirect_uri`, whose page calls POST /api/connections/finish.'

const show = async (ctx: Context, connection: ConnectionRow) => {
  const [shown] = await showConnections(ctx, connection.brand_id, [connection])
  if (!shown) throw new Error('The connection is missing')
  return shown
}

const brandInQuery = { query: { brand_id: BrandId }, find: { brand: brandFrom('query', 'brand_id') } }
const readQuery = {
  ...brandInQuery.query,
  connection_id: Uuid.describe('Id of the connection; numbers of two connections are never added.'),
  ...searchRange,
}
const readFind = {
  ...brandInQuery.find,
  connection: {
    ...(loadInBrand(getConnection, 'connection_id') satisfies ResourceLoader<ConnectionRow>),
    in: 'query',
  } as const,
}

const searchDays = route({
  access: 'read',
  invalidatedBy: null,
  reads: 'metric',
  summary: 'Get clicks and impressions in search by day',
  whenToUse:
    'Answers "how often does the site appear in search results?" For the connections and their ids use list_data_connections.',
  description:
    'Of the whole site, from Google Search Console or Bing. Days are in the time zone of the source. A day that is missing was not measured.',
  query: readQuery,
  find: readFind,
  returns: SearchDays,
  run: (ctx, { found, query }) => getSearchDays(ctx, found.connection, query),
})
const searchQueries = route({
  access: 'read',
  invalidatedBy: null,
  reads: 'long',
  summary: 'List search queries',
  whenToUse: 'Answers "what do people search for when the site appears?"',
  description:
    'Queries for which search results showed the site, by clicks. Services leave out rare queries, so the sum is less than the total. Search Console counts an impression per page. The queries of Bing are of the weeks that start in the range.',
  query: { ...readQuery, ...pageQuery },
  find: readFind,
  returns: SearchQueries,
  run: (ctx, { found, query }) => listSearchQueries(ctx, found.connection, query),
})
const searchPages = route({
  access: 'read',
  invalidatedBy: null,
  reads: 'long',
  summary: 'List pages in search results',
  whenToUse: 'Answers "which pages do people find by search?"',
  description:
    'Pages of the site that search results showed, by clicks, with all queries. The pages of Bing are of the weeks that start in the range.',
  query: { ...readQuery, ...pageQuery },
  find: readFind,
  returns: SearchPages,
  run: (ctx, { found, query }) => listSearchPages(ctx, found.connection, query),
})
const sessionSources = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'Get sessions from AI platforms',
  whenToUse:
    'Answers "how many sessions does Google Analytics attribute to AI platforms?" For visits that the tracking script counts use get_ai_traffic.',
  description:
    'From Google Analytics, by the source of the session, because its channel for AI assistants does not cover the past. It counts people who consent to its script, and visits counted by the tracking script differ from it.',
  query: readQuery,
  find: readFind,
  returns: SessionSources,
  run: (ctx, { found, query }) => getSessionSources(ctx, found.connection, query),
})
const dataConnections = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'List connections to search and analytics services',
  whenToUse:
    'Answers "which search consoles and analytics are connected, and how fresh is their data?" The other tools for search data need the id of a connection.',
  description: 'What data of a brand is imported from, how fresh it is, and which days are missing.',
  ...brandInQuery,
  returns: z.object({ items: z.array(Connection) }),
  run: async (ctx, { found }) => ({
    items: await showConnections(ctx, found.brand.id, await listConnections(ctx, found.brand.id)),
  }),
})

const importedLists = {
  'GET /api/v1/search-days': searchDays,
  'GET /api/v1/search-queries': searchQueries,
  'GET /api/v1/search-pages': searchPages,
  'GET /api/v1/session-sources': sessionSources,

  'GET /api/traffic/search-days': searchDays,
  'GET /api/traffic/search-queries': searchQueries,
  'GET /api/traffic/search-pages': searchPages,
  'GET /api/traffic/session-sources': sessionSources,
}

export const firstPartyRoutes = {
  ...importedLists,
  ...csvRoutes(importedLists, {
    'search-days': 'items',
    'search-queries': 'items',
    'search-pages': 'items',
    'session-sources': 'items',
  }),
  'GET /api/v1/data-connections': dataConnections,

  'GET /api/mcp/data-connections': dataConnections,
  'GET /api/mcp/search-days': searchDays,
  'GET /api/mcp/search-queries': searchQueries,
  'GET /api/mcp/search-pages': searchPages,
  'GET /api/mcp/session-sources': sessionSources,

  'GET /api/brands/:brand/connections': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List the connections of a brand',
    description: 'The services that data of the brand is imported from, and whether Google can be connected.',
    ...brandInPath,
    returns: z.object({
      items: z.array(Connection),
      google: z
        .object({
          is_configured: z.boolean().describe('Whether GOOGLE_CLIENT_ID is set.'),
          redirect_uri: z.string().describe('To be entered at Google Cloud.'),
        })
        .describe('The application of this installation at Google.'),
    }),
    run: async (ctx, { found }) => ({
      items: await showConnections(ctx, found.brand.id, await listConnections(ctx, found.brand.id)),
      google: { is_configured: googleClient(ctx, 'ga4') !== null, redirect_uri: getRedirectUri(ctx) },
    }),
  }),
  'POST /api/brands/:brand/connections': route({
    access: 'write',
    summary: 'Connect a service with a key',
    description:
      'Bing with an API key, Google with the JSON key of a service account. The connection is pending until a property is chosen. At most 20 per brand.',
    ...brandInPath,
    body: z.strictObject({ kind: Kind, key: NewKey }),
    errors: ['conflict'],
    returns: Connection,
    status: 201,
    run: async (ctx, { found, body: { kind, key } }) =>
      show(ctx, await createConnection(ctx, found.brand.id, { kind, ...readKey(kind, key) })),
  }),
  'POST /api/brands/:brand/connections/start': route({
    access: 'write',
    summary: 'Start to connect a service of Google',
    description: `Returns the URL at Google where the person consents. ${fromGoogle}`,
    ...brandInPath,
    body: z.strictObject({ kind: GoogleKind }),
    errors: ['not_configured'],
    returns: z.object({ url: z.string() }),
    run: async (ctx, { found, body, http }) => ({
      url: await startConsent(ctx, http, { brandId: found.brand.id, kind: body.kind, connection: null }),
    }),
  }),
  'POST /api/connections/finish': route({
    access: 'write',
    summary: 'Finish to connect a service of Google',
    description:
      'The page to which Google sends the browser calls this with its query. Works once, within 10 minutes, in the same session.',
    body: z.strictObject({ query: z.string().max(5000) }),
    errors: ['not_configured', 'conflict', 'not_found'],
    returns: z.object({ brand_slug: z.string(), connection: Connection }),
    run: async (ctx, { body, http }) => {
      const { brand, connection } = await finishConsent(ctx, http, body.query)
      return { brand_slug: brand.slug, connection: await show(ctx, connection) }
    },
  }),
  'POST /api/brands/:brand/connections/:connection/reconnect': route({
    access: 'write',
    summary: 'Connect a service of Google again',
    description: `Returns the URL at Google where the person consents. The data of the connection remains. ${fromGoogle}`,
    ...oneConnection,
    errors: ['not_configured'],
    returns: z.object({ url: z.string() }),
    run: async (ctx, { found: { brand, connection }, http }) => {
      const kind = GoogleKind.safeParse(connection.kind)
      if (!kind.success) throw invalid('connection', message('traffic.search.needsKey'))
      return { url: await startConsent(ctx, http, { brandId: brand.id, kind: kind.data, connection }) }
    },
  }),
  'PUT /api/brands/:brand/connections/:connection/key': route({
    access: 'write',
    summary: 'Replace the key of a connection',
    description: 'The data of the connection remains, and the next import starts within a minute.',
    ...oneConnection,
    body: z.strictObject({ key: NewKey }),
    returns: Connection,
    run: async (ctx, { found: { connection }, body }) =>
      show(ctx, await replaceCredentials(ctx, connection, readKey(Kind.parse(connection.kind), body.key))),
  }),
  'POST /api/brands/:brand/connections/:connection/properties': route({
    access: 'write',
    summary: 'List the properties of an account',
    description: 'Asks the service which sites or properties it offers to the account of the connection.',
    ...oneConnection,
    errors: ['conflict'],
    returns: z.object({
      items: z.array(z.object({ property: z.string(), name: untrustedText(z.string()) })),
    }),
    run: async (ctx, { found }) => ({ items: await listProperties(ctx, found.connection) }),
  }),
  'PATCH /api/brands/:brand/connections/:connection': route({
    access: 'write',
    summary: 'Choose the property of a connection',
    description: 'Of a pending connection. The first import starts within a minute.',
    ...oneConnection,
    body: z.strictObject({ property: z.string().min(1).max(2000) }),
    errors: ['conflict'],
    returns: Connection,
    run: async (ctx, { found, body }) =>
      show(ctx, await chooseProperty(ctx, found.connection, body.property)),
  }),
  'DELETE /api/brands/:brand/connections/:connection': route({
    access: 'write',
    summary: 'Delete a connection',
    description:
      'Deletes its data too. The consent at Google ends, unless another connection uses the same account.',
    ...oneConnection,
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteConnection(ctx, found.connection),
  }),
}
