/** What an experiment could find before it starts: control prompts, how they compare, and how large an effect must be. */
import { z } from 'zod'
import { type ActionNumber, actionNumbers } from '../../vocabulary/actions.ts'
import { unfiltered } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { dayBefore, daysAfter, earlier, utcDay } from '../core/days.ts'
import { Uuid } from '../core/ids.ts'
import { requireRows } from '../core/rows-of-brand.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { checkBalance } from '../experiments/statistics/check-balance.ts'
import type { Missing } from '../experiments/statistics/experiment.ts'
import { planExperiment } from '../experiments/statistics/plan-experiment.ts'
import {
  type ControlReason,
  type PromptTraits,
  proposeControls,
} from '../experiments/statistics/propose-controls.ts'
import { localizedText } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'
import { Count } from '../metrics/fields.ts'
import { dayNumber, readDays, readInSnapshot } from '../metrics/rollups.ts'
import { twoDecimals } from '../metrics/values.ts'
import { type ActivePrompt, listActivePrompts } from '../prompts/prompts.ts'
import { listDeclared } from './action-table.ts'
import { NewAction } from './actions.ts'
import { factors } from './describe-result.ts'
import { toOtherActions } from './load-experiment.ts'

const { number, affected_prompt_ids, control_prompt_ids, day } = NewAction.shape

export const PlanRequest = z.strictObject({
  affected_prompt_ids,
  control_prompt_ids: control_prompt_ids
    .unwrap()
    .nullable()
    .default(null)
    .describe('Prompts that the action should not affect; null: the proposed ones.'),
  day: day.nullable().default(null).describe('The day of the action; null: today.'),
  number,
  action_id: Uuid.nullable()
    .default(null)
    .meta({ examples: [null] })
    .describe('The action that is edited; null for a new one.'),
})

const Pct = z.number().min(0).max(100)

export const ActionPlan = z
  .object({
    controls: z
      .array(
        z.object({
          prompt_id: z.uuid(),
          text: z.string(),
          similarity_pct: Pct.describe('How much it resembles the affected prompts.'),
          reasons: z.array(localizedText()),
        }),
      )
      .describe('Proposed control prompts, most similar first.'),
    excluded: z
      .array(z.object({ reason: localizedText(), prompts: Count }))
      .describe('Why other prompts are not proposed.'),
    balance: z
      .object({
        affected: z.number(),
        controls: z.number(),
        difference: z.number(),
        low: z.number(),
        high: z.number(),
        is_balanced: z.boolean(),
      })
      .nullable()
      .describe(
        'Both groups in the second half of the days before, and how differently they changed from the first half, with a 95% interval. Null with too few answers.',
      ),
    history_days: Count.describe('Days with answers that the plan is simulated from.'),
    level: z.number().nullable().describe('The number of the affected prompts in these days.'),
    durations: z
      .array(
        z.object({
          weeks: Count,
          detectable: z
            .number()
            .describe('Points of an effect that is established with a probability of 80%.'),
          chances: z.array(z.object({ points: z.number(), probability_pct: Pct })),
        }),
      )
      .describe('By duration: how likely an effect is established. Empty without enough history.'),
    placebos: z
      .object({ tested: Count, found: Count })
      .describe(
        'Past weeks without the action, and in how many of them an effect would have been established.',
      ),
    missing: z.array(localizedText()).describe('What a comparison lacks.'),
  })
  .meta({ id: 'ActionPlan' })

const historyDays = 180
/** In points. */
const shownEffects = [2, 5, 10]

export async function planAction(
  ctx: Context,
  brand: Brand,
  request: z.output<typeof PlanRequest>,
): Promise<z.input<typeof ActionPlan>> {
  const { affected_prompt_ids, control_prompt_ids, action_id } = request
  await requireRows(ctx, 'prompts', brand.id, [...affected_prompt_ids, ...(control_prompt_ids ?? [])])
  if (action_id !== null) await requireRows(ctx, 'actions', brand.id, [action_id])
  return readInSnapshot(ctx, (snapshot) => planInSnapshot(snapshot, brand, request))
}

async function planInSnapshot(
  snapshot: Context,
  brand: Brand,
  request: z.output<typeof PlanRequest>,
): Promise<z.input<typeof ActionPlan>> {
  const today = utcDay(snapshot.now())
  const actionDay = earlier(request.day ?? today, today)
  const range = { from: daysAfter(actionDay, -historyDays), to: dayBefore(actionDay) }
  const number: ActionNumber = z.enum(actionNumbers).parse(request.number)
  const factor = factors[number]
  const days = await readDays(snapshot, { ...unfiltered, brand, ...range })
  const declared = await listDeclared(snapshot, brand.id)
  const affected = new Set(request.affected_prompt_ids)
  const common = {
    answers: days.answers,
    sums: days.sums[number],
    affected,
    actionDay: dayNumber(actionDay),
    otherActions: toOtherActions(declared.filter(({ id }) => id !== request.action_id)),
  }
  const prompts = await listActivePrompts(snapshot, brand.id)
  const { proposed, excluded } =
    affected.size === 0
      ? { proposed: [], excluded: [] }
      : proposeControls({ ...common, prompts: toTraits(prompts) })
  const controls = new Set(request.control_prompt_ids ?? proposed.map(({ prompt }) => prompt))
  const balance = checkBalance({ ...common, controls })
  const plan = await planExperiment(
    {
      ...common,
      controls,
      lastDay: dayNumber(range.to),
      effects: shownEffects.map((points) => points / factor),
    },
    timeSlicer(),
  )
  const texts = new Map(prompts.map(({ id, text }) => [id, text]))
  return {
    controls: proposed.map(({ prompt, similarity, reasons }) => ({
      prompt_id: prompt,
      text: texts.get(prompt) ?? '',
      similarity_pct: Math.round(100 * similarity),
      reasons: reasons.map((reason) => describeReason(reason, factor)),
    })),
    excluded: [...Map.groupBy(excluded, ({ reason }) => reason)].map(([reason, of]) => ({
      reason: exclusionTexts[reason],
      prompts: of.length,
    })),
    balance: balance && {
      affected: twoDecimals(balance.affected * factor),
      controls: twoDecimals(balance.controls * factor),
      difference: twoDecimals(balance.trend.difference * factor),
      low: twoDecimals(balance.trend.low * factor),
      high: twoDecimals(balance.trend.high * factor),
      is_balanced: balance.isBalanced,
    },
    history_days: plan.historyDays,
    level: plan.level === null ? null : twoDecimals(plan.level * factor),
    durations: plan.durations.map(({ weeks, detectable, powers }) => ({
      weeks,
      detectable: twoDecimals(detectable * factor),
      chances: powers.map(({ effect, probability }) => ({
        points: twoDecimals(effect * factor),
        probability_pct: Math.round(100 * probability),
      })),
    })),
    placebos: plan.placebos,
    missing: plan.missing.map(describeMissing),
  }
}

function toTraits(prompts: readonly ActivePrompt[]): PromptTraits[] {
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  const getFirst = (prompt: ActivePrompt): string => {
    const before = prompt.follows === null ? undefined : byId.get(prompt.follows)
    return before ? getFirst(before) : prompt.id
  }
  return prompts.map((prompt) => ({
    prompt: prompt.id,
    text: prompt.text,
    topic: prompt.topic_id,
    intent: prompt.category,
    language: prompt.language,
    conversation: getFirst(prompt),
  }))
}

function describeReason(reason: ControlReason, factor: number): Message {
  switch (reason.kind) {
    case 'same_topic':
      return message('actions.reasons.sameTopic')
    case 'same_intent':
      return message('actions.reasons.sameIntent')
    case 'same_language':
      return message('actions.reasons.sameLanguage')
    case 'similar_level':
      return message('actions.reasons.similarLevel', { level: reason.level * factor })
    case 'similar_days':
      return message('actions.reasons.similarDays', { correlation: reason.correlation })
  }
}

const exclusionTexts = {
  affected: message('actions.reasons.excludedAffected'),
  other_action: message('actions.reasons.excludedOtherAction'),
  no_history: message('actions.reasons.excludedNoHistory'),
  other_platforms: message('actions.reasons.excludedOtherPlatforms'),
}

function describeMissing({ what, have, need }: Missing): Message {
  switch (what) {
    case 'controls':
      return message('actions.missing.controls', { have, need })
    case 'prompts':
      return message('actions.missing.prompts')
    default:
      return message('actions.missing.days', { have, need })
  }
}
