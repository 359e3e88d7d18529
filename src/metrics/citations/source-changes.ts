/** Sources that answers started or stopped citing. */
import { z } from 'zod'
import { Count, ResultCount, SourceCategory, SourceDomain } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import type { Window } from '../rollups.ts'
import { pooledAnswers } from '../row-groups.ts'
import {
  describeMetric,
  MetricHeader,
  metricHeader,
  pooledRateIntervalPct,
  ratioPct,
  UsageInterval,
} from '../values.ts'
import { type ComparedSource, listComparedSources } from './compared-sources.ts'
import { readDomainChanges, UsageChange } from './usage-changes.ts'

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
  usage_pct: z
    .number()
    .nullable()
    .describe('Share of the answers of that window that cite the source, in percent.'),
  usage_interval: UsageInterval,
  change: UsageChange,
})

const SourceChanges = z
  .object({
    ...MetricHeader,
    result_count: ResultCount,
    previous_result_count: Count.nullable().describe('Answers in the previous window. Null for all time.'),
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
    'A source is a domain. Most domains are cited rarely, so most are new or lost by chance. `change` shows which differences are larger than usual.',
  ),
  query: {},
  previous: {},
  returns: SourceChanges,
  read,
})

const mostListed = 50

async function read(window: Window): Promise<z.input<typeof SourceChanges>> {
  const { scope, previous } = window
  const sources = await listComparedSources(window)
  const now = pooledAnswers(window)
  const before = previous && pooledAnswers(previous)
  const isNew = ({ first_cited, now }: ComparedSource) =>
    now > 0 && (scope.from === null || first_cited >= scope.from)
  const added = sources.filter(isNew).sort((a, b) => b.now - a.now)
  const lost = sources
    .filter((source) => source.now === 0 && source.before > 0)
    .sort((a, b) => b.before - a.before)
  const listed = [...added.slice(0, mostListed), ...lost.slice(0, mostListed)]
  const cited = sources.filter((source) => source.now + source.before > 0)
  const getChange = await readDomainChanges(
    window,
    listed.map(({ domain }) => domain),
    cited.length,
  )
  return {
    ...metricHeader(scope),
    result_count: now.answers,
    previous_result_count: before?.answers ?? null,
    new_sources: added.slice(0, mostListed).map((source) =>
      show(source, {
        citing: source.now,
        weighted: source.weighted_now,
        answers: now,
        change: getChange(source.domain),
      }),
    ),
    lost_sources: lost.slice(0, mostListed).map((source) =>
      show(source, {
        citing: source.before,
        weighted: source.weighted_before,
        answers: before ?? noAnswers,
        change: getChange(source.domain),
      }),
    ),
    new_count: added.length,
    lost_count: lost.length,
    buckets: byWeek(sources),
  }
}

/** `n`: with weights. */
type Answers = { n: number; perDay: number }

const noAnswers: Answers = { n: 0, perDay: 1 }

type Shown = { citing: number; weighted: number; answers: Answers; change: z.input<typeof UsageChange> }

function show(
  { domain, category, first_cited, last_cited }: ComparedSource,
  { citing, weighted, answers, change }: Shown,
) {
  const counted = Math.min(weighted, answers.n)
  return {
    domain,
    category: SourceCategory.parse(category),
    first_cited,
    last_cited,
    results_citing: citing,
    usage_pct: ratioPct(counted, answers.n),
    usage_interval: pooledRateIntervalPct(counted, answers),
    change,
  }
}

function byWeek(sources: readonly ComparedSource[]) {
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
