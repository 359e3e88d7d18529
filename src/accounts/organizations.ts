/** An organization owns brands, has a plan and consists of members. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { weekStarts } from '../../vocabulary/week-starts.ts'
import { type AppContext, type Context, type OrganizationContext, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import type { Organizations } from '../db/schema.generated.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { defaultPlan, type PlanName } from '../plans/plans.ts'
import { Role } from './fields.ts'
import { getOwnMembership, insertMember, Member } from './members.ts'
import { type ActiveSession, asRole, showOrganization } from './sessions.ts'
import type { User } from './users.ts'

export const SpendLimit = z
  .number()
  .int()
  .min(0)
  .max(1e15)
  .nullable()
  .describe(
    'Maximum spend per calendar month (UTC), in millionths of a US dollar. Null means no limit for this organization.',
  )

const TimeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: localizedIssue(message('common.texts.mustBeAnIANATimeZone')) })
  .nullable()
  .describe(
    "IANA time zone that the dashboard shows times in; null: the zone of each person's browser. The days of metrics are always UTC.",
  )

const WeekStart = z.enum(weekStarts).describe('First day of a week in calendars of the dashboard.')

export const SecondFactorRequiredFrom = Timestamp.nullable().describe(
  'From when on sessions of members without a second factor get 403 `second_factor_required`; null: members need none.',
)

export const OrganizationChange = z
  .strictObject({
    name: Line(100),
    spend_limit_micros: SpendLimit,
    time_zone: TimeZone,
    week_start: WeekStart,
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, {
    error: localizedIssue(message('common.texts.mustContainAChange')),
  })

export const Organization = z
  .object({
    id: z.uuid(),
    name: z.string(),
    plan: z.string(),
    time_zone: TimeZone,
    week_start: WeekStart,
    second_factor_required_from: SecondFactorRequiredFrom,
    created_at: Timestamp,
    member: Member.pick({ role: true, brand_ids: true })
      .extend({ has_second_factor: z.boolean() })
      .describe('The membership of the caller.'),
  })
  .meta({ id: 'Organization' })

export const OrganizationSpendLimit = z.object({ spend_limit_micros: SpendLimit })

/** Creates an organization owned by `owner` and returns its id. */
export async function createOrganization(tx: AppContext, owner: User): Promise<string> {
  const organizationId = newId(tx.now().getTime())
  await tx.db
    .insertInto('organizations')
    .values({
      id: organizationId,
      name: `${owner.name}'s organization`,
      plan: defaultPlan(tx.config),
      created_at: tx.now(),
    })
    .execute()
  await insertMember({ ...tx, organizationId }, { userId: owner.id, role: 'owner', brandIds: null })
  return organizationId
}

/** An organization of the signed-in person. */
export const OwnOrganization = z.object({
  id: z.uuid(),
  name: z.string(),
  role: Role,
  is_current: z.boolean(),
})

/** Lists the organizations of a person by name. */
export async function listOwnOrganizations(
  ctx: AppContext,
  userId: string,
  currentId: string | null,
): Promise<z.input<typeof OwnOrganization>[]> {
  const rows = await ctx.db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.name', 'members.role'])
    .where('members.user_id', '=', userId)
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute()
  return rows.map((row) => ({ ...row, role: asRole(row.role), is_current: row.id === currentId }))
}

/** Makes the session show another organization. Throws `not_found` unless the person belongs to it. */
export function switchOrganization(
  ctx: AppContext,
  session: ActiveSession,
  organizationId: string,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const member = await tx.db
      .selectFrom('members')
      .select('user_id')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', session.userId)
      // Waits for a concurrent removal, which would end the session.
      .forKeyShare()
      .executeTakeFirst()
    if (!member) throw notFound(message('common.texts.noSuchOrganization'))
    await showOrganization(tx, session, organizationId)
  })
}

export async function getOrganization(ctx: Context): Promise<z.input<typeof Organization>> {
  const organization = await findOrganization(ctx)
  const { role, brand_ids, hasSecondFactor } = await getOwnMembership(ctx)
  return {
    id: organization.id,
    name: organization.name,
    plan: organization.plan,
    time_zone: organization.time_zone,
    week_start: z.enum(weekStarts).parse(organization.week_start),
    second_factor_required_from: organization.second_factor_required_from?.toISOString() ?? null,
    created_at: organization.created_at.toISOString(),
    member: { role, brand_ids, has_second_factor: hasSecondFactor },
  }
}

export async function getSpendLimit(ctx: Context): Promise<z.input<typeof OrganizationSpendLimit>> {
  const { spend_limit_micros } = await findOrganization(ctx)
  return { spend_limit_micros }
}

export async function findOrganization(ctx: OrganizationContext): Promise<Selectable<Organizations>> {
  const organization = await ctx.db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', ctx.organizationId)
    .executeTakeFirst()
  if (!organization) throw notFound(message('common.texts.noSuchOrganization'))
  return organization
}

export function changeOrganization(ctx: Context, change: z.output<typeof OrganizationChange>): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db.updateTable('organizations').set(change).where('id', '=', tx.organizationId).execute()
    const data: Record<string, string | number | null> = {}
    for (const [name, value] of Object.entries(change)) if (value !== undefined) data[name] = value
    await recordEvent(tx, 'organization.changed', { data })
  })
}

/** Requires a second factor of all members from a time on, or, with null, no longer. */
export function requireSecondFactors(ctx: Context, requiredFrom: string | null): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .updateTable('organizations')
      .set({ second_factor_required_from: requiredFrom })
      .where('id', '=', tx.organizationId)
      .execute()
    await recordEvent(tx, 'organization.changed', { data: { second_factor_required_from: requiredFrom } })
  })
}

/** Whether this runtime knows the name, which is what the dashboard formats with. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export async function setPlan(ctx: Context, plan: PlanName): Promise<void> {
  await transaction(ctx, async (tx) => {
    const changed = await tx.db
      .updateTable('organizations')
      .set({ plan })
      .where('id', '=', tx.organizationId)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw notFound(message('common.texts.noSuchOrganization'))
    await recordEvent(tx, 'plan.changed', { data: { plan } })
  })
}
