/** The experiment of an action: its affected prompts before and after, compared with its control prompts. */
import { z } from 'zod'
import { actionNumbers, actionStates } from '../../vocabulary/actions.ts'
import type { Context } from '../core/context.ts'
import { dayBefore, daysAfter, earlier, utcDay } from '../core/days.ts'
import { assessExperiment } from '../experiments/statistics/assess-experiment.ts'
import {
  baselineDays,
  type Experiment,
  type ExperimentResult,
  type GroupComparison,
} from '../experiments/statistics/experiment.ts'
import { localizedText } from '../languages/localized.ts'
import { dayValue, message } from '../languages/message.ts'
import { Count } from '../metrics/fields.ts'
import { changeLimits, testWindows } from '../metrics/statistics/change-detection/compare-windows.ts'
import { testPrompt } from '../metrics/statistics/change-detection/test-prompt.ts'
import { twoDecimals } from '../metrics/values.ts'
import { describeState, factors, listWarnings, scaleEffect, toDay } from './describe-result.ts'
import { type Declared, loadExperiment } from './load-experiment.ts'

const Points = z.number().describe('Points of the visibility score, or percentage points of a rate.')

const Effect = z.object({ points: Points, low: Points, high: Points })

const Period = z.object({
  value: z
    .number()
    .nullable()
    .describe('The number in the period: a score, or a rate in percent; null without answers.'),
  answers: Count.describe('Answers that are compared.'),
})
const Group = z.object({ prompts: Count, before: Period, after: Period })

export const ActionResult = z
  .object({
    state: z
      .enum(actionStates)
      .describe(
        '`planned`: its day is not over. `no_comparison`: too few control prompts or answers; a change from before to after may have other causes. `running`: no effect is established so far. `up`, `down`: an effect is established. `no_effect_found`: the planned time is over without an effect.',
      ),
    statement: localizedText().describe('The result in a sentence.'),
    date_from: z.iso.date().describe('First day before the action that is compared.'),
    date_to: z.iso.date().describe('Last day that is compared.'),
    final_on: z.iso.date().describe('The day after which the result does not change.'),
    effect: Effect.nullable().describe(
      'Difference in differences: how much more the affected prompts changed than the control prompts, with an interval that is valid for daily looks. Null without a comparison.',
    ),
    largest: Points.nullable().describe(
      'No effect larger than this, in either direction, is compatible with the answers.',
    ),
    established_on: z.iso
      .date()
      .nullable()
      .describe('The first day on which the interval did not contain zero.'),
    affected: Group.nullable().describe('Null before the action.'),
    controls: Group.nullable().describe('Null without a comparison.'),
    before_after: Effect.nullable().describe(
      'Without a comparison: the change of the affected prompts alone, with its 95% interval. It may have other causes.',
    ),
    warnings: z
      .array(z.object({ kind: z.string(), text: localizedText() }))
      .describe('What limits the conclusion.'),
  })
  .meta({ id: 'ActionResult' })

const WeekValue = z.object({ value: z.number().nullable(), answers: Count })
const Week = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  affected: WeekValue,
  controls: WeekValue,
})

export const ActionExperiment = ActionResult.extend({
  weeks: z
    .array(Week)
    .describe('The numbers of both groups by week, counted from the day of the action, which is in none.'),
  looks: z
    .array(z.object({ day: z.iso.date(), ...Effect.shape }))
    .describe('The effect as it was known on each day.'),
}).meta({ id: 'ActionExperiment' })

type Result = z.input<typeof ActionExperiment>

/** Reads the numbers of both groups in the baseline and since. `snapshot`: all reads agree. */
export async function readExperiment(
  snapshot: Context,
  action: Declared,
  others: readonly Declared[],
): Promise<Result> {
  const number = z.enum(actionNumbers).parse(action.number)
  const yesterday = dayBefore(utcDay(snapshot.now()))
  const finalOn = daysAfter(action.day, 7 * action.weeks)
  const range = { from: daysAfter(action.day, -baselineDays), to: earlier(yesterday, finalOn) }
  const fixed = { date_from: range.from, date_to: range.to, final_on: finalOn }
  if (action.day > yesterday)
    return {
      ...nothing,
      ...fixed,
      state: 'planned',
      statement: message('actions.result.planned', { day: dayValue(action.day) }),
    }
  const experiment = await loadExperiment(snapshot, action, others, range)
  const found = assessExperiment(experiment)
  const factor = factors[number]
  return {
    ...fixed,
    ...describeState(found, action, factor),
    ...compareGroups(found, experiment, factor),
    weeks: listWeeks(experiment, factor),
    warnings: listWarnings(found, action, factor),
    looks: found.looks.map((look) => ({ day: toDay(look.day), ...scaleEffect(look, factor) })),
  }
}

/** Of a planned action. */
const nothing = {
  effect: null,
  largest: null,
  established_on: null,
  affected: null,
  controls: null,
  before_after: null,
  warnings: [],
  weeks: [],
  looks: [],
} satisfies Partial<Result>

/** The compared cells of both groups, or all answers of the affected prompts without a comparison. */
function compareGroups(
  { current, baseline, period }: ExperimentResult,
  experiment: Experiment,
  factor: number,
): Pick<Result, 'affected' | 'controls' | 'before_after'> {
  if (current)
    return {
      affected: showGroup(current.affected, factor),
      controls: showGroup(current.controls, factor),
      before_after: null,
    }
  const { answers, sums, affected } = experiment
  const members = listCells(experiment, affected)
  const windows = { reference: baseline, recent: period }
  const test = affected.size === 1 ? testPrompt : testWindows
  const tested = period.to < period.from ? null : test({ answers, sums, members }, windows)
  return {
    affected: {
      prompts: new Set(members.map((cell) => answers.promptOfCell[cell])).size,
      before: addUp(experiment, members, baseline, factor),
      after: addUp(experiment, members, period, factor),
    },
    controls: null,
    before_after: tested?.isTestable
      ? scaleEffect({ effect: tested.delta, ...changeLimits(tested) }, factor)
      : null,
  }
}

const showGroup = ({ before, after, prompts, answers }: GroupComparison, factor: number) => ({
  prompts,
  before: { value: twoDecimals(before * factor), answers: answers.before },
  after: { value: twoDecimals(after * factor), answers: answers.after },
})

const listCells = ({ answers }: Experiment, prompts: ReadonlySet<string>): number[] =>
  [...answers.cells.keys()].filter((cell) => prompts.has(answers.cells[cell]?.prompt ?? ''))

/** Adds up the days of a range, both ends included. */
function addUp(
  { answers, sums }: Experiment,
  cells: readonly number[],
  range: { from: number; to: number },
  factor: number,
) {
  const from = Math.max(0, range.from - answers.firstDay)
  const to = Math.min(answers.dayCount - 1, range.to - answers.firstDay)
  const total = ({ daily }: { daily: ArrayLike<number> }) => {
    let sum = 0
    for (const cell of cells)
      for (let day = from; day <= to; day += 1) sum += daily[cell * answers.dayCount + day] ?? 0
    return sum
  }
  const [y, x] = [total(sums.y), total(sums.x)]
  return { value: x > 0 ? twoDecimals((factor * y) / x) : null, answers: total(answers.counted) }
}

function listWeeks(experiment: Experiment, factor: number): Result['weeks'] {
  const { answers, actionDay, affected, controls } = experiment
  const last = answers.firstDay + answers.dayCount - 1
  const cells = { affected: listCells(experiment, affected), controls: listCells(experiment, controls) }
  const ranges = [
    ...Array.from({ length: baselineDays / 7 }, (_, week) => actionDay - baselineDays + 7 * week),
    ...Array.from({ length: Math.ceil((last - actionDay) / 7) }, (_, week) => actionDay + 1 + 7 * week),
  ].map((from) => ({ from, to: Math.min(from + 6, last) }))
  return ranges.map((range) => ({
    date_from: toDay(range.from),
    date_to: toDay(range.to),
    affected: addUp(experiment, cells.affected, range, factor),
    controls: addUp(experiment, cells.controls, range, factor),
  }))
}
