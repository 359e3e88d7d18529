import { z } from 'zod'
import { requireAccess } from '../core/context.ts'
import { Uuid } from '../core/ids.ts'
import { pageSchema } from '../core/paging.ts'
import { loadById, NoContent, type ResourceLoader, route } from '../http/route.ts'
import { requireUserId } from './actors.ts'
import {
  ApiKey,
  createApiKey,
  getApiKey,
  keysQuery,
  listApiKeys,
  NewApiKey,
  requireAuthenticationForKey,
  revokeApiKey,
  showApiKey,
} from './api-keys.ts'
import { brandsFinder as brands, requireBrandsForRole } from './members.ts'
import { KeyRotation, rotateApiKey } from './rotate-api-key.ts'
import {
  changeServiceAccount,
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  NewServiceAccount,
  ServiceAccount,
  ServiceAccountChange,
} from './service-accounts.ts'
import { getWhoami, Whoami } from './whoami.ts'

const key = loadById('key', getApiKey)

/** Only those who manage the organization create keys of its service accounts. */
const account = loadById('account', getServiceAccount)
const accountOfKey: ResourceLoader<z.input<typeof ServiceAccount> | null> = {
  in: 'body',
  name: 'service_account_id',
  schema: Uuid.optional(),
  load: (ctx, id) => {
    if (id === undefined) return Promise.resolve(null)
    requireAccess(ctx.actor, 'manage')
    return getServiceAccount(ctx, String(id))
  },
}
const accountParam = {
  params: { account: Uuid.describe('Id of the service account.') },
  find: { account },
} as const
const CreatedKey = z.object({ key: ApiKey, token: z.string() })

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
    query: keysQuery,
    returns: pageSchema(ApiKey),
    run: (ctx, { query }) => listApiKeys(ctx, query),
  }),

  'POST /api/api-keys': route({
    access: 'write',
    summary: 'Create an API key',
    description:
      'The key acts for you, or for a service account if an owner or admin names one, within its limits: it can be limited to scopes and to brands, and expire. A key that is limited to brands has at most the role editor. Its token is returned only here. A key that can manage the organization requires a sign-in within the last 10 minutes. If SMTP is configured, you are notified by email.',
    find: { account: accountOfKey, brands },
    body: NewApiKey.extend({
      service_account_id: Uuid.optional().describe(
        'The service account that the key acts for. Default: you.',
      ),
    }),
    errors: ['reauthentication_required'],
    returns: CreatedKey,
    status: 201,
    run: async (ctx, { body: { service_account_id: _, ...body }, found }) => {
      requireAuthenticationForKey(ctx, body)
      const userId = found.account?.id ?? requireUserId(ctx)
      const { key, token } = await createApiKey(ctx, { ...body, userId })
      return { key: showApiKey(key), token }
    },
  }),

  'POST /api/api-keys/:key/rotate': route({
    access: 'write',
    summary: 'Rotate an API key',
    description:
      'Creates a key with the same name, limits and lifetime, whose token is returned only here. The old key works until the overlap is over, or until it expires if that is earlier. You can rotate your own keys; owners and admins can also rotate keys of service accounts.',
    params: { key: Uuid.describe('Id of the API key.') },
    find: { key },
    body: KeyRotation,
    errors: ['conflict', 'reauthentication_required'],
    returns: CreatedKey,
    status: 201,
    run: async (ctx, { body, found }) => {
      requireAuthenticationForKey(ctx, found.key)
      const { key, token } = await rotateApiKey(ctx, found.key, body)
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
    run: (ctx, { found }) => revokeApiKey(ctx, found.key),
  }),

  'GET /api/service-accounts': route({
    access: 'manage',
    summary: 'List service accounts',
    description: 'In the order of their creation.',
    returns: z.object({ items: z.array(ServiceAccount) }),
    run: async (ctx) => ({ items: await listServiceAccounts(ctx) }),
  }),

  'POST /api/service-accounts': route({
    access: 'manage',
    summary: 'Create a service account',
    description:
      'A service account has API keys that keep working when the people who created them leave. It has a role and brands like a member, but cannot sign in, and plans do not count it.',
    find: { brands },
    body: NewServiceAccount,
    returns: ServiceAccount,
    status: 201,
    run: (ctx, { body }) => {
      requireBrandsForRole(body.role, body.brand_ids)
      return createServiceAccount(ctx, body)
    },
  }),

  'PATCH /api/service-accounts/:account': route({
    access: 'manage',
    summary: 'Update a service account',
    description: 'Changes the name, role or brands. Omitted fields keep their values.',
    ...accountParam,
    find: { ...accountParam.find, brands },
    body: ServiceAccountChange,
    returns: ServiceAccount,
    run: (ctx, { body, found }) => {
      requireBrandsForRole(body.role ?? found.account.role, body.brand_ids)
      return changeServiceAccount(ctx, found.account.id, body)
    },
  }),

  'DELETE /api/service-accounts/:account': route({
    access: 'manage',
    summary: 'Delete a service account',
    description: 'Deletes its API keys as well: the next request with one of them gets 401.',
    ...accountParam,
    returns: NoContent,
    run: (ctx, { found }) => deleteServiceAccount(ctx, found.account),
  }),
}
