import { z } from 'zod'
import { brandFrom } from '../brands/brands.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { csvRoute } from '../http/csv.ts'
import { type Finder, route } from '../http/route.ts'
import { cancelJob, getJob } from '../jobs/job.ts'
import { AuditChanges, AuditTrend, auditTrend, compareAudits } from './audit-changes.ts'
import {
  AuditRecord,
  type AuditRow,
  AuditSummary,
  AuditUrl,
  auditFrom,
  getAudit,
  NewAudit,
  pageOfAudits,
  StartedAudit,
  showAudit,
  showStarted,
  showSummary,
  startAudit,
} from './audits.ts'
import { bases, categories, categoryKeys, checks } from './checks/checks.ts'
import { AuditQuota, findAuditQuota } from './quota.ts'

const start = {
  access: 'write',
  summary: 'Start a site audit',
  description:
    'Looks at the page as the bots of AI engines would, a minute at most. Answers at once; ask for the audit until its status is `completed` or `failed`. A page whose audit is under way already is not audited twice: the answer is that audit. robots.txt is respected, under the agent Ansight.',
  body: NewAudit,
  find: { brand: brandFrom('body', 'brand_id') },
  returns: StartedAudit,
  status: 202,
} as const

const list = {
  access: 'read',
  dependsOn: null,
  summary: 'List site audits, newest first',
  query: { brand_id: Uuid, url: AuditUrl.optional(), ...pageQuery },
  find: { brand: brandFrom('query', 'brand_id') },
} as const

const sessionList = route({
  ...list,
  returns: pageSchema(AuditSummary),
  run: async (ctx, { found, query }) => {
    const page = await pageOfAudits(ctx, found.brand.id, query)
    return { ...page, items: page.items.map(showSummary) }
  },
})

const trend = route({
  access: 'read',
  dependsOn: null,
  summary: 'Get the scores of a page over time',
  description:
    'Of the newest 100 completed audits of exactly this URL; without one, of the page that was audited last.',
  query: { brand_id: Uuid, url: AuditUrl.optional() },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: AuditTrend,
  run: (ctx, { found, query }) => auditTrend(ctx, found.brand.id, query.url ?? null),
})

const one = {
  access: 'read',
  dependsOn: null,
  summary: 'Get a site audit with its findings',
  description:
    'Every check with its evidence, why it matters and how to mend it; what the score is made of: docs/audits.md.',
  params: { id: Uuid },
  find: { audit: auditFrom('params', 'id') },
  returns: AuditRecord,
} as const

const quota = {
  access: 'read',
  dependsOn: null,
  summary: 'Get how many site audits are left this month',
  returns: AuditQuota,
} as const

const Method = z
  .object({
    categories: z.array(
      z.object({ key: z.enum(categoryKeys), label: z.string(), about: z.string(), weight: z.number() }),
    ),
    checks: z.array(
      z.object({
        key: z.string(),
        category: z.enum(categoryKeys),
        label: z.string(),
        weight: z.number(),
        cap: z.number().nullable(),
        basis: z.enum(bases),
        why: z.string(),
        fix: z.string(),
      }),
    ),
  })
  .meta({ id: 'AuditMethod' })

export const auditRoutes = {
  'POST /api/mcp/site-audits': route({
    ...start,
    run: async (ctx, { found, body }) => showStarted(await startAudit(ctx, found.brand, body)),
  }),
  'GET /api/mcp/site-audits': route({
    ...list,
    returns: z
      .object({ audits: z.array(AuditSummary), next_cursor: z.string().nullable() })
      .meta({ id: 'AuditList' }),
    run: async (ctx, { found, query }) => {
      const { items, next_cursor } = await pageOfAudits(ctx, found.brand.id, query)
      return { audits: items.map(showSummary), next_cursor }
    },
  }),
  'GET /api/mcp/site-audits/quota': route({ ...quota, run: (ctx) => findAuditQuota(ctx) }),
  'GET /api/mcp/site-audits/:id': route({
    ...one,
    run: async (_ctx, { found }) => showAudit(found.audit),
  }),

  'POST /api/audits': route({
    ...start,
    run: async (ctx, { found, body }) => showStarted(await startAudit(ctx, found.brand, body)),
  }),
  'GET /api/audits': sessionList,
  'GET /api/audits.csv': csvRoute(sessionList, 'items'),
  'GET /api/audits/quota': route({ ...quota, run: (ctx) => findAuditQuota(ctx) }),
  'GET /api/audits/method': route({
    access: 'read',
    dependsOn: null,
    summary: 'Get every check of a site audit with its weight',
    returns: Method,
    run: async () => ({
      categories: [...categories],
      checks: checks.map(({ look: _look, ...check }) => check),
    }),
  }),
  'GET /api/audits/trend': trend,
  'GET /api/audits/trend.csv': csvRoute(trend, 'points'),
  'GET /api/audits/:id': route({ ...one, run: async (_ctx, { found }) => showAudit(found.audit) }),
  'GET /api/audits/:id/changes': route({
    access: 'read',
    dependsOn: null,
    summary: 'Compare a site audit with an earlier one of the page',
    description: 'With `since_id`, or else with the last completed one before it.',
    params: { id: Uuid },
    query: { since_id: Uuid.optional() },
    find: { audit: auditFrom('params', 'id'), since: earlierAudit() },
    returns: AuditChanges,
    run: (ctx, { found }) => compareAudits(ctx, found.audit, found.since),
  }),
  'DELETE /api/audits/:id': route({
    access: 'write',
    summary: 'Cancel a site audit',
    description:
      'Its status is then `failed`, once the worker has let go. An audit that has ended stays: 409.',
    params: { id: Uuid },
    find: { audit: auditFrom('params', 'id') },
    returns: z.object({ id: z.uuid(), status: z.enum(['cancelled', 'cancelling']) }),
    run: async (ctx, { found: { audit } }) => ({
      id: audit.id,
      status: await cancelJob(ctx, await getJob(ctx, audit.id, () => true)),
    }),
  }),
}

/** Null when none is named. */
function earlierAudit(): Finder<AuditRow | null> {
  return {
    in: 'query',
    name: 'since_id',
    schema: Uuid.optional(),
    load: async (ctx, id) => (id === undefined ? null : getAudit(ctx, String(id))),
  }
}
