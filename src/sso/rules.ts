/** Which role and brands the members of a group at the provider get. */
import { sql } from 'kysely'
import { z } from 'zod'
import { BrandIds } from '../accounts/fields.ts'
import { InvitedRole } from '../accounts/invitations.ts'
import type { Membership } from '../accounts/members.ts'
import { type Context, type OrganizationContext, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { message } from '../languages/message.ts'
import { lockOrganization, requireRoom } from '../plans/plans.ts'
import type { OwnProvider } from './providers.ts'

export const NewRule = z.strictObject({
  group: Line(500).describe('The group as the provider names it in the claim.'),
  role: InvitedRole,
  brand_ids: BrandIds.optional(),
})

export const Rule = z
  .object({
    id: z.uuid(),
    group: z.string(),
    role: InvitedRole,
    brand_ids: z.array(z.uuid()).nullable(),
  })
  .meta({ id: 'SsoRule' })

const maxRules = 200

/** In the order in which they apply. */
export async function listRules(ctx: OrganizationContext): Promise<z.output<typeof Rule>[]> {
  const rows = await ctx.db
    .selectFrom('sso_rules')
    .select(['id', 'group_name as group', 'role', 'brand_ids'])
    .where('organization_id', '=', ctx.organizationId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, role: InvitedRole.parse(row.role) }))
}

export async function getRule(ctx: OrganizationContext, id: string): Promise<z.output<typeof Rule>> {
  const rule = (await listRules(ctx)).find((each) => each.id === id)
  if (!rule) throw notFound(message('sso.rules.noSuchRule'))
  return rule
}

/** Adds a rule after the others. Throws `conflict` when the group has one. */
export function addRule(
  ctx: Context,
  { group, role, brand_ids = null }: z.output<typeof NewRule>,
): Promise<z.output<typeof Rule>> {
  return transaction(ctx, async (tx) => {
    const count = async () => (await listRules(tx)).length
    await requireRoom(tx, { max: maxRules, count, full: message('sso.rules.tooMany', { max: maxRules }) })
    const { last } = await tx.db
      .selectFrom('sso_rules')
      .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('last'))
      .where('organization_id', '=', tx.organizationId)
      .executeTakeFirstOrThrow()
    const rule = { id: newId(tx.now().getTime()), role, brand_ids }
    const inserted = await tx.db
      .insertInto('sso_rules')
      .values({ organization_id: tx.organizationId, group_name: group, position: last + 1, ...rule })
      .onConflict((conflicting) => conflicting.columns(['organization_id', 'group_name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw conflict(message('sso.rules.groupHasARule'))
    await recordEvent(tx, 'sso_rule.added', { data: { group, role, brand_ids } })
    return { ...rule, group }
  })
}

export const RulePosition = z.strictObject({
  position: z.int().min(1).max(maxRules).describe('1: the rule applies first.'),
})

/** Moves a rule among the others, which keep their order. */
export function moveRule(
  ctx: Context,
  { id, group }: z.output<typeof Rule>,
  { position }: z.output<typeof RulePosition>,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const ids = (await listRules(tx)).map((rule) => rule.id).filter((each) => each !== id)
    ids.splice(position - 1, 0, id)
    await tx.db
      .updateTable('sso_rules')
      .set({ position: sql<number>`array_position(${ids}::uuid[], id)` })
      .where('organization_id', '=', tx.organizationId)
      .execute()
    await recordEvent(tx, 'sso_rule.moved', { data: { group, position } })
  })
}

export function deleteRule(ctx: Context, { id, group, role }: z.output<typeof Rule>): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('sso_rules')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, 'sso_rule.deleted', { data: { group, role } })
  })
}

/**
 * Returns the membership that a person gets: by the first rule for one of their groups, else the default role. Null: the person
 * is refused.
 */
export function chooseMembership(
  rules: z.output<typeof Rule>[],
  groups: string[],
  { defaultRole }: Pick<OwnProvider, 'defaultRole'>,
): Membership | null {
  const rule = rules.find(({ group }) => groups.includes(group))
  if (rule) return { role: rule.role, brandIds: rule.brand_ids }
  return defaultRole === null ? null : { role: defaultRole, brandIds: null }
}
