/** The change of one prompt's visibility score between two ranges of days. */
import { z } from 'zod'
import { unfiltered } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import type { Context } from '../core/context.ts'
import { dayValue, message } from '../languages/message.ts'
import { driftAt, readPromptDrifts } from './drifts.ts'
import { Count, Score } from './fields.ts'
import { dayNumber, readDays, readWindow, type Window } from './rollups.ts'
import { rowsWhere } from './row-groups.ts'
import { testPrompt } from './statistics/change-detection/test-prompt.ts'
import { significance } from './statistics/window-change.ts'
import { type ChangeRecord, IntervalRecord, meanScore, scoreInterval, twoDecimals } from './values.ts'

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
  change: z.input<typeof ChangeRecord>
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
    change: await testChange(window, prompt.id, { before, after }),
  })
  return readWindow(ctx, getScope(after), read, { numbers: ['score'] })
}

async function testChange(
  window: Window,
  promptId: string,
  { before, after }: { before: Days; after: Days },
): Promise<z.input<typeof ChangeRecord>> {
  const { answers, sums } = await readDays(window, { ...window.scope, from: before.from, to: after.to })
  const members = [...answers.cells.keys()].filter((index) => answers.cells[index]?.prompt === promptId)
  const windows = { reference: numbered(before), recent: numbered(after) }
  const test = testPrompt({ answers, sums: sums.score, members }, windows)
  if (test === null) return tooFewAnswers
  const [previous, current] = [twoDecimals(test.before / 1000), twoDecimals(test.after / 1000)]
  const direction = test.after > test.before ? 'up' : 'down'
  return {
    previous,
    current,
    delta: twoDecimals(current - previous),
    state: test.p <= significance ? direction : 'no_significant_change',
    p_value: test.p,
    reason: message('metrics.promptChanges.comparesFromToToWithBeforeFrom', {
      from: dayValue(after.from),
      to: dayValue(after.to),
      beforeFrom: dayValue(before.from),
      beforeTo: dayValue(before.to),
    }),
  }
}

const numbered = ({ from, to }: Days) => ({ from: dayNumber(from), to: dayNumber(to) })

const tooFewAnswers: z.input<typeof ChangeRecord> = {
  previous: null,
  current: null,
  delta: null,
  state: 'insufficient_data',
  p_value: null,
  reason: message('metrics.promptChanges.bothPeriodsNeedTenAnswersAnd'),
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
    answers: rows.count('answers'),
    avg_visibility_score: meanScore(score, answers),
    interval: scoreInterval(rows.number('score'), driftAt(getDrift('score'), score / answers, maxScoreMilli)),
  }
}
