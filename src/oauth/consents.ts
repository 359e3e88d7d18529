/**
 * A consent is the question of an app for access, which the signed-in person answers for the organization that their session
 * shows. It is open in one browser only: the one that the app sent here, marked by a cookie.
 */
import type { Client, Interaction } from 'oidc-provider'
import { z } from 'zod'
import { scopes } from '../../vocabulary/accounts.ts'
import { requireRecentAuthentication, requireUserId } from '../accounts/actors.ts'
import { hasConsentCookie } from '../accounts/cookies.ts'
import { BrandIds, GrantScopes } from '../accounts/fields.ts'
import { appHost, createGrant, notifyOfGrant } from '../accounts/grants.ts'
import { findOrganization } from '../accounts/organizations.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
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
      name: z.string().describe('The name in the metadata of the app, which is not verified.'),
      host: z.string().nullable().describe('The host that publishes the description of the app, if any.'),
      redirect_host: z.string().describe('The host that receives the access, or the scheme of a local app.'),
      is_local: z
        .boolean()
        .describe('The app runs on this computer only, so any program can claim to be it.'),
    }),
    scopes: GrantScopes.describe('What the app asks for.'),
    organization: z.object({ id: z.uuid(), name: z.string() }),
  })
  .meta({ id: 'Consent' })

export const ConsentAnswer = z.strictObject({
  organization_id: Uuid.describe('The organization that the person saw, which the session must still show.'),
  scopes: GrantScopes,
  brand_ids: BrandIds.default(null).describe('Null means every brand of the person.'),
})

/** Where the browser goes after the answer: back to the app, by way of the authorization server. */
export const ConsentResult = z.object({ url: z.url() })

type Asked = {
  interaction: Interaction
  client: Client
  redirectUri: string
  scopes: z.output<typeof GrantScopes>
}

/** Throws `not_found` for a consent that has expired, has an answer, or belongs to another browser. */
export async function getConsent(ctx: Context, http: Http, uid: string): Promise<z.input<typeof Consent>> {
  const { client, redirectUri, scopes } = await getAsked(ctx, http, uid)
  const { id, name } = await findOrganization(ctx)
  return {
    app: {
      name: nameOf(client),
      host: URL.canParse(client.clientId) ? new URL(client.clientId).hostname : null,
      redirect_host: appHost(redirectUri),
      is_local: isLocalOnly(client.redirectUris ?? []),
    },
    scopes,
    organization: { id, name },
  }
}

/**
 * Creates the grant. Throws `not_found` like `getConsent` and when the session shows another organization, `invalid_request`
 * for more than the app asked for, and `reauthentication_required` for the scope `manage`.
 */
export async function approveConsent(
  ctx: Context,
  http: Http,
  uid: string,
  answer: z.output<typeof ConsentAnswer>,
): Promise<z.input<typeof ConsentResult>> {
  const asked = await getAsked(ctx, http, uid)
  if (answer.organization_id !== ctx.organizationId)
    throw notFound(message('common.texts.noSuchOrganization'))
  if (answer.scopes.some((scope) => !asked.scopes.includes(scope)))
    throw invalid('scopes', message('oauth.consent.mustBeAskedFor'))
  if (answer.scopes.includes('manage')) requireRecentAuthentication(ctx)
  const grant = {
    userId: requireUserId(ctx),
    clientId: asked.client.clientId,
    clientName: nameOf(asked.client),
    redirectUri: asked.redirectUri,
    scopes: scopes.filter((scope) => answer.scopes.includes(scope)),
    brandIds: answer.brand_ids,
  }
  const grantId = await transaction(ctx, async (tx) => {
    await keepClient(tx, grant.clientId)
    return createGrant(tx, grant)
  })
  notifyOfGrant(ctx, grant)
  return finish(asked.interaction, {
    login: { accountId: grant.userId, remember: false },
    consent: { grantId },
  })
}

export async function denyConsent(
  ctx: Context,
  http: Http,
  uid: string,
): Promise<z.input<typeof ConsentResult>> {
  const { interaction } = await getAsked(ctx, http, uid)
  return finish(interaction, { error: 'access_denied', error_description: 'The person did not allow it.' })
}

async function getAsked(ctx: AppContext, http: Http, uid: string): Promise<Asked> {
  const noSuchConsent = () => notFound(message('oauth.consent.noSuchConsent'))
  if (!hasConsentCookie(ctx, http.headers, uid)) throw noSuchConsent()
  const provider = await ctx.use(authorizationServer)
  const interaction = await provider.Interaction.find(uid)
  if (interaction === undefined || interaction.result !== undefined) throw noSuchConsent()
  const { client_id, redirect_uri, scope } = AskedParameters.parse(interaction.params)
  const client = await provider.Client.find(client_id)
  if (client === undefined) throw noSuchConsent()
  // Every scope includes reading.
  const asked = scopes.filter((each) => each === 'read' || scope.split(' ').includes(each))
  return { interaction, client, redirectUri: redirect_uri, scopes: asked }
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
