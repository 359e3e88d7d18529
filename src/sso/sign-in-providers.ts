/** The providers that a browser can sign in with: the buttons of the settings, and the provider of an organization. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { message } from '../languages/message.ts'
import { githubClient, readGithubPerson } from './github.ts'
import type { Grant, OpenIdClient, OpenIdFailure } from './openid.ts'
import { type EmailPolicy, type Person, readPerson } from './person.ts'
import { findProvider, type OwnProvider } from './providers.ts'

export const PublicProvider = z.enum(['google', 'microsoft', 'github'])
type PublicProvider = z.output<typeof PublicProvider>

/** The last part of the callback URL: a provider of the settings, or the id of an organization. */
export const ProviderKey = z.union([PublicProvider, Uuid])
export type ProviderKey = z.output<typeof ProviderKey>

export type SignInProvider = {
  client: OpenIdClient
  /** Null: a provider of the settings. */
  own: OwnProvider | null
  /** The parameter `prompt`: to choose among accounts, and to enter the password again. Not all providers support both. */
  prompts: { signIn: string | null; again: string | null }
  readPerson(ctx: AppContext, granted: Grant): Promise<Person | OpenIdFailure>
}

/** The address of each provider differs, so that a response of one is not taken for a response of another. */
export const getRedirectUri = ({ baseUrl }: AppContext, key: ProviderKey): string =>
  `${baseUrl}/sso/callback/${key}`

/** Lists the buttons of the sign-in page. */
export const listPublicProviders = (ctx: AppContext): PublicProvider[] =>
  PublicProvider.options.filter((key) => publicClients[key](ctx) !== null)

/** Throws `not_found` for a provider that is not set up. */
export async function getSignInProvider(ctx: AppContext, key: ProviderKey): Promise<SignInProvider> {
  const provider = isPublic(key) ? getPublicProvider(ctx, key) : await findOwnProvider(ctx, key)
  if (provider === null) throw notFound(message('sso.providers.noProvider'))
  return provider
}

const isPublic = (key: ProviderKey): key is PublicProvider => PublicProvider.safeParse(key).success

function getPublicProvider(ctx: AppContext, key: PublicProvider): SignInProvider | null {
  const client = publicClients[key](ctx)
  if (client === null) return null
  const shared = { client, own: null }
  if (key === 'github')
    return {
      ...shared,
      prompts: { signIn: null, again: null },
      readPerson: (ctx, { accessToken }) => readGithubPerson(ctx, accessToken),
    }
  return {
    ...shared,
    prompts: { signIn: 'select_account', again: key === 'microsoft' ? 'login' : 'select_account' },
    readPerson: (ctx, granted) => readToken(ctx, granted, key),
  }
}

async function findOwnProvider(ctx: AppContext, organizationId: string): Promise<SignInProvider | null> {
  const own = await findProvider({ ...ctx, organizationId })
  if (own === null) return null
  return {
    client: own.client,
    own,
    prompts: { signIn: null, again: 'login' },
    readPerson: async (ctx, granted) => {
      const person = await readToken(ctx, granted, 'organization')
      // Microsoft's endpoint for all tenants is refused at set-up; this is the second line.
      if ('outcome' in person || person.issuer === own.client.issuer) return person
      return { outcome: 'failed', detail: `The issuer ${person.issuer} is not the one that was set up.` }
    },
  }
}

const publicClients: Record<PublicProvider, (ctx: AppContext) => OpenIdClient | null> = {
  google: ({ config }) =>
    toClient(config.GOOGLE_ISSUER, config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET),
  microsoft: ({ config }) =>
    toClient(config.MICROSOFT_ISSUER, config.MICROSOFT_CLIENT_ID, config.MICROSOFT_CLIENT_SECRET),
  github: githubClient,
}

const toClient = (
  issuer: string,
  clientId: string | null,
  clientSecret: string | null,
): OpenIdClient | null =>
  clientId === null || clientSecret === null
    ? null
    : { issuer, clientId, clientSecret, scope: 'openid email profile' }

async function readToken(
  { config }: AppContext,
  { idToken }: Grant,
  emailPolicy: EmailPolicy,
): Promise<Person | OpenIdFailure> {
  const person = readPerson(idToken, emailPolicy)
  const { tid } = person.claims
  const { MICROSOFT_TENANTS } = config
  if (emailPolicy === 'microsoft' && MICROSOFT_TENANTS.length > 0 && !MICROSOFT_TENANTS.includes(String(tid)))
    return { outcome: 'failed', detail: `The tenant ${tid} is not in MICROSOFT_TENANTS.` }
  return person
}
