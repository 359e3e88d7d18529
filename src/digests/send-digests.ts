/** Sends digests that are due, and digests that a member requests. */

import type { DigestFrequency } from '../../vocabulary/notifications.ts'
import { getMember } from '../accounts/members.ts'
import { type Brand, listBrands } from '../brands/brands.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { runInTurns } from '../core/in-turns.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { canSendMail } from '../mail/mailer.ts'
import type { NotificationContent } from '../notifications/content.ts'
import { notify } from '../notifications/notify.ts'
import { composeDigest } from './compose.ts'
import { type DigestRow, getLastDue, getUserId } from './digest-settings.ts'
import { type BrandDigest, type DigestPeriod, isNews, readBrandDigest } from './read-brand.ts'
import { getDigestPeriod } from './schedule.ts'

/** `brandIds` null: every brand that the member can see. */
export type DigestChoice = { frequency: DigestFrequency; brandIds: readonly string[] | null }

export type ComposedDigest = {
  message: NotificationContent
  brandIds: string[]
  hasNews: boolean
  period: DigestPeriod
}

/**
 * Sends every digest that has become due since the last one. After downtime, only the latest period is sent. A failure of one
 * digest does not affect the others; the next tick attempts it again.
 */
export async function sendDueDigests(app: AppContext, stopping: AbortSignal): Promise<void> {
  const rows = await app.db
    .selectFrom('digests')
    .innerJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'digests.organization_id')
        .onRef('members.user_id', '=', 'digests.user_id'),
    )
    .selectAll('digests')
    .select('members.brand_ids as visible')
    .where('digests.is_active', '=', true)
    .orderBy('digests.organization_id')
    .orderBy('digests.user_id')
    .execute()
  await runInTurns(app, rows, {
    stopping,
    failure: 'digest failed',
    work: ({ visible, ...row }) => sendIfDue(systemContext(app, row.organization_id), row, visible),
  })
}

async function sendIfDue(ctx: Context, row: DigestRow, visible: string[] | null): Promise<void> {
  const due = await getLastDue(ctx, row)
  if (due <= row.last_due_at) return
  const frequency = row.frequency === 'monthly' ? 'monthly' : 'weekly'
  const brands = await chooseBrands(ctx, row.brand_ids, visible)
  const digest = await composeFor(ctx, brands, frequency, due)
  const isLeftOut = brands.length === 0 || (row.skip_empty && !digest.hasNews)
  await transaction(ctx, async (tx) => {
    const key = `digest:${row.user_id}:${frequency}:${digest.period.to}`
    if (!isLeftOut) await deliver(tx, row.user_id, digest, { key, isEmailed: true })
    await tx.db
      .updateTable('digests')
      .set({ last_due_at: due })
      .where('organization_id', '=', tx.organizationId)
      .where('user_id', '=', row.user_id)
      .where('updated_at', '=', row.updated_at)
      .execute()
  })
}

/** Composes the digest of the caller as if it were due now. */
export async function composeNow(ctx: Context, choice: DigestChoice): Promise<ComposedDigest> {
  const brands = await chooseBrands(ctx, choice.brandIds, null)
  return composeFor(ctx, brands, choice.frequency, ctx.now())
}

/**
 * Sends the digest of the caller now, whether or not it contains news: to the inbox, and by email unless none is configured
 * or the address has received too many messages today.
 */
export async function sendNow(
  ctx: Context,
  choice: DigestChoice,
): Promise<{ notificationId: string; isEmailed: boolean }> {
  const digest = await composeNow(ctx, choice)
  const { user_id, email } = await getMember(ctx, getUserId(ctx))
  const isEmailed = canSendMail(ctx) && (await takeMailQuota(ctx, email)) === null
  const key = `digest:${user_id}:now:${newId(ctx.now().getTime())}`
  const notificationId = await transaction(ctx, (tx) => deliver(tx, user_id, digest, { key, isEmailed }))
  if (notificationId === null) throw new Error('A new key exists already')
  return { notificationId, isEmailed }
}

/** Returns the active brands of a digest, without demo brands. `listBrands` leaves out those that a user cannot see, and `visible` does so for the service. */
async function chooseBrands(
  ctx: Context,
  chosen: readonly string[] | null,
  visible: readonly string[] | null,
): Promise<Brand[]> {
  const brands = await listBrands(ctx)
  return brands
    .filter(
      ({ id, status, is_demo }) => status === 'active' && !is_demo && isIn(chosen, id) && isIn(visible, id),
    )
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

const isIn = (ids: readonly string[] | null, id: string): boolean => ids === null || ids.includes(id)

async function composeFor(
  ctx: Context,
  brands: readonly Brand[],
  frequency: DigestFrequency,
  due: Date,
): Promise<ComposedDigest> {
  const period = getDigestPeriod(frequency, due)
  const digests: BrandDigest[] = []
  for (const brand of brands) digests.push(await readBrandDigest(ctx, brand, period))
  return {
    message: composeDigest(digests, { frequency, period }),
    brandIds: brands.map(({ id }) => id),
    hasNews: digests.some(isNews),
    period,
  }
}

function deliver(
  tx: Context,
  userId: string,
  { message, brandIds }: ComposedDigest,
  { key, isEmailed }: { key: string; isEmailed: boolean },
): Promise<string | null> {
  const [only, ...others] = brandIds
  return notify(tx, {
    brandId: only !== undefined && others.length === 0 ? only : null,
    brandIds,
    kind: 'digest',
    key,
    message,
    channelIds: [],
    userIds: [userId],
    emailUserIds: isEmailed ? [userId] : [],
  })
}
