/**
 * The sampling plan: what scheduled runs cost per month, how precise the central numbers are, and how often each prompt should be
 * asked on each platform for a budget. It changes nothing; prompt-frequencies.ts applies a plan.
 */
import { z } from 'zod'
import { plannedNumbers, type SamplingFrequency } from '../../../vocabulary/sampling.ts'
import { unfiltered } from '../../answers/scope.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { dayAt, dayMs, utcDay } from '../../core/days.ts'
import { invalid } from '../../core/errors.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { message } from '../../languages/message.ts'
import { type BrandDays, readDays, readWindow } from '../../metrics/rollups.ts'
import { MetricHeader } from '../../metrics/values.ts'
import { PromptRecord } from '../../prompts/prompt-fields.ts'
import { PromptFrequency } from '../prompt-frequencies.ts'
import { costOf, sparsest } from './allocate.ts'
import { listPlannedCells, type PlannedCell } from './planned-cells.ts'
import {
  historyDays,
  listTargets,
  type PlanRequest,
  Precision,
  planDays,
  showPrecision,
} from './precision.ts'
import { getRatios, propose, widthRatio } from './propose.ts'

/** Fewer days with answers make the variances too imprecise. */
const minHistoryDays = 14

const Micros = z.number().int().describe('Per month, in millionths of a US dollar.')

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
      .describe(
        'Null if there are enough days for a proposal. Otherwise, how many of the last 56 complete days have answers (`days`), and how many are required (`needed_days`).',
      ),
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
