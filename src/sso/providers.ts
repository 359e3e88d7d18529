/**
 * Single sign-on: people sign in with an account that they have at an identity provider. An organization sets up its own
 * provider, for the addresses of domains that it has verified (`domains.ts`); members get their role from the groups that the
 * provider names (`rules.ts`). The settings of the installation can add buttons for Google, Microsoft and GitHub
 * (`sso-settings.ts`). An identity (`identities.ts`) is how a provider knows a person.
 */
import { z } from 'zod'
import { getMember } from '../accounts/members.ts'
import { hasPassword } from '../accounts/users.ts'
import { type AppContext, type Context, type OrganizationContext, transaction } from '../core/context.ts'
import { AppError, conflict, invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { decryptSecret, encryptSecret } from '../db/encryption.ts'
import { message, plainMessage } from '../languages/message.ts'
import { assertSafeUrl } from '../net/guarded-fetch.ts'
import { lockOrganization } from '../plans/plans.ts'
import { listDomains } from './domains.ts'
import { discoverIssuer, type OpenIdClient } from './openid.ts'

/** The roles of new members to whom no rule applies. */
const DefaultRole = z
  .enum(['editor', 'viewer'])
  .nullable()
  .describe('Role of a new member to whom no rule applies; null: such a person is refused.')

const shared = {
  client_id: Line(500),
  groups_claim: Line(200).describe('Name of the claim with the groups of a person, such as `groups`.'),
  default_role: DefaultRole,
}

export const ProviderChange = z.strictObject({
  ...shared,
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .describe('URL of the provider, without /.well-known.')
    .meta({ examples: ['https://acme.okta.com'] }),
  client_secret: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .optional()
    .describe('Secret of the application at the provider. Omit to keep the stored secret.'),
})

export const Provider = z
  .object({
    ...shared,
    issuer: z.string(),
    is_required: z
      .boolean()
      .describe('Whether sessions that other methods opened cannot show the organization.'),
    emergency_user_id: z
      .uuid()
      .nullable()
      .describe('The owner who can sign in with a password although the provider is required.'),
  })
  .meta({ id: 'SsoProvider' })

/** The provider of an organization. */
export type OwnProvider = {
  id: string
  organizationId: string
  groupsClaim: string
  defaultRole: z.output<typeof DefaultRole>
  isRequired: boolean
  emergencyUserId: string | null
  client: OpenIdClient
}

export async function findProvider(ctx: OrganizationContext): Promise<OwnProvider | null> {
  const row = await ctx.db
    .selectFrom('sso_providers')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    organizationId: row.organization_id,
    groupsClaim: row.groups_claim,
    defaultRole: DefaultRole.parse(row.default_role),
    isRequired: row.is_required,
    emergencyUserId: row.emergency_user_id,
    client: {
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret: decryptSecret(ctx, row.client_secret, row.id) ?? '',
      scope: 'openid email profile',
    },
  }
}

/** Whether an organization of the installation has a provider. */
export async function hasOrganizationSso(ctx: AppContext): Promise<boolean> {
  return (await ctx.db.selectFrom('sso_providers').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Throws `not_found` without a provider. */
export async function getProvider(ctx: OrganizationContext): Promise<OwnProvider> {
  const provider = await findProvider(ctx)
  if (provider === null) throw noProvider()
  return provider
}

export const showProvider = (provider: OwnProvider): z.input<typeof Provider> => ({
  issuer: provider.client.issuer,
  client_id: provider.client.clientId,
  groups_claim: provider.groupsClaim,
  default_role: provider.defaultRole,
  is_required: provider.isRequired,
  emergency_user_id: provider.emergencyUserId,
})

/**
 * Stores the provider of the organization after reading its metadata. Another issuer or client ends the sessions and removes the
 * identities of the earlier provider. Throws `unsafe_url`, and `invalid_request` when there is no provider at the URL.
 */
export async function setProvider(ctx: Context, change: z.output<typeof ProviderChange>): Promise<void> {
  const earlier = await findProvider(ctx)
  const secret = change.client_secret ?? earlier?.client.clientSecret
  if (!secret) throw invalid('client_secret', message('common.texts.isRequired'))
  const issuer = await readIssuer(ctx, change, secret)
  await transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const isSame = earlier?.client.issuer === issuer && earlier.client.clientId === change.client_id
    if (earlier && !isSame && earlier.isRequired) throw conflict(message('sso.providers.stillRequired'))
    if (earlier && !isSame) await deleteRow(tx)
    const id = earlier && isSame ? earlier.id : newId(tx.now().getTime())
    const values = {
      issuer,
      client_id: change.client_id,
      client_secret: encryptSecret(tx, secret, id),
      groups_claim: change.groups_claim,
      default_role: change.default_role,
      updated_at: tx.now(),
    }
    await tx.db
      .insertInto('sso_providers')
      .values({ id, organization_id: tx.organizationId, ...values })
      .onConflict((conflicting) => conflicting.column('organization_id').doUpdateSet(values))
      .execute()
    await recordEvent(tx, 'sso.changed', {
      data: { issuer, client_id: change.client_id, default_role: change.default_role },
    })
  })
}

async function readIssuer(
  ctx: Context,
  { issuer, client_id }: z.output<typeof ProviderChange>,
  clientSecret: string,
): Promise<string> {
  await assertSafeUrl(ctx, issuer)
  const client = { issuer, clientId: client_id, clientSecret, scope: '' }
  const discovered = await discoverIssuer(ctx, client)
  if (discovered.outcome === 'failed')
    throw new AppError(
      'invalid_request',
      message('sso.providers.cannotRead', { detail: plainMessage(discovered.detail) }),
    )
  // The endpoint for all tenants of Microsoft accepts people of any organization.
  if (!URL.canParse(discovered.issuer) || /[{}]|%7B/i.test(discovered.issuer))
    throw invalid('issuer', message('sso.providers.mustNameOneTenant'))
  return discovered.issuer
}

/** Removes the provider with its identities, and ends the sessions that it opened. Throws `not_found`, `conflict`. */
export function deleteProvider(ctx: Context): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const { isRequired, client } = await getProvider(tx)
    if (isRequired) throw conflict(message('sso.providers.stillRequired'))
    await deleteRow(tx)
    await recordEvent(tx, 'sso.deleted', { data: { issuer: client.issuer } })
  })
}

const deleteRow = (tx: Context) =>
  tx.db.deleteFrom('sso_providers').where('organization_id', '=', tx.organizationId).execute()

/**
 * Sets the owner with emergency access, and whether sessions that other methods opened can show the organization. Ends those
 * that do, except the caller's. Throws `conflict` without a verified domain, or if the owner has no password.
 */
export async function setRequirement(
  ctx: Context,
  { isRequired, emergencyUserId }: { isRequired: boolean; emergencyUserId: string | null },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const provider = await getProvider(tx)
    if (emergencyUserId !== null) await requireOwnerWithPassword(tx, emergencyUserId)
    if (isRequired) {
      if (emergencyUserId === null) throw invalid('emergency_user_id', message('common.texts.isRequired'))
      if (!(await listDomains(tx)).some(({ verified_at }) => verified_at !== null))
        throw conflict(message('sso.providers.verifyADomainFirst'))
    }
    await tx.db
      .updateTable('sso_providers')
      .set({ is_required: isRequired, emergency_user_id: emergencyUserId, updated_at: tx.now() })
      .where('id', '=', provider.id)
      .execute()
    if (isRequired) await endOtherSessions(tx, provider.id, emergencyUserId ?? '')
    await recordEvent(tx, 'sso.changed', {
      data: { is_required: isRequired, emergency_user_id: emergencyUserId },
    })
  })
}

async function requireOwnerWithPassword(tx: Context, userId: string): Promise<void> {
  const { role } = await getMember(tx, userId)
  if (role !== 'owner' || !(await hasPassword(tx, userId)))
    throw invalid('emergency_user_id', message('sso.providers.mustBeAnOwnerWithAPassword'))
}

async function endOtherSessions(tx: Context, providerId: string, emergencyUserId: string): Promise<void> {
  const { actor } = tx
  await tx.db
    .deleteFrom('sessions')
    .where('organization_id', '=', tx.organizationId)
    .where('sso_provider_id', 'is distinct from', providerId)
    .where('user_id', '<>', emergencyUserId)
    .$if(actor.kind === 'user', (query) =>
      query.where('id', '<>', actor.kind === 'user' ? actor.sessionId : ''),
    )
    .execute()
}

const noProvider = () => notFound(message('sso.providers.noProvider'))
