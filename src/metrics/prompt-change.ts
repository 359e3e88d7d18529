/** How the visibility score of one prompt moved between two spans of days. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import {
  type ChangeRecord,
  Count,
  IntervalRecord,
  maxScoreMilli,
  meanScore,
  Score,
  scoreChange,
  shownInterval,
} from './numbers.ts'
import { readSettled } from './settle.ts'
import { basketInterval, total } from './statistics/basket.ts'
import type { KeyedCell } from './statistics/change.ts'

export const ScoreInDays = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  answers: Count,
  avg_visibility_score: Score,
  interval: IntervalRecord,
})

/** Inclusive. */
type Days = { from: string; to: string }

export type PromptChange = {
  before: z.input<typeof ScoreInDays>
  after: z.input<typeof ScoreInDays>
  change: z.input<typeof ChangeRecord>
}

export function readPromptChange(
  ctx: Context,
  prompt: { brandId: string; id: string },
  { before, after }: { before: Days; after: Days },
): Promise<PromptChange> {
  return readSettled(ctx, prompt.brandId, async (at) => {
    const earlier = await readCells(at, prompt, before)
    const later = await readCells(at, prompt, after)
    return {
      before: shown(before, earlier),
      after: shown(after, later),
      change: scoreChange(earlier, later),
    }
  })
}

async function readCells(
  ctx: Context,
  { brandId, id }: { brandId: string; id: string },
  { from, to }: Days,
): Promise<KeyedCell[]> {
  const { rows } = await sql<KeyedCell>`
    select
      concat_ws(' ', platform, region) as key, ${id} as prompt, sum(answers)::int as n,
      sum(score_milli)::int8 as sum, sum(score_milli_squared)::int8 as "sumSquares"
    from daily_answers
    where brand_id = ${brandId} and prompt_id = ${id} and day between ${from}::date and ${to}::date
    group by platform, region
    order by platform, region`.execute(ctx.db)
  return rows
}

function shown({ from, to }: Days, cells: KeyedCell[]): z.input<typeof ScoreInDays> {
  const answers = total(cells, ({ n }) => n)
  const score = total(cells, ({ sum }) => sum)
  return {
    date_from: from,
    date_to: to,
    answers,
    avg_visibility_score: meanScore(score, answers),
    interval: shownInterval(basketInterval(cells, { max: maxScoreMilli }), 1 / 1000),
  }
}
