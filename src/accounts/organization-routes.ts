/** The organization, its members and the invitations to it. */
import { z } from 'zod'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { type Finder, NoContent, route } from '../http/route.ts'
import { AuditLog, auditQuery, listAuditLog } from './audit-log.ts'
import { clientOf, completeSignIn } from './auth-routes.ts'
import { requireSameOrigin } from './authenticate.ts'
import { BrandIds, Email, Password, Role } from './fields.ts'
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  getInvitationByToken,
  Invitation,
  InvitedRole,
  listInvitations,
  revokeInvitation,
} from './invitations.ts'
import {
  changeMember,
  getMember,
  Member,
  removeMember,
  requireKnownBrands,
  requireUnlimitedRole,
} from './members.ts'
import { changeOrganization, getOrganization, Organization, OrganizationChange } from './organizations.ts'
import { CurrentSession } from './sessions.ts'
import { enforceSignInLimits } from './sign-in-limits.ts'
import { getPlanRecord, PlanRecord } from './whoami.ts'

const member: Finder<z.input<typeof Member>> = {
  in: 'params',
  name: 'user',
  form: Uuid,
  load: (ctx, id) => getMember(ctx, String(id)),
}
const brands: Finder<void> = {
  in: 'body',
  name: 'brand_ids',
  form: BrandIds.optional(),
  load: (ctx, ids) => requireKnownBrands(ctx, BrandIds.optional().parse(ids)),
}
const invitation: Finder<Awaited<ReturnType<typeof getInvitation>>> = {
  in: 'params',
  name: 'invitation',
  form: Uuid,
  load: (ctx, id) => getInvitation(ctx, String(id)),
}
const token = z.string().max(200)

export const organizationRoutes = {
  'GET /api/organization': route({
    access: 'read',
    dependsOn: null,
    summary: 'Get the organization and its members',
    returns: Organization,
    run: (ctx) => getOrganization(ctx),
  }),

  'GET /api/plan': route({
    access: 'read',
    dependsOn: null,
    summary: "Get the organization's plan and what it allows",
    returns: PlanRecord,
    run: (ctx) => getPlanRecord(ctx),
  }),

  'GET /api/audit-log': route({
    access: 'own',
    summary: 'List what was changed, by whom and when',
    description: 'Newest first. Every change is written in the same transaction as the change itself.',
    query: auditQuery,
    returns: AuditLog,
    run: (ctx, { query }) => listAuditLog(ctx, query),
  }),

  'PATCH /api/organization': route({
    access: 'manage',
    summary: 'Rename the organization, or set its spending limit',
    body: OrganizationChange,
    returns: Organization,
    run: async (ctx, { body }) => {
      await changeOrganization(ctx, body)
      return getOrganization(ctx)
    },
  }),

  'PATCH /api/members/:user': route({
    access: 'manage',
    summary: "Change a member's role or brands",
    description: 'Only owners may make or change owners; the last owner cannot be lowered.',
    params: { user: Uuid },
    find: { member, brands },
    body: z.strictObject({ role: Role.optional(), brand_ids: BrandIds.optional() }),
    returns: Member,
    run: (ctx, { body, found }) => {
      requireUnlimitedRole(body.role ?? found.member.role, body.brand_ids)
      return changeMember(ctx, found.member.user_id, body)
    },
  }),

  'DELETE /api/members/:user': route({
    access: 'manage',
    summary: 'Remove a member',
    description: 'Their sessions and API keys end at once. The last owner cannot be removed.',
    params: { user: Uuid },
    find: { member },
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => removeMember(ctx, found.member.user_id),
  }),

  'GET /api/invitations': route({
    access: 'manage',
    summary: 'List the invitations that can still be accepted',
    query: pageQuery,
    returns: pageSchema(Invitation),
    run: (ctx, { query }) => listInvitations(ctx, query),
  }),

  'POST /api/invitations': route({
    access: 'manage',
    summary: 'Invite a person',
    description: 'Gives a link to hand over: it works once, for seven days, and is shown only now.',
    find: { brands },
    body: z.strictObject({ email: Email, role: InvitedRole, brand_ids: BrandIds.optional() }),
    returns: z.object({ invitation: Invitation, token: z.string(), link: z.url() }),
    status: 201,
    run: async (ctx, { body }) => {
      requireUnlimitedRole(body.role, body.brand_ids)
      const made = await createInvitation(ctx, {
        email: body.email,
        role: body.role,
        brandIds: body.brand_ids ?? null,
      })
      return { ...made, link: `${ctx.baseUrl}/invite/${made.token}` }
    },
  }),

  'DELETE /api/invitations/:invitation': route({
    access: 'manage',
    summary: 'Take an invitation back',
    params: { invitation: Uuid },
    find: { invitation },
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => revokeInvitation(ctx, found.invitation),
  }),

  // Here the parameter is the link's token: one address cannot carry two names for the same place.
  'GET /api/invitations/:invitation': route({
    access: 'none',
    summary: 'Show an invitation by the token of its link',
    params: { invitation: token },
    returns: z.object({
      organization: z.object({ name: z.string() }),
      email: z.string(),
      role: InvitedRole,
      expires_at: z.iso.datetime(),
      has_account: z.boolean(),
    }),
    run: async (ctx, { params }) => {
      const open = await getInvitationByToken(ctx, params.invitation)
      return {
        organization: { name: open.organizationName },
        email: open.email,
        role: InvitedRole.parse(open.role),
        expires_at: open.expiresAt.toISOString(),
        has_account: open.hasAccount,
      }
    },
  }),

  'POST /api/invitations/:token/accept': route({
    access: 'none',
    summary: 'Accept an invitation and sign in',
    description:
      'Without an account: a name and a new password. With one, of a person who left their organization: its password.',
    params: { token },
    body: z.strictObject({ name: Line(100).optional(), password: Password }),
    returns: CurrentSession,
    run: async (ctx, { params, body, http }) => {
      requireSameOrigin(ctx, http.headers)
      const open = await getInvitationByToken(ctx, params.token)
      enforceSignInLimits(ctx, http, open.email)
      return completeSignIn(ctx, http, await acceptInvitation(ctx, open, body, clientOf(http)))
    },
  }),
}
