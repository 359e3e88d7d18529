import {
  dailyCorrelation,
  minHistoryDays,
  processVariance,
  promptResiduals,
} from '../../metrics/statistics/change-detection/drift.ts'
import { drawNormal, seededRandom } from '../../metrics/statistics/seeded-random.ts'
import { sumBy } from '../../metrics/sum-by.ts'
import { assessExperiment, minControls } from './assess-experiment.ts'
import { criticalValue } from './boundary.ts'
import { type Contribution, combineVariances, getGroupVariance } from './difference.ts'
import { baselineDays, type Experiment, type Missing, minBaselineDays } from './experiment.ts'

export const plannedWeeks = [2, 4, 8, 12] as const

/** `effects`: in the unit of y / x, such as 0.05 for a rate. `lastDay`: the last closed day. */
export type PlanRequest = Pick<Experiment, 'answers' | 'sums' | 'affected' | 'controls'> & {
  lastDay: number
  effects: readonly number[]
  seed?: number
}

export type Plan = {
  missing: readonly Missing[]
  /** The number of the affected prompts in the history, and its days. An effect cannot exceed the largest value of the number. */
  level: number | null
  historyDays: number
  /** One row for each planned duration. */
  durations: readonly PlannedDuration[]
  /** The effects that are found in past weeks without this action, which should be few. */
  placebos: { tested: number; found: number }
}

export type PlannedDuration = {
  weeks: number
  /** By effect: the probability that it is established on any day until the planned end. */
  powers: readonly { effect: number; probability: number }[]
  /** The effect that is established with a probability of 80%. */
  detectable: number
}

const maxHistoryDays = 180
const simulations = 250
const power = 0.8

/** Simulates experiments with these groups on the days before the action. Awaits `pause`, from `timeSlicer`, after each simulation. */
export async function planExperiment(request: PlanRequest, pause: () => Promise<void>): Promise<Plan> {
  const { answers, lastDay, affected, controls } = request
  const listCells = (prompts: ReadonlySet<string>) =>
    [...answers.cells.keys()].filter((cell) => prompts.has(answers.cells[cell]?.prompt ?? ''))
  const groupCells = [listCells(affected), listCells(controls)]
  const members = [...new Set(groupCells.flat())].toSorted((a, b) => a - b)
  const firstDays = groupCells.flatMap((cells) => findFirstDay(answers, cells) ?? [])
  const history = { from: Math.max(lastDay - maxHistoryDays + 1, ...firstDays), to: lastDay }
  const historyDays = firstDays.length === 0 ? 0 : Math.max(0, history.to - history.from + 1)
  const groups = historyDays === 0 ? null : readGroups(request, members, history)
  const have: Missing[] = [
    { what: 'baseline_days', have: historyDays, need: minHistoryDays },
    { what: 'prompts', have: groups?.affected.length ?? 0, need: 1 },
    { what: 'controls', have: groups?.controls.length ?? 0, need: minControls },
  ]
  const missing = have.filter((each) => each.have < each.need)
  const nothing = { level: null, historyDays, durations: [], placebos: { tested: 0, found: 0 } }
  if (missing.length > 0 || groups === null) return { missing, ...nothing }
  const random = seededRandom(request.seed ?? 1)
  const thresholds = plannedWeeks.map(() => new Float64Array(simulations))
  for (let index = 0; index < simulations; index += 1) {
    const looks = simulateLooks(groups, Math.min(baselineDays, historyDays), random)
    for (const [duration, weeks] of plannedWeeks.entries()) {
      const values = thresholds[duration]
      if (values) values[index] = findThreshold(looks, weeks)
    }
    await pause()
  }
  return {
    missing,
    level: groups.level,
    historyDays,
    durations: plannedWeeks.map((weeks, duration) => {
      const sorted = (thresholds[duration] ?? new Float64Array()).toSorted()
      return {
        weeks,
        powers: request.effects.map((effect) => ({
          effect,
          probability: sorted.filter((threshold) => threshold < Math.abs(effect)).length / simulations,
        })),
        detectable: sorted[Math.ceil(power * simulations) - 1] ?? Number.NaN,
      }
    }),
    placebos: await testPlacebos(request, history.from, pause),
  }
}

/** Returns the first day with answers; null without one. */
function findFirstDay(
  { n, dayCount, firstDay }: Experiment['answers'],
  cells: readonly number[],
): number | null {
  for (let day = 0; day < dayCount; day += 1)
    if (cells.some((cell) => (n.daily[cell * dayCount + day] ?? 0) > 0)) return firstDay + day
  return null
}

/** How a prompt's daily contributions vary around their mean: with independent days, and with drift. */
type PromptNoise = { weight: number; days: Float64Array; drift: number; active: number }

type Noise = { affected: PromptNoise[]; controls: PromptNoise[]; level: number }

function readGroups(
  { answers, sums, affected, controls }: PlanRequest,
  members: readonly number[],
  history: { from: number; to: number },
): Noise {
  const { prompts, residuals } = promptResiduals({ answers, sums, members }, history)
  const cellsOf = Map.groupBy(members, (cell) => answers.promptOfCell[cell] ?? 0)
  const [from, to] = [history.from - answers.firstDay, history.to - answers.firstDay]
  const sumIn = (column: { cumulative: Float64Array }, cell: number) => {
    const start = cell * (answers.dayCount + 1)
    return (column.cumulative[start + to + 1] ?? 0) - (column.cumulative[start + from] ?? 0)
  }
  const centered = centerDays(residuals)
  const variance = sumBy(centered, (days) => varianceOf(days))
  // Contributions of single prompts are too few to know the drift of each.
  const driftShare = variance > 0 ? Math.min(1, processVariance(residuals) / variance) : 0
  const list = prompts.map((prompt, index) => {
    const cells = cellsOf.get(prompt) ?? []
    const days = centered[index] ?? new Float64Array()
    return {
      name: answers.cells[cells[0] ?? 0]?.prompt ?? '',
      weight: sumBy(cells, (cell) => sumIn(sums.x, cell)),
      y: sumBy(cells, (cell) => sumIn(sums.y, cell)),
      days,
      active: days.length / (to - from + 1),
      drift: Math.sqrt(driftShare * varianceOf(days)),
      independent: Math.sqrt(1 - driftShare),
    }
  })
  const total = sumBy(list, ({ weight }) => weight)
  const group = (isIn: (prompt: string) => boolean): PromptNoise[] => {
    const own = list.filter(({ name, weight, days }) => isIn(name) && weight > 0 && days.length > 0)
    const sum = sumBy(own, ({ weight }) => weight)
    // Contributions are those to the number of all prompts; those to the number of the group are larger.
    const scale = total / sum
    return own.map(({ weight, days, drift, active, independent }) => ({
      weight: weight / sum,
      days: days.map((value) => (scale * independent * value) / Math.sqrt(active)),
      drift: scale * drift,
      active,
    }))
  }
  const own = list.filter(({ name }) => affected.has(name))
  return {
    affected: group((prompt) => affected.has(prompt)),
    controls: group((prompt) => controls.has(prompt) && !affected.has(prompt)),
    level: sumBy(own, ({ y }) => y) / sumBy(own, ({ weight }) => weight),
  }
}

/** Returns the values of each prompt on its days with answers, without the mean of the day over all prompts and of the prompt. */
function centerDays(prompts: readonly Float64Array[]): Float64Array[] {
  const size = prompts[0]?.length ?? 0
  const isPresent = (value: number) => !Number.isNaN(value)
  const means = Array.from({ length: size }, (_, day) =>
    averageOf(prompts.map((prompt) => prompt[day] ?? Number.NaN).filter(isPresent)),
  )
  return prompts.map((prompt) => {
    const values = prompt.map((value, day) => value - (means[day] ?? 0)).filter(isPresent)
    const mean = averageOf([...values])
    return values.map((value) => value - mean)
  })
}

const averageOf = (values: readonly number[]) => sumBy(values, (value) => value) / values.length

const varianceOf = (days: Float64Array) =>
  days.reduce((sum, value) => sum + value ** 2, 0) / Math.max(1, days.length - 1)

/** A weekly look at a simulated experiment without an effect. */
type SimulatedLook = { days: number; baseline: number; effect: number; variance: number; df: number }

const lookEveryDays = 7
const maxDays = 7 * Math.max(...plannedWeeks)

/** Draws the days of each prompt from its history and its drift, and compares the groups each week. */
function simulateLooks(
  { affected, controls }: Noise,
  baseline: number,
  random: () => number,
): SimulatedLook[] {
  const groups = {
    affected: changes(affected, baseline, random),
    controls: changes(controls, baseline, random),
  }
  return Array.from({ length: maxDays / lookEveryDays }, (_, week) => {
    const at = (prompts: readonly Contribution[][]) => {
      const contributions = prompts.flatMap((weeks) => weeks[week] ?? [])
      const delta = sumBy(contributions, ({ change }) => change)
      // Drift is the same share of the variance of all simulated prompts.
      return { delta, ...getGroupVariance(contributions, delta), answer: 1 }
    }
    const [own, others] = [at(groups.affected), at(groups.controls)]
    return {
      days: (week + 1) * lookEveryDays,
      baseline,
      effect: own.delta - others.delta,
      ...combineVariances(own, others),
    }
  })
}

/** Returns the change of each prompt by week. */
function changes(prompts: readonly PromptNoise[], baseline: number, random: () => number): Contribution[][] {
  const innovation = Math.sqrt(1 - dailyCorrelation ** 2)
  return prompts.map(({ days, weight, drift }) => {
    const independent = varianceOf(days)
    let level = drift * drawNormal(random)
    let sum = 0
    const next = () => {
      sum += level + (days[Math.floor(random() * days.length)] ?? 0)
      if (drift > 0) level = dailyCorrelation * level + innovation * drift * drawNormal(random)
    }
    for (let day = 0; day < baseline; day += 1) next()
    const before = sum / baseline
    sum = 0
    return Array.from({ length: maxDays / lookEveryDays }, (_, week) => {
      for (let day = 0; day < lookEveryDays; day += 1) next()
      const count = (week + 1) * lookEveryDays
      const sampling = (independent + drift ** 2) * (1 / baseline + 1 / count)
      return { weight, change: sum / count - before, sampling }
    })
  })
}

/** Returns the effect above which the simulated experiment establishes it, at one of its looks. */
function findThreshold(looks: readonly SimulatedLook[], weeks: number): number {
  const plannedDays = 7 * weeks
  const thresholds = looks.flatMap(({ days, baseline, effect, variance, df }) =>
    days > plannedDays
      ? []
      : [criticalValue({ baseline, days, plannedDays }, df) * Math.sqrt(variance) - effect],
  )
  return Math.min(...thresholds)
}

const placeboWeeks = 4
const maxPlacebos = 6

/** Assesses experiments of four weeks that end on past days, without overlap, as if the action had been before them. */
async function testPlacebos(
  { answers, sums, affected, controls, lastDay }: PlanRequest,
  firstDay: number,
  pause: () => Promise<void>,
): Promise<Plan['placebos']> {
  let [tested, found] = [0, 0]
  for (let index = 0; index < maxPlacebos; index += 1) {
    const today = lastDay - index * (7 * placeboWeeks + 1)
    const actionDay = today - 7 * placeboWeeks
    if (actionDay - firstDay < minBaselineDays) break
    const { current, established } = assessExperiment({
      ...{ answers, sums, affected, controls, actionDay, today },
      weeks: placeboWeeks,
    })
    tested += current ? 1 : 0
    found += established ? 1 : 0
    await pause()
  }
  return { tested, found }
}
