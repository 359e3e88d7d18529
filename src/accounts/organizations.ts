/**
 * An organization is who owns brands, and whom a plan is for. People enter it as its first owner or by invitation; a
 * person belongs to one. Its members have a role: owners decide everything, admins everything but owners, members change
 * what is tracked, viewers look. Members and viewers may be limited to chosen brands.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { defaultPlan, type PlanName } from '../plans/plans.ts'
import { hashPassword, insertUser, type User } from './better-auth.ts'
import { insertMember, listMembers, Member } from './members.ts'

const SpendLimit = z
  .number()
  .int()
  .min(0)
  .max(1e15)
  .nullable()
  .describe('The most to spend in a month (UTC), in millionths of a US dollar; null is no limit of its own.')

export const OrganizationChange = z
  .strictObject({ name: Line(100), spend_limit_micros: SpendLimit })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must hold a name or spend_limit_micros')

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

export type NewPerson = { name: string; email: string; password: string }

/** A new organization with its owner, made from the command line. Throws `conflict` for an address that has an account. */
export async function createOwner(
  ctx: AppContext,
  { name, email, password }: NewPerson,
): Promise<{ organizationId: string; user: User }> {
  const passwordHash = await hashPassword(password)
  return transaction(ctx, async (tx) => {
    await lockFirstSignUp(tx)
    const user = await insertUser(tx, { name, email, passwordHash })
    const founded = await createOrganization(tx, user)
    await recordEvent({ ...founded, actor: { kind: 'system' } }, 'organization.created', {
      data: { user_id: user.id },
    })
    return { organizationId: founded.organizationId, user }
  })
}

/** Of several first sign-ups at once, each waits here until the one before it is done, and then sees its owner. */
const foundingLock = 7_340_113

export async function lockFirstSignUp(tx: AppContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(${foundingLock})`.execute(tx.db)
}

export async function hasUsers(ctx: AppContext): Promise<boolean> {
  return (await ctx.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** An organization of this person's own. */
export async function createOrganization<C extends AppContext>(
  tx: C,
  owner: User,
): Promise<C & { organizationId: string }> {
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
  const founded = { ...tx, organizationId }
  await insertMember(founded, { userId: owner.id, role: 'owner', brandIds: null })
  return founded
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
