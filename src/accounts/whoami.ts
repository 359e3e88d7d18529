/** The user, organization and plan behind an API key or a connected app. */
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { message } from '../languages/message.ts'
import { planFor } from '../plans/plans.ts'
import { requireUserId } from './actors.ts'
import { getApiKey, showApiKey } from './api-keys.ts'
import { Scopes } from './fields.ts'
import { Grant, getGrant } from './grants.ts'
import { findOrganization } from './organizations.ts'

const Limit = z.number().int().nullable()

export const PlanRecord = z
  .object({
    name: z.string(),
    deployment: z.enum(['self_hosted', 'cloud']),
    limits: z
      .object({
        brands: Limit,
        prompts: Limit,
        members: Limit,
        platforms: Limit,
        runs_per_day: Limit,
        run_cooldown_seconds: Limit,
        spend_micros_per_month: Limit,
        site_audits_per_month: Limit,
        briefs_per_month: Limit,
      })
      .describe('Null means unlimited.'),
  })
  .meta({ id: 'Plan' })

export const Whoami = z
  .object({
    user: z.object({
      id: z.uuid(),
      email: z.string().describe('Empty for a service account.'),
      name: z.string(),
    }),
    organization: z.object({ id: z.uuid(), name: z.string() }),
    plan: PlanRecord,
    key: z
      .object({
        id: z.uuid(),
        name: z.string(),
        prefix: z.string(),
        scopes: Scopes,
        brand_ids: z.array(z.uuid()).nullable(),
        expires_at: Timestamp.nullable(),
      })
      .nullable()
      .describe('The API key of the request, if it has one.'),
    app: Grant.pick({ id: true, app: true, scopes: true, brand_ids: true })
      .nullable()
      .describe('The connected app that sent the request, if it is one.'),
  })
  .meta({ id: 'Whoami' })

export async function getWhoami(ctx: Context): Promise<z.input<typeof Whoami>> {
  const { actor, config } = ctx
  const userId = requireUserId(ctx)
  const row = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['users.email', 'users.name as user_name'])
    .select(['organizations.name as organization_name', 'organizations.plan'])
    .where('members.organization_id', '=', ctx.organizationId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound(message('accounts.members.noSuchMember'))
  return {
    user: { id: userId, email: row.email ?? '', name: row.user_name },
    organization: { id: ctx.organizationId, name: row.organization_name },
    plan: showPlan(config, row.plan),
    key: actor.kind === 'api_key' ? showApiKey(await getApiKey(ctx, actor.keyId)) : null,
    app: actor.kind === 'grant' ? await getGrant(ctx, actor.grantId) : null,
  }
}

export async function getPlanRecord(ctx: Context): Promise<z.input<typeof PlanRecord>> {
  const { plan } = await findOrganization(ctx)
  return showPlan(ctx.config, plan)
}

const showPlan = (config: Config, name: string): z.input<typeof PlanRecord> => ({
  name,
  deployment: config.DEPLOYMENT,
  limits: planFor(config, name).limits,
})
