/**
 * Who leads a group of answers, such as the answers to a prompt: the tracked brand with the highest visibility score, the own brand
 * if it shares the highest score, and no brand without a score above 0. Tables, prompts won and lost, and the details of prompts and
 * competitors use it.
 */
import { z } from 'zod'
import { CompetitorId, CompetitorName, Score } from '../fields.ts'
import type { Period, Row } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { meanScore } from '../values.ts'

export const Leader = z
  .object({
    competitor_id: CompetitorId.nullable().describe('Id of the competitor; null: the brand leads.'),
    name: CompetitorName.describe('Name of the competitor or brand.'),
    avg_visibility_score: Score,
  })
  .nullable()
  .describe('The tracked brand with the highest score; null if none has a score above 0.')

/** The own brand (number 0) or a competitor. */
export type Tracked = { competitor_id: string | null; name: string; number: number }

/** The visibility scores in a group of answers. `answers`: without weights. */
export type Standing = {
  answers: number
  leader: z.input<typeof Leader>
  getScore(of: Tracked): number | null
}

/** Lists the own brand and then its competitors. */
export const listTracked = ({ scope, competitors }: Window): Tracked[] => [
  { competitor_id: null, name: scope.brand.name, number: 0 },
  ...competitors.map(({ id, name, entity_no: number }) => ({ competitor_id: id, name, number })),
]

/** Returns the standing of each group. Rows with the key null are left out. `tracked` starts with the own brand. */
export function computeStandings(
  period: Period,
  tracked: readonly Tracked[],
  getKey: (row: Row) => string | null,
): Map<string, Standing> {
  const keys = period.rows.map(getKey)
  const answers = sumBy(keys, period.counts('answers'))
  const weighted = sumBy(keys, period.counter('answers'))
  const sums = new Map(
    tracked.map(({ number }) => {
      const rows = number === 0 ? period : period.of(number)
      return [number, sumBy(keys, rows.counter('score_millipoints'))]
    }),
  )
  return new Map(
    [...answers].map(([key, count]) => {
      const getScore = ({ number }: Tracked) =>
        meanScore(sums.get(number)?.get(key) ?? 0, weighted.get(key) ?? 0)
      return [key, { answers: count, leader: showLeader(tracked, getScore), getScore }]
    }),
  )
}

function showLeader(tracked: readonly Tracked[], getScore: Standing['getScore']): Standing['leader'] {
  const leader = findLeader(tracked, getScore)
  return (
    leader && {
      competitor_id: leader.competitor_id,
      name: leader.name,
      avg_visibility_score: getScore(leader),
    }
  )
}

/** `tracked` starts with the own brand. */
export function findLeader<T>(tracked: readonly T[], getScore: (of: T) => number | null): T | null {
  let leader: T | null = null
  let highest = 0
  for (const each of tracked) {
    const score = getScore(each) ?? 0
    if (score > highest) [leader, highest] = [each, score]
  }
  return leader
}

function sumBy(keys: readonly (string | null)[], column: Float64Array): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [row, key] of keys.entries())
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + (column[row] ?? 0))
  return sums
}
