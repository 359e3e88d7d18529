import { z } from 'zod'
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { brandFrom } from '../brands/brands.ts'
import { AppError } from '../core/errors.ts'
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
    backend_label: z.string().describe('The name of the backend as people write it.'),
    surface: z.enum(['consumer_ui', 'api', 'simulated']).nullable(),
    configured: z.boolean(),
    missing: z.string().nullable().describe('The setting that would configure it.'),
  })
  .meta({ id: 'PlatformBackend' })

/** Short, so that trying a key costs next to nothing, and a question that an engine searches for. */
const testPrompt = 'What is the capital of France? Answer in one word.'

const mostOfAnswer = 2_000
const nothing = { model: null, answer: null, citations: null, cost_micros: null }

const ofBrand = { params: { brand: z.string() }, find: { brand: brandFrom('params', 'brand') } }

export const platformRoutes = {
  'GET /api/brands/:brand/platforms': route({
    access: 'read',
    dependsOn: null,
    summary: "Get a brand's platforms",
    ...ofBrand,
    returns: z.array(PlatformState),
    run: (ctx, { found }) => listPlatformStates(ctx, found.brand.id),
  }),
  'PUT /api/brands/:brand/platforms': route({
    access: 'write',
    summary: "Set a brand's platforms",
    description: 'Platforms that are not named stay as they are. The answer lists all.',
    ...ofBrand,
    body: z.array(PlatformChange).max(platforms.length),
    returns: z.array(PlatformState),
    run: (ctx, { found, body }) => setPlatforms(ctx, found.brand, body),
  }),
  'GET /api/platforms': route({
    access: 'read',
    dependsOn: null,
    summary: 'List the platforms and what serves each',
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
    summary: 'Ask a platform one short question',
    description:
      'Shows whether key and address work. It is one paid question to the engine, and minutes for a scraper; the answer is not kept.',
    params: { platform: z.enum(platforms, { error: `must be one of ${platforms.join(', ')}` }) },
    returns: z.object({
      success: z.boolean(),
      message: z.string(),
      model: z.string().nullable(),
      answer: z.string().nullable().describe('What it said: the first 2,000 characters.'),
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
      let isTaken = false
      const task = inMemoryTaskStore(() => {
        isTaken = true
      })
      const result = await engine.query({ prompt: testPrompt, region: null, language: null, signal, task })
      const took = { took_ms: Math.round(performance.now() - startedMs) }
      if (result.outcome === 'failed' && result.kind === 'aborted' && isTaken) {
        const message = `${platformLabels[platform]}: the scraper has taken the question, so key and address work; its answer takes longer than we wait here.`
        return { ...took, ...nothing, success: true, message }
      }
      if (result.outcome === 'failed') {
        return { ...took, ...nothing, success: false, message: result.message }
      }
      const message = `${platformLabels[platform]} answered${engine.surface === 'simulated' ? ' (simulated)' : ''}.`
      // What the simulator calls its price is nobody's money.
      const cost = engine.surface === 'simulated' ? 0 : result.costMicros
      if (engine.surface !== 'simulated')
        await recordCost(ctx, { kind: 'tests', engine: engine.name, brandId: null, costMicros: cost })
      const answer = result.markdown.slice(0, mostOfAnswer)
      const said = { model: result.model, answer, citations: result.citations.length, cost_micros: cost }
      return { ...took, ...said, success: true, message }
    },
  }),
}
