/** Signing in at a provider, and the identities of a person. /api/auth authenticates no request; each route checks its own. */
import { z } from 'zod'
import { requireSameOrigin } from '../accounts/authenticate.ts'
import { Email, Role } from '../accounts/fields.ts'
import { personRoute } from '../accounts/person-route.ts'
import { CurrentSession } from '../accounts/session-records.ts'
import { type ActiveSession, getSignedIn } from '../accounts/sessions.ts'
import { PendingSignIn, showSignInStep } from '../accounts/show-sign-in.ts'
import { beginPublicRequest } from '../accounts/sign-in-limits.ts'
import type { AppContext } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { NoContent, route } from '../http/route.ts'
import { localizedText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { findOrganizationOfDomain } from './domains.ts'
import { type Finished, finishVisit, ReturnPath, startVisit, type Tested } from './flows.ts'
import { Identity, listIdentities, removeIdentity } from './identities.ts'
import { getDomain } from './person.ts'
import { findProvider, hasOrganizationSso } from './providers.ts'
import { listPublicProviders, ProviderKey, PublicProvider } from './sign-in-providers.ts'

const next = ReturnPath.default('/dashboard').describe('Path of the dashboard to return to.')
const Url = z.object({ url: z.string().describe('URL at the provider, which the browser opens.') })
const provider = PublicProvider.describe('A provider of the settings.')

const TestResult = z.object({
  claims: z.record(z.string(), z.unknown()).describe('What the provider says about the person.'),
  email: z.string().nullable(),
  role: Role.nullable().describe(
    'The role that the person would get; null: they would be refused, or a provider of the settings gives no role.',
  ),
  brand_ids: z.array(z.uuid()).nullable(),
  problem: localizedText().nullable().describe('Why the person would be refused.'),
})

export const visitRoutes = {
  'GET /api/auth/providers': route({
    access: 'none',
    summary: 'List the providers of the settings',
    description: 'The buttons of the sign-in page, and whether it asks for the address first.',
    returns: z.object({
      items: z.array(PublicProvider),
      has_organization_sso: z
        .boolean()
        .describe('Whether an organization has a provider, so that the page asks for the address first.'),
    }),
    run: async (ctx) => ({
      items: listPublicProviders(ctx),
      has_organization_sso: await hasOrganizationSso(ctx),
    }),
  }),

  'POST /api/auth/providers/start': route({
    access: 'none',
    summary: 'Start a sign-in at a provider',
    description:
      'Send `provider`, or `email`: if an organization has verified the domain of the address and set up a provider, returns its URL, and null otherwise, whether or not the address has an account. The sign-in must be finished within 10 minutes, in the same browser.',
    body: z.union([z.strictObject({ provider, next }), z.strictObject({ email: Email, next })]),
    errors: ['forbidden', 'not_found'],
    returns: Url.nullable(),
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      beginPublicRequest(ctx, http)
      const loginHint = 'email' in body ? body.email : null
      const key = 'email' in body ? await findProviderOfAddress(ctx, body.email) : body.provider
      if (key === null) return null
      return startVisit(ctx, http, { key, intent: 'sign_in', next: body.next, loginHint })
    },
  }),

  'POST /api/auth/providers/finish': route({
    access: 'none',
    summary: 'Finish a visit to a provider',
    description:
      'The page to which the provider sends the browser calls this with its query. `session` is set after a sign-in, `second_factor` if the sign-in waits for one, `test` after a test. Everything works once.',
    body: z.strictObject({ provider: ProviderKey, query: z.string().max(8000) }),
    errors: ['unauthorized', 'forbidden', 'conflict', 'not_found', 'plan_limit', 'csrf'],
    returns: z.object({
      next: z.string(),
      session: CurrentSession.nullable(),
      second_factor: PendingSignIn.shape.second_factor.nullable(),
      test: TestResult.nullable(),
    }),
    run: async (ctx, { body, http }) => {
      requireSameOrigin(ctx, http.headers)
      beginPublicRequest(ctx, http)
      const finished = await finishVisit(ctx, http, { key: body.provider, query: body.query })
      const nothing = { next: finished.next, session: null, second_factor: null, test: null }
      if (finished.intent === 'test') return { ...nothing, test: showTest(finished) }
      if (finished.intent !== 'sign_in') return nothing
      const shown = showSignInStep(ctx, http, finished.step)
      return 'session' in shown ? { ...nothing, session: shown } : { ...nothing, ...shown }
    },
  }),

  'GET /api/auth/identities': personRoute('session', {
    summary: 'List your accounts at providers',
    description: 'The accounts at providers with which the person can sign in.',
    returns: z.object({
      items: z.array(Identity),
      organization_sso: z
        .boolean()
        .describe('Whether the address of the person belongs to a domain with single sign-on.'),
    }),
    run: async (ctx, { session }) => {
      const { user } = await getSignedIn(ctx, session)
      return {
        items: await listIdentities(ctx, user.id),
        organization_sso: (await findProviderOfAddress(ctx, user.email)) !== null,
      }
    },
  }),

  'POST /api/auth/identities/link': personRoute('recentSignIn', {
    summary: 'Start to link an account at a provider',
    description: `Returns the URL at the provider. Without \`provider\`, links the single sign-on of the domain of the person's address.`,
    body: z.strictObject({ provider: provider.optional(), next }),
    errors: ['forbidden', 'not_found'],
    returns: Url,
    run: async (ctx, { body, http, session }) => {
      const { user } = await getSignedIn(ctx, session)
      const key = body.provider ?? (await findProviderOfAddress(ctx, user.email))
      if (key === null) throw notFound(message('sso.providers.noProvider'))
      const loginHint = body.provider ? null : user.email
      return startVisit(ctx, http, { key, intent: 'link', next: body.next, loginHint, session })
    },
  }),

  'POST /api/auth/identities/reauthenticate': personRoute('change', {
    summary: 'Start to confirm who you are at a provider',
    description:
      'Returns the URL at the provider that the person used last; coming back counts as a sign-in.',
    body: z.strictObject({ next }),
    errors: ['forbidden', 'not_found'],
    returns: Url,
    run: async (ctx, { body, http, session }) => {
      const key = await findLastProvider(ctx, session)
      return startVisit(ctx, http, { key, intent: 'reauthenticate', next: body.next, session })
    },
  }),

  'DELETE /api/auth/identities/:identity': personRoute('recentSignIn', {
    summary: 'Unlink an account at a provider',
    description: 'The last way to sign in cannot be removed.',
    params: { identity: Uuid.describe('Id of the identity.') },
    errors: ['not_found', 'conflict'],
    returns: NoContent,
    run: (ctx, { params, session }) => removeIdentity(ctx, session.userId, params.identity),
  }),
}

/** Returns the organization that has verified the domain of an address and has a provider. */
async function findProviderOfAddress(ctx: AppContext, email: string): Promise<string | null> {
  const organizationId = await findOrganizationOfDomain(ctx, getDomain(email))
  if (organizationId === null) return null
  return (await findProvider({ ...ctx, organizationId })) && organizationId
}

/** Throws `not_found` for a person without an identity. */
async function findLastProvider(ctx: AppContext, { userId }: ActiveSession): Promise<ProviderKey> {
  const row = await ctx.db
    .selectFrom('identities')
    .leftJoin('sso_providers', 'sso_providers.id', 'identities.provider_id')
    .select(['identities.issuer', 'sso_providers.organization_id'])
    .where('identities.user_id', '=', userId)
    .orderBy('identities.last_used_at', 'desc')
    .executeTakeFirst()
  const key = row?.organization_id ?? (row && publicProviderOf(ctx, row.issuer))
  if (!key) throw notFound(message('sso.providers.noProvider'))
  return key
}

/** The issuers of Microsoft differ by tenant. */
function publicProviderOf({ config }: AppContext, issuer: string): z.output<typeof PublicProvider> {
  if (issuer === config.GITHUB_URL) return 'github'
  return issuer === config.GOOGLE_ISSUER ? 'google' : 'microsoft'
}

function showTest({
  tested: { person, decision },
}: Extract<Finished, { intent: 'test' }> & { tested: Tested }): z.input<typeof TestResult> {
  const { claims, email } = person
  return decision.outcome === 'refused'
    ? { claims, email, role: null, brand_ids: null, problem: decision.problem }
    : {
        claims,
        email,
        role: decision.membership?.role ?? null,
        brand_ids: decision.membership?.brandIds ?? null,
        problem: null,
      }
}
