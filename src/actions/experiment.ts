/** The experiment of an action: its affected prompts before and after, compared with its control prompts. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type ActionNumber, actionNumbers, actionStates } from '../../vocabulary/actions.ts'
import { getLabel } from '../../vocabulary/label.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { isCounted, unfiltered } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { dayBefore, dayMs, daysAfter, earlier, utcDay } from '../core/days.ts'
import { assessExperiment } from '../experiments/statistics/assess-experiment.ts'
import {
  baselineDays,
  type Experiment,
  type ExperimentResult,
  firstLookDays,
  type GroupComparison,
  type Missing,
  type OtherAction,
  type Warning,
} from '../experiments/statistics/experiment.ts'
import { localizedText } from '../languages/localized.ts'
import { dayValue, type Message, message } from '../languages/message.ts'
import { Count } from '../metrics/fields.ts'
import { dayNumber, readDays } from '../metrics/rollups.ts'
import { changeLimits, testWindows } from '../metrics/statistics/change-detection/compare-windows.ts'
import { testPrompt } from '../metrics/statistics/change-detection/test-prompt.ts'
import { twoDecimals } from '../metrics/values.ts'
import type { ActionRow } from './actions.ts'

const Points = z.number().describe('Points of the visibility score, or percentage points of a rate.')

const Effect = z.object({ points: Points, low: Points, high: Points })

const Period = z.object({
  value: z
    .number()
    .nullable()
    .describe('The number in the period: a score, or a rate in percent; null without answers.'),
  answers: Count.describe('Answers that are compared.'),
})
const Group = z.object({ prompts: Count, before: Period, after: Period })

export const ActionResult = z
  .object({
    state: z
      .enum(actionStates)
      .describe(
        '`planned`: its day is not over. `no_comparison`: too few control prompts or answers; a change from before to after may have other causes. `running`: no effect is established so far. `up`, `down`: an effect is established. `no_effect_found`: the planned time is over without an effect.',
      ),
    statement: localizedText().describe('The result in a sentence.'),
    date_from: z.iso.date().describe('First day before the action that is compared.'),
    date_to: z.iso.date().describe('Last day that is compared.'),
    final_on: z.iso.date().describe('The day after which the result does not change.'),
    effect: Effect.nullable().describe(
      'Difference in differences: how much more the affected prompts changed than the control prompts, with an interval that is valid for daily looks. Null without a comparison.',
    ),
    largest: Points.nullable().describe(
      'No effect larger than this, in either direction, is compatible with the answers.',
    ),
    established_on: z.iso
      .date()
      .nullable()
      .describe('The first day on which the interval did not contain zero.'),
    affected: Group.nullable().describe('Null before the action.'),
    controls: Group.nullable().describe('Null without a comparison.'),
    before_after: Effect.nullable().describe(
      'Without a comparison: the change of the affected prompts alone, with its 95% interval. It may have other causes.',
    ),
    warnings: z
      .array(z.object({ kind: z.string(), text: localizedText() }))
      .describe('What limits the conclusion.'),
  })
  .meta({ id: 'ActionResult' })

const WeekValue = z.object({ value: z.number().nullable(), answers: Count })
const Week = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  affected: WeekValue,
  controls: WeekValue,
})

export const ActionExperiment = ActionResult.extend({
  weeks: z
    .array(Week)
    .describe('The numbers of both groups by week, counted from the day of the action, which is in none.'),
  looks: z
    .array(z.object({ day: z.iso.date(), ...Effect.shape }))
    .describe('The effect as it was known on each day.'),
}).meta({ id: 'ActionExperiment' })

type Result = z.input<typeof ActionExperiment>

/** What an experiment needs of its action. */
export type Declared = Pick<
  ActionRow,
  'brand_id' | 'day' | 'number' | 'weeks' | 'affected_prompt_ids' | 'control_prompt_ids' | 'designed_at'
>

/** Reads the numbers of both groups in the baseline and since. `snapshot`: all reads agree. */
export async function readExperiment(
  snapshot: Context,
  action: Declared,
  others: readonly Declared[],
): Promise<Result> {
  const number = z.enum(actionNumbers).parse(action.number)
  const yesterday = dayBefore(utcDay(snapshot.now()))
  const finalOn = daysAfter(action.day, 7 * action.weeks)
  const range = { from: daysAfter(action.day, -baselineDays), to: earlier(yesterday, finalOn) }
  const fixed = { date_from: range.from, date_to: range.to, final_on: finalOn }
  if (action.day > yesterday)
    return { ...nothing, ...fixed, state: 'planned', statement: statements.planned(action.day) }
  const experiment = await loadExperiment(snapshot, action, others, range)
  const found = assessExperiment(experiment)
  const factor = factors[number]
  return {
    ...fixed,
    ...describe(found, action, factor),
    ...compareGroups(found, experiment, factor),
    weeks: listWeeks(experiment, factor),
    warnings: [
      ...listLateChoice(action),
      ...found.warnings.map((warning) => ({ kind: warning.kind, text: warningText(warning, factor) })),
    ],
    looks: found.looks.map((look) => ({ day: toDay(look.day), ...scaleEffect(look, factor) })),
  }
}

/** Of a planned action. */
const nothing: Pick<
  Result,
  | 'effect'
  | 'largest'
  | 'established_on'
  | 'affected'
  | 'controls'
  | 'before_after'
  | 'warnings'
  | 'weeks'
  | 'looks'
> = {
  effect: null,
  largest: null,
  established_on: null,
  affected: null,
  controls: null,
  before_after: null,
  warnings: [],
  weeks: [],
  looks: [],
}

/** From the unit of the sums to points. */
export const factors: Record<ActionNumber, number> = {
  score: 1 / 1000,
  mention_rate: 100,
  citation_rate: 100,
}

export async function loadExperiment(
  snapshot: Context,
  action: Declared,
  others: readonly Declared[],
  range: { from: string; to: string },
): Promise<Experiment> {
  const scope = { ...unfiltered, brand: { id: action.brand_id, name: '' }, ...range }
  const { answers, sums } = await readDays(snapshot, scope)
  return {
    answers,
    sums: sums[z.enum(actionNumbers).parse(action.number)],
    affected: new Set(action.affected_prompt_ids),
    controls: new Set(action.control_prompt_ids),
    actionDay: dayNumber(action.day),
    weeks: action.weeks,
    today: dayNumber(range.to),
    otherActions: toOtherActions(others),
    models: await readModels(snapshot, action, range),
  }
}

export const toOtherActions = (others: readonly Declared[]): OtherAction[] =>
  others.map(({ day, affected_prompt_ids }) => ({
    day: dayNumber(day),
    prompts: new Set(affected_prompt_ids),
  }))

/** Returns the answers of each day by platform and model. */
async function readModels(
  { db }: Context,
  { brand_id: brandId, affected_prompt_ids, control_prompt_ids }: Declared,
  { from, to }: { from: string; to: string },
): Promise<Map<string, Float64Array>> {
  const { rows } = await sql<{ platform: string; model: string | null; day: string; count: number }>`
    select platform, model, day::text, count(*)::int as count from answers
    where brand_id = ${brandId} and day between ${from}::date and ${to}::date
      and prompt_id = any(${[...affected_prompt_ids, ...control_prompt_ids]}::uuid[]) and ${isCounted(brandId)}
    group by 1, 2, 3`.execute(db)
  const models = new Map<string, Float64Array>()
  const first = dayNumber(from)
  for (const { platform, model, day, count } of rows) {
    const label = getLabel(platformLabels, platform) ?? platform
    const name = model ? `${label} (${model})` : label
    const days = models.get(name) ?? new Float64Array(dayNumber(to) - first + 1)
    days[dayNumber(day) - first] = count
    models.set(name, days)
  }
  return models
}

const toDay = (day: number): string => utcDay(new Date(day * dayMs))

const scaleEffect = (
  { effect, low, high }: { effect: number; low: number; high: number },
  factor: number,
) => ({
  points: twoDecimals(effect * factor),
  low: twoDecimals(low * factor),
  high: twoDecimals(high * factor),
})

/** The state with its sentence. */
function describe(
  { state, current, established, largest, missing, end }: ExperimentResult,
  action: Declared,
  factor: number,
): Pick<Result, 'state' | 'statement' | 'effect' | 'largest' | 'established_on'> {
  const effect = current && scaleEffect(current, factor)
  const known = {
    effect,
    largest: largest === null ? null : twoDecimals(largest * factor),
    established_on: established && toDay(established.day),
  }
  if (state === 'too_little_data' || effect === null || known.largest === null) {
    const reason = getReason(action, missing)
    return { ...known, state: reason.isEarly ? 'running' : 'no_comparison', statement: reason.statement }
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

/** Returns why there is no comparison. `isEarly`: one may become possible as days pass, without a change of the action. */
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

const statements = {
  planned: (day: string) => message('actions.result.planned', { day: dayValue(day) }),
}

/** The compared cells of both groups, or all answers of the affected prompts without a comparison. */
function compareGroups(
  { current, baseline, period }: ExperimentResult,
  experiment: Experiment,
  factor: number,
): Pick<Result, 'affected' | 'controls' | 'before_after'> {
  if (current)
    return {
      affected: showGroup(current.affected, factor),
      controls: showGroup(current.controls, factor),
      before_after: null,
    }
  const { answers, sums, affected } = experiment
  const members = listCells(experiment, affected)
  const windows = { reference: baseline, recent: period }
  const test = affected.size === 1 ? testPrompt : testWindows
  const tested = period.to < period.from ? null : test({ answers, sums, members }, windows)
  return {
    affected: {
      prompts: new Set(members.map((cell) => answers.promptOfCell[cell])).size,
      before: addUp(experiment, members, baseline, factor),
      after: addUp(experiment, members, period, factor),
    },
    controls: null,
    before_after: tested?.isTestable
      ? scaleEffect({ effect: tested.delta, ...changeLimits(tested) }, factor)
      : null,
  }
}

const showGroup = ({ before, after, prompts, answers }: GroupComparison, factor: number) => ({
  prompts,
  before: { value: twoDecimals(before * factor), answers: answers.before },
  after: { value: twoDecimals(after * factor), answers: answers.after },
})

const listCells = ({ answers }: Experiment, prompts: ReadonlySet<string>): number[] =>
  [...answers.cells.keys()].filter((cell) => prompts.has(answers.cells[cell]?.prompt ?? ''))

/** Adds up the days of a range, both ends included. */
function addUp(
  { answers, sums }: Experiment,
  cells: readonly number[],
  range: { from: number; to: number },
  factor: number,
) {
  const from = Math.max(0, range.from - answers.firstDay)
  const to = Math.min(answers.dayCount - 1, range.to - answers.firstDay)
  const total = ({ daily }: { daily: ArrayLike<number> }) => {
    let sum = 0
    for (const cell of cells)
      for (let day = from; day <= to; day += 1) sum += daily[cell * answers.dayCount + day] ?? 0
    return sum
  }
  const [y, x] = [total(sums.y), total(sums.x)]
  return { value: x > 0 ? twoDecimals((factor * y) / x) : null, answers: total(answers.counted) }
}

function listWeeks(experiment: Experiment, factor: number): Result['weeks'] {
  const { answers, actionDay, affected, controls } = experiment
  const last = answers.firstDay + answers.dayCount - 1
  const cells = { affected: listCells(experiment, affected), controls: listCells(experiment, controls) }
  const ranges = [
    ...Array.from({ length: baselineDays / 7 }, (_, week) => actionDay - baselineDays + 7 * week),
    ...Array.from({ length: Math.ceil((last - actionDay) / 7) }, (_, week) => actionDay + 1 + 7 * week),
  ].map((from) => ({ from, to: Math.min(from + 6, last) }))
  return ranges.map((range) => ({
    date_from: toDay(range.from),
    date_to: toDay(range.to),
    affected: addUp(experiment, cells.affected, range, factor),
    controls: addUp(experiment, cells.controls, range, factor),
  }))
}

/** A person who chooses prompts after the first look may have seen which ones changed. */
function listLateChoice({ day, designed_at }: Declared): Result['warnings'] {
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
