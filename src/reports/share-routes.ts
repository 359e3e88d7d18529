/** Routes of share links: for members who create them, and for the visitors who open them. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { Uuid } from '../core/ids.ts'
import { fairReads } from '../http/fair-reads.ts'
import { NoContent, route } from '../http/route.ts'
import { getSharedReport } from './reports.ts'
import { reportInPath } from './routes.ts'
import {
  createShareLink,
  enforceVisitLimit,
  findOpenLink,
  listShareLinks,
  NewShareLink,
  recordView,
  requirePassword,
  revokeShareLink,
  ShareLink,
  type ShareLinkRow,
  shareLinkInPath,
  showShareLink,
} from './share-links.ts'
import { readSharedReport, SharedReport } from './shared-report.ts'

const tokenInPath = { params: { token: z.string().max(100).describe('The token of the link.') } }

export const shareRoutes = {
  'GET /api/reports/:report/links': route({
    ...reportInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'List the links to a report',
    description: 'Links with their views, newest first, also those that have expired or were revoked.',
    returns: z.object({ items: z.array(ShareLink) }),
    run: async (ctx, { found }) => ({
      items: (await listShareLinks(ctx, found.report)).map(showShareLink),
    }),
  }),
  'POST /api/reports/:report/links': route({
    ...reportInPath,
    access: 'write',
    summary: 'Create a link to a report',
    description:
      'Anyone with the link can read this report, and nothing else. The URL is returned only once.',
    body: NewShareLink,
    errors: ['conflict'],
    returns: z.object({ link: ShareLink, token: z.string(), url: z.string() }),
    status: 201,
    run: async (ctx, { found, body }) => {
      const { link, token } = await createShareLink(ctx, found.report, body)
      return { link: showShareLink(link), token, url: `${ctx.baseUrl}/share/${token}` }
    },
  }),
  'DELETE /api/reports/:report/links/:link': route({
    params: { ...reportInPath.params, link: Uuid.describe('Id of the link.') },
    find: { ...reportInPath.find, link: shareLinkInPath },
    access: 'write',
    summary: 'Revoke a link to a report',
    description: 'The link stops working immediately.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => revokeShareLink(ctx, found.link),
  }),

  'GET /api/shared/:token': route({
    ...tokenInPath,
    access: 'none',
    summary: 'Open a shared report',
    description: 'Returns the report of a link. A link that is unknown, expired or revoked answers 404.',
    errors: ['not_found'],
    returns: SharedReport,
    run: async (ctx, { params, http }) => {
      noIndex(http.setHeader)
      enforceVisitLimit(ctx, http)
      const link = await findOpenLink(ctx, params.token)
      if (link.password_hash === null) return viewReport(ctx, link)
      return { requires_password: true, branding: noBranding, report: null }
    },
  }),
  'POST /api/shared/:token': route({
    ...tokenInPath,
    access: 'none',
    summary: 'Open a shared report with its password',
    description: 'Returns the report. Each attempt counts as ten requests of the visitor.',
    body: z.strictObject({ password: z.string().max(200) }),
    errors: ['not_found', 'unauthorized'],
    returns: SharedReport,
    run: async (ctx, { params, body, http }) => {
      noIndex(http.setHeader)
      enforceVisitLimit(ctx, http)
      const link = await findOpenLink(ctx, params.token)
      await requirePassword(ctx, link, body.password, http)
      return viewReport(ctx, link)
    },
  }),
}

/** A visitor without the password learns nothing about the sender. */
const noBranding = { name: null, contact_email: null, color: null, logo: null, client_logo: null }

const noIndex = (setHeader: (name: string, value: string) => void) =>
  setHeader('X-Robots-Tag', 'noindex, nofollow')

async function viewReport(ctx: AppContext, link: ShareLinkRow): Promise<z.input<typeof SharedReport>> {
  const report = await getSharedReport(ctx, link)
  const shared = await ctx
    .use(fairReads)
    .run(link.organization_id, 'metric', () =>
      readSharedReport(ctx, report, { requiresPassword: link.password_hash !== null }),
    )
  await recordView(ctx, link)
  return shared
}
