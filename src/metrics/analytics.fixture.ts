/** Sessions as an import from GA4 stores them. */
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { encryptSecret } from '../db/encryption.ts'

/** A day is thresholded and sampled unless it is final. */
type ImportedDay = { day: string; isFinal: boolean }
type Sessions = {
  day: string
  page?: string
  platform?: string
  source?: string
  sessions?: number
  key_events?: number
}

/** Adds a property of GA4 with imported days. */
export async function addAnalytics(
  ctx: Context,
  brandId: string,
  { name, days, sessions }: { name: string; days: readonly ImportedDay[]; sessions: readonly Sessions[] },
): Promise<void> {
  const id = newId()
  await ctx.db
    .insertInto('data_connections')
    .values({
      organization_id: ctx.organizationId,
      id,
      brand_id: brandId,
      kind: 'ga4',
      property: name,
      property_name: name,
      credential_kind: 'service_account',
      credentials: encryptSecret(ctx, 'x', id),
      account: 'a@example.com',
      time_zone: 'Europe/Berlin',
      created_at: new Date(),
    })
    .execute()
  const of = { brand_id: brandId, connection_id: id }
  await ctx.db
    .insertInto('connection_days')
    .values(
      days.map(({ day, isFinal }) => ({
        ...of,
        day,
        fetched_at: new Date(),
        is_final: isFinal,
        is_thresholded: !isFinal,
        samples_read: isFinal ? null : 5,
        sampling_space: isFinal ? null : 10,
      })),
    )
    .execute()
  await ctx.db
    .insertInto('session_days')
    .values(
      sessions.map((row) => ({
        ...of,
        page: '/',
        source: 'chatgpt.com',
        medium: 'referral',
        channel: 'Referral',
        platform: 'chatgpt',
        sessions: 0,
        engaged_sessions: 0,
        key_events: 0,
        ...row,
      })),
    )
    .execute()
}
