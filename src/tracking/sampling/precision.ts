/** The numbers that a sampling plan makes precise: their values, their intervals, and the variances of their cells. */
import { z } from 'zod'
import { type Platform, platformLabels, platforms } from '../../../vocabulary/platforms.ts'
import {
  type PlannedNumber,
  type PlannedPart,
  plannedNumbers,
  plannedParts,
} from '../../../vocabulary/sampling.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { type Drifts, driftOfPrompts, readDrifts } from '../../metrics/drifts.ts'
import { numbers as definitions } from '../../metrics/numbers.ts'
import type { BrandDays, Window } from '../../metrics/rollups.ts'
import { rowsWhere } from '../../metrics/row-groups.ts'
import { type CellDay, varianceOfDays } from '../../metrics/thin-history.ts'
import {
  IntervalRecord,
  rateIntervalPct,
  scoreInterval,
  shareIntervalPct,
  twoDecimals,
} from '../../metrics/values.ts'
import { listPlatformsOf, type PlannedQuestion } from './planned-cells.ts'
import type { ProposedNumber } from './propose.ts'

/** Days of the intervals. The variances of the cells are estimated from twice as many days. All of them are closed. */
export const planDays = 28
export const historyDays = 2 * planDays
export const Precision = z
  .object({
    number: z.enum(plannedNumbers),
    part: z.enum(plannedParts),
    name: z.string().describe('The platform or topic; empty for all answers.'),
    platform: z.enum(platforms).nullable(),
    topic_id: z.uuid().nullable(),
    result_count: z.number().int().describe('Answers of the last 28 closed days.'),
    value: z.number().nullable().describe('The number in the last 28 closed days, in points or percent.'),
    interval: IntervalRecord.describe('Confidence interval of `value`.'),
    expected_interval: IntervalRecord.describe(
      'Confidence interval of `value` that is expected under the proposal: the interval, wider or narrower as the simulation on the answers of these days says. Null without a proposal.',
    ),
  })
  .meta({ id: 'PlannedPrecision' })

export type PlanRequest = {
  budgetMicros: number | undefined
  numbers: readonly PlannedNumber[]
  parts: readonly PlannedPart[]
}

/** A number that a person chose. */
export type Target = Omit<z.input<typeof Precision>, 'interval' | 'expected_interval'> &
  ProposedNumber & { interval: z.input<typeof IntervalRecord>; factor: number }

export async function listTargets(
  window: Window,
  days: BrandDays,
  questions: readonly PlannedQuestion[],
  { numbers, parts }: PlanRequest,
): Promise<Target[]> {
  const drifts = await readDrifts(window)
  const topics = await listTopics(window)
  const pause = timeSlicer()
  const found: Target[] = []
  for (const { part, name, isIn, platform, topicId } of listParts(parts, questions, topics)) {
    const members = questions.filter(isIn)
    const prompts = new Set(members.map(({ promptId }) => promptId))
    const rows = rowsWhere(
      window,
      (row) =>
        (platform === null || row.platform === platform) && (part !== 'topic' || prompts.has(row.prompt_id)),
    )
    for (const number of numbers) {
      const kind = kindOf(number)
      const drift = getDrift(drifts, { number, part, platform }, { some: prompts.size, all: window.rows })
      const history = findCells(days, members, number)
      const columns = rows.number(number)
      const [y, x] = [rows.total(definitions[number].of), rows.total(definitions[number].per)]
      found.push({
        number,
        part,
        name,
        platform,
        topic_id: topicId,
        result_count: rows.count('answers'),
        value: x === 0 ? null : twoDecimals((y / x) * kind.factor),
        interval: intervalOf[number](columns, drift),
        month: {
          cells: history.cells,
          days: history.days.map((ofCell) => ofCell.filter(({ day }) => day >= historyDays - planDays)),
          ...kind,
          drift,
        },
        variances: varianceOfDays(history),
        factor: kind.factor,
      })
      await pause()
    }
  }
  return found
}

const intervalOf = {
  score: scoreInterval,
  mention_rate: rateIntervalPct,
  citation_rate: rateIntervalPct,
  share_of_voice: shareIntervalPct,
}

const kindOf = (number: PlannedNumber) => {
  return number === 'score'
    ? { max: definitions.score.max, isRate: false, factor: 1 / 1000 }
    : { max: 1, isRate: number !== 'share_of_voice', factor: 100 }
}

function getDrift(
  drifts: Drifts,
  { number, part, platform }: { number: PlannedNumber; part: PlannedPart; platform: string | null },
  { some, all }: { some: number; all: Window['rows'] },
) {
  const drift = drifts(number, platform === null ? {} : { platform })
  return part === 'topic'
    ? driftOfPrompts(drift, { some, all: new Set(all.map(({ prompt_id }) => prompt_id)).size })
    : drift
}

type Topic = { id: string; name: string }
type Part = {
  part: PlannedPart
  name: string
  platform: Platform | null
  topicId: string | null
  isIn: (question: PlannedQuestion) => boolean
}

const listTopics = ({ db, scope }: Window): Promise<Topic[]> =>
  db
    .selectFrom('topics')
    .select(['id', 'name'])
    .where('brand_id', '=', scope.brand.id)
    .orderBy('name')
    .orderBy('id')
    .execute()

function listParts(
  parts: readonly PlannedPart[],
  questions: readonly PlannedQuestion[],
  topics: readonly Topic[],
): Part[] {
  const lists: Record<PlannedPart, () => Part[]> = {
    all: () => [{ part: 'all', name: '', platform: null, topicId: null, isIn: () => true }],
    platform: () =>
      listPlatformsOf(questions).map((platform) => ({
        part: 'platform',
        name: platformLabels[platform],
        platform,
        topicId: null,
        isIn: (question) => question.platform === platform,
      })),
    topic: () =>
      topics
        .filter(({ id }) => questions.some(({ topicId }) => topicId === id))
        .map(({ id, name }) => ({
          part: 'topic',
          name,
          platform: null,
          topicId: id,
          isIn: (question) => question.topicId === id,
        })),
  }
  return parts.flatMap((part) => lists[part]())
}

/** The days with answers of the members that have any. A cell is listed once for each of its questions. */
function findCells({ answers, sums }: BrandDays, members: readonly PlannedQuestion[], number: PlannedNumber) {
  const { dayCount, n, counted } = answers
  const { y, x } = sums[number]
  const positions = new Map(answers.cells.map((cell, at) => [keyOf({ ...cell, promptId: cell.prompt }), at]))
  const found = members.flatMap((question) => {
    const at = positions.get(keyOf(question))
    if (at === undefined) return []
    const days: (CellDay & { day: number })[] = []
    for (let day = 0; day < dayCount; day += 1) {
      const index = at * dayCount + day
      if (n.daily[index])
        days.push({
          day,
          answers: counted.daily[index] ?? 0,
          n: n.daily[index] ?? 0,
          y: y.daily[index] ?? 0,
          x: x.daily[index] ?? 0,
        })
    }
    return [{ cell: question.cell, days }]
  })
  return { cells: found.map(({ cell }) => cell), days: found.map(({ days }) => days) }
}

const keyOf = ({ promptId, platform, region }: { promptId: string; platform: string; region: string }) =>
  `${promptId} ${platform} ${region}`

export function showPrecision(
  { month, variances: _, factor, interval, ...shown }: Target,
  ratio: number | null,
): z.input<typeof Precision> {
  return {
    ...shown,
    interval,
    expected_interval:
      ratio === null || !interval ? null : widen(interval, shown.value, ratio, month.max * factor),
  }
}

function widen(
  interval: NonNullable<z.input<typeof IntervalRecord>>,
  value: number | null,
  ratio: number,
  max: number,
) {
  const center = value ?? (interval.low + interval.high) / 2
  return {
    ...interval,
    low: twoDecimals(Math.max(0, center - ratio * (center - interval.low))),
    high: twoDecimals(Math.min(max, center + ratio * (interval.high - center))),
  }
}
