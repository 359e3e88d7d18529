/**
 * A digest is a personal summary of the numbers of chosen brands, sent weekly or monthly to the inbox and, if SMTP is
 * configured, by email.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { digestFrequencies } from '../../vocabulary/notifications.ts'
import { isTimeZone } from '../accounts/organizations.ts'
import type { AppContext, Context } from '../core/context.ts'
import { Uuid } from '../core/ids.ts'
import type { Digests } from '../db/schema.generated.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { canSendMail } from '../mail/mailer.ts'
import { type DigestSchedule, lastDue } from './schedule.ts'

const fields = {
  is_active: z.boolean(),
  frequency: z.enum(digestFrequencies),
  brand_ids: z.array(Uuid).min(1).max(1_000).nullable().describe('Null: every brand that you can see.'),
  weekday: z.number().int().min(1).max(7).describe('1 is Monday; for weekly digests.'),
  month_day: z.number().int().min(1).max(28).describe('Day of the month; for monthly digests.'),
  hour: z.number().int().min(0).max(23),
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, { error: localizedIssue(message('common.texts.mustBeAnIANATimeZone')) })
    .nullable()
    .describe('Null: the zone of the organization, or UTC.'),
  skip_empty: z
    .boolean()
    .describe(
      'Send nothing when there is nothing new: no established change, no new opportunity and no run with problems.',
    ),
}

export const DigestSettings = z.strictObject(fields)

export const DigestRecord = z
  .object({
    ...fields,
    brand_ids: z.array(z.uuid()).nullable(),
    organization_time_zone: z.string().describe('The time zone used when `time_zone` is null.'),
    can_send_email: z.boolean().describe('False: SMTP_URL is not set, so digests are in the inbox only.'),
    email: z.string().describe('The address that digests are sent to.'),
  })
  .meta({ id: 'Digest' })

export type DigestRow = Selectable<Digests>

const defaults = {
  is_active: false,
  frequency: 'weekly',
  brand_ids: null,
  weekday: 1,
  month_day: 1,
  hour: 8,
  time_zone: null,
  skip_empty: false,
} satisfies z.output<typeof DigestSettings>

export async function getDigest(ctx: Context): Promise<z.input<typeof DigestRecord>> {
  const row = await findDigest(ctx)
  const { email } = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', getUserId(ctx))
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow()
  return {
    ...(row ? getSettings(row) : defaults),
    organization_time_zone: await organizationZone(ctx),
    can_send_email: canSendMail(ctx),
    email,
  }
}

const getSettings = (row: DigestRow): z.output<typeof DigestSettings> => ({
  is_active: row.is_active,
  frequency: fields.frequency.parse(row.frequency),
  brand_ids: row.brand_ids,
  weekday: row.weekday,
  month_day: row.month_day,
  hour: row.hour,
  time_zone: row.time_zone,
  skip_empty: row.skip_empty,
})

/** Stores the settings. The first digest is sent when it is due after the change. */
export async function setDigest(
  ctx: Context,
  settings: z.output<typeof DigestSettings>,
): Promise<z.input<typeof DigestRecord>> {
  const values = { ...settings, last_due_at: ctx.now(), updated_at: ctx.now() }
  await ctx.db
    .insertInto('digests')
    .values({ organization_id: ctx.organizationId, user_id: getUserId(ctx), ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(values))
    .execute()
  return getDigest(ctx)
}

/** Turns the digest off and keeps its other settings. */
export async function turnDigestOff(
  app: AppContext,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await app.db
    .updateTable('digests')
    .set({ is_active: false, updated_at: app.now() })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

const findDigest = (ctx: Context): Promise<DigestRow | undefined> =>
  ctx.db
    .selectFrom('digests')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', getUserId(ctx))
    .executeTakeFirst()

/** Returns the time at which the digest was due last, in its time zone. */
export async function getLastDue(ctx: Context, row: DigestRow): Promise<Date> {
  const schedule: DigestSchedule = {
    frequency: fields.frequency.parse(row.frequency),
    weekday: row.weekday,
    month_day: row.month_day,
    hour: row.hour,
    timeZone: row.time_zone ?? (await organizationZone(ctx)),
  }
  return lastDue(schedule, ctx.now())
}

async function organizationZone(ctx: Context): Promise<string> {
  const { time_zone } = await ctx.db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  return time_zone ?? 'UTC'
}

/** The routes of digests require a session, so the caller is a user. */
export function getUserId({ actor }: Context): string {
  if (actor.kind !== 'user') throw new Error('A digest belongs to a user')
  return actor.userId
}
