import { criticalValue } from './boundary.ts'
import { computeDifference } from './difference.ts'
import {
  baselineOf,
  type Experiment,
  type ExperimentResult,
  type ExperimentState,
  endOf,
  firstLookDays,
  type Look,
  type Missing,
  minBaselineDays,
} from './experiment.ts'
import { buildGroups, type Groups } from './groups.ts'
import { findWarnings } from './warnings.ts'

/** Compares the groups on each day since the action, and returns what is established today. */
export function assessExperiment(experiment: Experiment): ExperimentResult {
  const { actionDay, today } = experiment
  const baseline = baselineOf(experiment)
  const end = endOf(experiment)
  const period = { from: actionDay + 1, to: Math.min(today, end) }
  const groups = buildGroups(experiment)
  const looks: Look[] = []
  for (let day = period.from; day <= period.to; day += 1) {
    groups.addDay(day)
    const look = day >= actionDay + firstLookDays ? lookOn(groups, { day, actionDay, end }) : null
    if (look) looks.push(look)
  }
  const current = looks.at(-1) ?? null
  const established = looks.find(({ low, high }) => low > 0 || high < 0) ?? null
  return {
    state: getState({ current, established, isOver: today >= end }),
    baseline,
    period,
    end,
    missing: current ? [] : findMissing(groups, today - actionDay, noVariation),
    current,
    established,
    largest: current && Math.max(Math.abs(current.low), Math.abs(current.high)),
    looks,
    warnings: findWarnings(experiment, groups, { current, established }),
  }
}

function getState({
  current,
  established,
  isOver,
}: Pick<ExperimentResult, 'current' | 'established'> & { isOver: boolean }): ExperimentState {
  if (established) return established.effect > 0 ? 'up' : 'down'
  if (current === null) return 'too_little_data'
  return isOver ? 'no_effect_found' : 'running'
}

const minAnswers = 10
const minDaysWithAnswers = 3
/** With fewer controls and one affected prompt, the spread between prompts is too imprecise for daily looks. */
export const minControls = 5

type LookDays = { day: number; actionDay: number; end: number }

function lookOn(groups: Groups, { day, actionDay, end }: LookDays): Look | null {
  if (findMissing(groups, day - actionDay).length > 0) return null
  const difference = computeDifference(groups)
  if (difference === null || !(difference.variance > 0) || difference.df < 1) return null
  const progress = { baseline: groups.baselineDays, days: day - actionDay, plannedDays: end - actionDay }
  const half = criticalValue(progress, difference.df) * Math.sqrt(difference.variance)
  return { day, ...difference, low: difference.effect - half, high: difference.effect + half }
}

/** Answers that are all equal do not show how much they vary. */
const noVariation: Missing = { what: 'variation', have: 0, need: 1 }

/** Returns what the comparison lacks after `days` days. `otherwise`: if nothing else is missing. */
function findMissing(groups: Groups, days: number, otherwise?: Missing): Missing[] {
  const [affected, controls] = [groups.affected, groups.controls].map((cells) => {
    const common = cells.filter(({ before, after }) => before.n > 0 && after.n > 0)
    const count = (period: 'before' | 'after') => common.reduce((sum, cell) => sum + cell[period].answers, 0)
    return {
      prompts: new Set(common.map(({ prompt }) => prompt)).size,
      answers: Math.min(count('before'), count('after')),
    }
  })
  const have: Missing[] = [
    { what: 'baseline_days', have: groups.baselineDays, need: minBaselineDays },
    { what: 'days', have: days, need: firstLookDays },
    {
      what: 'days_with_answers',
      have: Math.min(groups.matchedDays.before, groups.matchedDays.after),
      need: minDaysWithAnswers,
    },
    { what: 'prompts', have: affected?.prompts ?? 0, need: 1 },
    { what: 'controls', have: controls?.prompts ?? 0, need: minControls },
    { what: 'answers', have: Math.min(affected?.answers ?? 0, controls?.answers ?? 0), need: minAnswers },
  ]
  const missing = have.filter((each) => each.have < each.need)
  return missing.length === 0 && otherwise ? [otherwise] : missing
}
