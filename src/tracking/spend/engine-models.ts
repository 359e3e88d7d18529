/**
 * What each model of the APIs in use would cost the organization: per answer, per run of all active brands and per month
 * on the current schedules.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../../vocabulary/platforms.ts'
import type { Context } from '../../core/context.ts'
import { utcDay } from '../../core/days.ts'
import {
  configuredModels,
  flexSetting,
  getTypicalUsage,
  type ListedVendor,
  listModelCosts,
  searchCapSetting,
} from '../../engines/model-costs.ts'
import { resolveOwnPlatforms } from '../../engines/organization-keys.ts'
import { apiOptions } from '../../engines/registry.ts'
import { apiVendors } from '../../engines/vendors.ts'
import { utcMonthStart } from '../../plans/plans.ts'
import { countScheduledQueries } from './forecast.ts'
import { countRefreshes } from './refresh-count.ts'

const Count = z.number().int()
const Dollars = z.number()
const backendNames = apiVendors.map(({ name }) => name)

const Costs = z.object({
  answer_micros: Count.describe('Cost of an answer, in millionths of a US dollar.'),
  run_micros: Count.describe('Of one run over all active brands.'),
  month_micros: Count.describe('Of the coming month on the current schedules.'),
})

export const EngineModels = z
  .object({
    backend: z.enum(backendNames),
    label: z.string().describe('Display name of the backend.'),
    platforms: z.array(z.enum(platforms)).describe('The platforms that it serves for this organization.'),
    configured: z.array(z.string()).describe('The models that are queried; several for OpenRouter.'),
    model_setting: z.string().describe('The setting that changes the model.'),
    service_tier: z.enum(['standard', 'flex']).nullable().describe('Null: the vendor has no flex tier.'),
    service_tier_setting: z.string().nullable(),
    max_searches: Count.nullable().describe('Maximum number of searches per answer; null: no cap.'),
    max_searches_setting: z.string().nullable(),
    usage: z.object({
      basis: z
        .enum(['past', 'typical'])
        .describe(
          "`past`: the mean of the organization's answers from this backend in the last 30 days. `typical`: the median of recorded answers, used below 20 answers.",
        ),
      answers: Count.describe('Answers of the last 30 days with a known usage.'),
      input_tokens: z.number(),
      output_tokens: z.number(),
      searches: z.number(),
    }),
    queries_per_run: Count,
    queries_per_month: Count,
    models: z.array(
      Costs.extend({
        model: z.string(),
        is_configured: z.boolean(),
        platforms: z.array(z.enum(platforms)).describe('The platforms that it would be queried for.'),
        price: z
          .object({
            input: Dollars,
            cached_input: Dollars,
            output: Dollars,
            search: Dollars,
            search_unit: z.enum(['call', 'query', 'answer']),
          })
          .nullable()
          .describe(
            'US dollars per million tokens and per thousand searches, of the price list or PRICE_OVERRIDES. Null: unknown; the costs are upper estimates.',
          ),
        shutdown: z.iso.date().nullable().describe('The day on which the vendor shuts the model down.'),
        replacement: z.string().nullable().describe('The model that the vendor recommends instead.'),
        flex: Costs.nullable().describe('The same in the flex tier; null: the vendor has none.'),
      }),
    ),
  })
  .meta({ id: 'EngineModels' })

export async function listEngineModels(ctx: Context): Promise<z.input<typeof EngineModels>[]> {
  const backends = [...(await resolveOwnPlatforms(ctx)).values()].filter(({ configured }) => configured)
  const onceEach = { hourly: 1, daily: 1, weekly: 1, monthly: 1, manual: 1 }
  const perRun = await countScheduledQueries(ctx, onceEach)
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, utcMonthStart(ctx.now(), 1))
  const perMonth = await countScheduledQueries(ctx, refreshes)
  const usages = await meanUsages(ctx)
  return apiVendors.flatMap((vendor) => {
    const serving = backends.flatMap(({ backend, platform }) => (backend === vendor.name ? [platform] : []))
    return serving.length === 0
      ? []
      : [getModels(ctx, vendor, { serving, perRun, perMonth, used: usages.get(vendor.name) })]
  })
}

type Queries = ReadonlyMap<Platform, number>
type Use = { serving: Platform[]; perRun: Queries; perMonth: Queries; used: MeanUsage | undefined }

const minAnswers = 20

function getModels(
  { config, now }: Context,
  vendor: ListedVendor,
  { serving, perRun, perMonth, used }: Use,
): z.input<typeof EngineModels> {
  const past = used && used.answers >= minAnswers ? used : null
  const usage = past ?? getTypicalUsage(vendor)
  const { serviceTier = null, maxSearches = null } = apiOptions(config, vendor, serving[0] ?? 'chatgpt')
  return {
    backend: vendor.name,
    label: vendor.label,
    platforms: serving,
    configured: [...configuredModels(config, vendor, serving).keys()],
    model_setting: `${vendor.settingPrefix}_MODEL`,
    service_tier: serviceTier,
    service_tier_setting: flexSetting(vendor),
    max_searches: maxSearches,
    max_searches_setting: searchCapSetting(vendor),
    usage: {
      basis: past ? 'past' : 'typical',
      answers: used?.answers ?? 0,
      input_tokens: usage.input,
      output_tokens: usage.output,
      searches: usage.searches,
    },
    queries_per_run: sumOver(perRun, serving),
    queries_per_month: sumOver(perMonth, serving),
    models: listModelCosts(config, vendor, { serving, usage: past, now: now() }).map((each) => {
      const costs = ({ costMicros }: { costMicros: number }): z.input<typeof Costs> => ({
        answer_micros: costMicros,
        run_micros: costMicros * sumOver(perRun, each.platforms),
        month_micros: costMicros * sumOver(perMonth, each.platforms),
      })
      return {
        ...costs(each.answer),
        model: each.model,
        is_configured: each.isConfigured,
        platforms: [...each.platforms],
        price: each.price && {
          input: each.price.input,
          cached_input: each.price.cachedInput,
          output: each.price.output,
          search: each.price.search,
          search_unit: each.price.searchUnit,
        },
        shutdown: each.shutdown,
        replacement: each.replacement,
        flex: each.flexAnswer && costs(each.flexAnswer),
      }
    }),
  }
}

const sumOver = (queries: Queries, of: readonly Platform[]) =>
  of.reduce((sum, platform) => sum + (queries.get(platform) ?? 0), 0)

type MeanUsage = { answers: number; input: number; output: number; searches: number }

const windowDays = 30

/** Returns the mean usage of the organization's answers by backend. Imported answers are not counted. */
async function meanUsages(ctx: Context): Promise<Map<string, MeanUsage>> {
  const since = utcDay(new Date(ctx.now().getTime() - windowDays * 86_400_000))
  const { rows } = await sql<MeanUsage & { backend: string }>`
    select backend, count(*)::int as answers, avg(input_tokens)::float8 as input, avg(output_tokens)::float8 as output,
      -- A vendor can report that it searched without its queries.
      avg(greatest(cardinality(searches), case when searched then 1 else 0 end))::float8 as searches
    from answers
    where brand_id in (select id from brands where organization_id = ${ctx.organizationId})
      and day >= ${since} and surface = 'api' and job_id is not null
      and input_tokens is not null and output_tokens is not null
    group by backend`.execute(ctx.db)
  return new Map(rows.map(({ backend, ...usage }) => [backend, usage]))
}
