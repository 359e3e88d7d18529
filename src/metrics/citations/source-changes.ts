/** Sources that answers started or stopped citing. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope, type Scope } from '../../answers/scope.ts'
import { Count, ResultCount, SourceCategory, SourceDomain } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import type { RollupRow } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { adjustForMultipleTests } from '../statistics/adjusted-changes.ts'
import { mcnemarExact } from '../statistics/intervals.ts'
import { type Change, significance } from '../statistics/window-change.ts'
import { sumBy } from '../sum-by.ts'
import {
  AdjustedChange,
  describeMetric,
  MetricHeader,
  metricHeader,
  notComparable,
  pooledRateIntervalPct,
  rateDifference,
  ratioPct,
  UsageInterval,
} from '../values.ts'

const Changed = z.object({
  domain: SourceDomain,
  category: SourceCategory,
  first_cited: z.iso.date().describe('First day with an answer that cites the source.'),
  last_cited: z.iso
    .date()
    .describe('Last day with an answer that cites the source, up to the end of the window.'),
  results_citing: Count.describe(
    'Answers that cite the source: in the window for new sources, in the previous window for lost ones.',
  ),
  usage_pct: z.number().nullable().describe('`results_citing` / answers of that window, in percent.'),
  usage_interval: UsageInterval,
  change: AdjustedChange.describe(
    'Change of `usage_pct`: a sign test over the prompts, platforms and regions with answers in both windows, adjusted for testing all sources. If `state` is neither `up` nor `down`, the source may be new or lost by chance.',
  ),
})

const SourceChanges = z
  .object({
    ...MetricHeader,
    result_count: ResultCount,
    previous_result_count: Count.nullable().describe(
      'Answers in the previous window; null without a first day.',
    ),
    new_sources: z
      .array(Changed)
      .describe('Cited for the first time in the window, most answers first, at most 50.'),
    lost_sources: z
      .array(Changed)
      .describe('Cited in the previous window and not in this one, most answers first, at most 50.'),
    new_count: Count.describe('Number of new sources.'),
    lost_count: Count.describe('Number of lost sources.'),
    buckets: z
      .array(
        z.object({
          date: z.iso.date().describe('Monday of the ISO week.'),
          sources: Count.describe('Sources cited in the week.'),
          new_sources: Count.describe('Sources cited for the first time in the week.'),
          lost_sources: Count.describe('Sources cited in the previous week and not since.'),
        }),
      )
      .describe('Weeks of the window with citations.'),
  })
  .meta({ id: 'SourceChanges' })

export const sourceChanges = defineMetric({
  summary: 'List new and lost sources',
  description: describeMetric(
    [],
    'A source is a domain. Most domains are cited rarely, so most are new or lost by chance. `change` shows which differences are significant.',
  ),
  query: {},
  returns: SourceChanges,
  read,
})

const mostListed = 50

async function read(window: Window): Promise<z.input<typeof SourceChanges>> {
  const { scope, previous } = window
  const sources = await listSources(window)
  const answers = sumBy(window.rows, (row) => row.answers)
  const before = previous && sumBy(previous.rows, (row) => row.answers)
  const changeOf = testSources(sources, { answers, before })
  const isNew = ({ first_cited, now }: Source) =>
    now > 0 && (scope.from === null || first_cited >= scope.from)
  const added = sources.filter(isNew).sort((a, b) => b.now - a.now)
  const lost = sources
    .filter((source) => source.now === 0 && source.before > 0)
    .sort((a, b) => b.before - a.before)
  return {
    ...metricHeader(scope),
    result_count: answers,
    previous_result_count: before,
    new_sources: added
      .slice(0, mostListed)
      .map((source) => show(source, { citing: source.now, answers, change: changeOf(source) })),
    lost_sources: lost
      .slice(0, mostListed)
      .map((source) =>
        show(source, { citing: source.before, answers: before ?? 0, change: changeOf(source) }),
      ),
    new_count: added.length,
    lost_count: lost.length,
    buckets: byWeek(sources),
  }
}

/** `before`: answers of the previous window, null without one. Sources without citations in both windows are not tested. */
function testSources(
  sources: readonly Source[],
  { answers, before }: { answers: number; before: number | null },
): (source: Source) => z.input<typeof AdjustedChange> {
  const cited = sources.filter((source) => source.now + source.before > 0)
  const changes = cited.map((source): Change => {
    if (before === null || before === 0 || answers === 0) return { ...notComparable }
    const previous = Math.min(source.before, before) / before
    const delta = Math.min(source.now, answers) / answers - previous
    const { up, down } = source
    const p = mcnemarExact(down, up)
    return {
      previous,
      delta,
      state: p > significance || up === down ? 'no_significant_change' : up > down ? 'up' : 'down',
      p_value: p,
      reason: `Sign test: of the combinations of prompt, platform and region with answers in both periods, ${up} cite the source more often and ${down} less often.`,
    }
  })
  const adjusted = adjustForMultipleTests(changes)
  const byDomain = new Map(cited.map(({ domain }, index) => [domain, adjusted[index]]))
  return ({ domain }) => {
    const change = byDomain.get(domain)
    if (!change) throw new Error('Only cited sources are listed')
    return { ...rateDifference(change), q_value: change.q_value }
  }
}

type Shown = { citing: number; answers: number; change: z.input<typeof AdjustedChange> }

function show({ domain, category, first_cited, last_cited }: Source, { citing, answers, change }: Shown) {
  const counted = Math.min(citing, answers)
  return {
    domain,
    category: SourceCategory.parse(category),
    first_cited,
    last_cited,
    results_citing: citing,
    usage_pct: ratioPct(counted, answers),
    usage_interval: pooledRateIntervalPct(answers, counted),
    change,
  }
}

function byWeek(sources: readonly Source[]) {
  const weeks = [...new Set(sources.flatMap((source) => source.weeks))].toSorted()
  const index = new Map(weeks.map((week, position) => [week, position]))
  const buckets = weeks.map((date) => ({ date, sources: 0, new_sources: 0, lost_sources: 0 }))
  for (const { weeks: cited, first_week } of sources) {
    for (const week of cited) {
      const bucket = buckets[index.get(week) ?? -1]
      if (!bucket) continue
      bucket.sources += 1
      if (week === first_week) bucket.new_sources += 1
    }
    const last = cited.at(-1)
    const after = last === undefined ? undefined : buckets[(index.get(last) ?? -2) + 1]
    if (after) after.lost_sources += 1
  }
  return buckets
}

type Source = {
  domain: string
  category: string
  first_cited: string
  last_cited: string
  first_week: string
  /** Answers that cite it in the window, and in the previous window. */
  now: number
  before: number
  /** Cells with answers in both windows that cite it in a larger, or smaller, share of their answers than before. */
  up: number
  down: number
  /** The weeks of the window in which it is cited, ascending. */
  weeks: string[]
}

/** Lists all sources cited until the end of the window. */
async function listSources(window: Window): Promise<Source[]> {
  const { db, scope, previous } = window
  const isBefore = previous ? isWithin(previous.scope) : sql<boolean>`false`
  const { rows } = await sql<Source>`
    with citing as materialized (
      select distinct
        domains.registrable as domain, cited.answer_id, cited.day, cited.category, answers.prompt_id, answers.platform, answers.region
      from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      join answers on answers.brand_id = cited.brand_id and answers.id = cited.answer_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable <> ''
        and ${answersInScope({ ...scope, from: null })}
    ),
    common as (${commonCells(window)}),
    by_cell as (
      select
        domain, answers_now, answers_before, count(distinct answer_id) filter (where ${isWithin(scope)}) as now,
        count(distinct answer_id) filter (where ${isBefore}) as before
      from citing join common using (prompt_id, platform, region)
      group by domain, prompt_id, platform, region, answers_now, answers_before
    ),
    signs as (
      select
        domain, count(*) filter (where now * answers_before > before * answers_now) as up,
        count(*) filter (where now * answers_before < before * answers_now) as down
      from by_cell group by domain
    )
    select
      domain, mode() within group (order by category) as category, min(day) as first_cited, max(day) as last_cited,
      date_trunc('week', min(day))::date as first_week,
      (count(distinct answer_id) filter (where ${isWithin(scope)}))::int as now,
      (count(distinct answer_id) filter (where ${isBefore}))::int as before,
      coalesce(min(up), 0)::int as up, coalesce(min(down), 0)::int as down,
      coalesce(
        json_agg(distinct date_trunc('week', day)::date order by date_trunc('week', day)::date)
          filter (where ${isWithin(scope)}),
        '[]'
      ) as weeks
    from citing left join signs using (domain) group by domain`.execute(db)
  return rows
}

/** Selects the cells with answers in both windows, and how many answers each window has. */
function commonCells({ rows, previous }: Window): RawBuilder<unknown> {
  const cellOf = ({ prompt_id, platform, region }: RollupRow) => JSON.stringify([prompt_id, platform, region])
  const [now, before] = [rows, previous?.rows ?? []].map((of) => Map.groupBy(of, cellOf))
  const common = [...(now ?? [])].flatMap(([cell, ofNow]) => {
    const [row] = ofNow
    const ofBefore = before?.get(cell)
    return row && ofBefore
      ? [{ ...cellIn(row), answers_now: answersIn(ofNow), answers_before: answersIn(ofBefore) }]
      : []
  })
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(common)}::jsonb)
      as cell (prompt_id uuid, platform text, region text, answers_now bigint, answers_before bigint)`
}

const cellIn = ({ prompt_id, platform, region }: RollupRow) => ({ prompt_id, platform, region })
const answersIn = (rows: readonly RollupRow[]) => sumBy(rows, ({ answers }) => answers)

const isWithin = (scope: Pick<Scope, 'from' | 'to'>): RawBuilder<boolean> => daysInScope(scope, 'day')
