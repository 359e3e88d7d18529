/** The visibility of a brand by day or week, annotated with changes of models, prompts and platforms. */
import { z } from 'zod'
import type { Scope } from '../../answers/scope.ts'
import { daysAfter, getMonday } from '../../core/days.ts'
import { invalid } from '../../core/errors.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { message } from '../../languages/message.ts'
import { findChosenModel } from '../../llm/chosen-model.ts'
import { listChangedPages } from '../citations/cited-pages.ts'
import { readDrifts } from '../drifts.ts'
import { PastChange, readPastChanges } from '../established-changes.ts'
import { Granularity, GranularityParameter } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { type BucketCounts, countByBucket, noCounts } from '../not-counted.ts'
import { daysOfGrain, type Grain } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { describeMetric, MetricHeader, metricHeader } from '../values.ts'
import {
  type BucketWithCounts,
  changedPageNotes,
  changeNotes,
  methodNotes,
  notCountedNotes,
} from './trend-annotations.ts'
import {
  type Bucket,
  CompetitorBucket,
  emptyBucket,
  showCompetitors,
  TrendBucket,
  toBucket,
} from './trend-buckets.ts'

const VisibilityTrend = z
  .object({
    ...MetricHeader,
    granularity: Granularity,
    buckets: z.array(TrendBucket),
    changes: z
      .array(PastChange)
      .describe('Established changes of the brand in the window, over all platforms or on the chosen one.'),
    competitors: z
      .array(CompetitorBucket)
      .describe(
        'With `competitors=true`: each bucket with answers of each tracked competitor, by date. Otherwise empty.',
      ),
  })
  .meta({ id: 'VisibilityTrend' })

/** Ten years of days. */
const maxFilledDays = 3_660

export const visibilityTrend = defineMetric({
  summary: 'Get the visibility trend',
  whenToUse:
    'Answers "how did visibility develop?" with a value per day or week, and notes on what else changed, such as a new model. For one total use get_visibility_summary.',
  description: describeMetric(
    ['visibility_score', 'mention_rate', 'citation_rate', 'share_of_voice', 'sentiment', 'average_position'],
    'Each bucket averages its own answers.',
    'A day or week without answers is omitted, or null with `fill=true`. A week at an edge of the window includes only its days within the window.',
  ),
  query: {
    granularity: GranularityParameter,
    fill: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true`: include buckets without answers, with null values.'),
    competitors: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true`: include the values of each tracked competitor.'),
    trailing_days: z.coerce
      .number()
      .int()
      .min(1)
      .max(28)
      .default(1)
      .describe(
        'With `granularity=day`: each bucket averages the answers of this many days, which end with its date, so that a line is smoother. Annotations are omitted.',
      ),
    matched: z
      .enum(['true', 'false'])
      .default('false')
      .describe(
        '`true`: only answers to prompts, on platforms and in regions that also have answers in the previous window, so that added prompts and platforms do not change the values. Their average over the window is `current` of the changes of get_visibility_summary. Requires a first day.',
      ),
  },
  returns: VisibilityTrend,
  read,
})

type Flag = 'true' | 'false'
type Query = { granularity: Grain; fill: Flag; competitors: Flag; trailing_days: number; matched: Flag }

async function read(window: Window, query: Query): Promise<z.input<typeof VisibilityTrend>> {
  const { scope, competitors } = window
  const { granularity } = query
  const numbers = competitors.map(({ entity_no }) => entity_no)
  const getDrift = await readDrifts(window)
  const notCounted = await countByBucket(window, granularity)
  const sentimentFrom = (await findChosenModel(window, 'sentiment'))?.from ?? null
  const changedPages = await listChangedPages(window)
  const buckets: Bucket[] = []
  const isDaily = granularity === 'day'
  const trailingDays = isDaily ? query.trailing_days : 1
  const days = isDaily ? trailingDays : daysOfGrain.week
  const series = await window.trend(granularity, { common: isMatched(window, query), trailingDays })
  let previous: BucketWithCounts | undefined
  const pause = timeSlicer()
  for (const counters of series) {
    const current = { bucket: counters, notCounted: notCounted.get(counters.start) ?? noBucketCounts }
    const changes = previous ? changeNotes(previous, current) : []
    const last = daysAfter(counters.start, daysOfGrain[granularity] - 1)
    const method = methodNotes(sentimentFrom, { first: counters.start, last })
    const excluded = notCountedNotes(counters.count('answers'), current.notCounted)
    const pages = changedPageNotes(changedPages.filter(({ day }) => day >= counters.start && day <= last))
    buckets.push(
      toBucket(counters, numbers, {
        annotations: trailingDays > 1 ? [] : [...changes, ...method, ...pages, ...excluded],
        getDrift: (number) => getDrift(number, { days }),
      }),
    )
    previous = current
    await pause()
  }
  return {
    ...metricHeader(scope),
    granularity,
    changes: await readPastChanges(window),
    buckets: query.fill === 'true' ? fillGaps(buckets, scope, granularity) : buckets,
    competitors:
      query.competitors === 'true'
        ? series.flatMap((counters) => showCompetitors(counters, competitors))
        : [],
  }
}

const noBucketCounts: BucketCounts = { ...noCounts, prompts: [] }

function isMatched({ scope }: Window, { matched }: Query): boolean {
  if (matched === 'true' && scope.from === null)
    throw invalid('matched', message('metrics.visibilityTrend.requiresAFirstDay'))
  return matched === 'true'
}

/** Adds an empty bucket for each day or week without answers. Throws `invalid_request` for a window of too many days. */
function fillGaps(buckets: Bucket[], { from, to }: Scope, grain: Grain): Bucket[] {
  const first = from ?? buckets[0]?.date
  const last = to ?? buckets.at(-1)?.date
  if (first === undefined || last === undefined) return buckets
  if (last > daysAfter(first, maxFilledDays))
    throw invalid(
      'fill',
      message('metrics.visibilityTrend.takesWindowsOfAtMostMaxFilledDays', { maxFilledDays }),
    )
  const byDate = new Map(buckets.map((each) => [each.date, each]))
  const all: Bucket[] = []
  const start = grain === 'day' ? first : getMonday(first)
  for (let date = start; date <= last; date = daysAfter(date, daysOfGrain[grain]))
    all.push(byDate.get(date) ?? emptyBucket(date))
  return all
}
