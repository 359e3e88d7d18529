/**
 * Checks the engines of an organization: the configured models, the models that served the last answers, and responses in
 * formats that this version does not know.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '../../vocabulary/platforms.ts'
import type { Context, OrganizationContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { AppError } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { fairReads } from '../http/fair-reads.ts'
import { message } from '../languages/message.ts'
import {
  finding,
  findModelProblems,
  getListedModel,
  isServedAsRequested,
  ModelFinding,
} from './model-checks.ts'
import { listOwnVendors, optionsWithCredentials } from './organization-keys.ts'
import { apiOptions, resolvePlatforms } from './registry.ts'
import { type ApiVendor, findApiVendor } from './vendors.ts'

export const EngineChecks = z
  .object({
    checked_at: Timestamp.nullable().describe(
      'When the oldest of the lists was requested; null without one.',
    ),
    items: z.array(
      z.object({
        backend: z.string(),
        label: z.string(),
        model: z.string(),
        findings: z.array(ModelFinding),
      }),
    ),
  })
  .meta({ id: 'EngineChecks' })

type Used = { vendor: ApiVendor; model: string; platforms: Platform[] }

export type EngineChecks = z.input<typeof EngineChecks>

/**
 * Returns the findings of each API and model in use. Asks each vendor's list of models at most once a day, unless `fresh`.
 */
export async function checkEngines(ctx: Context, { fresh }: { fresh: boolean }): Promise<EngineChecks> {
  const own = await listOwnVendors(ctx)
  const used = listUsed(ctx, own)
  // Within the limits of reads; the requests to vendors, which can take long, are not.
  const ofAnswers = await ctx
    .use(fairReads)
    .run(ctx.organizationId, 'metric', () => findAnswerProblems(ctx, used))
  const checked = await Promise.all(
    used.map(async (each, index) => {
      const { at, findings } = await checkModel(ctx, each, own, fresh)
      return {
        at,
        backend: each.vendor.name,
        label: each.vendor.label,
        model: each.model,
        findings: [...findings, ...(ofAnswers[index] ?? [])],
      }
    }),
  )
  const times = checked.map(({ at }) => at.getTime())
  return {
    checked_at: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    items: checked.map(({ at: _, ...item }) => item),
  }
}

/** Returns what the stored answers of an organization show, without a request to a vendor. */
export async function listAnswerProblems(ctx: OrganizationContext): Promise<ModelFinding[]> {
  const used = listUsed(ctx, await listOwnVendors(ctx))
  return (await findAnswerProblems(ctx, used)).flat()
}

/** Returns the findings of each of `used`, in the same order. */
async function findAnswerProblems(
  ctx: OrganizationContext,
  used: readonly Used[],
): Promise<ModelFinding[][]> {
  const [served, unknown] = await Promise.all([listServedModels(ctx), listUnknownFormats(ctx)])
  return used.map(({ vendor, model, platforms }) => [
    ...served.flatMap((row) =>
      row.backend === vendor.name && platforms.includes(row.platform)
        ? servedByAnother(vendor, model, row.model, ctx.now())
        : [],
    ),
    ...unknown.flatMap((row) => (row.backend === vendor.name ? [unknownFormat(vendor, row)] : [])),
  ])
}

async function checkModel(
  ctx: Context,
  { vendor, model, platforms: [platform = 'chatgpt'] }: Used,
  own: ReadonlySet<string>,
  fresh: boolean,
): Promise<{ at: Date; findings: ModelFinding[] }> {
  try {
    const options = own.has(vendor.name)
      ? await optionsWithCredentials(ctx, vendor, platform)
      : apiOptions(ctx.config, vendor, platform)
    const { at, result } = await getListedModel(ctx, vendor, options, { fresh })
    return { at, findings: findModelProblems(ctx.config, vendor, { model }, result, ctx.now()) }
  } catch (error) {
    // The stored key cannot be decrypted.
    if (!(error instanceof AppError)) throw error
    return { at: ctx.now(), findings: [finding('bad_key', 'fail', error.text)] }
  }
}

/** Returns the APIs that serve platforms for the organization, by model. */
function listUsed(ctx: OrganizationContext, own: ReadonlySet<string>): Used[] {
  const used: Used[] = []
  for (const { platform, backend, configured, surface } of resolvePlatforms(ctx.config, own).values()) {
    const vendor = findApiVendor(backend)
    if (!vendor || !configured || surface !== 'api') continue
    const { model } = apiOptions(ctx.config, vendor, platform)
    const known = used.find((each) => each.vendor === vendor && each.model === model)
    if (known) known.platforms.push(platform)
    else used.push({ vendor, model, platforms: [platform] })
  }
  return used
}

const windowDays = 7

const getAnswers = ({ organizationId, now }: OrganizationContext) => sql`
  brand_id in (select id from brands where organization_id = ${organizationId})
  and day >= ${utcDay(new Date(now().getTime() - windowDays * 86_400_000))} and surface = 'api' and job_id is not null`

/** Returns the model that served the last answer of each platform. */
async function listServedModels(ctx: OrganizationContext) {
  const { rows } = await sql<{ backend: string; platform: Platform; model: string }>`
    select distinct on (backend, platform) backend, platform, model from answers
    where ${getAnswers(ctx)} and status = 'answered' and model <> ''
    order by backend, platform, answered_at desc`.execute(ctx.db)
  return rows
}

type UnknownFormat = { backend: string; answers: number; failed: number; parts: string[] }

async function listUnknownFormats(ctx: OrganizationContext): Promise<UnknownFormat[]> {
  const { rows } = await sql<UnknownFormat>`
    select backend, count(distinct id)::int as answers, count(distinct id) filter (where status = 'failed')::int as failed,
      array_agg(distinct part order by part) as parts
    from answers, unnest(unrecognized) as part
    where ${getAnswers(ctx)} and cardinality(unrecognized) > 0
    group by backend`.execute(ctx.db)
  return rows
}

const servedByAnother = (vendor: ApiVendor, model: string, served: string, now: Date): ModelFinding[] =>
  isServedAsRequested(vendor, model, served, now)
    ? []
    : [
        finding(
          'served_differs',
          'warn',
          message('engines.engineChecks.theLastAnswerOfLabelCame', { label: vendor.label, served, model }),
        ),
      ]

const maxShownParts = 3

function unknownFormat({ label }: ApiVendor, { answers, failed, parts }: UnknownFormat): ModelFinding {
  const named = { label, parts: parts.slice(0, maxShownParts).join(', ') }
  const unusable = message('engines.engineChecks.labelReturnsAFormatThatThis', { ...named, count: failed })
  const partial = message('engines.engineChecks.labelReturnsPartsThatThisVersion', {
    ...named,
    count: answers,
  })
  return failed > 0 ? finding('unknown_format', 'fail', unusable) : finding('unknown_format', 'warn', partial)
}
