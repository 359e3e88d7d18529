/** Sources that answers started or stopped citing. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope, type Scope } from '../../answers/scope.ts'
import { Count, ResultCount, SourceCategory, SourceDomain } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import type { Window } from '../rollups.ts'
import { sumBy } from '../statistics/basket.ts'
import {
  describeMetric,
  MetricHeader,
  metricHeader,
  pooledRateIntervalPct,
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
    'A source is a domain. Most changes of rarely cited sources are random: compare the counts and intervals.',
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
    new_sources: added.slice(0, mostListed).map((source) => show(source, source.now, answers)),
    lost_sources: lost.slice(0, mostListed).map((source) => show(source, source.before, before ?? 0)),
    new_count: added.length,
    lost_count: lost.length,
    buckets: byWeek(sources),
  }
}

function show({ domain, category, first_cited, last_cited }: Source, citing: number, answers: number) {
  const counted = Math.min(citing, answers)
  return {
    domain,
    category: SourceCategory.parse(category),
    first_cited,
    last_cited,
    results_citing: citing,
    usage_pct: ratioPct(counted, answers),
    usage_interval: pooledRateIntervalPct(answers, counted),
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
  /** The weeks of the window in which it is cited, ascending. */
  weeks: string[]
}

/** Lists all sources cited until the end of the window. */
async function listSources({ db, scope, previous }: Window): Promise<Source[]> {
  const { rows } = await sql<Source>`
    with citing as materialized (
      select distinct domains.registrable as domain, cited.answer_id, cited.day, cited.category
      from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      join answers on answers.brand_id = cited.brand_id and answers.id = cited.answer_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable <> ''
        and ${answersInScope({ ...scope, from: null })}
    )
    select
      domain, mode() within group (order by category) as category, min(day) as first_cited, max(day) as last_cited,
      date_trunc('week', min(day))::date as first_week,
      (count(distinct answer_id) filter (where ${isWithin(scope)}))::int as now,
      (count(distinct answer_id) filter (where ${previous ? isWithin(previous.scope) : sql`false`}))::int as before,
      coalesce(
        json_agg(distinct date_trunc('week', day)::date order by date_trunc('week', day)::date)
          filter (where ${isWithin(scope)}),
        '[]'
      ) as weeks
    from citing group by domain`.execute(db)
  return rows
}

const isWithin = (scope: Pick<Scope, 'from' | 'to'>): RawBuilder<boolean> => daysInScope(scope, 'day')
