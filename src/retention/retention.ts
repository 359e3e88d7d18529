/**
 * Retention periods of an organization: after how many days raw payloads, answer texts, visits and entries of the audit
 * log are deleted. Facts and rollups are kept, so no metric changes.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { recordEvent } from '../core/events.ts'

const maxDays = 36_500

const days = (min: number, what: string) =>
  z.number().int().min(min).max(maxDays).nullable().describe(`${what} Null: they are kept.`)

export const RetentionPeriods = z
  .strictObject({
    raw_payload_days: days(1, 'Days after which the raw payloads of engines are deleted.'),
    answer_text_days: days(
      7,
      'Days after which the texts and sources of answers are deleted, with their raw payloads.',
    ),
    visit_days: days(1, 'Days after which single visits are deleted.'),
    audit_log_days: days(30, 'Days after which entries of the audit log are deleted.'),
  })
  .meta({ id: 'RetentionPeriods' })

export type RetentionPeriods = z.output<typeof RetentionPeriods>

export const RetentionState = z.object({
  periods: RetentionPeriods,
  answers_without_text: z
    .number()
    .int()
    .describe('Answers whose text was deleted. They stay in metrics, and a reanalysis skips them.'),
})

export const RetentionPreview = z.object({
  deleted: z
    .object({
      raw_payloads: z.number().int(),
      answer_texts: z.number().int(),
      visits: z.number().int(),
      audit_log_entries: z.number().int(),
    })
    .describe('What the next daily deletion would delete.'),
  kept: z
    .object({ answers: z.number().int(), visits: z.number().int() })
    .describe(
      'How many of the affected answers and visits stay in the rollups, from which metrics are computed.',
    ),
})

export async function getRetention(ctx: Context): Promise<z.input<typeof RetentionState>> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from answers a
    where a.brand_id in ${getBrands(ctx.organizationId)} and a.status = 'answered'
      and not exists (select 1 from answer_texts x where x.brand_id = a.brand_id and x.answer_id = a.id)`.execute(
    ctx.db,
  )
  return { periods: await loadPeriods(ctx), answers_without_text: rows[0]?.n ?? 0 }
}

const loadPeriods = (ctx: Context): Promise<RetentionPeriods> =>
  ctx.db
    .selectFrom('organizations')
    .select(['raw_payload_days', 'answer_text_days', 'visit_days', 'audit_log_days'])
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()

export function setRetention(ctx: Context, periods: RetentionPeriods): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db.updateTable('organizations').set(periods).where('id', '=', tx.organizationId).execute()
    await recordEvent(tx, 'retention.changed', { data: periods })
  })
}

/** Counts what these periods would delete now. */
export async function previewRetention(
  ctx: Context,
  periods: RetentionPeriods,
): Promise<z.input<typeof RetentionPreview>> {
  const { raw, text, visits, audit } = cutoffs(ctx, periods)
  const { rows } = await sql<{
    raw_payloads: number
    answer_texts: number
    answers: number
    visits: number
    audit_log_entries: number
  }>`
    with
      affected as (
        select x.raw is not null and (a.day < ${raw}::date or a.day < ${text}::date) as has_raw,
          a.day < ${text}::date as loses_text
        from answers a join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
        where a.brand_id in ${getBrands(ctx.organizationId)}
          and a.day < greatest(${raw}::date, ${text}::date)
      )
    select
      count(*) filter (where has_raw)::int as raw_payloads,
      count(*) filter (where loses_text)::int as answer_texts,
      count(*) filter (where has_raw or loses_text)::int as answers,
      (select count(*)::int from visits
       where brand_id in ${getBrands(ctx.organizationId)} and day < ${visits}::date) as visits,
      (select count(*)::int from audit_log
       where organization_id = ${ctx.organizationId} and created_at < ${audit}::date) as audit_log_entries
    from affected`.execute(ctx.db)
  const [row] = rows
  const { answers = 0, ...deleted } = row ?? {
    raw_payloads: 0,
    answer_texts: 0,
    visits: 0,
    audit_log_entries: 0,
  }
  return { deleted, kept: { answers, visits: deleted.visits } }
}

/** Returns the first day (UTC) that each period keeps; null when everything is kept. */
export function cutoffs({ now }: Pick<AppContext, 'now'>, periods: RetentionPeriods) {
  const before = (period: number | null) =>
    period === null ? null : utcDay(new Date(now().getTime() - period * 86_400_000))
  return {
    raw: before(periods.raw_payload_days),
    text: before(periods.answer_text_days),
    visits: before(periods.visit_days),
    audit: before(periods.audit_log_days),
  }
}

const getBrands = (organizationId: string) =>
  sql`(select id from brands where organization_id = ${organizationId})`
