import { changeLimits, testWindows } from '../../metrics/statistics/change-detection/compare-windows.ts'
import type { DayRange } from '../../metrics/statistics/change-detection/windows.ts'
import {
  baselineOf,
  type Experiment,
  type ExperimentResult,
  endOf,
  recommendedControls,
  type Warning,
} from './experiment.ts'
import type { GroupCell, Groups } from './groups.ts'

type Looks = Pick<ExperimentResult, 'current' | 'established'>

/** Returns what limits the conclusions. */
export function findWarnings(experiment: Experiment, groups: Groups, looks: Looks): Warning[] {
  return [
    ...findSharedPrompts(experiment),
    ...findFewControls(groups),
    ...findOtherActions(experiment),
    ...findModelChanges(experiment),
    ...(looks.current ? findUnequalSampling(experiment, groups) : []),
    ...(looks.current ? findChangeOfControls(experiment) : []),
    ...findFading(looks),
  ]
}

function findSharedPrompts({ affected, controls }: Experiment): Warning[] {
  const prompts = [...controls].filter((prompt) => affected.has(prompt))
  return prompts.length === 0 ? [] : [{ kind: 'prompts_in_both_groups', prompts }]
}

function findFewControls({ controls }: Groups): Warning[] {
  const have = new Set(controls.map(({ prompt }) => prompt)).size
  return have < recommendedControls ? [{ kind: 'few_controls', have, need: recommendedControls }] : []
}

function findOtherActions(experiment: Experiment): Warning[] {
  const { otherActions = [], affected, controls } = experiment
  const [from, to] = [baselineOf(experiment).from, Math.min(experiment.today, endOf(experiment))]
  return (['affected', 'controls'] as const).flatMap((group) => {
    const prompts = group === 'affected' ? affected : controls
    const days = otherActions
      .filter(
        (other) =>
          other.day >= from && other.day <= to && [...other.prompts].some((prompt) => prompts.has(prompt)),
      )
      .map(({ day }) => day)
    return days.length === 0
      ? []
      : [{ kind: 'other_action' as const, group, days: days.toSorted((a, b) => a - b) }]
  })
}

/** The weeks that end and begin a week from the action are compared: a model can appear or vanish in the days between them. */
const daysAroundAction = 7
/** A rarer model moves the number little. */
const minModelShare = 0.1

function findModelChanges({ models, answers, actionDay }: Experiment): Warning[] {
  if (models === undefined) return []
  const count = (days: ArrayLike<number>, { from, to }: DayRange) => {
    let sum = 0
    for (let day = from; day <= to; day += 1) sum += days[day - answers.firstDay] ?? 0
    return sum
  }
  const before = { from: actionDay - 2 * daysAroundAction, to: actionDay - daysAroundAction - 1 }
  const after = { from: actionDay + daysAroundAction + 1, to: actionDay + 2 * daysAroundAction }
  const list = [...models].map(([name, days]) => ({
    name,
    before: count(days, before),
    after: count(days, after),
  }))
  const all = (period: 'before' | 'after') => list.reduce((sum, model) => sum + model[period], 0)
  const pick = (here: 'before' | 'after', there: 'before' | 'after') =>
    list
      .filter((model) => model[here] > minModelShare * all(here) && model[there] === 0)
      .map(({ name }) => name)
  if (all('before') === 0 || all('after') === 0) return []
  const [appeared, vanished] = [pick('after', 'before'), pick('before', 'after')]
  return appeared.length + vanished.length === 0 ? [] : [{ kind: 'models_changed', appeared, vanished }]
}

const minComparedShare = 0.8

function findUnequalSampling(experiment: Experiment, groups: Groups): Warning[] {
  const ranges = [
    baselineOf(experiment),
    { from: experiment.actionDay + 1, to: Math.min(experiment.today, endOf(experiment)) },
  ]
  return (['affected', 'controls'] as const).flatMap((group) => {
    const cells = groups[group]
    const compared = cells.reduce(
      (sum, { before, after }) => sum + (before.n > 0 && after.n > 0 ? before.answers + after.answers : 0),
      0,
    )
    const share = compared / ranges.reduce((sum, range) => sum + countAnswers(experiment, cells, range), 0)
    return share < minComparedShare
      ? [{ kind: 'unequal_sampling' as const, group, sharePct: 100 * share }]
      : []
  })
}

function countAnswers({ answers }: Experiment, cells: readonly GroupCell[], { from, to }: DayRange): number {
  let count = 0
  for (const { index } of cells)
    for (let day = from; day <= to; day += 1)
      count += answers.counted.daily[index * answers.dayCount + day - answers.firstDay] ?? 0
  return count
}

/** The controls alone are compared by the test of change detection, which knows days and drift that all prompts share. */
function findChangeOfControls(experiment: Experiment): Warning[] {
  const { answers, sums, affected, controls, actionDay, today } = experiment
  const members = [...answers.cells.keys()].filter((cell) => {
    const prompt = answers.cells[cell]?.prompt ?? ''
    return controls.has(prompt) && !affected.has(prompt)
  })
  const recent = { from: actionDay + 1, to: Math.min(today, endOf(experiment)) }
  const tested = testWindows({ answers, sums, members }, { reference: baselineOf(experiment), recent })
  if (!tested?.isTestable) return []
  const { low, high } = changeLimits(tested, controlsLevel)
  return low <= 0 && high >= 0 ? [] : [{ kind: 'controls_changed', change: tested.delta, low, high }]
}

/** Daily looks at the warning, too, should find few changes that are chance. */
const controlsLevel = 0.99

const findFading = ({ current, established }: Looks): Warning[] =>
  established && current && current.low <= 0 && current.high >= 0 ? [{ kind: 'no_longer_significant' }] : []
