/** The result of an experiment in points and sentences. */
import type { ActionNumber } from '../../vocabulary/actions.ts'
import { dayMs, daysAfter, utcDay } from '../core/days.ts'
import {
  type ExperimentResult,
  firstLookDays,
  type Missing,
  type Warning,
} from '../experiments/statistics/experiment.ts'
import { dayValue, type Message, message } from '../languages/message.ts'
import { twoDecimals } from '../metrics/values.ts'
import type { Declared } from './load-experiment.ts'

/** The state with its sentence. */
export function describeState(
  { state, current, established, largest, missing, end }: ExperimentResult,
  action: Declared,
  factor: number,
) {
  const effect = current && scaleEffect(current, factor)
  const known = {
    effect,
    largest: largest === null ? null : twoDecimals(largest * factor),
    established_on: established && toDay(established.day),
  }
  if (state === 'too_little_data' || effect === null || known.largest === null) {
    const reason = getReason(action, missing)
    return {
      ...known,
      state: reason.isEarly ? ('running' as const) : ('no_comparison' as const),
      statement: reason.statement,
    }
  }
  const shown = { effect: effect.points, low: effect.low, high: effect.high, day: dayValue(toDay(end)) }
  if (state === 'running') return { ...known, state, statement: message('actions.result.running', shown) }
  return {
    ...known,
    state,
    statement:
      state === 'no_effect_found'
        ? message('actions.result.noEffectFound', { ...shown, largest: known.largest })
        : message('actions.result.established', shown),
  }
}

/** Returns why there is no comparison. `isEarly`: whether more days may make one possible. */
function getReason(action: Declared, missing: readonly Missing[]): { statement: Message; isEarly: boolean } {
  const later = (statement: Message) => ({ statement, isEarly: false })
  if (action.affected_prompt_ids.length === 0) return later(message('actions.result.noPrompts'))
  if (action.control_prompt_ids.length === 0) return later(message('actions.result.noControls'))
  const isEarly = missing.some(({ what }) => what === 'days')
  const cause = missing.find(({ what }) => what === 'baseline_days') ?? (isEarly ? undefined : missing[0])
  if (cause === undefined) {
    const day = dayValue(daysAfter(action.day, firstLookDays))
    return { statement: message('actions.result.tooEarly', { day }), isEarly: true }
  }
  const { have, need } = cause
  if (cause.what === 'baseline_days') return later(message('actions.result.fewBaselineDays', { have, need }))
  if (cause.what === 'controls') return later(message('actions.result.fewControls', { have, need }))
  if (cause.what === 'variation') return later(message('actions.result.noVariation'))
  return later(message('actions.result.fewAnswers', { have, need }))
}

export const listWarnings = ({ warnings }: ExperimentResult, action: Declared, factor: number) => [
  ...listLateChoice(action),
  ...warnings.map((warning) => ({ kind: warning.kind, text: warningText(warning, factor) })),
]

/** A person who chooses prompts after the first look may have seen which ones changed. */
function listLateChoice({ day, designed_at }: Declared) {
  const designedOn = utcDay(designed_at)
  return designedOn > daysAfter(day, firstLookDays)
    ? [
        {
          kind: 'chosen_late',
          text: message('actions.warnings.chosenLate', { day: dayValue(designedOn) }),
        },
      ]
    : []
}

function warningText(warning: Warning, factor: number): Message {
  switch (warning.kind) {
    case 'controls_changed': {
      const { points, low, high } = scaleEffect({ ...warning, effect: warning.change }, factor)
      return message('actions.warnings.controlsChanged', { change: points, low, high })
    }
    case 'models_changed':
      return message('actions.warnings.modelsChanged', {
        models: [...warning.appeared, ...warning.vanished].join(', '),
      })
    case 'other_action':
      return message('actions.warnings.otherAction', { group: warning.group, count: warning.days.length })
    case 'few_controls':
      return message('actions.warnings.fewControls', { have: warning.have, need: warning.need })
    case 'unequal_sampling':
      return message('actions.warnings.unequalSampling', { group: warning.group, pct: warning.sharePct })
    case 'prompts_in_both_groups':
      return message('actions.warnings.promptsInBothGroups', { count: warning.prompts.length })
    case 'no_longer_significant':
      return message('actions.warnings.noLongerSignificant')
  }
}

/** From the unit of the sums to points. */
export const factors: Record<ActionNumber, number> = {
  score: 1 / 1000,
  mention_rate: 100,
  citation_rate: 100,
}

export const scaleEffect = (
  { effect, low, high }: { effect: number; low: number; high: number },
  factor: number,
) => ({
  points: twoDecimals(effect * factor),
  low: twoDecimals(low * factor),
  high: twoDecimals(high * factor),
})

export const toDay = (day: number): string => utcDay(new Date(day * dayMs))
