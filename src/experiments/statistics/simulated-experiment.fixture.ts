import { type DayColumn, dayColumn } from '../../metrics/statistics/change-detection/daily-sums.ts'
import type { HeadlineNumber } from '../../metrics/statistics/change-detection/overview.ts'
import {
  type SimulatedBrand,
  simulateBrand,
  steadyWorld,
  type World,
} from '../../metrics/statistics/change-detection/simulated-brand.fixture.ts'
import type { Experiment } from './experiment.ts'

/**
 * An experiment with the brand's first prompts, on the first day after `history` days. `logit`: the effect of the action. `runsOn`: whether
 * a prompt has answers on a day, by default always. `added`: the effect on each affected prompt in the unit of y / x, added to its
 * answers after the action.
 */
export type ExperimentWorld = Partial<Omit<World, 'prompts' | 'days' | 'step'>> & {
  affected: number
  controls: number
  history?: number
  weeks?: number
  logit?: number
  number?: HeadlineNumber
  runsOn?: (prompt: number, day: number) => boolean
  added?: (prompt: number) => number
}

export const steadyExperiment: ExperimentWorld = { affected: 10, controls: 20 }

/** Draws the answers until the planned end. */
export function simulateExperiment(world: ExperimentWorld, random: () => number): Experiment {
  const {
    affected,
    controls,
    history = 56,
    weeks = 12,
    logit = 0,
    number = 'score',
    runsOn,
    added,
    ...rest
  } = world
  const brand = simulateBrand(
    {
      ...steadyWorld,
      ...rest,
      prompts: affected + controls,
      days: history + 1 + 7 * weeks,
      step: { day: history, logit, affects: (prompt) => prompt < affected },
    },
    random,
  )
  const { answers, sums } = runsOn ? leaveOut(brand, number, runsOn) : { ...brand, sums: brand.sums[number] }
  const { cells, dayCount } = answers
  const addEffect = (y: number, at: number) => {
    const prompt = Number(cells[Math.floor(at / dayCount)]?.prompt)
    const isAffected = prompt < affected && at % dayCount > history
    return isAffected ? y + (added?.(prompt) ?? 0) * (sums.x.daily[at] ?? 0) : y
  }
  return {
    answers,
    sums: added ? { x: sums.x, y: dayColumn(sums.y.daily.map(addEffect), dayCount) } : sums,
    affected: names(0, affected),
    controls: names(affected, controls),
    actionDay: history,
    weeks,
    today: history + 7 * weeks,
  }
}

const names = (from: number, count: number) =>
  new Set(Array.from({ length: count }, (_, index) => `${from + index}`))

/** Removes the answers of the days on which a prompt does not run. */
function leaveOut(
  { answers, sums }: SimulatedBrand,
  number: HeadlineNumber,
  runsOn: (prompt: number, day: number) => boolean,
): Pick<Experiment, 'answers' | 'sums'> {
  const select = ({ daily }: DayColumn) =>
    dayColumn(
      daily.map((value, at) => {
        const [cell, day] = [Math.floor(at / answers.dayCount), at % answers.dayCount]
        return runsOn(Number(answers.cells[cell]?.prompt), day) ? value : 0
      }),
      answers.dayCount,
    )
  return {
    answers: {
      ...answers,
      n: select(answers.n),
      counted: select(answers.counted),
      active: select(answers.active),
    },
    sums: { y: select(sums[number].y), x: select(sums[number].x) },
  }
}
