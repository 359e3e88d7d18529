/** Compares two audits of a page, and lists its scores over time. */
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { localizedText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { type AuditRow, listAudits, listCompleted, reportFor } from './audits.ts'
import { findingStatuses } from './finding.ts'
import { StoredAuditReport } from './report.ts'

const CheckState = z.object({
  status: z.enum(findingStatuses).nullable().describe('Null if the check was not made.'),
  share: z.number().nullable(),
  evidence: localizedText().nullable(),
})

const AuditHead = z.object({ id: z.uuid(), score: StoredAuditReport.shape.score, created_at: Timestamp })

export const AuditChanges = z
  .object({
    before: AuditHead.nullable().describe('Null if there is no earlier completed audit of the page.'),
    after: AuditHead,
    score_change: z.number().nullable(),
    checks: z
      .array(
        z.object({
          key: z.string(),
          label: localizedText(),
          weight: z.number(),
          direction: z
            .enum(['better', 'worse', 'other'])
            .describe('`other`: the check applied to only one of the audits.'),
          before: CheckState,
          after: CheckState,
        }),
      )
      .describe('The checks that changed, highest weight first.'),
  })
  .meta({ id: 'AuditChanges' })

/** Compares an audit with an earlier one; `since` null means the previous completed audit of the same page. */
export async function compareAudits(
  ctx: Context,
  audit: AuditRow,
  since: AuditRow | null,
): Promise<z.input<typeof AuditChanges>> {
  if (since !== null && (since.brand_id !== audit.brand_id || since.url !== audit.url))
    throw invalid('since_id', message('audits.auditChanges.mustBeAnAuditOfThe'))
  const [previous] =
    since === null
      ? await listCompleted(ctx, { brandId: audit.brand_id, url: audit.url, before: audit.id, limit: 1 })
      : [since]
  const [before, after] = [previous && reportFor(previous), reportFor(audit)]
  return {
    before: previous ? toHead(previous) : null,
    after: toHead(audit),
    score_change: before && after ? scoreChange(before.score, after.score) : null,
    checks: before && after ? changedChecks(before, after) : [],
  }
}

export const AuditTrend = z
  .object({
    url: z.string().nullable().describe('Null before the first audit.'),
    points: z
      .array(
        z.object({
          id: z.uuid(),
          created_at: Timestamp,
          score: StoredAuditReport.shape.score,
          capped_by: z.string().nullable(),
          categories: z.array(z.object({ key: z.string(), score: z.number().nullable() })),
        }),
      )
      .describe('Completed audits, oldest first.'),
  })
  .meta({ id: 'AuditTrend' })

const maxPoints = 100

/** Returns the scores of a page over time; `url` null means the most recently audited page. */
export async function auditTrend(
  ctx: Context,
  brandId: string,
  url: string | null,
): Promise<z.input<typeof AuditTrend>> {
  const page = url ?? (await findNewest(ctx, brandId))?.url ?? null
  if (page === null) return { url: null, points: [] }
  const rows = await listCompleted(ctx, { brandId, url: page, limit: maxPoints })
  const points = rows.toReversed().flatMap((row) => {
    const report = reportFor(row)
    if (!report) return []
    const categories = report.categories.map(({ key, score }) => ({ key, score }))
    return [{ ...toHead(row), capped_by: report.capped_by, categories }]
  })
  return { url: page, points }
}

async function findNewest(ctx: Context, brandId: string): Promise<AuditRow | undefined> {
  const { items } = await listAudits(ctx, brandId, { limit: 1 })
  return items[0]
}

const toHead = (row: AuditRow) => ({
  id: row.id,
  score: row.status === 'completed' ? row.score : null,
  created_at: row.created_at.toISOString(),
})

const scoreChange = (before: number | null, after: number | null) =>
  before === null || after === null ? null : Math.round((after - before) * 10) / 10

type CheckResult = StoredAuditReport['checks'][number]

function changedChecks(
  before: StoredAuditReport,
  after: StoredAuditReport,
): z.input<typeof AuditChanges>['checks'] {
  const keys = new Set([...after.checks, ...before.checks].map(({ key }) => key))
  return [...keys]
    .flatMap((key) => {
      const [previous, current] = [before, after].map(({ checks }) =>
        checks.find((check) => check.key === key),
      )
      const known = current ?? previous
      if (!known || (previous?.share ?? null) === (current?.share ?? null)) return []
      const { label, weight } = known
      return [
        {
          key,
          label,
          weight,
          direction: compareShares(previous, current),
          before: toState(previous),
          after: toState(current),
        },
      ]
    })
    .sort((a, b) => b.weight - a.weight)
}

function compareShares(
  previous: CheckResult | undefined,
  current: CheckResult | undefined,
): 'better' | 'worse' | 'other' {
  const [before, after] = [previous?.share ?? null, current?.share ?? null]
  if (before === null || after === null) return 'other'
  return after > before ? 'better' : 'worse'
}

const toState = (check: CheckResult | undefined) => ({
  status: check?.status ?? null,
  share: check?.share ?? null,
  evidence: check?.evidence ?? null,
})
