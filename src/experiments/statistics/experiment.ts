/**
 * Experiments: did an action, such as a new page, change a number of the prompts that it should affect?
 *
 * - The affected prompts are compared before and after the action, and so are control prompts. The difference of both differences is
 *   the effect: what moves both groups, such as a day or a slow drift of a platform, cancels.
 * - Days, cells and sums are those of change detection (metrics/statistics/change-detection/daily-sums.ts). A segment is a platform
 *   in a region.
 * - The baseline is at most `baselineDays` days before the action. The day of the action belongs to neither period.
 * - A look is the comparison on one day. Before the planned end, intervals are wider, so that daily looks find few false effects
 *   (boundary.ts); at the end, it is a 95% interval. Later days do not count.
 *
 * docs/experiments.md has the formulas and the measured error rates.
 */
import type { DailyAnswers, DailySums } from '../../metrics/statistics/change-detection/daily-sums.ts'
import type { DayRange } from '../../metrics/statistics/change-detection/windows.ts'

/** One number of a brand in an experiment. Days are numbers, as in `answers`; prompts are those of its cells. */
export type Experiment = {
  answers: DailyAnswers
  sums: DailySums
  affected: ReadonlySet<string>
  controls: ReadonlySet<string>
  actionDay: number
  /** Whole weeks from the action to the planned end. */
  weeks: number
  /** The last day whose answers count. */
  today: number
  /** By platform and model: the answers of each day, from `answers.firstDay` on. For the warning about changes of models. */
  models?: ReadonlyMap<string, ArrayLike<number>>
  /** Other actions of the brand. */
  otherActions?: readonly OtherAction[]
}

export type OtherAction = { day: number; prompts: ReadonlySet<string> }

/** A number in the compared cells of one group of prompts, in the unit of y / x. */
export type GroupComparison = {
  before: number
  after: number
  prompts: number
  answers: { before: number; after: number }
}

/** The difference in differences on one day, in the unit of y / x. The limits apply to all looks of the experiment together. */
export type Look = {
  day: number
  effect: number
  low: number
  high: number
  variance: number
  df: number
  affected: GroupComparison
  controls: GroupComparison
}

/**
 * What is lacking for a comparison. `days`: since the action; `days_with_answers`: days of each period on which both groups have
 * answers on a platform; `prompts`: affected ones with answers in both periods; `answers`: in each group and period; `variation`: all
 * answers are equal.
 */
export type Missing = {
  what: 'baseline_days' | 'days' | 'days_with_answers' | 'prompts' | 'controls' | 'answers' | 'variation'
  have: number
  need: number
}

export type Warning =
  /** The number of the controls alone changed by more than chance, so that they may be affected too, or something else happened. */
  | { kind: 'controls_changed'; change: number; low: number; high: number }
  /** Models that appeared or vanished within two weeks of the action. */
  | { kind: 'models_changed'; appeared: readonly string[]; vanished: readonly string[] }
  /** Another action in the same days on prompts of a group. */
  | { kind: 'other_action'; group: 'affected' | 'controls'; days: readonly number[] }
  | { kind: 'few_controls'; have: number; need: number }
  /** The share of the answers of a group that are compared; the others have no counterpart on their day, or in the other period. */
  | { kind: 'unequal_sampling'; group: 'affected' | 'controls'; sharePct: number }
  /** Affected prompts that are controls as well do not count as controls. */
  | { kind: 'prompts_in_both_groups'; prompts: readonly string[] }
  /** An effect was established, but the interval of today contains zero. */
  | { kind: 'no_longer_significant' }

/**
 * - `too_little_data`: there is no comparison yet; `missing` says why.
 * - `running`: no effect has been established, and the planned end is not reached.
 * - `up`, `down`: an effect is established.
 * - `no_effect_found`: the planned end is reached without an effect larger than `largest`.
 */
export type ExperimentState = 'too_little_data' | 'running' | 'up' | 'down' | 'no_effect_found'

export type ExperimentResult = {
  state: ExperimentState
  /** The days that are compared. */
  baseline: DayRange
  period: DayRange
  /** The planned last day. */
  end: number
  missing: readonly Missing[]
  /** The newest look, or null without one. */
  current: Look | null
  /** The first look with an interval without zero. */
  established: Look | null
  /** The larger limit of the current interval: no effect larger than this, in either direction, is compatible with the answers. */
  largest: number | null
  /** All looks, by day. */
  looks: readonly Look[]
  warnings: readonly Warning[]
}

export const baselineDays = 56
export const minBaselineDays = 14
/** The first look is a week after the action. */
export const firstLookDays = 7
/** With fewer controls, intervals are wide, and one control that changes for another reason has a large weight. */
export const recommendedControls = 8

export function baselineOf({ actionDay, answers }: Pick<Experiment, 'actionDay' | 'answers'>): DayRange {
  return { from: Math.max(answers.firstDay, actionDay - baselineDays), to: actionDay - 1 }
}

export const endOf = ({ actionDay, weeks }: Pick<Experiment, 'actionDay' | 'weeks'>): number =>
  actionDay + 7 * weeks
