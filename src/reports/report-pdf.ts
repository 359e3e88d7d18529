/**
 * Prints a report as PDF: the page that visitors of a link see, whose requests are answered here without a link. The PDF of a
 * published report is stored, so that it is printed once and not for each visitor.
 */
import { sql } from 'kysely'
import { readBranding } from '../branding/branding.ts'
import type { AppContext } from '../core/context.ts'
import { version } from '../core/version.ts'
import { pageHeads } from '../http/page-head.ts'
import type { PrintedPage } from '../pdf/print-page.ts'
import { printScreen } from '../pdf/print-screen.ts'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { ReportLanguage } from './report-title.ts'
import type { ReportRow } from './reports.ts'
import { readSharedReport, SharedReport } from './shared-report.ts'

/** Replaces the token of a link in the paths of the page. */
const token = 'print'

/**
 * Returns the stored PDF or prints the report. `requester`: a share link, or the members of the organization; they take turns.
 * Throws `not_configured` without Chromium, and `unavailable` when it is busy or fails.
 */
export async function createPdf(ctx: AppContext, report: ReportRow, requester: string): Promise<Buffer> {
  if (report.published_at === null) return printReport(ctx, { report, requester })
  const digest = await computeDigest(ctx, report)
  const cache = {
    find: () => findPdf(ctx, report, digest),
    store: (pdf: Buffer) => storePdf(ctx, report, digest, pdf),
  }
  return (await cache.find()) ?? printReport(ctx, { report, requester, cache })
}

/** Of all that the page of a published report shows. The row contains the digest of the snapshot, which is not read for it. */
async function computeDigest(ctx: AppContext, report: ReportRow): Promise<string> {
  const branding = await readBranding(ctx, report.organization_id, report.brand_id)
  return sha256Hex(`${version} ${canonicalJson({ report, branding })}`)
}

async function findPdf({ db }: AppContext, report: ReportRow, digest: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('report_pdfs')
    .select('pdf')
    .where('organization_id', '=', report.organization_id)
    .where('report_id', '=', report.id)
    .where('content_sha256', '=', digest)
    .executeTakeFirst()
  return row?.pdf ?? null
}

/** Replaces the PDF with an earlier branding, or of an earlier version of Ansight. Does nothing for a report that was deleted. */
async function storePdf({ db }: AppContext, report: ReportRow, digest: string, pdf: Buffer): Promise<void> {
  await sql`
    insert into report_pdfs (organization_id, report_id, content_sha256, pdf)
    select organization_id, id, ${digest}, ${pdf}::bytea from reports
    where organization_id = ${report.organization_id} and id = ${report.id}
    on conflict (organization_id, report_id) do update set content_sha256 = excluded.content_sha256, pdf = excluded.pdf
    where report_pdfs.content_sha256 <> excluded.content_sha256`.execute(db)
}

type Printing = Pick<PrintedPage, 'cache'> & { report: ReportRow; requester: string }

/** In the language of the report. */
const printReport = (ctx: AppContext, { report, requester, cache }: Printing): Promise<Buffer> =>
  printScreen(ctx, {
    path: `/share/${token}`,
    head: pageHeads.sharedReport,
    language: ReportLanguage.parse(report.language),
    responses: {
      [`/api/shared/${token}`]: async () =>
        SharedReport.parse(await readSharedReport(ctx, report, { requiresPassword: false })),
    },
    ready: '.report-document',
    turn: { organizationId: report.organization_id, member: requester },
    ...(cache && { cache }),
  })

/** The name of the file, with the first digits of the snapshot's digest. */
export const pdfName = ({ snapshot_sha256 }: Pick<ReportRow, 'snapshot_sha256'>): string =>
  `report-${snapshot_sha256.slice(0, 8)}.pdf`
