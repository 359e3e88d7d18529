import { addDay, type DaySums, noDaySums } from '../../metrics/statistics/day-sums.ts'
import { baselineOf, type Experiment } from './experiment.ts'

/** A cell of one of the groups, with its sums on the days on which both groups have answers in its segment. */
export type GroupCell = { index: number; prompt: number; segment: number; before: DaySums; after: DaySums }

/**
 * The cells of both groups and their sums so far. `matched`: by segment and day, whether both groups have answers. The sums after
 * the action grow by `addDay`.
 */
export type Groups = {
  affected: readonly GroupCell[]
  controls: readonly GroupCell[]
  segments: number
  /** The days on which both groups have answers. */
  matchedDays: { before: number; after: number }
  /** Days of the baseline, from its first day on which both groups have answers. */
  baselineDays: number
  addDay(day: number): void
}

/** Adds up the baseline. */
export function buildGroups(experiment: Experiment): Groups {
  const { answers, affected, controls } = experiment
  const segmentOf = indexBy(answers.cells.map(({ platform, region }) => JSON.stringify([platform, region])))
  const list = (isIn: (prompt: string) => boolean): GroupCell[] =>
    answers.cells.flatMap(({ prompt }, index) =>
      isIn(prompt)
        ? [
            {
              index,
              prompt: answers.promptOfCell[index] ?? 0,
              segment: segmentOf[index] ?? 0,
              before: noDaySums(),
              after: noDaySums(),
            },
          ]
        : [],
    )
  const groups: Groups = {
    affected: list((prompt) => affected.has(prompt)),
    controls: list((prompt) => controls.has(prompt) && !affected.has(prompt)),
    segments: Math.max(0, ...segmentOf.map((segment) => segment + 1)),
    matchedDays: { before: 0, after: 0 },
    baselineDays: 0,
    addDay: (day) => {
      if (addMatched(experiment, groups, day, 'after')) groups.matchedDays.after += 1
    },
  }
  const baseline = baselineOf(experiment)
  for (let day = baseline.from; day <= baseline.to; day += 1)
    if (addMatched(experiment, groups, day, 'before')) {
      groups.matchedDays.before += 1
      if (groups.baselineDays === 0) groups.baselineDays = baseline.to - day + 1
    }
  return groups
}

/** Adds the sums of a day in the segments in which both groups have answers. Returns whether there are any. */
function addMatched(
  { answers, sums }: Experiment,
  { affected, controls, segments }: Groups,
  day: number,
  period: 'before' | 'after',
): boolean {
  const offset = day - answers.firstDay
  if (offset < 0 || offset >= answers.dayCount) return false
  const at = (cell: GroupCell) => cell.index * answers.dayCount + offset
  const present = new Uint8Array(segments)
  for (const cell of affected) if ((answers.n.daily[at(cell)] ?? 0) > 0) present[cell.segment] = 1
  for (const cell of controls)
    if ((answers.n.daily[at(cell)] ?? 0) > 0 && present[cell.segment] === 1) present[cell.segment] = 2
  if (!present.includes(2)) return false
  for (const cells of [affected, controls])
    for (const cell of cells) {
      const n = answers.n.daily[at(cell)] ?? 0
      if (n > 0 && present[cell.segment] === 2)
        addDay(cell[period], {
          answers: answers.counted.daily[at(cell)] ?? 0,
          n,
          y: sums.y.daily[at(cell)] ?? 0,
          x: sums.x.daily[at(cell)] ?? 0,
        })
    }
  return true
}

/** Returns the index of each value among the different values. */
function indexBy(values: readonly string[]): number[] {
  const indexes = new Map<string, number>()
  return values.map((value) => {
    const index = indexes.get(value) ?? indexes.size
    indexes.set(value, index)
    return index
  })
}
