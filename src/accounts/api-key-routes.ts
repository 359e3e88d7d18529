import { z } from 'zod'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { type Finder, NoContent, route } from '../http/route.ts'
import { ApiKey, createApiKey, getApiKey, listApiKeys, revokeApiKey, showApiKey } from './api-keys.ts'
import { userIdOf } from './sessions.ts'
import { getWhoami, Whoami } from './whoami.ts'

const key: Finder<Awaited<ReturnType<typeof getApiKey>>> = {
  in: 'params',
  name: 'key',
  form: Uuid,
  load: (ctx, id) => getApiKey(ctx, String(id)),
}

const whoami = route({
  access: 'read',
  dependsOn: null,
  summary: 'Tell whose key this is and what its plan allows',
  returns: Whoami,
  run: (ctx) => getWhoami(ctx),
})

export const apiKeyRoutes = {
  'GET /api/v1/whoami': whoami,
  'GET /api/mcp/whoami': whoami,

  'GET /api/api-keys': route({
    access: 'read',
    dependsOn: null,
    summary: 'List API keys',
    description: "Your own; an owner or admin sees all of the organization's.",
    query: pageQuery,
    returns: pageSchema(ApiKey),
    run: (ctx, { query }) => listApiKeys(ctx, query),
  }),

  'POST /api/api-keys': route({
    access: 'write',
    summary: 'Make an API key',
    description: 'The key acts for you. Its token is shown only now.',
    body: z.strictObject({ name: Line(100) }),
    returns: z.object({ key: ApiKey, token: z.string() }),
    status: 201,
    run: async (ctx, { body }) => {
      const { key, token } = await createApiKey(ctx, { name: body.name, userId: userIdOf(ctx) })
      return { key: showApiKey(key), token }
    },
  }),

  'DELETE /api/api-keys/:key': route({
    access: 'write',
    summary: 'Revoke an API key',
    description: 'It answers 401 from the next request on.',
    params: { key: Uuid },
    find: { key },
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => revokeApiKey(ctx, found.key),
  }),
}
