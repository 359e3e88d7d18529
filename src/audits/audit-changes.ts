/** What became better and worse from one audit of a page to another, and how its score went over time. */
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { type AuditRow, listCompleted, pageOfAudits, reportOf } from './audits.ts'
import { findingStatuses } from './finding.ts'
import { Report } from './report.ts'

const Side = z.object({
  status: z.enum(findingStatuses).nullable().describe('Null where this check was not made.'),
  share: z.number().nullable(),
  evidence: z.string().nullable(),
})

const Head = z.object({ id: z.uuid(), score: Report.shape.score, created_at: Timestamp })

export const AuditChanges = z
  .object({
    before: Head.nullable().describe('Null where there is no earlier completed audit of the page.'),
    after: Head,
    score_change: z.number().nullable(),
    checks: z
      .array(
        z.object({
          key: z.string(),
          label: z.string(),
          weight: z.number(),
          direction: z
            .enum(['better', 'worse', 'other'])
            .describe('`other`: it applied to one of them only.'),
          before: Side,
          after: Side,
        }),
      )
      .describe('Those that changed, the heaviest first.'),
  })
  .meta({ id: 'AuditChanges' })

/** `since`: null for the completed audit of the same page before this one. */
export async function compareAudits(
  ctx: Context,
  audit: AuditRow,
  since: AuditRow | null,
): Promise<z.input<typeof AuditChanges>> {
  if (since !== null && (since.brand_id !== audit.brand_id || since.url !== audit.url))
    throw invalid('since_id', 'must be an audit of the same page')
  const [previous] =
    since === null
      ? await listCompleted(ctx, { brandId: audit.brand_id, url: audit.url, before: audit.id, limit: 1 })
      : [since]
  const [before, after] = [previous && reportOf(previous), reportOf(audit)]
  return {
    before: previous ? headOf(previous) : null,
    after: headOf(audit),
    score_change: before && after ? differenceOf(before.score, after.score) : null,
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
          score: Report.shape.score,
          capped_by: z.string().nullable(),
          categories: z.array(z.object({ key: z.string(), score: z.number().nullable() })),
        }),
      )
      .describe('Completed audits, oldest first.'),
  })
  .meta({ id: 'AuditTrend' })

const mostPoints = 100

/** `url`: null for the page that was audited last. */
export async function auditTrend(
  ctx: Context,
  brandId: string,
  url: string | null,
): Promise<z.input<typeof AuditTrend>> {
  const page = url ?? (await findNewest(ctx, brandId))?.url ?? null
  if (page === null) return { url: null, points: [] }
  const rows = await listCompleted(ctx, { brandId, url: page, limit: mostPoints })
  const points = rows.toReversed().flatMap((row) => {
    const report = reportOf(row)
    if (!report) return []
    const categories = report.categories.map(({ key, score }) => ({ key, score }))
    return [{ ...headOf(row), capped_by: report.capped_by, categories }]
  })
  return { url: page, points }
}

async function findNewest(ctx: Context, brandId: string): Promise<AuditRow | undefined> {
  const { items } = await pageOfAudits(ctx, brandId, { limit: 1 })
  return items[0]
}

const headOf = (row: AuditRow) => ({
  id: row.id,
  score: row.status === 'completed' ? row.score : null,
  created_at: row.created_at.toISOString(),
})

const differenceOf = (before: number | null, after: number | null) =>
  before === null || after === null ? null : Math.round((after - before) * 10) / 10

type CheckOf = Report['checks'][number]

function changedChecks(before: Report, after: Report): z.input<typeof AuditChanges>['checks'] {
  const keys = new Set([...after.checks, ...before.checks].map(({ key }) => key))
  return [...keys]
    .flatMap((key) => {
      const [was, is] = [before, after].map(({ checks }) => checks.find((check) => check.key === key))
      const told = is ?? was
      if (!told || (was?.share ?? null) === (is?.share ?? null)) return []
      const { label, weight } = told
      return [{ key, label, weight, direction: directionOf(was, is), before: sideOf(was), after: sideOf(is) }]
    })
    .sort((a, b) => b.weight - a.weight)
}

function directionOf(was: CheckOf | undefined, is: CheckOf | undefined): 'better' | 'worse' | 'other' {
  const [before, after] = [was?.share ?? null, is?.share ?? null]
  if (before === null || after === null) return 'other'
  return after > before ? 'better' : 'worse'
}

const sideOf = (check: CheckOf | undefined) => ({
  status: check?.status ?? null,
  share: check?.share ?? null,
  evidence: check?.evidence ?? null,
})
