/** Changes of a report: its texts and sections until it is published, and its deletion. */
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line } from '../core/fields.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { type ReportRow, reportColumns } from './reports.ts'
import { Paragraphs, requireFittingSections, Sections } from './sections.ts'

export const ReportChange = z
  .strictObject({ title: Line(120), headline: Line(200), summary: Paragraphs(4_000), sections: Sections })
  .partial()
  .refine((change) => Object.keys(change).length > 0, {
    error: localizedIssue(message('common.texts.mustContainAChange')),
  })

/** Throws `conflict` when the report is published. */
export function changeReport(
  ctx: Context,
  report: ReportRow,
  { sections, ...texts }: z.output<typeof ReportChange>,
): Promise<ReportRow> {
  requireFittingSections(report.brand_ids.length, sections ?? [])
  return transaction(ctx, async (tx) => {
    const row = await updateDraft(tx, report, {
      ...texts,
      ...(sections && { sections: JSON.stringify(sections) }),
    })
    await recordReportEvent(tx, 'report.changed', row)
    return row
  })
}

/** Makes the report final. Throws `conflict` when it is already published. */
export function publishReport(ctx: Context, report: ReportRow): Promise<ReportRow> {
  return transaction(ctx, async (tx) => {
    const row = await updateDraft(tx, report, { published_at: tx.now() })
    await recordReportEvent(tx, 'report.published', row)
    return row
  })
}

type DraftText = 'title' | 'headline' | 'summary' | 'sections'
type DraftChange = { [K in DraftText]?: string | undefined } & { published_at?: Date }

async function updateDraft(tx: Context, { id }: ReportRow, change: DraftChange): Promise<ReportRow> {
  const row = await tx.db
    .updateTable('reports')
    .set(change)
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .returning(reportColumns)
    .executeTakeFirst()
  if (!row) throw conflict(message('reports.changeReport.theReportIsPublishedAndCan'))
  return row
}

/** Deletes the report and its links. */
export function deleteReport(ctx: Context, report: ReportRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    for (const brandId of report.brand_ids)
      await tx.db
        .deleteFrom('report_answers')
        .where('brand_id', '=', brandId)
        .where('report_id', '=', report.id)
        .execute()
    await tx.db
      .deleteFrom('share_links')
      .where('organization_id', '=', tx.organizationId)
      .where('report_id', '=', report.id)
      .execute()
    await tx.db
      .deleteFrom('reports')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', report.id)
      .execute()
    await recordReportEvent(tx, 'report.deleted', report)
  })
}

type ReportEvent = `report.${'created' | 'changed' | 'published' | 'deleted' | 'downloaded'}`

export const recordReportEvent = (tx: Context, kind: ReportEvent, report: ReportRow): Promise<void> =>
  recordEvent(tx, kind, {
    ...(report.brand_id !== null && { brandId: report.brand_id }),
    data: { report_id: report.id, title: report.title, date_from: report.date_from, date_to: report.date_to },
  })
