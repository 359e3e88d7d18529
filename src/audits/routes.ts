import { z } from 'zod'
import { bases } from '../../vocabulary/audits.ts'
import { brandFrom } from '../brands/brands.ts'
import { notFound } from '../core/errors.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { authenticatedContext } from '../http/call-route.ts'
import { csvRoute } from '../http/csv.ts'
import { loadById, type ResourceLoader, raw, route } from '../http/route.ts'
import { cancelJob, getJob } from '../jobs/job.ts'
import { localizedText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { AuditChanges, AuditTrend, auditTrend, compareAudits } from './audit-changes.ts'
import { auditPdfName, createAuditPdf } from './audit-pdf.ts'
import {
  AuditRecord,
  type AuditRow,
  AuditSummary,
  AuditUrl,
  getAudit,
  listAudits,
  NewAudit,
  StartedAudit,
  showAudit,
  showStarted,
  showSummary,
  startAudit,
} from './audits.ts'
import { categories, categoryKeys, checks } from './checks/checks.ts'
import { AuditQuota, getAuditQuota } from './quota.ts'

const pageUrl = AuditUrl.optional().describe('Only audits of this page.')
const AuditId = Uuid.describe('Id of the audit.')

const startRoute = route({
  access: 'write',
  scope: 'run',
  summary: 'Start a site audit',
  description:
    'Fetches the page as AI crawlers do, for at most a minute. Returns immediately; poll the audit until its status is `completed` or `failed`. Returns the existing audit if the page is already being audited. Respects robots.txt as the user agent Ansight.',
  whenToUse:
    'Use it to check whether AI crawlers can read and cite a page. It sends requests to that site and counts against the monthly quota (get_site_audit_quota).',
  errors: ['conflict', 'plan_limit', 'unsafe_url'],
  body: NewAudit,
  find: { brand: brandFrom('body', 'brand_id') },
  returns: StartedAudit,
  status: 202,
  run: async (ctx, { found, body }) => showStarted(await startAudit(ctx, found.brand, body)),
})

const listRoute = {
  access: 'read',
  invalidatedBy: null,
  summary: 'List site audits',
  description: 'Newest first, with status and score. For the findings get the audit.',
  whenToUse: 'Answers "which pages were audited, and with what score?" For the findings use get_site_audit.',
  query: { brand_id: BrandId, url: pageUrl, ...pageQuery },
  find: { brand: brandFrom('query', 'brand_id') },
} as const

const sessionList = route({
  ...listRoute,
  returns: pageSchema(AuditSummary),
  run: async (ctx, { found, query }) => {
    const page = await listAudits(ctx, found.brand.id, query)
    return { ...page, items: page.items.map(showSummary) }
  },
})

const trendRoute = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'Get the scores of a page over time',
  description:
    'The latest 100 completed audits of exactly this URL. Default: the most recently audited page.',
  query: { brand_id: BrandId, url: pageUrl },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: AuditTrend,
  run: (ctx, { found, query }) => auditTrend(ctx, found.brand.id, query.url ?? null),
})

const detailRoute = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'Get a site audit',
  whenToUse:
    'Answers "what keeps AI crawlers from reading this page, and how do we fix it?" Also use it to poll an audit that run_site_audit started.',
  description:
    'Returns every check with its evidence, why it matters and how to fix it. `score` is 0 to 100: the weighted share of passed checks, capped by failed blockers.',
  params: { id: AuditId },
  find: { audit: loadById('id', getAudit) },
  returns: AuditRecord,
  run: async (_ctx, { found }) => showAudit(found.audit),
})

const quotaRoute = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'Get the quota of site audits',
  description: 'Site audits used and remaining in this month. A null limit is unlimited.',
  whenToUse: 'Answers "how many site audits are left this month?" Check it before starting several.',
  returns: AuditQuota,
  run: (ctx) => getAuditQuota(ctx),
})

const Method = z
  .object({
    categories: z.array(
      z.object({
        key: z.enum(categoryKeys),
        label: localizedText(),
        about: localizedText(),
        weight: z.number(),
      }),
    ),
    checks: z.array(
      z.object({
        key: z.string(),
        category: z.enum(categoryKeys),
        label: localizedText(),
        weight: z.number(),
        cap: z.number().nullable(),
        basis: z.enum(bases),
        why: localizedText(),
        fix: localizedText(),
      }),
    ),
  })
  .meta({ id: 'AuditMethod' })

export const auditRoutes = {
  'POST /api/mcp/site-audits': startRoute,
  'GET /api/mcp/site-audits': route({
    ...listRoute,
    returns: z
      .object({ audits: z.array(AuditSummary), next_cursor: z.string().nullable() })
      .meta({ id: 'AuditList' }),
    run: async (ctx, { found, query }) => {
      const { items, next_cursor } = await listAudits(ctx, found.brand.id, query)
      return { audits: items.map(showSummary), next_cursor }
    },
  }),
  'GET /api/mcp/site-audits/quota': quotaRoute,
  'GET /api/mcp/site-audits/:id': detailRoute,

  'POST /api/audits': startRoute,
  'GET /api/audits': sessionList,
  'GET /api/audits.csv': csvRoute(sessionList, 'items'),
  'GET /api/audits/quota': quotaRoute,
  'GET /api/audits/method': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the audit method',
    description:
      'The checks of a site audit by category: what each looks for, why it matters, how to fix it, and its weight in the score.',
    returns: Method,
    run: async () => ({
      categories: [...categories],
      checks: checks.map(({ run: _look, ...check }) => check),
    }),
  }),
  'GET /api/audits/trend': trendRoute,
  'GET /api/audits/trend.csv': csvRoute(trendRoute, 'points'),
  'GET /api/audits/:id': detailRoute,
  'GET /api/audits/:id/pdf': raw({
    access: 'read',
    summary: 'Download a site audit as PDF',
    description:
      'The results on A4 with the branding of reports, printed by Chromium. `not_configured` without an installed Chromium, `unavailable` when too many PDFs are being created, and `conflict` until the audit is completed.',
    params: { id: z.string().describe('Id of the audit.') },
    returns: { 'application/pdf': 'The results.' },
    errors: ['not_found', 'conflict', 'not_configured', 'unavailable'],
    run: async (base, request, reply) => {
      const ctx = authenticatedContext(base)
      const { success, data } = z.object({ id: Uuid }).safeParse(request.params)
      if (!success) throw notFound(message('audits.general.noSuchAudit'))
      const audit = await getAudit(ctx, data.id)
      const pdf = request.method === 'HEAD' ? undefined : await createAuditPdf(ctx, audit, request.language)
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="${auditPdfName(audit)}"`)
        .header('Cache-Control', 'no-store')
        .send(pdf)
    },
  }),
  'GET /api/audits/:id/changes': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Compare a site audit with an earlier one of the same page',
    description:
      'Lists the checks whose result differs. Compares with the audit `since_id`, or with the previous completed one.',
    params: { id: AuditId },
    query: {
      since_id: Uuid.optional().describe(
        'Id of the earlier audit. Default: the previous completed audit of the page.',
      ),
    },
    find: { audit: loadById('id', getAudit), since: earlierAudit() },
    returns: AuditChanges,
    run: (ctx, { found }) => compareAudits(ctx, found.audit, found.since),
  }),
  'DELETE /api/audits/:id': route({
    access: 'write',
    summary: 'Cancel a site audit',
    description:
      'The status becomes `failed` once the worker has stopped. A finished audit cannot be cancelled.',
    params: { id: AuditId },
    find: { audit: loadById('id', getAudit) },
    errors: ['job_finished'],
    returns: z.object({ id: z.uuid(), status: z.enum(['cancelled', 'cancelling']) }),
    run: async (ctx, { found: { audit } }) => ({
      id: audit.id,
      status: await cancelJob(ctx, await getJob(ctx, audit.id, () => true)),
    }),
  }),
}

/** Returns null when no audit is given. */
function earlierAudit(): ResourceLoader<AuditRow | null> {
  return {
    in: 'query',
    name: 'since_id',
    schema: Uuid.optional(),
    load: async (ctx, id) => (id === undefined ? null : getAudit(ctx, String(id))),
  }
}
