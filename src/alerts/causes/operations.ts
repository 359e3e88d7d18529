/** Runs, engine keys, spend limits and site audits that need a person. */
import { sql } from 'kysely'
import { dayAfter, daysAfter, utcDay } from '../../core/days.ts'
import { loadKeySpend, usedUpKeyMessage } from '../../engines/key-limits.ts'
import { keyRejectionId } from '../../engines/key-rejection.ts'
import { backendLabel } from '../../engines/registry.ts'
import {
  costValue,
  joinSentences,
  type Message,
  type MessageOrText,
  message,
} from '../../languages/message.ts'
import { isExhausted, listBudgets } from '../../plans/spend-ledger.ts'
import { type FindOccurrences, type Occurrence, pathTo } from './occurrence.ts'

/** Before a range, to find the start of what continues. */
const daysOfContext = 60

/** A run without a tenth of its answers, or without any of a platform, is partial. Single failures are usual. */
const maxMissingShare = 0.1

type RunRow = {
  id: string
  day: string
  status: string
  failed_reason: Message | null
  problems: { platform: string; error: Message | null }[] | null
}

/** Consecutive runs with problems are one occurrence, which ends with a run without any. */
export const findRunFailures: FindOccurrences = async ({ db }, brandId, { from, to }) => {
  const { rows } = await sql<RunRow>`
    with runs as (
      select id, (finished_at at time zone 'UTC')::date as day, status, failed_reason, result
      from jobs
      where brand_id = ${brandId} and kind = 'run' and status in ('completed', 'failed')
        and finished_at >= ${daysAfter(from, -daysOfContext)}::date and finished_at < ${dayAfter(to)}::date
    )
    select id, day, status, failed_reason, (
      select jsonb_agg(each order by each ->> 'platform')
      from jsonb_array_elements(result -> 'platforms') as each
      where (each ->> 'answered')::int = 0 and (each ->> 'failed')::int + (each ->> 'skipped')::int > 0
        or ((each ->> 'failed')::int + (each ->> 'skipped')::int) > ${maxMissingShare}::float8 * (
          (each ->> 'answered')::int + (each ->> 'failed')::int + (each ->> 'skipped')::int)
    ) as problems
    from runs order by id`.execute(db)
  const streaks: RunRow[][] = []
  let current: RunRow[] = []
  for (const row of rows) {
    if (row.status === 'completed' && row.problems === null) current = []
    else {
      if (current.length === 0) streaks.push(current)
      current.push(row)
    }
  }
  return streaks.flatMap((streak) => runOccurrences(streak, streak === current))
}

function runOccurrences(streak: readonly RunRow[], isOngoing: boolean): Occurrence[] {
  const [first] = streak
  const last = streak.at(-1)
  if (!first || !last) return []
  const failed = streak.some(({ status }) => status === 'failed')
  return [
    {
      kind: 'run_failed',
      topic: `run ${first.id}`,
      isOneCause: true,
      day: first.day,
      lastDay: last.day,
      isOngoing,
      direction: null,
      severity: failed ? 'high' : 'medium',
      title: failed ? failedRuns(streak.length) : partialRuns(streak.length),
      item: {
        subject: 'run',
        label:
          last.status === 'failed'
            ? message('alerts.operations.theRunFailed')
            : message('alerts.operations.theRunWasPartial'),
        detail: last.failed_reason ?? joinSentences((last.problems ?? []).map(problemText)),
        quote: null,
        tone: 'worse',
        path: pathTo(`runs/${last.id}`),
      },
    },
  ]
}

const failedRuns = (runs: number) =>
  runs === 1
    ? message('alerts.operations.aRunFailed')
    : message('alerts.operations.aRunFailedRunsTimesIn', { runs })

const partialRuns = (runs: number) =>
  runs === 1
    ? message('alerts.operations.aRunWasPartial')
    : message('alerts.operations.aRunWasPartialRunsTimes', { runs })

const problemText = ({ platform, error }: NonNullable<RunRow['problems']>[number]) =>
  error ?? message('alerts.operations.platformNoAnswer', { platform })

type KeyRow = { backend: string; day: string; rejected: number; answered: number; message: Message | null }

/** Days on which an engine rejects its key are one occurrence, which ends with an answer of the engine. */
export const findKeyFailures: FindOccurrences = async ({ db }, brandId, { from, to }) => {
  const start = daysAfter(from, -daysOfContext)
  const { rows } = await sql<KeyRow>`
    with rejecting as (
      select distinct backend from answers
      where brand_id = ${brandId} and status <> 'answered' and day between ${start}::date and ${to}::date
        and failure ->> 'id' = ${keyRejectionId}
    )
    select backend, day,
      (count(*) filter (where failure ->> 'id' = ${keyRejectionId}))::int as rejected,
      (count(*) filter (where status = 'answered'))::int as answered, (array_agg(failure))[1] as message
    from answers
    where brand_id = ${brandId} and day between ${start}::date and ${to}::date
      and backend in (select backend from rejecting)
    group by backend, day order by backend, day`.execute(db)
  return [...Map.groupBy(rows, ({ backend }) => backend)].flatMap(([backend, days]) =>
    keyOccurrences(backend, days),
  )
}

function keyOccurrences(backend: string, days: readonly KeyRow[]): Occurrence[] {
  const streaks: KeyRow[][] = []
  let current: KeyRow[] | null = null
  for (const day of days) {
    if (day.rejected > 0) {
      if (current === null) {
        current = []
        streaks.push(current)
      }
      current.push(day)
    } else if (day.answered > 0) current = null
  }
  return streaks.flatMap((streak): Occurrence[] => {
    const [first] = streak
    const last = streak.at(-1)
    if (!first || !last) return []
    const rejected = streak.reduce((sum, day) => sum + day.rejected, 0)
    return [
      {
        kind: 'engine_key_failed',
        topic: `key ${backend} ${first.day}`,
        isOneCause: true,
        day: first.day,
        lastDay: last.day,
        isOngoing: streak === current,
        direction: null,
        severity: 'high',
        title: message('alerts.operations.engineRejectsItsKey', { engine: backendLabel(backend) }),
        item: {
          subject: `key ${backend}`,
          label: backendLabel(backend),
          detail: joinSentences([
            message('alerts.operations.queriesFailed', { queries: rejected }),
            ...(last.message === null ? [] : [last.message]),
          ]),
          quote: null,
          tone: 'worse',
          path: pathTo('answers', { from: first.day, to: last.day, status: 'failed' }),
        },
      },
    ]
  })
}

/** The limits of the current month, for brands that spent something in it. */
export const findReachedBudgets: FindOccurrences = async (ctx, brandId, { to }) => {
  const today = utcDay(ctx.now())
  const month = `${today.slice(0, 7)}-01`
  const { rows } = await sql`
    select 1 from spend
    where organization_id = ${ctx.organizationId} and brand_id = ${brandId} and day >= ${month}::date limit 1`.execute(
    ctx.db,
  )
  if (rows.length === 0 || to < month) return []
  const exhausted = (await listBudgets(ctx, brandId)).filter(isExhausted)
  const ofMonth = [
    exhausted.find(({ limitedBy }) => limitedBy !== 'brand'),
    exhausted.find(({ limitedBy }) => limitedBy === 'brand'),
  ].flatMap((budget): ReachedLimit[] =>
    budget === undefined
      ? []
      : [
          {
            ...(budget.limitedBy === 'brand'
              ? { name: 'brand', label: message('alerts.operations.brandSpendLimit') }
              : { name: 'month', label: message('alerts.operations.monthlySpendLimit') }),
            detail: message('alerts.operations.theLimitOfLimitIsUsed', {
              limit: costValue(budget.limitMicros),
              day: budget.resetsAt.getTime(),
            }),
          },
        ],
  )
  const ofKeys: ReachedLimit[] = [...(await loadKeySpend(ctx))].flatMap(([backend, spend]) => {
    const detail = usedUpKeyMessage(ctx, backend, spend)
    return detail === null ? [] : [{ name: backend, label: backendLabel(backend), detail }]
  })
  return [...ofMonth, ...ofKeys].map(({ name, label, detail }) => ({
    kind: 'budget_reached',
    topic: `budget ${month} ${name}`,
    isOneCause: true,
    day: today,
    lastDay: today,
    isOngoing: true,
    direction: null,
    severity: 'high',
    title: message('alerts.operations.aSpendLimitIsUsedUp'),
    item: { subject: `budget ${name}`, label, detail, quote: null, tone: 'worse', path: pathTo('runs') },
  }))
}

type ReachedLimit = { name: string; label: MessageOrText; detail: MessageOrText }

/** A score falls by less when a page loads slowly once. */
const minScoreDrop = 5

export const findWorseAudits: FindOccurrences = async ({ db }, brandId, { from, to }) => {
  const { rows } = await sql<{
    id: string
    url: string
    day: string
    score: number
    previous: number
    blocker: string | null
  }>`
    with scores as (
      select
        site_audits.id, url, (finished_at at time zone 'UTC')::date as day, score,
        lag(score) over (partition by url order by site_audits.id) as previous,
        report ->> 'capped_by' as capped, lag(report ->> 'capped_by') over (partition by url order by site_audits.id) as was_capped
      from site_audits join jobs on jobs.brand_id = site_audits.brand_id and jobs.id = site_audits.id
      where site_audits.brand_id = ${brandId} and jobs.status = 'completed' and score is not null
    )
    select id, url, day, score, previous, case when was_capped is null then capped end as blocker from scores
    where day between ${from}::date and ${to}::date and score <= previous - ${minScoreDrop} order by id`.execute(
    db,
  )
  return rows.map(({ id, url, day, score, previous, blocker }) => ({
    kind: 'audit_got_worse',
    topic: `audit ${id}`,
    isOneCause: true,
    day,
    lastDay: day,
    isOngoing: null,
    direction: null,
    severity: 'medium',
    title: message('alerts.operations.theSiteAuditOfUrlGot', { url }),
    item: {
      subject: `audit ${url}`,
      label: url,
      detail:
        blocker === null
          ? message('alerts.operations.scoreScoreBeforePrevious', { score, previous })
          : message('alerts.operations.scoreScoreBeforePreviousABlocker', {
              score,
              previous,
            }),
      quote: null,
      tone: 'worse',
      path: pathTo(`audits/${id}`),
    },
  }))
}
