/** Replays a rule over the stored days: when it would have created alerts, and how often per month. */

import { sql } from 'kysely'
import { z } from 'zod'
import { alertSeverities } from '../../vocabulary/alerts.ts'
import type { Context } from '../core/context.ts'
import { daysAfter, earlier, utcDay } from '../core/days.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedText } from '../languages/localized.ts'
import { evaluateChanges, lastClosedDay } from '../metrics/changes.ts'
import { asAlertKind, findOccurrenceGroups, getCause, isDaily } from './causes.ts'
import { matches, type RuleFilter } from './rule-filter.ts'

export const AlertPreview = z
  .object({
    date_from: z.iso
      .date()
      .describe('First day of the replay: the day of the first answer or visit, at most 180 days ago.'),
    date_to: z.iso.date(),
    per_month: z.number().describe('Alerts per 30 days.'),
    alerts: z
      .array(
        z.object({
          day: z.iso.date(),
          title: untrustedText(localizedText()),
          severity: z.enum(alertSeverities),
          items: z.number().int().describe('Number of changes with the same cause.'),
        }),
      )
      .describe('The alerts that the rule would have created, oldest first.'),
  })
  .meta({ id: 'AlertPreview' })

const maxDays = 180

/** `rule`: also one that has not been saved. Its `applies_from` does not matter. */
export async function previewRule(
  ctx: Context,
  brandId: string,
  rule: RuleFilter,
): Promise<z.input<typeof AlertPreview>> {
  await evaluateChanges(ctx, brandId)
  const to = isDaily(asAlertKind(rule.kind)) ? lastClosedDay(ctx) : utcDay(ctx.now())
  const from = await firstDay(ctx, brandId, to)
  const filter = { ...rule, applies_from: null }
  const groups = await findOccurrenceGroups(
    ctx,
    brandId,
    [asAlertKind(rule.kind)],
    { from, to },
    (occurrence) => matches(filter, occurrence),
  )
  const causes = groups
    .map(getCause)
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return {
    date_from: from,
    date_to: to,
    per_month: Math.round((causes.length / days) * 30 * 100) / 100,
    alerts: causes.map(({ day, title, severity, items }) => ({ day, title, severity, items: items.length })),
  }
}

async function firstDay({ db }: Context, brandId: string, to: string): Promise<string> {
  const first = daysAfter(to, -maxDays + 1)
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(day) from answers where brand_id = ${brandId} and day >= ${first}::date),
      (select min(start) from visit_rollups where brand_id = ${brandId} and grain = 'day' and start >= ${first}::date)
    ) as day`.execute(db)
  return earlier(rows[0]?.day ?? to, to)
}
