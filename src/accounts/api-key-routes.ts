import { z } from 'zod'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { NoContent, type ResourceLoader, route } from '../http/route.ts'
import {
  ApiKey,
  createApiKey,
  getApiKey,
  listApiKeys,
  NewApiKey,
  revokeApiKey,
  showApiKey,
} from './api-keys.ts'
import { brandsFinder as brands } from './members.ts'
import { requireUserId } from './sessions.ts'
import { getWhoami, Whoami } from './whoami.ts'

const key: ResourceLoader<Awaited<ReturnType<typeof getApiKey>>> = {
  in: 'params',
  name: 'key',
  schema: Uuid,
  load: (ctx, id) => getApiKey(ctx, String(id)),
}

const whoami = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'Get the caller',
  description: 'Returns the user, organization, plan and name of the API key.',
  whenToUse: 'Answers "whose key is this, and what is it allowed to do?" Use it to check a connection.',
  returns: Whoami,
  run: (ctx) => getWhoami(ctx),
})

export const apiKeyRoutes = {
  'GET /api/v1/whoami': whoami,
  'GET /api/mcp/whoami': whoami,

  'GET /api/api-keys': route({
    access: 'write',
    summary: 'List API keys',
    description: "Lists your own keys; for an owner or admin, all of the organization's keys.",
    query: pageQuery,
    returns: pageSchema(ApiKey),
    run: (ctx, { query }) => listApiKeys(ctx, query),
  }),

  'POST /api/api-keys': route({
    access: 'write',
    summary: 'Create an API key',
    description:
      'The key acts for you, within its limits: it can be read-only, limited to brands, and expire. A key that is limited to brands has at most the role editor. Its token is returned only here.',
    find: { brands },
    body: NewApiKey,
    returns: z.object({ key: ApiKey, token: z.string() }),
    status: 201,
    run: async (ctx, { body }) => {
      const { key, token } = await createApiKey(ctx, { ...body, userId: requireUserId(ctx) })
      return { key: showApiKey(key), token }
    },
  }),

  'DELETE /api/api-keys/:key': route({
    access: 'write',
    summary: 'Revoke an API key',
    description: 'The next request with this key gets 401.',
    params: { key: Uuid.describe('Id of the API key.') },
    find: { key },
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => revokeApiKey(ctx, found.key),
  }),
}
