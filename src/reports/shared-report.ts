/** A report as the visitors of a link and the printer see it: without the ids that only members can use. */
import { z } from 'zod'
import { Branding, readBranding } from '../branding/branding.ts'
import type { AppContext } from '../core/context.ts'
import { ReportRecord, type ReportRow, showReport } from './reports.ts'

export const SharedReport = z
  .object({
    requires_password: z
      .boolean()
      .describe('Whether the report is only returned for the password of the link.'),
    branding: Branding,
    report: ReportRecord.omit({ id: true, brand_ids: true })
      .meta({ id: 'SharedReportRecord' })
      .nullable()
      .describe('Null until the password was sent.'),
  })
  .meta({ id: 'SharedReport' })

export async function readSharedReport(
  ctx: AppContext,
  report: ReportRow,
  { requiresPassword }: { requiresPassword: boolean },
): Promise<z.input<typeof SharedReport>> {
  return {
    requires_password: requiresPassword,
    branding: await readBranding(ctx, report.organization_id, report.brand_id),
    report: await showReport(ctx, report),
  }
}
