/** Connected apps: the grants of a person on the account page, and of all members for owners and admins. */
import { z } from 'zod'
import { Uuid } from '../core/ids.ts'
import { NoContent, route } from '../http/route.ts'
import { Grant, listGrants, listOwnGrants, revokeGrant, revokeOwnGrant } from './grants.ts'
import { personRoute } from './person-route.ts'

const grant = { grant: Uuid.describe('Id of the grant.') }
const revoked = 'The next request of the app gets 401, and it must ask for access again.'

export const grantRoutes = {
  'GET /api/auth/grants': personRoute('session', {
    summary: 'List your connected apps',
    description: 'The apps that the person has connected, in all organizations.',
    returns: z.object({ items: z.array(Grant) }),
    run: async (ctx, { session }) => ({ items: await listOwnGrants(ctx, session.userId) }),
  }),

  'DELETE /api/auth/grants/:grant': personRoute('change', {
    summary: 'Disconnect one of your apps',
    description: revoked,
    params: grant,
    errors: ['not_found'],
    returns: NoContent,
    run: (ctx, { params, session }) => revokeOwnGrant(ctx, session.userId, params.grant),
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
    run: (ctx, { params }) => revokeGrant(ctx, params.grant),
  }),
}
