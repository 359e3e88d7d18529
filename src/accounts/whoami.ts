/** The user, organization and plan behind an API key. */
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { message } from '../languages/message.ts'
import { planFor } from '../plans/plans.ts'
import { Scopes } from './fields.ts'
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
    key: z.object({
      id: z.uuid(),
      name: z.string(),
      prefix: z.string(),
      scopes: Scopes,
      brand_ids: z.array(z.uuid()).nullable(),
      expires_at: Timestamp.nullable(),
    }),
  })
  .meta({ id: 'Whoami' })

export async function getWhoami(ctx: Context): Promise<z.input<typeof Whoami>> {
  const { actor, config } = ctx
  if (actor.kind !== 'api_key') throw new Error(`${actor.kind} has no API key`)
  const row = await ctx.db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
    .select(['users.id as user_id', 'users.email', 'users.name as user_name'])
    .select([
      'organizations.id as organization_id',
      'organizations.name as organization_name',
      'organizations.plan',
    ])
    .select(['api_keys.scopes', 'api_keys.brand_ids', 'api_keys.expires_at'])
    .select(['api_keys.id as key_id', 'api_keys.name as key_name', 'api_keys.prefix'])
    .where('api_keys.organization_id', '=', ctx.organizationId)
    .where('api_keys.id', '=', actor.keyId)
    .executeTakeFirst()
  if (!row) throw notFound(message('accounts.general.noSuchAPIKey'))
  return {
    user: { id: row.user_id, email: row.email ?? '', name: row.user_name },
    organization: { id: row.organization_id, name: row.organization_name },
    plan: showPlan(config, row.plan),
    key: {
      id: row.key_id,
      name: row.key_name,
      prefix: row.prefix,
      scopes: Scopes.parse(row.scopes),
      brand_ids: row.brand_ids,
      expires_at: row.expires_at?.toISOString() ?? null,
    },
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
