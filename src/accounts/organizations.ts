/** An organization owns brands, has a plan and consists of members. */
import { z } from 'zod'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { defaultPlan, type PlanName } from '../plans/plans.ts'
import { insertMember, listMembers, Member } from './members.ts'
import type { User } from './users.ts'

const SpendLimit = z
  .number()
  .int()
  .min(0)
  .max(1e15)
  .nullable()
  .describe(
    'Maximum spend per calendar month (UTC), in millionths of a US dollar. Null means no limit for this organization.',
  )

export const OrganizationChange = z
  .strictObject({ name: Line(100), spend_limit_micros: SpendLimit })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must contain name or spend_limit_micros')

export const Organization = z
  .object({
    id: z.uuid(),
    name: z.string(),
    plan: z.string(),
    spend_limit_micros: SpendLimit,
    created_at: Timestamp,
    members: z.array(Member),
  })
  .meta({ id: 'Organization' })

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

export async function getOrganization(ctx: Context): Promise<z.input<typeof Organization>> {
  const organization = await ctx.db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', ctx.organizationId)
    .executeTakeFirst()
  if (!organization) throw notFound('organization')
  return {
    id: organization.id,
    name: organization.name,
    plan: organization.plan,
    spend_limit_micros: organization.spend_limit_micros,
    created_at: organization.created_at.toISOString(),
    members: await listMembers(ctx),
  }
}

export function changeOrganization(ctx: Context, change: z.output<typeof OrganizationChange>): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db.updateTable('organizations').set(change).where('id', '=', tx.organizationId).execute()
    const { name, spend_limit_micros: limit } = change
    const data = {
      ...(name !== undefined && { name }),
      ...(limit !== undefined && { spend_limit_micros: limit }),
    }
    await recordEvent(tx, 'organization.changed', { data })
  })
}

export async function setPlan(ctx: Context, plan: PlanName): Promise<void> {
  await transaction(ctx, async (tx) => {
    const changed = await tx.db
      .updateTable('organizations')
      .set({ plan })
      .where('id', '=', tx.organizationId)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw notFound('organization')
    await recordEvent(tx, 'plan.changed', { data: { plan } })
  })
}
