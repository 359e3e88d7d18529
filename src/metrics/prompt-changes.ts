/** Which prompts of a brand changed between two ranges of days, with a false discovery rate of 5% in the list. */
import type { z } from 'zod'
import type { Scope } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { dayAt, dayMs, earlier } from '../core/days.ts'
import { dayValue, message } from '../languages/message.ts'
import { findPromptTests, lastClosedDay } from './changes.ts'
import { dayNumber, readDays } from './rollups.ts'
import { getSeries } from './statistics/change-detection/daily-sums.ts'
import {
  listedWindows,
  type PromptChange,
  type PromptTest,
  promptChanges,
  testPrompts,
} from './statistics/change-detection/prompt-changes.ts'
import type { DayRange } from './statistics/change-detection/windows.ts'
import { type AdjustedChange, twoDecimals } from './values.ts'

/** Inclusive. */
type Days = { from: string; to: string }
export type ComparedDays = { before: Days; after: Days }

type ListedChange = z.input<typeof AdjustedChange>

/** Returns the last 28 closed days of the scope, and the 28 days before. */
function lastFourWeeks(ctx: Context, { to }: Scope): ComparedDays {
  const last = to === null ? lastClosedDay(ctx) : earlier(to, lastClosedDay(ctx))
  const { reference, recent } = listedWindows(dayNumber(last))
  return { before: toDays(reference), after: toDays(recent) }
}

const toDays = ({ from, to }: DayRange): Days => ({ from: dayAt(from * dayMs), to: dayAt(to * dayMs) })

/** Returns the changes of the scores by id of the prompt. Prompts with too few answers are absent. */
export const readPromptChanges = async (
  ctx: Context,
  scope: Scope,
  days: ComparedDays,
): Promise<Map<string, ListedChange>> => listChanges(await testBetween(ctx, scope, days), days)

async function testBetween(
  ctx: Context,
  scope: Scope,
  { before, after }: ComparedDays,
): Promise<PromptTest[]> {
  const { answers, sums } = await readDays(ctx, { ...scope, from: before.from, to: after.to })
  const windows = { reference: numbered(before), recent: numbered(after) }
  return testPrompts(getSeries(answers, sums.score, null), windows)
}

/** Returns the change of one prompt's score, tested alone. */
export async function readChangeOfPrompt(
  ctx: Context,
  { scope, promptId }: { scope: Scope; promptId: string },
  days: ComparedDays,
): Promise<ListedChange> {
  const tests = await testBetween(ctx, scope, days)
  const own = tests.filter(({ prompt }) => prompt === promptId)
  return listChanges(own, days).get(promptId) ?? tooFewAnswers
}

/**
 * Returns the change of each prompt over the last four weeks, from the stored tests. These do not exist for a scope that ended
 * earlier or has unusual filters, and testing 56 days again would take longer than the rest of the metric.
 */
export async function readListedChanges(
  ctx: Context,
  scope: Scope,
): Promise<(prompt: string) => ListedChange> {
  const days = lastFourWeeks(ctx, scope)
  const tests = await findPromptTests(ctx, scope, days.after.to)
  if (tests === null) return () => notEvaluated
  const changes = listChanges(tests, days)
  return (prompt) => changes.get(prompt) ?? tooFewAnswers
}

function listChanges(
  tests: readonly PromptTest[],
  { before, after }: ComparedDays,
): Map<string, ListedChange> {
  const reason = message('metrics.promptChanges.comparesFromToToWithBeforeFrom', {
    from: dayValue(after.from),
    to: dayValue(after.to),
    beforeFrom: dayValue(before.from),
    beforeTo: dayValue(before.to),
  })
  return new Map(promptChanges(tests).map((change) => [change.prompt, { ...show(change), reason }]))
}

const noChange = {
  previous: null,
  current: null,
  delta: null,
  state: 'insufficient_data' as const,
  p_value: null,
  q_value: null,
}

const notEvaluated: ListedChange = {
  ...noChange,
  reason: message('metrics.promptChanges.changesOfPromptsAreEvaluatedThrough'),
}

export const tooFewAnswers: ListedChange = {
  ...noChange,
  reason: message('metrics.promptChanges.bothPeriodsNeedTenAnswersAnd'),
}

const numbered = ({ from, to }: Days) => ({ from: dayNumber(from), to: dayNumber(to) })

/** The statistics are in thousandths of a point. */
function show({ test, q, isSignificant }: PromptChange): Omit<ListedChange, 'reason'> {
  const [previous, current] = [twoDecimals(test.before / 1000), twoDecimals(test.after / 1000)]
  const direction = test.after > test.before ? 'up' : 'down'
  return {
    previous,
    current,
    delta: twoDecimals(current - previous),
    state: isSignificant ? direction : 'no_significant_change',
    p_value: test.p,
    q_value: q,
  }
}
