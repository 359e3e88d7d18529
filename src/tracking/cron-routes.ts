import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import { notFound } from '../core/errors.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { type ResourceLoader, route } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { Platforms } from './platform-fields.ts'
import { startDueRuns } from './schedule.ts'
import { startRun } from './tracking.ts'

export const cronRoutes = {
  'POST /api/internal/daily-tracking': route({
    access: 'cron',
    summary: 'Start all due runs',
    description:
      'Starts a run for each brand whose `check_frequency` says that it is due, as the built-in scheduler does.',
    returns: z.object({
      success: z.literal(true),
      triggered: z.number().int(),
      skipped: z.number().int(),
      jobs: z.array(z.object({ brandId: z.uuid(), jobId: z.uuid() })),
    }),
    run: async (ctx) => ({ success: true as const, ...(await startDueRuns(ctx)) }),
  }),
  'POST /api/internal/trigger-tracking': route({
    access: 'cron',
    summary: 'Start a tracking run of a brand',
    description: 'Starts a run even if none is due. Limits of runs per day do not apply.',
    body: z.strictObject({
      brandId: BrandId,
      platforms: Platforms.optional().describe('Default: the platforms of the brand.'),
    }),
    find: { brand: brandOfAnyOrganization() },
    errors: ['conflict', 'brand_paused', 'plan_limit', 'subscription_required', 'run_cap'],
    returns: z.object({ success: z.literal(true), jobId: z.uuid() }),
    status: 202,
    run: async (ctx, { found: { brand }, body: { platforms: requested } }) => ({
      success: true as const,
      jobId: await startRun({ ...ctx, organizationId: brand.organization_id }, brand, {
        platforms: requested,
      }),
    }),
  }),
}

/** Finds a brand of any organization: the cron secret belongs to the installation. */
function brandOfAnyOrganization(): ResourceLoader<Brand> {
  return {
    in: 'body',
    name: 'brandId',
    schema: Uuid,
    load: async (ctx, id) => {
      const brand = await ctx.db
        .selectFrom('brands')
        .selectAll()
        .where('id', '=', String(id))
        .executeTakeFirst()
      if (!brand) throw notFound(message('common.texts.noSuchBrand'))
      return brand
    },
  }
}
