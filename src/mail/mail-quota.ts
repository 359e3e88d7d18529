/**
 * Limits the email that members trigger, such as invitations and tests, so that an account that anybody can create sends
 * no bulk email. Counts per day (UTC), organization and recipient; the count of a recipient includes all organizations.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { type AppContext, type OrganizationContext, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { ipRateLimitKey } from '../http/rate-limiter.ts'
import { type Message, message } from '../languages/message.ts'

/** Messages to one address per day (UTC), from all organizations. */
const maxPerRecipient = 20
/** Messages about one account per day (UTC) that one network can request. */
const maxPerNetworkAndRecipient = 5

/** Counts one message to the recipient. Returns why it must not be sent, in which case it is not counted, or null. */
export async function takeMailQuota(ctx: OrganizationContext, recipient: string): Promise<Message | null> {
  const { MAIL_PER_ORGANIZATION } = ctx.config
  try {
    await transaction(ctx, async (tx) => {
      // Always in this order, so that concurrent messages of an organization cannot deadlock.
      await count(tx, `organization ${tx.organizationId}`, MAIL_PER_ORGANIZATION, organizationFull)
      await count(tx, `recipient ${recipient.toLowerCase()}`, maxPerRecipient, recipientFull)
    })
    return null
  } catch (error) {
    if (error instanceof QuotaExceeded) return error.reason
    throw error
  }
}

/**
 * Counts one message about an account, which anyone can request for any address. Returns whether it may be sent. Counts per
 * network, so that a stranger cannot use up the messages of the owner of the address.
 */
export async function takeAccountMailQuota(ctx: AppContext, recipient: string): Promise<boolean> {
  const network = ctx.request ? ipRateLimitKey(ctx.request.ip) : 'command line'
  try {
    await count(ctx, `account ${network} ${recipient}`, maxPerNetworkAndRecipient, recipientFull)
    // An address from which the person signed in before is not a stranger's.
    if (ctx.request?.isKnownAddress !== true)
      await count(ctx, `account ${recipient}`, maxPerRecipient, recipientFull)
    return true
  } catch (error) {
    if (error instanceof QuotaExceeded) return false
    throw error
  }
}

/** Deletes the counts of past days. */
export async function deleteOldMailCounts(ctx: AppContext): Promise<void> {
  await ctx.db.deleteFrom('mail_counts').where('day', '<', utcDay(ctx.now())).execute()
}

const organizationFull = message('mail.mailQuota.theOrganizationHasSentAsMany')
const recipientFull = message('mail.mailQuota.thisAddressHasReceivedAsMany')

class QuotaExceeded extends Error {
  reason: Message
  constructor(reason: Message) {
    super('Mail quota exceeded')
    this.reason = reason
  }
}

async function count(tx: AppContext, key: string, limit: number, reason: Message): Promise<void> {
  if (limit === 0) return
  const { rows } = await sql`
    insert into mail_counts as stored (day, id, count) values (${utcDay(tx.now())}, ${getId(tx, key)}, 1)
    on conflict (day, id) do update set count = stored.count + 1 where stored.count < ${limit}::int4
    returning id`.execute(tx.db)
  if (rows.length === 0) throw new QuotaExceeded(reason)
}

/** Keyed digest, so that the database stores no addresses of strangers. */
const getId = ({ secretKey }: AppContext, key: string): Buffer =>
  createHmac('sha256', secretKey).update(`mail ${key}`).digest().subarray(0, 16)
