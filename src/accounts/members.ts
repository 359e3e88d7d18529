/**
 * A member is a user in an organization, with a role. Owners can do everything; admins everything except manage owners;
 * editors change what is tracked; viewers only read. Editors and viewers can be limited to certain brands. Clients see
 * the reports of their brands and nothing else; they always have a list of brands.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import {
  type Context,
  type OrganizationContext,
  type Role as RoleName,
  transaction,
} from '../core/context.ts'
import { conflict, forbidden, invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import type { ResourceLoader } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { lockOrganization, requireQuota } from '../plans/plans.ts'
import { requireUserId } from './actors.ts'
import { revokeApiKeys } from './api-keys.ts'
import { BrandIds, Role } from './fields.ts'
import { giveUpEmergencyAccess } from './required-sso.ts'
import { asRole, hasSecondFactor } from './sessions.ts'
import type { UserKind } from './users.ts'

export const Member = z
  .object({
    user_id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: Role,
    brand_ids: z.array(z.uuid()).nullable(),
    has_second_factor: z.boolean().nullable().describe('Null: only owners see it.'),
    created_at: Timestamp,
  })
  .meta({ id: 'Member' })

export const MemberName = Member.pick({ user_id: true, name: true }).meta({ id: 'MemberName' })

/** `brandIds` null means every brand, present and future. */
export type Membership = { role: RoleName; brandIds: string[] | null }

export async function listMembers(ctx: Context): Promise<z.input<typeof Member>[]> {
  const rows = await getPeople(ctx).orderBy('members.created_at').orderBy('members.user_id').execute()
  return rows.map((row) => showMember(ctx, row))
}

/** Lists the members who can access a brand, by name. */
export async function listMembersOfBrand(
  ctx: Context,
  brandId: string,
): Promise<z.input<typeof MemberName>[]> {
  const members = (await listMembers(ctx)).filter((member) => canAccessBrand(member, brandId))
  return members.map(({ user_id, name }) => ({ user_id, name }))
}

export async function getMember(ctx: Context, userId: string): Promise<z.input<typeof Member>> {
  const row = await getPeople(ctx).where('members.user_id', '=', userId).executeTakeFirst()
  if (!row) throw noSuchMember()
  return showMember(ctx, row)
}

/** Returns the membership of the user who acts. */
export async function getOwnMembership(ctx: Context) {
  const { role, brand_ids, has_second_factor } = await getPeople(ctx)
    .where('members.user_id', '=', requireUserId(ctx))
    .executeTakeFirstOrThrow(() => noSuchMember())
  return { role: asRole(role), brand_ids, hasSecondFactor: has_second_factor }
}

export const canAccessBrand = ({ brand_ids }: z.input<typeof Member>, brandId: string): boolean =>
  brand_ids === null || brand_ids.includes(brandId)

/** Throws `not_found` for a user who is not a member, `invalid_request` for a member without access to the brand. */
export async function requireAccessToBrand(ctx: Context, ownerId: string, brandId: string): Promise<void> {
  if (!canAccessBrand(await getMember(ctx, ownerId), brandId))
    throw invalid('owner_id', message('opportunities.editOpportunity.hasNoAccessToTheBrand'))
}

/** Throws `conflict` when the user is already a member, `plan_limit` when the plan allows no more members. */
export async function insertMember(
  tx: OrganizationContext,
  { userId, role, brandIds }: { userId: string } & Membership,
): Promise<void> {
  await requireQuota(tx, 'members', () => countMembers(tx))
  const inserted = await tx.db
    .insertInto('members')
    .values({
      organization_id: tx.organizationId,
      user_id: userId,
      role,
      brand_ids: brandIds,
      created_at: tx.now(),
    })
    .onConflict((conflicting) => conflicting.columns(['organization_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!inserted) throw conflict(message('accounts.general.thisPersonIsAlreadyAMember'))
}

/** Counts people: plans do not limit service accounts. */
export async function countMembers(ctx: Pick<Context, 'db' | 'organizationId'>): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('members.organization_id', '=', ctx.organizationId)
    .where('users.kind', '=', 'person')
    .executeTakeFirstOrThrow()
  return count
}

type MembershipChange = { role?: RoleName | undefined; brand_ids?: string[] | null | undefined }

/** Throws `forbidden` when the actor may not change an owner, `conflict` when no owner would remain. */
export function changeMember(
  ctx: Context,
  userId: string,
  change: MembershipChange,
): Promise<z.input<typeof Member>> {
  return transaction(ctx, async (tx) => {
    const { role, brandIds } = await changeMembership(tx, userId, change)
    await recordEvent(tx, 'member.changed', { data: { user_id: userId, role, brand_ids: brandIds } })
    return getMember(tx, userId)
  })
}

/** Changes the role or brands of a person or service account, and returns both. Throws like `changeMember`. */
export async function changeMembership(
  tx: Context,
  userId: string,
  change: MembershipChange,
): Promise<Membership> {
  const member = await lockMember(tx, userId)
  const role = change.role ?? member.role
  if (role === 'owner') requireOwner(tx)
  const brandIds = brandsFor(role, change.brand_ids === undefined ? member.brandIds : change.brand_ids)
  if (role !== 'owner') {
    await requireOtherOwner(tx, member)
    await giveUpEmergencyAccess(tx, userId, tx.organizationId)
  }
  await tx.db
    .updateTable('members')
    .set({ role, brand_ids: brandIds })
    .where('organization_id', '=', tx.organizationId)
    .where('user_id', '=', userId)
    .execute()
  return { role, brandIds }
}

/** Ends the member's sessions in the organization and revokes their API keys. Keeps the account of the person. */
export function removeMember(ctx: Context, userId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const member = await lockMember(tx, userId)
    await requireOtherOwner(tx, member)
    await giveUpEmergencyAccess(tx, userId, tx.organizationId)
    await tx.db
      .deleteFrom('members')
      .where('organization_id', '=', tx.organizationId)
      .where('user_id', '=', userId)
      .execute()
    await revokeApiKeys(tx, userId)
    await recordEvent(tx, 'member.removed', { data: { user_id: userId, role: member.role } })
  })
}

/** Owners and admins always see every brand: they grant access, so limiting them would have no effect. */
export function brandsFor(role: RoleName, brandIds: string[] | null): string[] | null {
  return role === 'owner' || role === 'admin' ? null : brandIds
}

/** Throws `invalid_request` for owners and admins with a list of brands, and for clients without brands. */
export function requireBrandsForRole(role: RoleName, brandIds: string[] | null | undefined): void {
  if (brandIds && (role === 'owner' || role === 'admin'))
    throw invalid('brand_ids', message('accounts.members.mustBeNullForAnRole', { role }))
  if (role === 'client' && !brandIds?.length)
    throw invalid('brand_ids', message('accounts.members.mustNameTheBrandsOfAClient'))
}

/** Looks up `brand_ids` of a body. Throws `not_found` unless the caller may see every brand. */
export const brandsFinder: ResourceLoader<void> = {
  in: 'body',
  name: 'brand_ids',
  schema: BrandIds.optional(),
  load: (ctx, ids) => requireKnownBrands(ctx, BrandIds.optional().parse(ids)),
}

async function requireKnownBrands(ctx: Context, brandIds: string[] | null | undefined): Promise<void> {
  if (!brandIds || brandIds.length === 0) return
  const visible = 'brandIds' in ctx.actor ? ctx.actor.brandIds : null
  if (visible !== null && brandIds.some((id) => !visible.includes(id)))
    throw notFound(message('common.texts.noSuchBrand'))
  const own = await ctx.db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where(sql<boolean>`id = any(${brandIds}::uuid[])`)
    .execute()
  if (own.length < new Set(brandIds).size) throw notFound(message('common.texts.noSuchBrand'))
}

/**
 * Returns a member after locking the organization, so that two owners cannot demote each other concurrently and leave no
 * owner.
 */
async function lockMember(tx: Context, userId: string): Promise<{ userId: string } & Membership> {
  await lockOrganization(tx)
  const member = await tx.db
    .selectFrom('members')
    .select(['role', 'brand_ids'])
    .where('organization_id', '=', tx.organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) throw noSuchMember()
  if (member.role === 'owner') requireOwner(tx)
  return { userId, role: asRole(member.role), brandIds: member.brand_ids }
}

function requireOwner({ actor }: Context): void {
  if ('role' in actor && actor.role !== 'owner') {
    throw forbidden(message('accounts.members.onlyAnOwnerCanAddChange'))
  }
}

async function requireOtherOwner(
  tx: Context,
  { userId, role }: { userId: string } & Membership,
): Promise<void> {
  if (role === 'owner' && !(await hasOtherOwner(tx, userId)))
    throw conflict(message('accounts.members.thisIsTheOnlyOwnerMake'))
}

/** Whether the organization has an owner other than this person. */
export async function hasOtherOwner(tx: OrganizationContext, userId: string): Promise<boolean> {
  const other = await tx.db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', tx.organizationId)
    .where('role', '=', 'owner')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

const getPeople = (ctx: Context) => selectMembers(ctx, 'person').$narrowType<{ email: string }>()

/** Selects the people or the service accounts of the organization. */
export function selectMembers(ctx: Context, kind: z.output<typeof UserKind>) {
  const visible = 'brandIds' in ctx.actor ? ctx.actor.brandIds : null
  return ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'users.name', 'users.email', 'members.role', 'members.created_at'])
    .select(
      // Omits deleted brands and brands that the caller may not see.
      sql<string[] | null>`
        case when members.brand_ids is not null then array(
          select brands.id from brands
          where brands.organization_id = members.organization_id
            and brands.id = any(members.brand_ids)
            and (${visible}::uuid[] is null or brands.id = any(${visible}::uuid[]))
          order by brands.id
        ) end`.as('brand_ids'),
    )
    .select(hasSecondFactor('members.user_id').as('has_second_factor'))
    .where('members.organization_id', '=', ctx.organizationId)
    .where('users.kind', '=', kind)
}

export type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>

const noSuchMember = () => notFound(message('accounts.members.noSuchMember'))

const showMember = ({ actor }: Context, row: MemberRow & { email: string }): z.input<typeof Member> => ({
  user_id: row.user_id,
  name: row.name,
  email: row.email,
  role: asRole(row.role),
  brand_ids: row.brand_ids,
  has_second_factor: 'role' in actor && actor.role === 'owner' ? row.has_second_factor : null,
  created_at: row.created_at.toISOString(),
})
