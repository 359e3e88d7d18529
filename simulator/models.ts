import type { EngineName, ListedModel } from './wire/wire.ts'

const model = (
  id: string,
  input: number,
  output: number,
  ends?: string,
  replacement?: string,
): ListedModel => ({
  id,
  input,
  output,
  ...(ends && { ends }),
  ...(replacement && { replacement }),
})

/**
 * The models of each vendor's list, the default model of the service first. Queries to other models are answered, too. A
 * test compares the prices and dates with the service's price list.
 */
export const MODELS: Readonly<Record<EngineName, readonly [ListedModel, ...ListedModel[]]>> = {
  openai: [
    model('gpt-6-luna', 0.1, 0.5),
    model('gpt-6.1-terra', 1, 5),
    model('gpt-5-mini', 0.25, 2, '2026-12-11', 'gpt-6.1-terra'),
  ],
  gemini: [
    model('gemini-3.8-flash', 0.75, 3.75),
    model('gemini-3.5-flash-lite', 0.3, 2.5),
    model('gemini-2.5-flash', 0.3, 2.5, '2026-12-01', 'gemini-3.5-flash-lite'),
  ],
  perplexity: [model('perplexity/sonar', 0.25, 2.5), model('openai/gpt-6-luna', 0.1, 0.5)],
  anthropic: [
    model('claude-sonnet-5-5', 2, 10),
    model('claude-haiku-5-5', 0.1, 0.5),
    model('claude-sonnet-4-5', 3, 15, '2026-11-30'),
  ],
  xai: [model('grok-4.7', 2, 6), model('grok-4.3', 1.25, 2.5)],
  mistral: [
    model('mistral-medium-latest', 1.5, 7.5),
    model('mistral-small-latest', 0.15, 0.6),
    model('mistral-medium-2508', 0.4, 2, '2027-01-31', 'mistral-medium-latest'),
  ],
  openrouter: [
    model('openai/gpt-6-luna', 0.1, 0.5),
    model('google/gemini-3.8-flash', 0.75, 3.75),
    model('perplexity/sonar', 0.25, 2.5),
    model('anthropic/claude-sonnet-5.5', 2, 10),
    model('x-ai/grok-4.7', 2, 6),
    model('openai/gpt-5-mini', 0.25, 2, '2026-12-11'),
    model('simulated/copilot', 0, 0),
    model('simulated/google_ai_overview', 0, 0),
    model('simulated/google_ai_mode', 0, 0),
  ],
  compatible: [model('simulated/own_model', 0, 0), model('qwen3.5:27b', 0, 0)],
}

export const findModel = (engine: EngineName, id: string): ListedModel | undefined =>
  MODELS[engine].find((each) => each.id === id)

/** Returns the dollars of an answer by the price of its model, or of the vendor's first one, and the fee of a search. */
export function costUsd(
  engine: EngineName,
  id: string,
  { input, output, searches }: { input: number; output: number; searches: number },
  searchUsd: number,
): { input: number; output: number; searches: number; total: number } {
  const price = findModel(engine, id) ?? MODELS[engine][0]
  const cost = {
    input: usd((input * price.input) / 1e6),
    output: usd((output * price.output) / 1e6),
    searches: usd(searches * searchUsd),
  }
  return { ...cost, total: usd(cost.input + cost.output + cost.searches) }
}

function usd(amount: number): number {
  return Number(amount.toFixed(8))
}
