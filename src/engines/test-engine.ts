/** Tests an engine with one short query. */
import { z } from 'zod'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import { localizedText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { recordCost } from '../plans/spend-ledger.ts'
import type { Engine } from './engine.ts'
import { inMemoryTaskStore } from './task-store.ts'

export const TestOutcome = z.object({
  success: z.boolean(),
  message: localizedText(),
  model: z.string().nullable(),
  answer: z.string().nullable().describe('The first 2,000 characters of the answer.'),
  citations: z.number().int().nullable(),
  cost_micros: z.number().int().nullable(),
  cost_estimated: z
    .boolean()
    .describe('The cost is an upper estimate, because the model has no known price.'),
  took_ms: z.number().int(),
})

/** Short, so that testing a key costs almost nothing; a question that makes an engine search the web. */
const testPrompt = 'What is the capital of France? Answer in one word.'

const maxAnswerLength = 2_000
const noAnswer = { model: null, answer: null, citations: null, cost_micros: null, cost_estimated: false }

/** Sends one paid query. The answer is not stored, its cost is. */
export async function testEngine(
  ctx: Context,
  engine: Engine,
  platform: Platform,
): Promise<z.input<typeof TestOutcome>> {
  const label = platformLabels[platform]
  const signal = AbortSignal.timeout(ctx.config.TRACKING_TIMEOUT_SECONDS * 1000)
  const startedMs = performance.now()
  let isAccepted = false
  const task = inMemoryTaskStore(() => {
    isAccepted = true
  })
  const result = await engine.query({ prompt: testPrompt, region: null, language: null, signal, task })
  const duration = { took_ms: Math.round(performance.now() - startedMs) }
  if (result.outcome === 'failed' && result.kind === 'aborted' && isAccepted) {
    return { ...duration, ...noAnswer, success: true, message: acceptedMessage(label) }
  }
  if (result.outcome === 'failed')
    return { ...duration, ...noAnswer, success: false, message: result.message }
  const isSimulated = engine.surface === 'simulated'
  // The simulator's prices are fictional.
  const cost = isSimulated ? 0 : result.costMicros
  if (!isSimulated) await recordCost(ctx, { kind: 'tests', engine: engine.name, brandId: null, ...result })
  return {
    ...duration,
    success: true,
    message: isSimulated
      ? message('engines.testEngine.labelAnsweredSimulated', { label })
      : message('engines.testEngine.labelAnswered', { label }),
    model: result.model,
    answer: result.markdown.slice(0, maxAnswerLength),
    citations: result.citations.length,
    cost_micros: cost,
    cost_estimated: !isSimulated && result.costEstimated,
  }
}

const acceptedMessage = (label: string) =>
  message('engines.testEngine.labelTheScraperAcceptedTheQuery', { label })
