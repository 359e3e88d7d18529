/** Loads the days of both groups of an experiment. */
import { sql } from 'kysely'
import { z } from 'zod'
import { actionNumbers } from '../../vocabulary/actions.ts'
import { getLabel } from '../../vocabulary/label.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { isCounted, unfiltered } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import type { Experiment, OtherAction } from '../experiments/statistics/experiment.ts'
import { dayNumber, readDays } from '../metrics/rollups.ts'
import type { ActionRow } from './actions.ts'

/** What an experiment needs of its action. */
export type Declared = Pick<
  ActionRow,
  'brand_id' | 'day' | 'number' | 'weeks' | 'affected_prompt_ids' | 'control_prompt_ids' | 'designed_at'
>

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
