/** Routes of the organization, its members and its invitations. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { loadById, NoContent, route } from '../http/route.ts'
import { requireRecentAuthentication, requireUserId } from './actors.ts'
import { AuditLog, auditQuery, listAuditLog } from './audit-log.ts'
import { requireSameOrigin, requireSession } from './authenticate.ts'
import { BrandIds, Email, Password, Role } from './fields.ts'
import { EmailOutcome, sendInvitationEmail, sendTestEmail } from './immediate-email.ts'
import {
  acceptAs,
  acceptWithNewAccount,
  createInvitation,
  getInvitation,
  getInvitationByToken,
  Invitation,
  InvitedRole,
  listInvitations,
  mayCreateAccount,
  revokeInvitation,
} from './invitations.ts'
import {
  brandsFinder as brands,
  changeMember,
  getMember,
  listMembers,
  Member,
  removeMember,
  requireBrandsForRole,
} from './members.ts'
import {
  changeOrganization,
  getOrganization,
  getSpendLimit,
  Organization,
  OrganizationChange,
  OrganizationSpendLimit,
  requireSecondFactors,
  SecondFactorRequiredFrom,
} from './organizations.ts'
import { CurrentSession, showCurrentSession } from './session-records.ts'
import { createClientFor, getSignedIn } from './sessions.ts'
import { showSignedIn } from './show-sign-in.ts'
import { beginEmailRequest, recordKnownAddress } from './sign-in-limits.ts'
import { getPlanRecord, PlanRecord } from './whoami.ts'

const member = loadById('user', getMember)
const invitation = loadById('invitation', getInvitation)
const getLink = ({ baseUrl }: AppContext, token: string) => `${baseUrl}/invite/${token}`
const token = z.string().max(200).describe('Token in the invitation link.')

export const organizationRoutes = {
  'GET /api/organization': route({
    access: 'report',
    summary: 'Get the organization',
    description: 'Returns the organization, and the role and the brands of the caller.',
    returns: Organization,
    run: (ctx) => getOrganization(ctx),
  }),

  'POST /api/organization/test-email': route({
    access: 'own',
    summary: 'Send a test email',
    description: 'Sends it to the address of the caller, to test SMTP_URL and SMTP_FROM.',
    returns: EmailOutcome,
    run: async (ctx) => {
      const { email } = await getMember(ctx, requireUserId(ctx))
      return sendTestEmail(ctx, email)
    },
  }),

  'GET /api/members': route({
    access: 'organization',
    summary: 'List members',
    description:
      'All members of the organization with their roles and brands, in the order in which they joined.',
    returns: z.object({ items: z.array(Member) }),
    run: async (ctx) => ({ items: await listMembers(ctx) }),
  }),

  'GET /api/organization/spend-limit': route({
    access: 'manage',
    summary: 'Get the spending limit of the organization',
    description:
      'The limit that was set for the organization. The plan and the settings can have lower ones.',
    returns: OrganizationSpendLimit,
    run: (ctx) => getSpendLimit(ctx),
  }),

  'GET /api/plan': route({
    access: 'organization',
    summary: 'Get the plan',
    description: 'Returns the limits of the plan and how much of each is used. Null is unlimited.',
    returns: PlanRecord,
    run: (ctx) => getPlanRecord(ctx),
  }),

  'GET /api/audit-log': route({
    access: 'own',
    summary: 'List the audit log',
    description: 'Newest first. Each entry is written in the same transaction as the change it records.',
    query: auditQuery,
    returns: AuditLog,
    run: (ctx, { query }) => listAuditLog(ctx, query),
  }),

  'PATCH /api/organization': route({
    access: 'manage',
    summary: 'Update the organization',
    description:
      'Changes the name, the monthly spending limit, the time zone or the first day of the week. Omitted fields keep their values.',
    body: OrganizationChange,
    returns: Organization,
    run: async (ctx, { body }) => {
      await changeOrganization(ctx, body)
      return getOrganization(ctx)
    },
  }),

  'PUT /api/organization/second-factor': route({
    access: 'own',
    summary: 'Require a second factor of all members',
    description:
      'From `required_from` on, a session of a member without a second factor gets 403 `second_factor_required` for everything of the organization until the person adds one; null ends that. API keys keep working. Needs a sign-in within the last 10 minutes.',
    body: z.strictObject({ required_from: SecondFactorRequiredFrom }),
    errors: ['reauthentication_required'],
    returns: Organization,
    run: async (ctx, { body }) => {
      requireRecentAuthentication(ctx)
      await requireSecondFactors(ctx, body.required_from)
      return getOrganization(ctx)
    },
  }),

  'PATCH /api/members/:user': route({
    access: 'manage',
    summary: 'Update a member',
    description:
      'Changes the role of a member or the brands they can access. Only owners can add or change owners. The last owner cannot be demoted.',
    params: { user: Uuid.describe('Id of the user.') },
    find: { member, brands },
    body: z.strictObject({ role: Role.optional(), brand_ids: BrandIds.optional() }),
    errors: ['conflict'],
    returns: Member,
    run: (ctx, { body, found }) => {
      const { role = found.member.role, brand_ids = found.member.brand_ids } = body
      requireBrandsForRole(role, role === 'client' ? brand_ids : body.brand_ids)
      return changeMember(ctx, found.member.user_id, body)
    },
  }),

  'DELETE /api/members/:user': route({
    access: 'manage',
    summary: 'Remove a member',
    description:
      'Ends their sessions in this organization and their API keys immediately; their account stays. The last owner cannot be removed.',
    params: { user: Uuid.describe('Id of the user.') },
    find: { member },
    errors: ['conflict'],
    returns: NoContent,
    run: (ctx, { found }) => removeMember(ctx, found.member.user_id),
  }),

  'GET /api/invitations': route({
    access: 'manage',
    summary: 'List open invitations',
    description:
      'Invitations that have been neither accepted nor revoked and have not expired, newest first.',
    query: pageQuery,
    returns: pageSchema(Invitation),
    run: (ctx, { query }) => listInvitations(ctx, query),
  }),

  'POST /api/invitations': route({
    access: 'manage',
    summary: 'Invite a user',
    description:
      'Returns a link, which works once, within seven days, and is returned only here. If SMTP is configured, another link is emailed to the invited address, which can also create an account for it; `email.status` says whether that succeeded.',
    find: { brands },
    body: z.strictObject({ email: Email, role: InvitedRole, brand_ids: BrandIds.optional() }),
    errors: ['conflict', 'plan_limit'],
    returns: z.object({
      invitation: Invitation,
      token: z.string(),
      link: z.url(),
      email: EmailOutcome,
    }),
    status: 201,
    run: async (ctx, { body }) => {
      requireBrandsForRole(body.role, body.brand_ids)
      const created = await createInvitation(ctx, {
        email: body.email,
        role: body.role,
        brandIds: body.brand_ids ?? null,
      })
      const { invitation, token, emailedToken } = created
      const emailed = { id: invitation.id, email: invitation.email, link: getLink(ctx, emailedToken) }
      return {
        invitation,
        token,
        link: getLink(ctx, token),
        email: await sendInvitationEmail(ctx, emailed),
      }
    },
  }),

  'DELETE /api/invitations/:invitation': route({
    access: 'manage',
    summary: 'Revoke an invitation',
    description: 'Its link stops working immediately.',
    params: { invitation: Uuid.describe('Id of the invitation.') },
    find: { invitation },
    returns: NoContent,
    run: (ctx, { found }) => revokeInvitation(ctx, found.invitation),
  }),

  // The parameter is the token of the link. It shares its name with the id of DELETE, as the router requires.
  'GET /api/invitations/:invitation': route({
    access: 'none',
    summary: 'Get an invitation by its token',
    description: 'Shows the invited person the organization, the role and the expiry before they accept.',
    params: { invitation: token },
    returns: z.object({
      organization: z.object({ name: z.string() }),
      email: z.string(),
      role: InvitedRole,
      may_create_account: z
        .boolean()
        .describe(
          'Whether this link can create an account for the address. With SMTP, only the link in the email can; the other one is for people who sign in.',
        ),
      expires_at: z.iso.datetime(),
    }),
    run: async (ctx, { params }) => {
      const open = await getInvitationByToken(ctx, params.invitation)
      return {
        organization: { name: open.organizationName },
        email: open.email,
        role: InvitedRole.parse(open.role),
        may_create_account: mayCreateAccount(ctx, open),
        expires_at: open.expiresAt.toISOString(),
      }
    },
  }),

  'POST /api/invitations/:token/accept': route({
    access: 'none',
    summary: 'Accept an invitation',
    description:
      'With the session of a signed-in person and X-XSRF-TOKEN, adds this person to the organization, whatever their address, and the session shows it. Otherwise creates an account for the invited address with `name` and `password`, and signs in; an address that has an account gets 409.',
    params: { token },
    body: z.strictObject({ name: Line(100), password: Password }).partial(),
    errors: ['unauthorized', 'csrf', 'forbidden', 'conflict', 'plan_limit'],
    returns: CurrentSession,
    run: async (ctx, { params, body, http }) => {
      requireSameOrigin(ctx, http.headers)
      const open = await getInvitationByToken(ctx, params.token)
      const { name, password } = body
      if (name === undefined || password === undefined) {
        const session = await requireSession(ctx, { ...http, changes: true })
        await acceptAs(ctx, open, session)
        return showCurrentSession(await getSignedIn(ctx, session))
      }
      const known = await beginEmailRequest(ctx, http, open.email)
      const account = { name, password }
      const signedIn = await acceptWithNewAccount(known, open, account, createClientFor(http))
      await recordKnownAddress(ctx, http, open.email)
      return showSignedIn(ctx, http, signedIn)
    },
  }),
}
