/** The visibility score of single prompts by day or week, as drawn in the table of prompts. */
import { z } from 'zod'
import { PromptIds } from '../../answers/scope-parameters.ts'
import { daysAfter, utcDay } from '../../core/days.ts'
import { pageQuery } from '../../core/paging.ts'
import {
  BucketDate,
  Granularity,
  GranularityParameter,
  NextCursor,
  PromptId,
  ResultCount,
  Score,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { readPromptTrends, type Window } from '../rollups.ts'
import { describeMetric, MetricHeader, meanScore, metricHeader } from '../values.ts'
import { pageOfAnsweredPrompts } from './answered-prompts.ts'

const PromptTrends = z
  .object({
    ...MetricHeader,
    granularity: Granularity,
    points: z
      .array(
        z.object({
          prompt_id: PromptId,
          date: BucketDate,
          result_count: ResultCount,
          avg_visibility_score: Score,
        }),
      )
      .describe('By prompt and date. A day or week without answers to the prompt is omitted.'),
    next_cursor: NextCursor,
  })
  .meta({ id: 'PromptTrends' })

const query = { ...pageQuery, prompt_id: PromptIds, granularity: GranularityParameter }

type Query = z.output<z.ZodObject<typeof query>>

/** Limits the memory of a request: one reads up to 500 prompts. */
const maxDays = 366

export const promptTrends = defineMetric({
  summary: 'List the visibility trends of prompts',
  description: describeMetric(
    ['visibility_score'],
    `Covers at most the last ${maxDays} days of the window. A page is a number of prompts, with all of their points.`,
  ),
  query,
  returns: PromptTrends,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof PromptTrends>> {
  const { granularity } = query
  const { ids, next_cursor } = await pageOfAnsweredPrompts(window, query)
  const points = await readPromptTrends(window, { days: lastDays(window), promptIds: ids, granularity })
  return {
    ...metricHeader(window.scope),
    granularity,
    points: points.map(({ prompt_id, start, answers, n, score_millipoints }) => ({
      prompt_id,
      date: start,
      result_count: answers,
      avg_visibility_score: meanScore(score_millipoints, n),
    })),
    next_cursor,
  }
}

function lastDays({ scope: { from, to }, now }: Window): { from: string; to: string } {
  const last = to ?? utcDay(now())
  const first = daysAfter(last, 1 - maxDays)
  return { from: from !== null && from > first ? from : first, to: last }
}
