import { type Group, getGroupKey } from '../../group-keys.ts'
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
 * family's series. All groupings have the same weight, so that many tags do not hide the changes of a few personas; it is
 * divided equally among the groups. The score of each group has half of the group's weight, as the score of a brand with one
 * platform. A group is a member on a day if five of its prompts have answers that a test on that day could use.
 */
export function groupFamily(
  answers: DailyAnswers,
  sums: Record<HeadlineNumber, DailySums>,
  groupsOf: (cell: Cell) => readonly Group[],
): Family & { names: GroupSeries[] } {
  const groups = listGroups(answers, groupsOf)
  const { score, other } = overviewWeights(1)
  const membersOn = (day: number) => {
    const range = { from: day - longestLookback + 1, to: day }
    const tested = groups.filter(({ cells }) => countAnswered(answers, cells, range) >= minGroupPrompts)
    const byGrouping = Map.groupBy(tested, ({ grouping }) => grouping)
    return tested.flatMap(({ index, grouping }) => {
      const weight = tested.length / byGrouping.size / (byGrouping.get(grouping)?.length ?? 1)
      return headlineNumbers.map((number, position) => ({
        series: index * headlineNumbers.length + position,
        weight: weight * (number === 'score' ? score : other),
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
function listGroups({ cells }: DailyAnswers, groupsOf: (cell: Cell) => readonly Group[]) {
  const members = cells.flatMap((cell, index) =>
    groupsOf(cell).map((group) => ({ cell: index, grouping: group.grouping, key: getGroupKey(group) })),
  )
  return [...Map.groupBy(members, ({ key }) => key)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, ofGroup], index) => ({
      index,
      key,
      grouping: ofGroup[0]?.grouping,
      cells: ofGroup.map(({ cell }) => cell),
    }))
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
