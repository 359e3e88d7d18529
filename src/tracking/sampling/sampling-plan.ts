/**
 * The sampling plan: what scheduled runs cost per month, how precise the central numbers are, and how often each prompt should be
 * asked on each platform for a budget. It changes nothing; prompt-frequencies.ts applies a plan.
 */
import { z } from 'zod'
import { type Platform, platformLabels, platforms } from '../../../vocabulary/platforms.ts'
import {
  type PlannedNumber,
  type PlannedPart,
  plannedNumbers,
  plannedParts,
  type SamplingFrequency,
} from '../../../vocabulary/sampling.ts'
import { unfiltered } from '../../answers/scope.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { dayAt, dayMs, utcDay } from '../../core/days.ts'
import { invalid } from '../../core/errors.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { message } from '../../languages/message.ts'
import { type Drifts, driftOfPrompts, readDrifts } from '../../metrics/drifts.ts'
import { numbers as definitions } from '../../metrics/numbers.ts'
import { type BrandDays, readDays, readWindow, type Window } from '../../metrics/rollups.ts'
import { rowsWhere } from '../../metrics/row-groups.ts'
import { type CellDay, varianceOfDays } from '../../metrics/thin-history.ts'
import {
  IntervalRecord,
  MetricHeader,
  rateIntervalPct,
  scoreInterval,
  shareIntervalPct,
  twoDecimals,
} from '../../metrics/values.ts'
import { PromptRecord } from '../../prompts/prompt-fields.ts'
import { PromptFrequency } from '../prompt-frequencies.ts'
import { costOf, sparsest } from './allocate.ts'
import { listPlannedCells, listPlatformsOf, type PlannedCell, type PlannedQuestion } from './planned-cells.ts'
import { getRatios, type ProposedNumber, propose, widthRatio } from './propose.ts'

/** Days of the intervals. The variances of the cells are estimated from twice as many days. All of them are closed. */
export const planDays = 28
const historyDays = 2 * planDays
/** Fewer days with answers make the variances too imprecise. */
const minHistoryDays = 14

const Micros = z.number().int().describe('Per month, in millionths of a US dollar.')

const Precision = z
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

export const FrequencyChange = PromptFrequency.extend({
  prompt_text: PromptRecord.shape.text,
  persona_name: PromptRecord.shape.persona_name,
  region: PromptRecord.shape.region,
  language: PromptRecord.shape.language,
  follow_up_count: z.number().int().describe('Follow-ups on the platform, which are asked with the prompt.'),
  every_now: PromptFrequency.shape.every,
  saving_micros: Micros.describe(
    'What the change saves per month; negative if the prompt is asked more often.',
  ),
}).meta({ id: 'FrequencyChange' })

export const SamplingPlan = z
  .object({
    window: MetricHeader.window.describe('The last 28 closed days.'),
    cost_micros: Micros,
    full_cost_micros: Micros.describe('The cost if every run asks every prompt.'),
    minimum_micros: Micros.describe('The smallest budget: one run of all prompts a month.'),
    is_typical_cost: z
      .boolean()
      .describe('Simulated answers are free; the costs are typical prices of vendors.'),
    reduced_count: z.number().int().describe('Prompts on a platform that not every run asks.'),
    precision: z.array(Precision),
    missing: z
      .object({ days: z.number().int(), needed_days: z.number().int() })
      .nullable()
      .describe('Why there is no proposal: of the last 56 closed days, `days` have answers and `needed_days` are required. Null with enough days.'),
    proposal: z
      .object({
        budget_micros: Micros,
        cost_micros: Micros,
        changes: z.array(FrequencyChange).describe('Largest saving first.'),
      })
      .nullable()
      .describe(
        'Null without a budget, with too little history, or if no prompt is part of the chosen numbers. Nothing changes until it is applied.',
      ),
  })
  .meta({ id: 'SamplingPlan' })

export type PlanRequest = {
  budgetMicros: number | undefined
  numbers: readonly PlannedNumber[]
  parts: readonly PlannedPart[]
}

/** Throws `invalid_request` for a budget below the smallest plan. */
export async function getSamplingPlan(
  ctx: Context,
  brand: Brand,
  request: PlanRequest,
): Promise<z.input<typeof SamplingPlan>> {
  const { cells, questions, isTypical } = await listPlannedCells(ctx, brand)
  const now = cells.map(({ every }) => every)
  const minimum = Math.max(Math.ceil(costOf(cells, sparsest(cells))), costOfOneRun(cells))
  const { budgetMicros } = request
  if (budgetMicros !== undefined && budgetMicros < minimum)
    throw invalid(
      'budget_micros',
      message('tracking.sampling.budgetBelowMinimum', { minimum: minimum / 1_000_000 }),
    )
  const until = Date.parse(utcDay(ctx.now())) - dayMs
  const base = {
    window: { date_from: dayAt(until - (planDays - 1) * dayMs), date_to: dayAt(until) },
    cost_micros: Math.round(costOf(cells, now)),
    full_cost_micros: cells.reduce((sum, { costMicros }) => sum + costMicros, 0),
    minimum_micros: minimum,
    is_typical_cost: isTypical,
    reduced_count: now.filter((every) => every > 1).length,
  }
  const scope = (days: number) => ({
    ...unfiltered,
    brand,
    from: dayAt(until - (days - 1) * dayMs),
    to: dayAt(until),
  })
  return readWindow(
    ctx,
    scope(planDays),
    async (window) => {
      const days = await readDays(window, scope(historyDays))
      const history = countDays(days)
      const missing = history < minHistoryDays ? { days: history, needed_days: minHistoryDays } : null
      const targets = await listTargets(window, days, questions, request)
      const pause = timeSlicer()
      const every =
        budgetMicros === undefined || missing || targets.length === 0
          ? null
          : await propose(cells, targets, budgetMicros, pause)
      const precision = []
      for (const target of targets)
        precision.push(
          showPrecision(target, every && (await widthRatio(target.month, getRatios(cells, every), pause))),
        )
      return {
        ...base,
        precision,
        missing,
        proposal:
          every === null || budgetMicros === undefined
            ? null
            : {
                budget_micros: budgetMicros,
                cost_micros: Math.round(costOf(cells, every)),
                changes: listChanges(cells, every),
              },
      }
    },
    { numbers: plannedNumbers },
  )
}

/** One run of every prompt on every platform. */
const costOfOneRun = (cells: readonly PlannedCell[]): number =>
  Math.ceil(cells.reduce((sum, { costMicros, runs }) => sum + costMicros / runs, 0))

function countDays({ answers }: BrandDays): number {
  const active = new Set<number>()
  for (const [at, n] of answers.n.daily.entries()) if (n > 0) active.add(at % answers.dayCount)
  return active.size
}

/** A number that a person chose. */
type Target = Omit<z.input<typeof Precision>, 'interval' | 'expected_interval'> &
  ProposedNumber & { interval: z.input<typeof IntervalRecord>; factor: number }

async function listTargets(
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

function showPrecision(
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

function listChanges(
  cells: readonly PlannedCell[],
  every: readonly SamplingFrequency[],
): z.input<typeof FrequencyChange>[] {
  return cells
    .flatMap((cell, index) => {
      const then = every[index] ?? cell.every
      return then === cell.every ? [] : [showChange(cell, then)]
    })
    .sort((a, b) => b.saving_micros - a.saving_micros)
}

/** Describes that a cell is asked in every n-th run from now on. */
export const showChange = (
  { prompt, followUps, platform, every, costMicros }: PlannedCell,
  then: SamplingFrequency,
): z.input<typeof FrequencyChange> => ({
  prompt_id: prompt.id,
  platform,
  prompt_text: prompt.text,
  persona_name: prompt.persona_name,
  region: prompt.region || null,
  language: prompt.language || null,
  follow_up_count: followUps,
  every_now: every,
  every: then,
  saving_micros: Math.round(costMicros / every - costMicros / then),
})
