import { type Cell, type DailyAnswers, type DailySums, hasAnswers } from './daily-sums.ts'
import type { Family } from './family.ts'
import { type HeadlineNumber, headlineNumbers, overviewWeights } from './overview.ts'
import { longestLookback } from './windows.ts'

/** A headline number over all platforms, in the answers to the prompts of a group. `group`: its key. */
export type GroupSeries = { number: HeadlineNumber; group: string }

/** With fewer prompts, only very large changes could be found, and each group makes changes of other groups harder to find. */
export const minGroupPrompts = 5

/**
 * Returns the family of the groups: each headline number of each group over all platforms. `names` are in the order of the
 * family's series. A cell can belong to several groups; `keysOf` returns their keys. The score of each group has half of the
 * group's weight, as the score of a brand with one platform. A group is a member on a day if five of its prompts have answers
 * that a test on that day could use.
 */
export function groupFamily(
  answers: DailyAnswers,
  sums: Record<HeadlineNumber, DailySums>,
  keysOf: (cell: Cell) => readonly string[],
): Family & { names: GroupSeries[] } {
  const groups = listGroups(answers, keysOf)
  const { score, other } = overviewWeights(1)
  const membersOn = (day: number) => {
    const range = { from: day - longestLookback + 1, to: day }
    return groups.flatMap(({ cells }, index) => {
      if (countAnswered(answers, cells, range) < minGroupPrompts) return []
      return headlineNumbers.map((number, position) => ({
        series: index * headlineNumbers.length + position,
        weight: number === 'score' ? score : other,
      }))
    })
  }
  return {
    names: groups.flatMap(({ key }) => headlineNumbers.map((number) => ({ number, group: key }))),
    series: groups.flatMap(({ cells }) =>
      headlineNumbers.map((number) => ({ answers, sums: sums[number], members: cells })),
    ),
    membersOn,
  }
}

/** Returns the groups with their cells, in the order of their keys. */
function listGroups({ cells }: DailyAnswers, keysOf: (cell: Cell) => readonly string[]) {
  const members = cells.flatMap((cell, index) => keysOf(cell).map((key) => ({ key, cell: index })))
  return [...Map.groupBy(members, ({ key }) => key)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, ofGroup]) => ({ key, cells: ofGroup.map(({ cell }) => cell) }))
}

/** Returns how many of the prompts of these cells have answers on any day of a range. */
function countAnswered(
  answers: DailyAnswers,
  cells: readonly number[],
  range: { from: number; to: number },
): number {
  const answered = cells.filter((cell) => hasAnswers({ answers, members: [cell] }, range))
  return new Set(answered.map((cell) => answers.promptOfCell[cell])).size
}
