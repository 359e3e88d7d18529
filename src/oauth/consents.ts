/**
 * A consent is the question of an app for access, which the signed-in person answers. It is open in one browser only: the one
 * that the app sent here, marked by a cookie. The grant that an answer creates belongs to one organization of the person.
 */
import type { Client, Interaction } from 'oidc-provider'
import { z } from 'zod'
import { scopes } from '../../vocabulary/accounts.ts'
import { hasConsentCookie } from '../accounts/cookies.ts'
import { BrandIds, GrantScopes, Role } from '../accounts/fields.ts'
import { appHost, createGrant, notifyOfGrant } from '../accounts/grants.ts'
import { requireKnownBrands } from '../accounts/members.ts'
import {
  type ActiveSession,
  asRole,
  getUserActor,
  requireRecentAuthentication,
} from '../accounts/sessions.ts'
import { type AppContext, transaction } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import type { Http } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { authorizationServer } from './authorization-server.ts'
import { isLocalOnly } from './client-metadata.ts'
import { keepClient } from './records.ts'

export const Consent = z
  .object({
    app: z.object({
      name: z.string().describe('The name that the app gives itself; nobody has verified it.'),
      host: z.string().nullable().describe('The host that publishes the description of the app, if any.'),
      redirect_host: z.string().describe('The host that receives the access, or the scheme of a local app.'),
      is_local: z.boolean().describe('The app runs on this computer only, so any program can claim to be it.'),
    }),
    scopes: GrantScopes.describe('What the app asks for.'),
    organizations: z
      .array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          role: Role,
          is_current: z.boolean(),
          brands: z.array(z.object({ id: z.uuid(), name: z.string() })),
        }),
      )
      .describe('The organizations that the person can choose from, without those in which they are a client.'),
  })
  .meta({ id: 'Consent' })

export const ConsentAnswer = z.strictObject({
  organization_id: Uuid,
  scopes: GrantScopes,
  brand_ids: BrandIds.default(null),
})

/** Where the browser goes after the answer: back to the app, by way of the authorization server. */
export const ConsentResult = z.object({ url: z.url() })

type Caller = { session: ActiveSession; http: Http; uid: string }
type Asked = { interaction: Interaction; client: Client; redirectUri: string; scopes: z.output<typeof GrantScopes> }

/** Throws `not_found` for a consent that has expired, has an answer, or belongs to another browser. */
export async function getConsent(ctx: AppContext, caller: Caller): Promise<z.input<typeof Consent>> {
  const { client, redirectUri, scopes } = await getAsked(ctx, caller)
  return {
    app: {
      name: nameOf(client),
      host: URL.canParse(client.clientId) ? new URL(client.clientId).hostname : null,
      redirect_host: appHost(redirectUri),
      is_local: isLocalOnly(client.redirectUris ?? []),
    },
    scopes,
    organizations: await listChoices(ctx, caller.session),
  }
}

/**
 * Creates the grant. Throws `not_found` like `getConsent` and for an organization or a brand that the person does not have,
 * `forbidden` for a client, `invalid_request` for more than the app asked for, and `reauthentication_required` for the
 * scope `manage`.
 */
export async function approveConsent(
  ctx: AppContext,
  caller: Caller,
  answer: z.output<typeof ConsentAnswer>,
): Promise<z.input<typeof ConsentResult>> {
  const asked = await getAsked(ctx, caller)
  const { session } = caller
  if (answer.scopes.some((scope) => !asked.scopes.includes(scope)))
    throw invalid('scopes', message('oauth.consent.mustBeAskedFor'))
  if (answer.scopes.includes('manage')) requireRecentAuthentication(ctx, session)
  const grant = {
    userId: session.userId,
    clientId: asked.client.clientId,
    clientName: nameOf(asked.client),
    redirectUri: asked.redirectUri,
    scopes: scopes.filter((scope) => answer.scopes.includes(scope)),
    brandIds: answer.brand_ids,
  }
  const grantId = await transaction(ctx, async (tx) => {
    const member = await tx.db
      .selectFrom('members')
      .select(['role', 'brand_ids'])
      .where('organization_id', '=', answer.organization_id)
      .where('user_id', '=', session.userId)
      .forKeyShare()
      .executeTakeFirst()
    if (!member) throw notFound(message('common.texts.noSuchOrganization'))
    const actor = getUserActor(session, { role: asRole(member.role), brandIds: member.brand_ids })
    const inOrganization = { ...tx, organizationId: answer.organization_id, actor }
    await requireKnownBrands(inOrganization, answer.brand_ids)
    const id = await createGrant(inOrganization, grant)
    await keepClient(tx, grant.clientId)
    return id
  })
  notifyOfGrant(ctx, grant)
  return finish(asked.interaction, {
    login: { accountId: session.userId, remember: false },
    consent: { grantId },
  })
}

export async function denyConsent(ctx: AppContext, caller: Caller): Promise<z.input<typeof ConsentResult>> {
  const { interaction } = await getAsked(ctx, caller)
  return finish(interaction, { error: 'access_denied', error_description: 'The person did not allow it.' })
}

async function getAsked(ctx: AppContext, { http, uid }: Caller): Promise<Asked> {
  const noSuchConsent = () => notFound(message('oauth.consent.noSuchConsent'))
  if (!hasConsentCookie(ctx, http.headers, uid)) throw noSuchConsent()
  const provider = await ctx.use(authorizationServer)
  const interaction = await provider.Interaction.find(uid)
  if (interaction === undefined || interaction.result !== undefined) throw noSuchConsent()
  const { client_id, redirect_uri, scope } = AskedParameters.parse(interaction.params)
  const client = await provider.Client.find(client_id)
  if (client === undefined) throw noSuchConsent()
  const asked = scopes.filter((each) => scope.split(' ').includes(each))
  return { interaction, client, redirectUri: redirect_uri, scopes: asked.length > 0 ? asked : ['read'] }
}

/** Checked by the authorization server; the bridge sets the scope. */
const AskedParameters = z.object({ client_id: z.string(), redirect_uri: z.string(), scope: z.string() })

const nameOf = ({ clientName, clientId }: Client): string => clientName ?? clientId

async function finish(
  interaction: Interaction,
  result: NonNullable<Interaction['result']>,
): Promise<z.input<typeof ConsentResult>> {
  interaction.result = result
  await interaction.persist()
  return { url: interaction.returnTo }
}

async function listChoices(
  ctx: AppContext,
  { userId, member }: ActiveSession,
): Promise<z.input<typeof Consent>['organizations']> {
  const rows = await ctx.db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.name', 'members.role', 'members.brand_ids'])
    .where('members.user_id', '=', userId)
    .where('members.role', '<>', 'client')
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute()
  if (rows.length === 0) return []
  const brands = await ctx.db
    .selectFrom('brands')
    .select(['id', 'name', 'organization_id'])
    .where(
      'organization_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, role, brand_ids }) => ({
    id,
    name,
    role: asRole(role),
    is_current: id === member?.organizationId,
    brands: brands
      .filter((brand) => brand.organization_id === id && (brand_ids === null || brand_ids.includes(brand.id)))
      .map((brand) => ({ id: brand.id, name: brand.name })),
  }))
}
