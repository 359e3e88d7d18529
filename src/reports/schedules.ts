/**
 * A schedule creates a report at the end of each week or month. A process claims a due period by moving `next_on`
 * forward in the transaction that stores the report, and a unique index allows one report per schedule and period.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Brand, canSee, getBrand } from '../brands/brands.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { dayBefore, daysAfter, nextStart, periodStart, utcDay } from '../core/days.ts'
import { AppError, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { newId, Uuid } from '../core/ids.ts'
import { runInTurns } from '../core/in-turns.ts'
import type { ReportSchedules } from '../db/schema.generated.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { publishReport } from './change-report.ts'
import { createReport, maxBrands } from './create-report.ts'
import { notifyOfReport } from './report-notification.ts'
import { defaultTitle, ReportLanguage, ReportTitle } from './report-title.ts'
import { SectionChoice, Sections, sectionsOrDefault } from './sections.ts'

type ScheduleRow = Selectable<ReportSchedules>

const frequencies = ['weekly', 'monthly'] as const
const getGrain = (frequency: string) => (frequency === 'weekly' ? 'week' : 'month')

export const NewSchedule = z.strictObject({
  brand_ids: z.array(Uuid).min(1).max(maxBrands).describe('One brand, or several for a portfolio.'),
  frequency: z.enum(frequencies).describe('`weekly`: Monday to Sunday. `monthly`: a calendar month.'),
  ...ReportTitle,
  sections: SectionChoice,
  publishes: z
    .boolean()
    .default(false)
    .describe('Whether each report is published at once. Otherwise it is a draft that members edit first.'),
})

export const Schedule = z
  .object({
    id: z.uuid(),
    brand_ids: z.array(z.uuid()),
    frequency: z.enum(frequencies),
    language: ReportLanguage.describe('Language of its reports.'),
    title: z.string(),
    publishes: z.boolean(),
    next_on: z.iso.date().describe('The day on which the next report is created (UTC).'),
    failure: localizedText().nullable().describe('Why the last report was not created; null if it was.'),
  })
  .meta({ id: 'ReportSchedule' })

/** Of an organization. Each takes as long as several metrics when it is due. */
const maxSchedules = 50

export async function listSchedules(ctx: Context, brandId: string | undefined): Promise<ScheduleRow[]> {
  const rows = await ctx.db
    .selectFrom('report_schedules')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .orderBy('id')
    .execute()
  return rows.filter(
    ({ brand_ids }) =>
      brand_ids.every((id) => canSee(ctx, id)) && (brandId === undefined || brand_ids.includes(brandId)),
  )
}

/** Throws `not_found` unless the caller may access all of its brands. */
export async function getSchedule(ctx: Context, id: string): Promise<ScheduleRow> {
  const schedule = (await listSchedules(ctx, undefined)).find((each) => each.id === id)
  if (!schedule) throw notFound(message('reports.schedules.noSuchReportSchedule'))
  return schedule
}

/** Throws `conflict` when the organization has too many. */
export function createSchedule(
  ctx: Context,
  brands: readonly Brand[],
  { frequency, language, title, sections, publishes }: z.output<typeof NewSchedule>,
): Promise<ScheduleRow> {
  const chosen = sectionsOrDefault(brands.length, sections)
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxSchedules,
      count: () => countSchedules(tx),
      full: message('reports.schedules.anOrganizationCanHaveMaxSchedules', {
        maxSchedules,
      }),
    })
    const schedule = await tx.db
      .insertInto('report_schedules')
      .values({
        organization_id: tx.organizationId,
        id: newId(tx.now().getTime()),
        brand_id: brands.length === 1 ? (brands[0]?.id ?? null) : null,
        brand_ids: brands.map(({ id }) => id),
        frequency,
        language,
        title: title ?? defaultTitle(language),
        sections: JSON.stringify(chosen),
        publishes,
        next_on: nextStart(getGrain(frequency), utcDay(tx.now())),
        created_at: tx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordScheduleEvent(tx, 'report_schedule.created', schedule)
    return schedule
  })
}

async function countSchedules({ db, organizationId }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('report_schedules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export function deleteSchedule(ctx: Context, schedule: ScheduleRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('report_schedules')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', schedule.id)
      .execute()
    await recordScheduleEvent(tx, 'report_schedule.deleted', schedule)
  })
}

const recordScheduleEvent = (
  tx: Context,
  kind: `report_schedule.${'created' | 'deleted'}`,
  { id, title, frequency, brand_id }: ScheduleRow,
) =>
  recordEvent(tx, kind, {
    ...(brand_id !== null && { brandId: brand_id }),
    data: { schedule_id: id, title, frequency },
  })

/** Creates the reports of all periods that have ended, in turns of the organizations. */
export async function createDueReports(base: AppContext, stopping: AbortSignal): Promise<void> {
  const due = await base.db
    .selectFrom('report_schedules')
    .selectAll()
    .where('next_on', '<=', utcDay(base.now()))
    .orderBy('organization_id')
    .orderBy('id')
    .execute()
  await runInTurns(base, due, {
    stopping,
    failure: 'a scheduled report was not created',
    work: (schedule) => createScheduledReport(systemContext(base, schedule.organization_id), schedule),
  })
}

/** After this many days, a period whose report cannot be created is skipped: it may have no answers. */
const maxDelayDays = 3

async function createScheduledReport(ctx: Context, schedule: ScheduleRow): Promise<void> {
  const { frequency, next_on, brand_id, brand_ids, title } = schedule
  const language = ReportLanguage.parse(schedule.language)
  const period = {
    date_from: periodStart(getGrain(frequency), dayBefore(next_on)),
    date_to: dayBefore(next_on),
  }
  try {
    const brands = await Promise.all(brand_ids.map((id) => getBrand(ctx, id)))
    // All but one brand of a portfolio may have been deleted.
    const hasFittingSections = brands.length > 1 || brand_id !== null
    await createReport(
      ctx,
      brands,
      {
        brand_ids,
        ...period,
        language,
        title,
        sections: hasFittingSections ? Sections.parse(schedule.sections) : undefined,
      },
      {
        scheduleId: schedule.id,
        claim: (tx) => claimPeriod(tx, schedule, null),
        onStored: async (tx, report, snapshot) => {
          const stored = schedule.publishes ? await publishReport(tx, report) : report
          await notifyOfReport(tx, stored, { scheduleId: schedule.id, brands, snapshot })
        },
      },
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isSkipped = utcDay(ctx.now()) >= daysAfter(next_on, maxDelayDays)
    if (isSkipped) await claimPeriod(ctx, schedule, error.text)
    else await noteFailure(ctx, schedule, error.text)
  }
}

/** Moves the schedule to its next period. Returns false when another process did so first. */
async function claimPeriod(tx: Context, schedule: ScheduleRow, failure: Message | null): Promise<boolean> {
  const claimed = await tx.db
    .updateTable('report_schedules')
    .set({
      next_on: nextStart(getGrain(schedule.frequency), schedule.next_on),
      failure: failure === null ? null : JSON.stringify(failure),
    })
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', schedule.id)
    .where('next_on', '=', schedule.next_on)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

async function noteFailure(ctx: Context, { id, next_on }: ScheduleRow, failure: Message): Promise<void> {
  await ctx.db
    .updateTable('report_schedules')
    .set({ failure: JSON.stringify(failure) })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('next_on', '=', next_on)
    .execute()
}

export const showSchedule = (row: ScheduleRow): z.input<typeof Schedule> => ({
  ...row,
  frequency: Schedule.shape.frequency.parse(row.frequency),
  language: ReportLanguage.parse(row.language),
  failure: row.failure === null ? null : messageOrText.parse(row.failure),
})
