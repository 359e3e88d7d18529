import { z } from 'zod'
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { brandInPath } from '../brands/brands.ts'
import { hasAccess } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { requireKeyLimit } from '../engines/key-limits.ts'
import { openEngine, resolveOwnPlatforms } from '../engines/organization-keys.ts'
import { backendLabel } from '../engines/registry.ts'
import { TestOutcome, testEngine } from '../engines/test-engine.ts'
import { vendorsServing } from '../engines/vendors.ts'
import { route } from '../http/route.ts'
import { requireBudget } from '../plans/spend-ledger.ts'
import { PlatformParameter } from './platform-fields.ts'
import { listPlatformStates, PlatformChange, PlatformState, setPlatforms } from './platforms.ts'

const Backend = z
  .object({
    platform: z.enum(platforms),
    label: z.string(),
    backend: z
      .string()
      .nullable()
      .describe('Null without one, and for viewers and members limited to some brands.'),
    backend_label: z.string().describe('Display name of the backend; empty where `backend` is null.'),
    surface: z.enum(['consumer_ui', 'api', 'simulated']).nullable(),
    configured: z.boolean(),
    allows_own_key: z
      .boolean()
      .describe('Whether an organization can enter a key for a backend of the platform.'),
    missing: z
      .string()
      .nullable()
      .describe(
        'The setting that would configure the platform. Null for viewers and members limited to some brands.',
      ),
    key: z
      .enum(['organization', 'environment'])
      .nullable()
      .describe(
        'Whose key is used: a key of the organization, or a key in the settings. Null without one, and for viewers and members limited to some brands.',
      ),
  })
  .extend({
    takes_conversations: z
      .boolean()
      .describe('Whether runs ask follow-up questions on the platform: scrapers ask single questions.'),
  })
  .meta({ id: 'PlatformBackend' })

export const platformRoutes = {
  'GET /api/brands/:brand/platforms': route({
    access: 'read',
    invalidatedBy: null,
    reads: 'metric',
    summary: 'Get the platforms of a brand',
    description: 'All platforms: whether the brand is tracked on it, how often, and how the last runs went.',
    ...brandInPath,
    returns: z.array(PlatformState),
    run: (ctx, { found }) => listPlatformStates(ctx, found.brand.id),
  }),
  'PUT /api/brands/:brand/platforms': route({
    access: 'write',
    reads: 'metric',
    summary: 'Set the platforms of a brand',
    description: 'Platforms that are not listed keep their settings. Returns all platforms.',
    ...brandInPath,
    body: z.array(PlatformChange).max(platforms.length),
    errors: ['plan_limit'],
    returns: z.array(PlatformState),
    run: (ctx, { found, body }) => setPlatforms(ctx, found.brand, body),
  }),
  'GET /api/platforms': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List platforms and their backends',
    description:
      'The backend that answers for each platform in this organization, and the missing setting if there is none.',
    returns: z.object({ items: z.array(Backend) }),
    run: async (ctx) => ({
      items: [...(await resolveOwnPlatforms(ctx)).values()].map((each) => ({
        ...each,
        ...(hasAccess(ctx.actor, 'organization')
          ? { backend_label: backendLabel(each.backend), missing: each.missing || null }
          : { backend: null, backend_label: '', missing: null, key: null }),
        takes_conversations: each.takesConversations,
        allows_own_key: vendorsServing(each.platform).some(({ allowsOwnKeys }) => allowsOwnKeys),
        label: platformLabels[each.platform],
      })),
    }),
  }),
  'POST /api/platforms/:platform/test': route({
    access: 'manage',
    scope: 'run',
    summary: 'Test a platform with one short query',
    description:
      'Checks that the API key and the URL work. Sends one paid query to the engine, which can take minutes for a scraper. The answer is not stored.',
    params: {
      platform: PlatformParameter.describe('Platform to test.'),
    },
    errors: ['plan_limit', 'run_cap', 'not_configured'],
    returns: TestOutcome,
    run: async (ctx, { params: { platform } }) => {
      const engine = await openEngine(ctx, platform)
      await requireBudget(ctx)
      await requireKeyLimit(ctx, engine.name)
      await recordEvent(ctx, 'platform.tested', { data: { platform, engine: engine.name } })
      return testEngine(ctx, engine, platform)
    },
  }),
}
