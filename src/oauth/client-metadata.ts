/** What the authorization server uses of a client's own, unverified metadata. */
import { z } from 'zod'
import type { AppContext, Resource } from '../core/context.ts'
import { parseJson } from '../core/json.ts'
import { type FetchResult, guardedFetch } from '../net/guarded-fetch.ts'

const maxDocumentBytes = 64 * 1024

/** Fetches the metadata document of a client. Tests replace it. */
export const clientDocuments: Resource<(url: string) => Promise<FetchResult>> = {
  name: 'client metadata documents',
  open: (app) => (url) =>
    guardedFetch(app, url, {
      headers: { accept: 'application/json' },
      maxBytes: maxDocumentBytes,
      timeoutMs: 5_000,
    }),
}

/** Returns the document as the library reads it. A failure is a response with an error status, never an exception. */
export async function fetchClientDocument(ctx: AppContext, url: string): Promise<Response> {
  const fetched = await ctx.use(clientDocuments)(url)
  if (fetched.outcome === 'failed') {
    ctx.log.info({ failure: fetched.kind, host: new URL(url).hostname }, 'client metadata document not read')
    return new Response(null, { status: 502 })
  }
  if (fetched.status !== 200) return new Response(null, { status: 502 })
  // The library limits the size of what the client sent, so it gets the document as it is if it is too long.
  const body =
    fetched.body.length > maxReadBytes
      ? fetched.body
      : withUsedFields(fetched.body, documentFields, ofAllClients)
  const caching = fetched.headers['cache-control']
  return new Response(new Uint8Array(body), {
    headers: caching === undefined ? {} : { 'cache-control': caching },
  })
}

/** The limit of the specification. */
export const maxReadBytes = 5 * 1024

/** Returns the body of a registration with the fields that are used. */
export const usedRegistration = (body: Buffer): Buffer =>
  withUsedFields(body, registrationFields, ofRegistered)

/** Whether the client runs on the computer of the person only, where any other program can claim to be it. */
export const isLocalOnly = (redirectUris: readonly string[]): boolean =>
  redirectUris.every((uri) => new URL(uri).protocol !== 'https:')

/**
 * The other fields are ignored: URLs that the server would fetch, kinds of tokens that it does not issue, and scopes that
 * it does not know.
 */
const registrationFields = z.object({
  client_name: z.string().optional(),
  client_uri: z
    .url({ protocol: /^https$/ })
    .optional()
    .catch(undefined),
  redirect_uris: z.unknown(),
})

/** In addition, what the library rejects in a document: a secret, and an id that is not the URL of the document. */
const documentFields = registrationFields.extend({
  client_id: z.unknown(),
  token_endpoint_auth_method: z.unknown().optional(),
  client_secret: z.unknown().optional(),
})

/** A client may use any port of a loopback address. */
const ofAllClients = { application_type: 'native' }

/** A client that registers is public, even if it requests another type. */
const ofRegistered = { ...ofAllClients, token_endpoint_auth_method: 'none' }

const maxNameLength = 100

/** Returns the body as it is when it is not an object, so that the library rejects it. */
function withUsedFields(
  body: Buffer,
  fields: z.ZodType<{ client_name?: string | undefined }>,
  fixed: Record<string, string>,
): Buffer {
  const used = fields.safeParse(parseJson(body.toString()))
  if (!used.success) return body
  const name = used.data.client_name?.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, maxNameLength)
  return Buffer.from(JSON.stringify({ ...used.data, client_name: name || undefined, ...fixed }))
}
