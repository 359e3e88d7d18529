/** The endpoints of the authorization server, and the answers of people to apps that ask for access. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { brandsFinder } from '../accounts/members.ts'
import type { AppContext } from '../core/context.ts'
import { routeNotFound } from '../http/error-mapping.ts'
import { resourceMetadata } from '../http/protected-resource.ts'
import { enforceRateLimit, ipRateLimitKey } from '../http/rate-limiter.ts'
import { type RawRoute, raw, route } from '../http/route.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { fetchCost } from './authorization-server.ts'
import { passToServer } from './bridge.ts'
import { approveConsent, Consent, ConsentAnswer, ConsentResult, denyConsent, getConsent } from './consents.ts'
import { isResourcePath, isServerPath, serverMetadata } from './metadata.ts'

const serverRoute = ({
  returns,
  type = 'application/json',
  cost = 1,
  status,
  ...spec
}: {
  summary: string
  description: string
  returns: string
  /** Default: JSON. */
  type?: string
  /** How many requests it counts as. */
  cost?: number
  params?: Record<string, z.ZodString>
  anyOrigin?: true
  isPage?: true
  status?: 201
}): RawRoute =>
  raw({
    ...spec,
    access: 'none',
    errors: ['rate_limited'],
    returns: { [type]: returns },
    otherStatuses: {
      400: {
        description: 'The request is not valid; `error` and `error_description` say why.',
        type: 'application/json',
      },
      401: { description: 'The app is not known, or its token is not.', type: 'application/json' },
      ...(status && { [status]: { description: returns, type: 'application/json' } }),
    },
    checkHead: (ctx, request, reply) => limitRequests(ctx, request, reply, cost),
    run: passToServer,
  })

function limitRequests(ctx: AppContext, request: FastifyRequest, reply: FastifyReply, cost: number): void {
  const taken = rateLimiterFor(ctx, 'RATE_LIMIT_OAUTH').take(ipRateLimitKey(request.ip), cost)
  enforceRateLimit(taken, (name, value) => reply.header(name, value))
}

/** `isKnown`: whether the document is at a path, which is what follows the well-known path. */
const metadataRoute = (
  summary: string,
  description: string,
  isKnown: (ctx: AppContext, path: string) => boolean,
  metadata: (ctx: AppContext) => object,
  params?: { '*': z.ZodString },
): RawRoute =>
  raw({
    access: 'none',
    summary,
    description,
    ...(params && { params }),
    anyOrigin: true,
    errors: params ? ['not_found'] : [],
    returns: { 'application/json': 'The metadata.' },
    run: async (ctx, request, reply) => {
      const [path = ''] = wildcard.parse(request.params)['*'].split('?')
      if (!isKnown(ctx, path)) throw routeNotFound(request)
      return reply.header('Cache-Control', 'public, max-age=3600').send(metadata(ctx))
    },
  })

const wildcard = z.object({ '*': z.string().default('') })
const appended = { '*': z.string().describe('The path of the issuer or of the resource.') }

const forResource = [
  'Describe the MCP endpoint to apps',
  'Protected resource metadata (RFC 9728): names the authorization server of the MCP endpoint.',
  isResourcePath,
  resourceMetadata,
] as const
const forServer = [
  'Describe the authorization server to apps',
  'Authorization server metadata (RFC 8414).',
  isServerPath,
  serverMetadata,
] as const
const forOpenId = [
  'Describe the authorization server as for OpenID Connect',
  'The authorization server metadata at the path of OpenID Connect, which apps also try. No id tokens are issued.',
  isServerPath,
  serverMetadata,
] as const

const uid = { uid: z.string().max(64).describe('Id of the request of the app.') }
const needsBrowser = 'Requires the cookie of the browser that the app sent here.'

export const oauthRoutes = {
  'GET /.well-known/oauth-protected-resource': metadataRoute(...forResource),
  'GET /.well-known/oauth-protected-resource/*': metadataRoute(...forResource, appended),
  'GET /.well-known/oauth-authorization-server': metadataRoute(...forServer),
  'GET /.well-known/oauth-authorization-server/*': metadataRoute(...forServer, appended),
  'GET /.well-known/openid-configuration': metadataRoute(...forOpenId),
  'GET /.well-known/openid-configuration/*': metadataRoute(...forOpenId, appended),

  'GET /oauth/authorize': serverRoute({
    summary: 'Ask for access',
    description:
      'An app opens this address in the browser of the person (OAuth 2.1 with PKCE). Redirects to the page on which the person answers.',
    isPage: true,
    returns: 'A page that describes the error. Success is a redirect.',
  }),
  'GET /oauth/authorize/:uid': serverRoute({
    summary: 'Return to the app',
    description: 'Redirects the browser to the app with a code, or with the error `access_denied`.',
    params: uid,
    isPage: true,
    returns: 'A page that describes the error. Success is a redirect.',
  }),
  'POST /oauth/token': serverRoute({
    summary: 'Get an access token',
    description:
      'Exchanges a code or a refresh token for an access token of 10 minutes and a refresh token of 30 days, which works once. Using a code or a refresh token twice ends the access of the app.',
    anyOrigin: true,
    returns: 'The tokens (RFC 6749).',
  }),
  'POST /oauth/register': serverRoute({
    summary: 'Register an app',
    description:
      'Dynamic client registration (RFC 7591) for apps without a metadata document. The server uses the name, the website and the redirect addresses. A registration ends after a day unless a person has connected the app.',
    anyOrigin: true,
    cost: fetchCost,
    status: 201,
    returns: 'The registration.',
  }),
  'GET /oauth/register/:client': serverRoute({
    summary: 'Get the registration of an app',
    description: 'Requires the registration access token, within a day after the registration.',
    params: { client: z.string().describe('Id of the app.') },
    returns: 'The registration.',
  }),
  'POST /oauth/revocation': serverRoute({
    summary: 'Disconnect an app',
    description: 'An app revokes its access or refresh token (RFC 7009), which ends its access.',
    anyOrigin: true,
    returns: 'Nothing.',
  }),
  'GET /oauth/jwks': serverRoute({
    summary: 'Get the keys of the authorization server',
    description: 'For apps that read the OpenID Connect metadata. No tokens are signed with these keys.',
    anyOrigin: true,
    type: 'application/jwk-set+json',
    returns: 'The keys (RFC 7517).',
  }),

  'GET /api/consents/:uid': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the request of an app for access',
    description: `What the app asks for. ${needsBrowser}`,
    params: uid,
    errors: ['not_found'],
    returns: Consent,
    run: (ctx, { params, http }) => getConsent(ctx, http, params.uid),
  }),

  'POST /api/consents/:uid/approve': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Allow the access of an app',
    description: `Connects the app with the organization that the session shows, within the scopes and brands that the person chooses. The scope \`manage\` needs a sign-in within the last 10 minutes. ${needsBrowser}`,
    params: uid,
    find: { brands: brandsFinder },
    body: ConsentAnswer,
    errors: ['not_found', 'reauthentication_required'],
    returns: ConsentResult,
    run: (ctx, { params, body, http }) => approveConsent(ctx, http, params.uid, body),
  }),

  'POST /api/consents/:uid/deny': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Deny the access of an app',
    description: `The app gets the error \`access_denied\`. ${needsBrowser}`,
    params: uid,
    errors: ['not_found'],
    returns: ConsentResult,
    run: (ctx, { params, http }) => denyConsent(ctx, http, params.uid),
  }),
}
