/** Prints the results of an audit as PDF, in the language of the reader and with the branding of the agency. */
import type { Language } from '../../vocabulary/languages.ts'
import { findOrganization } from '../accounts/organizations.ts'
import { readBranding } from '../branding/branding.ts'
import type { Context } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { pageHeads } from '../http/page-head.ts'
import { withLocale } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { printScreen } from '../pdf/print-screen.ts'
import { AuditRecord, type AuditRow, showAudit } from './audits.ts'

/** Replaces the id of the audit in the paths of the page. */
const id = '00000000-0000-0000-0000-000000000000'

/** Throws `conflict` until the audit is completed, and like `printScreen`. */
export async function createAuditPdf(ctx: Context, audit: AuditRow, language: Language): Promise<Buffer> {
  if (audit.status !== 'completed') throw conflict(message('audits.general.notCompleted'))
  return printScreen(ctx, {
    path: `/print/audits/${id}`,
    head: pageHeads.sharedReport,
    language,
    responses: {
      [`/api/audits/${id}`]: async () => withLocale(language, () => AuditRecord.parse(showAudit(audit))),
      '/api/report-branding': async () => {
        const branding = await readBranding(ctx, ctx.organizationId, audit.brand_id)
        return { ...branding, name: branding.name ?? (await findOrganization(ctx)).name }
      },
    },
    ready: '.report-document',
    turn: { organizationId: ctx.organizationId, member: 'members' },
  })
}

/** The name of the file, with the host of the page. */
export const auditPdfName = ({ url }: Pick<AuditRow, 'url'>): string =>
  `site-audit-${new URL(url).hostname.replace(/^www\./, '')}.pdf`
