import { z } from 'zod'
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { brandInPath } from '../brands/brands.ts'
import { AppError } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { backendLabel, engineFor, resolvePlatforms } from '../engines/registry.ts'
import { inMemoryTaskStore } from '../engines/task-store.ts'
import { route } from '../http/route.ts'
import { recordCost, requireBudget } from '../plans/spend-ledger.ts'
import { listPlatformStates, PlatformChange, PlatformState, setPlatforms } from './platforms.ts'

const Backend = z
  .object({
    platform: z.enum(platforms),
    label: z.string(),
    backend: z.string().nullable(),
    backend_label: z.string().describe('Display name of the backend.'),
    surface: z.enum(['consumer_ui', 'api', 'simulated']).nullable(),
    configured: z.boolean(),
    missing: z.string().nullable().describe('The setting that would configure the platform.'),
  })
  .meta({ id: 'PlatformBackend' })

/** Short, so that testing a key costs almost nothing; a question that makes an engine search the web. */
const testPrompt = 'What is the capital of France? Answer in one word.'

const maxAnswerLength = 2_000
const noAnswer = { model: null, answer: null, citations: null, cost_micros: null }

export const platformRoutes = {
  'GET /api/brands/:brand/platforms': route({
    access: 'read',
    dependsOn: null,
    summary: 'Get the platforms of a brand',
    description: 'All platforms: whether the brand is tracked on it, how often, and how the last runs went.',
    ...brandInPath,
    returns: z.array(PlatformState),
    run: (ctx, { found }) => listPlatformStates(ctx, found.brand.id),
  }),
  'PUT /api/brands/:brand/platforms': route({
    access: 'write',
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
    dependsOn: null,
    summary: 'List platforms and their backends',
    description:
      'The backend that answers for each platform in this installation, and the missing setting if there is none.',
    returns: z.object({ items: z.array(Backend) }),
    run: async (ctx) => ({
      items: [...resolvePlatforms(ctx.config).values()].map((each) => ({
        ...each,
        missing: each.missing || null,
        label: platformLabels[each.platform],
        backend_label: backendLabel(each.backend),
      })),
    }),
  }),
  'POST /api/platforms/:platform/test': route({
    access: 'manage',
    summary: 'Test a platform with one short query',
    description:
      'Checks that the API key and the URL work. Sends one paid query to the engine, which can take minutes for a scraper. The answer is not stored.',
    params: {
      platform: z
        .enum(platforms, { error: `must be one of ${platforms.join(', ')}` })
        .describe('Platform to test.'),
    },
    errors: ['plan_limit', 'run_cap'],
    returns: z.object({
      success: z.boolean(),
      message: z.string(),
      model: z.string().nullable(),
      answer: z.string().nullable().describe('The first 2,000 characters of the answer.'),
      citations: z.number().int().nullable(),
      cost_micros: z.number().int().nullable(),
      took_ms: z.number().int(),
    }),
    run: async (ctx, { params: { platform } }) => {
      const engine = engineFor(ctx.config, platform)
      if (!engine) {
        const missing = resolvePlatforms(ctx.config).get(platform)?.missing
        throw new AppError('not_configured', `${platformLabels[platform]} is not configured; set ${missing}.`)
      }
      await requireBudget(ctx)
      const signal = AbortSignal.timeout(ctx.config.TRACKING_TIMEOUT_SECONDS * 1000)
      const startedMs = performance.now()
      let isAccepted = false
      const task = inMemoryTaskStore(() => {
        isAccepted = true
      })
      await recordEvent(ctx, 'platform.tested', { data: { platform, engine: engine.name } })
      const result = await engine.query({ prompt: testPrompt, region: null, language: null, signal, task })
      const duration = { took_ms: Math.round(performance.now() - startedMs) }
      if (result.outcome === 'failed' && result.kind === 'aborted' && isAccepted) {
        const message = `${platformLabels[platform]}: the scraper accepted the query, so the API key and the URL work; the answer takes longer than this test waits.`
        return { ...duration, ...noAnswer, success: true, message }
      }
      if (result.outcome === 'failed') {
        return { ...duration, ...noAnswer, success: false, message: result.message }
      }
      const message = `${platformLabels[platform]} answered${engine.surface === 'simulated' ? ' (simulated)' : ''}.`
      // The simulator's prices are fictional.
      const cost = engine.surface === 'simulated' ? 0 : result.costMicros
      if (engine.surface !== 'simulated')
        await recordCost(ctx, { kind: 'tests', engine: engine.name, brandId: null, costMicros: cost })
      const answer = result.markdown.slice(0, maxAnswerLength)
      const reply = { model: result.model, answer, citations: result.citations.length, cost_micros: cost }
      return { ...duration, ...reply, success: true, message }
    },
  }),
}
