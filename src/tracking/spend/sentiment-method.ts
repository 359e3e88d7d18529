/** Lets an organization choose who classifies the sentiment of its answers: rules, or a vendor's cheapest language model. */
import { sql } from 'kysely'
import { z } from 'zod'
import { forgetSentimentsWithoutText } from '../../answers/forget-sentiments.ts'
import { markAnalysisOutdated } from '../../brands/reanalysis-request.ts'
import { type Context, transaction } from '../../core/context.ts'
import { utcDay } from '../../core/days.ts'
import { AppError } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { listOwnVendors } from '../../engines/organization-keys.ts'
import { hasCredentials } from '../../engines/registry.ts'
import { type ApiVendor, apiNames, apiVendorNamed, apiVendors } from '../../engines/vendors.ts'
import { message } from '../../languages/message.ts'
import { cheapestModel, defaultModel, findSentimentModel, RULES } from '../../llm/sentiment-model.ts'
import { utcMonthStart } from '../../plans/plans.ts'
import { countScheduledQueries } from './forecast.ts'
import { countRefreshes } from './refresh-count.ts'

const Vendor = z.enum(apiNames)

export const SentimentMethod = z
  .object({
    vendor: Vendor.nullable().describe('The vendor whose language model classifies; null: rules do.'),
    model: z.string().nullable().describe('The model of the vendor; null: rules classify.'),
    from: z.iso
      .date()
      .nullable()
      .describe('First day whose answers the model classifies. Null: all, or rules classify.'),
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
          .describe('Estimated cost of the answers of a month of schedules; null without schedules.'),
        is_estimated: z.boolean().describe('The model has no known price, so the cost is an upper estimate.'),
      }),
    ),
  })
  .meta({ id: 'SentimentMethod' })

export const SentimentChoice = z.strictObject({
  vendor: Vendor.nullable().describe(
    'The vendor to which the texts of answers are sent; null: rules classify, and nothing is sent.',
  ),
})

export async function getSentimentMethod(ctx: Context): Promise<z.input<typeof SentimentMethod>> {
  const current = await findSentimentModel(ctx)
  const { vendor: chosen } = await readChoice(ctx)
  const own = await listOwnVendors(ctx)
  const queries = await countMonthlyQueries(ctx)
  return {
    vendor: current?.vendor ?? null,
    model: current?.model ?? null,
    from: current?.from ?? null,
    is_default: chosen === null,
    options: apiVendors.flatMap((vendor) => {
      const isConnected = own.has(vendor.name) || hasCredentials(ctx.config, vendor)
      const option = cheapestModel(ctx.config, vendor, ctx.now())
      if (!option || !(isConnected || vendor.allowsOwnKeys)) return []
      const { costMicros, costEstimated } = option.call
      return [
        {
          vendor: vendor.name,
          label: vendor.label,
          model: option.model,
          is_connected: isConnected,
          cost_per_thousand_micros: 1_000 * costMicros,
          month_micros: queries === 0 ? null : queries * costMicros,
          is_estimated: costEstimated,
        },
      ]
    }),
  }
}

/**
 * Stores the consent, or its withdrawal, and analyzes all answers again, so that no number mixes methods: a model
 * classifies answers from today (UTC) on, and earlier ones have no label. Throws `not_configured` without a key.
 */
export async function setSentimentMethod(
  ctx: Context,
  { vendor }: z.output<typeof SentimentChoice>,
): Promise<void> {
  const option = vendor === null ? null : await requireModel(ctx, apiVendorNamed(vendor))
  await transaction(ctx, async (tx) => {
    const before = await readChoice(tx)
    if (before.vendor === (vendor ?? RULES)) return
    // Nothing changes where the settings already say the same.
    const isSame = vendor === null && before.vendor === null && defaultModel(tx.config) === null
    await tx.db
      .updateTable('organizations')
      .set({
        sentiment_vendor: vendor ?? RULES,
        sentiment_model: option?.model ?? null,
        sentiment_from: vendor === null ? null : utcDay(tx.now()),
      })
      .where('id', '=', tx.organizationId)
      .execute()
    await recordEvent(tx, 'sentiment.method_changed', {
      data: { vendor, model: option?.model ?? null, call_micros: option?.call.costMicros ?? null },
    })
    if (isSame) return
    const brands = await tx.db
      .selectFrom('brands')
      .select('id')
      .where('organization_id', '=', tx.organizationId)
      .orderBy('id')
      .execute()
    for (const { id } of brands) {
      await forgetSentimentsWithoutText(tx, id)
      await markAnalysisOutdated(tx, id)
    }
  })
}

async function countMonthlyQueries(ctx: Context): Promise<number> {
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, utcMonthStart(ctx.now(), 1))
  const queries = await countScheduledQueries(ctx, refreshes)
  return [...queries.values()].reduce((sum, count) => sum + count, 0)
}

async function requireModel(ctx: Context, vendor: ApiVendor) {
  const isConnected = (await listOwnVendors(ctx)).has(vendor.name) || hasCredentials(ctx.config, vendor)
  const option = cheapestModel(ctx.config, vendor, ctx.now())
  if (isConnected && option) return option
  throw new AppError('not_configured', message('tracking.sentimentMethod.noKey', { label: vendor.label }))
}

async function readChoice({ db, organizationId }: Context): Promise<{ vendor: string | null }> {
  const { rows } = await sql<{ vendor: string | null }>`
    select sentiment_vendor as vendor from organizations where id = ${organizationId}`.execute(db)
  return rows[0] ?? { vendor: null }
}
