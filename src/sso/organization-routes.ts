/** The single sign-on of an organization. Only owners see and change it. */
import { z } from 'zod'
import { requireRecentAuthentication } from '../accounts/actors.ts'
import { BrandIds } from '../accounts/fields.ts'
import { brandsFinder, getMember, requireBrandsForRole } from '../accounts/members.ts'
import type { Context } from '../core/context.ts'
import { Uuid } from '../core/ids.ts'
import { loadById, NoContent, type ResourceLoader, route } from '../http/route.ts'
import {
  addDomain,
  Domain,
  DomainName,
  deleteDomain,
  getDomainById,
  listDomains,
  verifyDomain,
} from './domains.ts'
import { startVisit } from './flows.ts'
import {
  deleteProvider,
  findProvider,
  getProvider,
  Provider,
  ProviderChange,
  setProvider,
  setRequirement,
  showProvider,
} from './providers.ts'
import { addRule, deleteRule, getRule, listRules, moveRule, NewRule, Rule, RulePosition } from './rules.ts'
import { getRedirectUri, listPublicProviders, PublicProvider } from './sign-in-providers.ts'

const domain = loadById('sso_domain', getDomainById)
const rule = loadById('sso_rule', getRule)
const emergencyUser: ResourceLoader<unknown> = {
  in: 'body',
  name: 'emergency_user_id',
  schema: Uuid.nullable(),
  load: async (ctx, id) => (id === null ? null : getMember(ctx, String(id))),
}
const ruleParams = { sso_rule: Uuid.describe('Id of the rule.') }
const domainParams = { sso_domain: Uuid.describe('Id of the domain.') }
const recent = 'Needs a sign-in within the last 10 minutes.'

export const organizationSsoRoutes = {
  'GET /api/sso': route({
    access: 'own',
    summary: 'Get single sign-on',
    description:
      'The provider of the organization, its domains, and the rules for roles in the order in which they apply.',
    returns: z.object({
      redirect_uri: z.string().describe('Redirect URI to enter at the provider.'),
      provider: Provider.nullable(),
      domains: z.array(Domain),
      rules: z.array(Rule),
      buttons: z
        .array(z.object({ provider: PublicProvider, redirect_uri: z.string(), is_set_up: z.boolean() }))
        .nullable()
        .describe('The providers of the settings of the installation; null in the cloud.'),
    }),
    run: async (ctx) => {
      const provider = await findProvider(ctx)
      return {
        redirect_uri: getRedirectUri(ctx, ctx.organizationId),
        provider: provider && showProvider(provider),
        domains: await listDomains(ctx),
        rules: await listRules(ctx),
        buttons: ctx.config.DEPLOYMENT === 'self_hosted' ? listButtons(ctx) : null,
      }
    },
  }),

  'PUT /api/sso/provider': route({
    access: 'own',
    summary: 'Set the identity provider',
    description: `Reads the metadata of the provider first. Another issuer or client removes the identities of the earlier one and ends the sessions that it opened. ${recent}`,
    body: ProviderChange,
    errors: ['unsafe_url', 'conflict', 'reauthentication_required'],
    returns: Provider,
    run: async (ctx, { body }) => {
      requireRecentAuthentication(ctx)
      await setProvider(ctx, body)
      return showProvider(await getProvider(ctx))
    },
  }),

  'DELETE /api/sso/provider': route({
    access: 'own',
    summary: 'Remove the identity provider',
    description: `Ends the sessions that it opened. People without a password set one with the link for a forgotten password. ${recent}`,
    errors: ['not_found', 'conflict', 'reauthentication_required'],
    returns: NoContent,
    run: (ctx) => {
      requireRecentAuthentication(ctx)
      return deleteProvider(ctx)
    },
  }),

  'PUT /api/sso/requirement': route({
    access: 'own',
    summary: 'Require single sign-on',
    description: `If required, sessions that other methods opened cannot show the organization, and those that do end. The owner with emergency access, who needs a password, is exempt; the audit log contains each such sign-in. ${recent}`,
    find: { emergencyUser },
    body: z.strictObject({ is_required: z.boolean(), emergency_user_id: Uuid.nullable() }),
    errors: ['not_found', 'conflict', 'reauthentication_required'],
    returns: Provider,
    run: async (ctx, { body }) => {
      requireRecentAuthentication(ctx)
      await setRequirement(ctx, { isRequired: body.is_required, emergencyUserId: body.emergency_user_id })
      return showProvider(await getProvider(ctx))
    },
  }),

  'POST /api/sso/domains': route({
    access: 'own',
    summary: 'Add a domain',
    description:
      'Addresses of the domain sign in with the provider once it is verified: add the TXT record to the domain, then call POST /api/sso/domains/:sso_domain/verify. Domains of public mailbox providers are refused.',
    body: z.strictObject({ domain: DomainName }),
    errors: ['conflict'],
    returns: Domain,
    status: 201,
    run: (ctx, { body }) => addDomain(ctx, body.domain),
  }),

  'POST /api/sso/domains/:sso_domain/verify': route({
    access: 'own',
    summary: 'Verify a domain',
    description: `Looks for the TXT record now. A timer then looks for it every month; if it is missing for seven days, the domain is no longer verified. ${recent}`,
    params: domainParams,
    find: { domain },
    errors: ['conflict', 'reauthentication_required'],
    returns: Domain,
    run: (ctx, { found }) => {
      requireRecentAuthentication(ctx)
      return verifyDomain(ctx, found.domain)
    },
  }),

  'DELETE /api/sso/domains/:sso_domain': route({
    access: 'own',
    summary: 'Remove a domain',
    description: 'Its addresses no longer sign in with the provider.',
    params: domainParams,
    find: { domain },
    errors: ['conflict'],
    returns: NoContent,
    run: (ctx, { found }) => deleteDomain(ctx, found.domain),
  }),

  'POST /api/sso/rules': route({
    access: 'own',
    summary: 'Add a rule for roles',
    description:
      'Gives the members of a group a role and brands, at each sign-in. Of several rules for a person, the first one applies; a new rule is the last one. Owners keep their role, and no rule makes an owner.',
    find: { brands: brandsFinder },
    body: NewRule,
    errors: ['conflict'],
    returns: Rule,
    status: 201,
    run: (ctx, { body }) => {
      requireBrandsForRole(body.role, BrandIds.optional().parse(body.brand_ids))
      return addRule(ctx, body)
    },
  }),

  'PATCH /api/sso/rules/:sso_rule': route({
    access: 'own',
    summary: 'Move a rule for roles',
    description: 'The other rules keep their order. Applies from the next sign-in of each person.',
    params: ruleParams,
    find: { rule },
    body: RulePosition,
    returns: NoContent,
    run: (ctx, { found, body }) => moveRule(ctx, found.rule, body),
  }),

  'DELETE /api/sso/rules/:sso_rule': route({
    access: 'own',
    summary: 'Remove a rule for roles',
    description: 'Members of the group get another role at their next sign-in.',
    params: ruleParams,
    find: { rule },
    returns: NoContent,
    run: (ctx, { found }) => deleteRule(ctx, found.rule),
  }),

  'POST /api/sso/test': route({
    access: 'own',
    summary: 'Test the identity provider',
    description:
      'Returns the URL at the provider, which the browser opens. It comes back to a page that shows what the provider says about the person, and which role would result or why they would be refused. Nothing changes.',
    body: z.strictObject({
      provider: PublicProvider.nullable().describe(
        "A provider of the settings; null: the organization's provider.",
      ),
    }),
    errors: ['forbidden', 'not_found'],
    returns: z.object({ url: z.string() }),
    run: async (ctx, { body, http }) => {
      const { actor, organizationId } = ctx
      if (actor.kind !== 'user') throw new Error('Only a browser can visit the provider')
      return startVisit(ctx, http, {
        key: body.provider ?? organizationId,
        intent: 'test',
        next: '/dashboard/settings/sso',
        session: { id: actor.sessionId, userId: actor.userId },
      })
    },
  }),
}

function listButtons(ctx: Context) {
  const setUp = listPublicProviders(ctx)
  return PublicProvider.options.map((provider) => ({
    provider,
    redirect_uri: getRedirectUri(ctx, provider),
    is_set_up: setUp.includes(provider),
  }))
}
