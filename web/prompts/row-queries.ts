/** What columns of the table of prompts read for its rows, in pages, so that loading more rows does not read all again. */
import { useQueries } from '@tanstack/react-query'
import { type Returns, read } from '../api.ts'
import { type BrandFilter, isAtMostAMonth, type MetricQuery } from '../brands/filter.ts'
import { type PromptRow, pageSize } from './prompt-table.ts'

export type Stable = Returns<'GET /api/metrics/prompt-stability'>['prompts'][number]

/** Returns the consistency by prompt ID. */
export function useStability(query: MetricQuery, rows: readonly PromptRow[]): ReadonlyMap<string, Stable> {
  const replies = useQueries({
    queries: getPages(rows).map((page) =>
      read('GET /api/metrics/prompt-stability', { query: { ...query, ...page } }),
    ),
  })
  return new Map(replies.flatMap(({ data }) => data?.prompts ?? []).map((row) => [row.prompt_id, row]))
}

export type TrendPoint = { date: string; score: number }

/** `values`: one for each date on which any of the prompts has answers. `points`: those with answers to this prompt. */
export type PromptTrend = { points: TrendPoint[]; values: (number | null)[] }

/** Returns the trend of the score by prompt ID: by day in periods of up to a month, by week in longer ones. */
export function useTrends(
  query: MetricQuery,
  filter: BrandFilter,
  rows: readonly PromptRow[],
): ReadonlyMap<string, PromptTrend> {
  const granularity = isAtMostAMonth(filter) ? 'day' : 'week'
  const replies = useQueries({
    queries: getPages(rows).map((page) =>
      read('GET /api/metrics/prompt-trends', { query: { ...query, granularity, ...page } }),
    ),
  })
  return trendsIn(replies.flatMap(({ data }) => data?.points ?? []))
}

type Point = Returns<'GET /api/metrics/prompt-trends'>['points'][number]

export function trendsIn(
  points: readonly Pick<Point, 'prompt_id' | 'date' | 'avg_visibility_score'>[],
): Map<string, PromptTrend> {
  const dates = [...new Set(points.map(({ date }) => date))].sort()
  const trends = new Map<string, PromptTrend>()
  for (const [promptId, ofPrompt] of Map.groupBy(points, ({ prompt_id }) => prompt_id)) {
    const scores = new Map(ofPrompt.map(({ date, avg_visibility_score }) => [date, avg_visibility_score]))
    trends.set(promptId, {
      points: [...scores].flatMap(([date, score]) => (score === null ? [] : [{ date, score }])),
      values: dates.map((date) => scores.get(date) ?? null),
    })
  }
  return trends
}

const getPages = (rows: readonly PromptRow[]) =>
  Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) => ({
    prompt_id: rows
      .slice(page * pageSize, (page + 1) * pageSize)
      .map(({ prompt_id }) => prompt_id)
      .join(),
    limit: pageSize,
  }))
