/**
 * Lets an organization choose, for sentiment and for claims, whether only rules read its answers or also a vendor's cheapest
 * language model.
 */
import { z } from 'zod'
import { forgetSentimentsWithoutText } from '../../answers/forget-sentiments.ts'
import { forgetModelVerdicts } from '../../answers/model-verdicts.ts'
import { markAnalysisOutdated } from '../../brands/reanalysis-request.ts'
import { type Context, transaction } from '../../core/context.ts'
import { utcDay } from '../../core/days.ts'
import { AppError } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { listOwnVendors } from '../../engines/organization-keys.ts'
import { hasCredentials } from '../../engines/registry.ts'
import { type ApiVendor, apiNames, apiVendorNamed, apiVendors } from '../../engines/vendors.ts'
import { message } from '../../languages/message.ts'
import {
  cheapestModel,
  defaultModel,
  findChosenModel,
  type ModelUse,
  readChoice,
} from '../../llm/chosen-model.ts'
import { lockOrganization, utcMonthStart } from '../../plans/plans.ts'
import { countScheduledQueries, shareReadBy } from './forecast.ts'
import { countRefreshes } from './refresh-count.ts'

const Vendor = z.enum(apiNames)

export const ModelMethod = z
  .object({
    vendor: Vendor.nullable().describe('The vendor whose language model reads answers; null: only rules do.'),
    model: z.string().nullable().describe('The model of the vendor; null without one.'),
    from: z.iso
      .date()
      .nullable()
      .describe('First day whose answers the model reads. Null: all, or no model.'),
    is_default: z.boolean().describe('Whether the settings decide, because the organization has not chosen.'),
    options: z.array(
      z.object({
        vendor: Vendor,
        label: z.string().describe('Display name of the vendor.'),
        model: z.string().describe('Its cheapest model.'),
        is_connected: z.boolean().describe('Whether there is a key for it.'),
        cost_per_thousand_micros: z
          .number()
          .int()
          .describe('Estimated cost of 1,000 answers, in millionths of a US dollar.'),
        month_micros: z
          .number()
          .int()
          .nullable()
          .describe(
            'Estimated cost of the answers of a month of schedules; null without schedules. For claims, of those that name the brand.',
          ),
        is_estimated: z.boolean().describe('The model has no known price, so the cost is an upper estimate.'),
      }),
    ),
  })
  .meta({ id: 'ModelMethod' })

export const ModelChoice = z.strictObject({
  vendor: Vendor.nullable().describe(
    'The vendor to which the texts of answers are sent; null: nothing is sent.',
  ),
})

export async function getModelMethod(ctx: Context, use: ModelUse): Promise<z.input<typeof ModelMethod>> {
  const current = await findChosenModel(ctx, use)
  const choice = await readChoice(ctx, use)
  const own = await listOwnVendors(ctx)
  const calls = await countMonthlyCalls(ctx, use)
  return {
    vendor: current?.vendor ?? null,
    model: current?.model ?? null,
    from: current?.from ?? null,
    is_default: choice === undefined,
    options: apiVendors.flatMap((vendor) => {
      const isConnected = own.has(vendor.name) || hasCredentials(ctx.config, vendor)
      const option = cheapestModel(ctx.config, vendor, use, ctx.now())
      if (!option || !(isConnected || vendor.allowsOwnKeys)) return []
      const { costMicros, costEstimated } = option.call
      return [
        {
          vendor: vendor.name,
          label: vendor.label,
          model: option.model,
          is_connected: isConnected,
          cost_per_thousand_micros: 1_000 * costMicros,
          month_micros: calls === 0 ? null : calls * costMicros,
          is_estimated: costEstimated,
        },
      ]
    }),
  }
}

/**
 * Stores the consent, or its withdrawal. A model reads answers from today (UTC) on. Throws `not_configured` without a key.
 * Sentiment is then analyzed again for all answers, so that no number mixes methods. Verdicts of the former model stop
 * counting, except those that a person decided.
 */
export async function setModelMethod(
  ctx: Context,
  use: ModelUse,
  { vendor }: z.output<typeof ModelChoice>,
): Promise<void> {
  const option = vendor === null ? null : await requireModel(ctx, use, apiVendorNamed(vendor))
  await transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const before = await readChoice(tx, use)
    if (before?.vendor === vendor) return
    // Nothing changes where the settings already say the same.
    const isSame = vendor === null && before === undefined && defaultModel(tx.config, use) === null
    const choice = {
      vendor,
      model: option?.model ?? null,
      from_day: vendor === null ? null : utcDay(tx.now()),
    }
    await tx.db
      .insertInto('model_choices')
      .values({ organization_id: tx.organizationId, use, ...choice })
      .onConflict((known) => known.columns(['organization_id', 'use']).doUpdateSet(choice))
      .execute()
    await recordEvent(tx, `${use}.method_changed`, {
      data: { vendor, model: choice.model, call_micros: option?.call.costMicros ?? null },
    })
    if (isSame) return
    const brands = await tx.db
      .selectFrom('brands')
      .select('id')
      .where('organization_id', '=', tx.organizationId)
      .orderBy('id')
      .execute()
    for (const { id } of brands) await applyMethod[use](tx, id)
  })
}

const applyMethod: Record<ModelUse, (tx: Context, brandId: string) => Promise<unknown>> = {
  sentiment: async (tx, brandId) => {
    await forgetSentimentsWithoutText(tx, brandId)
    await markAnalysisOutdated(tx, brandId)
  },
  claims: forgetModelVerdicts,
}

/** Counts the answers of a month of schedules that the model reads. */
async function countMonthlyCalls(ctx: Context, use: ModelUse): Promise<number> {
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, utcMonthStart(ctx.now(), 1))
  const queries = await countScheduledQueries(ctx, refreshes)
  const total = [...queries.values()].reduce((sum, count) => sum + count, 0)
  return Math.ceil(total * (await shareReadBy(ctx, use)))
}

async function requireModel(ctx: Context, use: ModelUse, vendor: ApiVendor) {
  const isConnected = (await listOwnVendors(ctx)).has(vendor.name) || hasCredentials(ctx.config, vendor)
  const option = cheapestModel(ctx.config, vendor, use, ctx.now())
  if (isConnected && option) return option
  throw new AppError('not_configured', message('tracking.modelMethod.noKey', { label: vendor.label }))
}
