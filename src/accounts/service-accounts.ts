/**
 * A service account is a member of one organization that is not a person: its API keys keep working when the people who
 * created them leave. It has a role and brands, but neither an email address nor a password, so it cannot sign in, and plans
 * do not count it.
 */
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { message } from '../languages/message.ts'
import { listActiveApiKeys, revokeApiKey } from './api-keys.ts'
import { BrandIds, Role } from './fields.ts'
import { brandsFor, changeMembership, type MemberRow, selectMembers } from './members.ts'

/** Only people own an organization, and clients read reports in the dashboard. */
export const ServiceRole = Role.exclude(['owner', 'client'])

export const NewServiceAccount = z.strictObject({
  name: Line(100),
  role: ServiceRole,
  brand_ids: BrandIds.optional(),
})

export const ServiceAccountChange = NewServiceAccount.partial()

export const ServiceAccount = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: ServiceRole,
    brand_ids: z.array(z.uuid()).nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'ServiceAccount' })

export function createServiceAccount(
  ctx: Context,
  { name, role, brand_ids = null }: z.output<typeof NewServiceAccount>,
): Promise<z.input<typeof ServiceAccount>> {
  return transaction(ctx, async (tx) => {
    const now = tx.now()
    const id = newId(now.getTime())
    await tx.db
      .insertInto('users')
      .values({ id, kind: 'service', name, email: null, created_at: now, updated_at: now })
      .execute()
    const brandIds = brandsFor(role, brand_ids)
    await tx.db
      .insertInto('members')
      .values({
        organization_id: tx.organizationId,
        user_id: id,
        role,
        brand_ids: brandIds,
        created_at: now,
      })
      .execute()
    await recordEvent(tx, 'service_account.created', {
      data: { user_id: id, name, role, brand_ids: brandIds },
    })
    return getServiceAccount(tx, id)
  })
}

export async function listServiceAccounts(ctx: Context): Promise<z.input<typeof ServiceAccount>[]> {
  const rows = await selectMembers(ctx, 'service')
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .execute()
  return rows.map(showServiceAccount)
}

/** Throws `not_found` for an unknown account and for the account of a person. */
export async function getServiceAccount(ctx: Context, id: string): Promise<z.input<typeof ServiceAccount>> {
  const row = await selectMembers(ctx, 'service').where('members.user_id', '=', id).executeTakeFirst()
  if (!row) throw notFound(message('accounts.serviceAccounts.noSuchAccount'))
  return showServiceAccount(row)
}

export function changeServiceAccount(
  ctx: Context,
  id: string,
  { name, ...membership }: z.output<typeof ServiceAccountChange>,
): Promise<z.input<typeof ServiceAccount>> {
  return transaction(ctx, async (tx) => {
    const { role, brandIds } = await changeMembership(tx, id, membership)
    if (name !== undefined)
      await tx.db.updateTable('users').set({ name, updated_at: tx.now() }).where('id', '=', id).execute()
    const changed = await getServiceAccount(tx, id)
    await recordEvent(tx, 'service_account.changed', {
      data: { user_id: id, name: changed.name, role, brand_ids: brandIds },
    })
    return changed
  })
}

/** Revokes the API keys of the account, and deletes both. */
export function deleteServiceAccount(
  ctx: Context,
  { id, name }: z.input<typeof ServiceAccount>,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    for (const key of await listActiveApiKeys(tx, id)) await revokeApiKey(tx, key)
    await recordEvent(tx, 'service_account.deleted', { data: { user_id: id, name } })
    await tx.db.deleteFrom('users').where('id', '=', id).where('kind', '=', 'service').execute()
  })
}

const showServiceAccount = (row: MemberRow): z.input<typeof ServiceAccount> => ({
  id: row.user_id,
  name: row.name,
  role: ServiceRole.parse(row.role),
  brand_ids: row.brand_ids,
  created_at: row.created_at.toISOString(),
})
