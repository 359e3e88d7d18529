/** Connected apps: the grants of a person on the account page, and of all members for owners and admins. */
import { z } from 'zod'
import { Uuid } from '../core/ids.ts'
import { NoContent, route } from '../http/route.ts'
import { requireSession } from './authenticate.ts'
import { Grant, listGrants, listOwnGrants, revokeGrant, revokeOwnGrant } from './grants.ts'
import { getSessionActor } from './sessions.ts'

const grant = { grant: Uuid.describe('Id of the grant.') }
const revoked = 'The next request of the app gets 401, and it must ask for access again.'

export const grantRoutes = {
  'GET /api/auth/grants': route({
    access: 'none',
    summary: 'List your connected apps',
    description: 'The apps that the person has connected, in all organizations. Requires the session cookie.',
    errors: ['unauthorized'],
    returns: z.object({ items: z.array(Grant) }),
    run: async (ctx, { http }) => {
      const { userId } = await requireSession(ctx, { ...http, changes: false })
      return { items: await listOwnGrants(ctx, userId) }
    },
  }),

  'DELETE /api/auth/grants/:grant': route({
    access: 'none',
    summary: 'Disconnect one of your apps',
    description: `${revoked} Requires the session cookie and X-XSRF-TOKEN.`,
    params: grant,
    errors: ['unauthorized', 'csrf', 'not_found'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { params, http }) => {
      const session = await requireSession(ctx, { ...http, changes: true })
      await revokeOwnGrant({ ...ctx, actor: getSessionActor(session) }, session.userId, params.grant)
    },
  }),

  'GET /api/grants': route({
    access: 'manage',
    summary: 'List the connected apps of all members',
    description: 'The apps that members have connected with the organization, the newest first.',
    returns: z.object({ items: z.array(Grant) }),
    run: async (ctx) => ({ items: await listGrants(ctx) }),
  }),

  'DELETE /api/grants/:grant': route({
    access: 'manage',
    summary: 'Disconnect an app of a member',
    description: revoked,
    params: grant,
    errors: ['not_found'],
    returns: NoContent,
    status: 204,
    run: (ctx, { params }) => revokeGrant(ctx, params.grant),
  }),
}
