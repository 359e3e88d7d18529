/** The change of one prompt's visibility score between two ranges of days. */
import { z } from 'zod'
import { unfiltered } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import type { Context } from '../core/context.ts'
import { Count, Score } from './fields.ts'
import { readChangeOfPrompt } from './prompt-changes.ts'
import { readWindow, type Window } from './rollups.ts'
import { basketInterval, sumBy } from './statistics/basket.ts'
import type { KeyedMoments } from './statistics/paired-change.ts'
import { momentsByQuestion } from './totals.ts'
import { type AdjustedChange, formatInterval, IntervalRecord, meanScore } from './values.ts'

export const WindowScore = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  answers: Count,
  avg_visibility_score: Score,
  interval: IntervalRecord.describe('Of avg_visibility_score.'),
})

/** Inclusive. */
type Days = { from: string; to: string }

export type PromptChange = {
  before: z.input<typeof WindowScore>
  after: z.input<typeof WindowScore>
  change: z.input<typeof AdjustedChange>
}

export function readPromptChange(
  ctx: Context,
  prompt: { brandId: string; id: string },
  { before, after }: { before: Days; after: Days },
): Promise<PromptChange> {
  const scopeOf = (days: Days) => ({ ...unfiltered, brand: { id: prompt.brandId, name: '' }, ...days })
  return readWindow(ctx, scopeOf(after), async (window) => {
    const momentsBefore = momentsOfPrompt(await window.withScope(scopeOf(before)), prompt.id)
    const momentsAfter = momentsOfPrompt(window, prompt.id)
    return {
      before: summarize(before, momentsBefore),
      after: summarize(after, momentsAfter),
      change: await readChangeOfPrompt(
        window,
        { scope: window.scope, promptId: prompt.id },
        { before, after },
      ),
    }
  })
}

const momentsOfPrompt = ({ rows }: Window, promptId: string): KeyedMoments[] =>
  momentsByQuestion(rows.filter(({ prompt_id }) => prompt_id === promptId))

function summarize({ from, to }: Days, moments: KeyedMoments[]): z.input<typeof WindowScore> {
  const answers = sumBy(moments, ({ n }) => n)
  const score = sumBy(moments, ({ sum }) => sum)
  return {
    date_from: from,
    date_to: to,
    answers,
    avg_visibility_score: meanScore(score, answers),
    interval: formatInterval(basketInterval(moments, { max: maxScoreMilli }), 1 / 1000),
  }
}
