/** The change of one prompt's visibility score between two ranges of days. */
import { z } from 'zod'
import { unfiltered } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import type { Context } from '../core/context.ts'
import { driftAt, readPromptDrifts } from './drifts.ts'
import { Count, Score } from './fields.ts'
import { readChangeOfPrompt } from './prompt-changes.ts'
import { readWindow, type Window } from './rollups.ts'
import { rowsWhere } from './row-groups.ts'
import { type AdjustedChange, IntervalRecord, meanScore, scoreInterval } from './values.ts'

export const WindowScore = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  answers: Count,
  avg_visibility_score: Score,
  interval: IntervalRecord.describe('Of avg_visibility_score.'),
})

/** Inclusive. */
type Days = { from: string; to: string }

export type PromptScoreChange = {
  before: z.input<typeof WindowScore>
  after: z.input<typeof WindowScore>
  change: z.input<typeof AdjustedChange>
}

export function readPromptChange(
  ctx: Context,
  prompt: { brandId: string; id: string },
  { before, after }: { before: Days; after: Days },
): Promise<PromptScoreChange> {
  const getScope = (days: Days) => ({ ...unfiltered, brand: { id: prompt.brandId, name: '' }, ...days })
  const read = async (window: Window) => ({
    before: await summarize(before, await window.withScope(getScope(before)), prompt.id),
    after: await summarize(after, window, prompt.id),
    change: await readChangeOfPrompt(window, { scope: window.scope, promptId: prompt.id }, { before, after }),
  })
  return readWindow(ctx, getScope(after), read, { numbers: ['score'] })
}

async function summarize(
  { from, to }: Days,
  window: Window,
  promptId: string,
): Promise<z.input<typeof WindowScore>> {
  const rows = rowsWhere(window, ({ prompt_id }) => prompt_id === promptId)
  const getDrift = await readPromptDrifts(window)
  const [answers, score] = [rows.total('answers'), rows.total('score_millipoints')]
  return {
    date_from: from,
    date_to: to,
    answers,
    avg_visibility_score: meanScore(score, answers),
    interval: scoreInterval(rows.number('score'), driftAt(getDrift('score'), score / answers, maxScoreMilli)),
  }
}
