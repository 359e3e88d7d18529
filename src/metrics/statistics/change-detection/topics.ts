import { type DailyAnswers, type DailySums, hasAnswers, type Series } from './daily-sums.ts'
import type { Family } from './family.ts'
import { type HeadlineNumber, headlineNumbers, overviewWeights } from './overview.ts'
import { longestLookback } from './windows.ts'

/** A headline number over all platforms, in the answers to the prompts of a topic. */
export type TopicSeries = { number: HeadlineNumber; topic: string }

/** With fewer prompts, only very large changes could be found, and each topic makes changes of other topics harder to find. */
export const minTopicPrompts = 5

/**
 * Returns the family of the topics: each headline number of each topic over all platforms. `names` are in the order of the
 * family's series. The score of each topic has half of the topic's weight, as the score of a brand with one platform. A topic
 * is a member on a day if five of its prompts have answers that a test on that day could use.
 */
export function topicFamily(
  answers: DailyAnswers,
  sums: Record<HeadlineNumber, DailySums>,
  topicOfPrompt: ReadonlyMap<string, string>,
): Family & { names: TopicSeries[] } {
  const topics = [...cellsByTopic(answers, topicOfPrompt)].map(([topic, cells]) => ({
    topic,
    cells,
    prompts: getPrompts(answers, cells),
  }))
  const { score, other } = overviewWeights(1)
  const membersOn = (day: number) => {
    const range = { from: day - longestLookback + 1, to: day }
    return topics.flatMap(({ prompts }, index) => {
      const answered = prompts.filter((prompt) => hasAnswers(prompt, range))
      if (answered.length < minTopicPrompts) return []
      return headlineNumbers.map((number, position) => ({
        series: index * headlineNumbers.length + position,
        weight: number === 'score' ? score : other,
      }))
    })
  }
  return {
    names: topics.flatMap(({ topic }) => headlineNumbers.map((number) => ({ number, topic }))),
    series: topics.flatMap(({ cells }) =>
      headlineNumbers.map((number) => ({ answers, sums: sums[number], members: cells })),
    ),
    membersOn,
  }
}

/** Returns the cells of each topic, in the order of the topics' ids. */
function cellsByTopic({ cells }: DailyAnswers, topicOfPrompt: ReadonlyMap<string, string>) {
  const topicFor = (cell: number) => topicOfPrompt.get(cells[cell]?.prompt ?? '')
  const members = [...cells.keys()].filter((cell) => topicFor(cell) !== undefined)
  return [...Map.groupBy(members, (cell) => topicFor(cell) ?? '')].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns the cells of each prompt. */
const getPrompts = (answers: DailyAnswers, cells: readonly number[]): Pick<Series, 'answers' | 'members'>[] =>
  [...Map.groupBy(cells, (cell) => answers.promptOfCell[cell] ?? 0).values()].map((members) => ({
    answers,
    members,
  }))
