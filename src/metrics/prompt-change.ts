/** How the visibility score of one prompt moved between two spans of days. */
import { z } from 'zod'
import { unfiltered } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import type { Context } from '../core/context.ts'
import { readRollupRows } from './rollups/running-totals.ts'
import { readWindow } from './rollups/snapshot.ts'
import { basketInterval, sumBy } from './statistics/basket.ts'
import type { KeyedMoments } from './statistics/paired-change.ts'
import { keyedCells } from './totals.ts'
import {
  type ChangeRecord,
  Count,
  IntervalRecord,
  meanScore,
  Score,
  scoreChange,
  shownInterval,
} from './values.ts'

export const WindowScore = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  answers: Count,
  avg_visibility_score: Score,
  interval: IntervalRecord,
})

/** Inclusive. */
type Days = { from: string; to: string }

export type PromptChange = {
  before: z.input<typeof WindowScore>
  after: z.input<typeof WindowScore>
  change: z.input<typeof ChangeRecord>
}

export function readPromptChange(
  ctx: Context,
  prompt: { brandId: string; id: string },
  { before, after }: { before: Days; after: Days },
): Promise<PromptChange> {
  return readWindow(ctx, prompt.brandId, async (at) => {
    const earlier = await readOwn(at, prompt, before)
    const later = await readOwn(at, prompt, after)
    return {
      before: shown(before, earlier),
      after: shown(after, later),
      change: scoreChange(earlier, later),
    }
  })
}

/** Of one prompt among those of the window. */
async function readOwn(
  ctx: Context,
  { brandId, id }: { brandId: string; id: string },
  days: Days,
): Promise<KeyedMoments[]> {
  const brand = { id: brandId, name: '' }
  const cells = await readRollupRows(ctx, { ...unfiltered, brand, ...days })
  return keyedCells(cells.filter(({ prompt_id }) => prompt_id === id))
}

function shown({ from, to }: Days, cells: KeyedMoments[]): z.input<typeof WindowScore> {
  const answers = sumBy(cells, ({ n }) => n)
  const score = sumBy(cells, ({ sum }) => sum)
  return {
    date_from: from,
    date_to: to,
    answers,
    avg_visibility_score: meanScore(score, answers),
    interval: shownInterval(basketInterval(cells, { max: maxScoreMilli }), 1 / 1000),
  }
}
