/** Asks a simulator as a vendor's own client would; for the tests, which must not rest on our adapters. */
import { basePaths } from './simulator.ts'
import type { EngineName } from './wire/wire.ts'

export const ENGINES: readonly EngineName[] = [
  'openai',
  'gemini',
  'perplexity',
  'anthropic',
  'xai',
  'openrouter',
]

type Call = { path: string; headers: Record<string, string>; body: object }

/** What to send to each vendor for a prompt. */
export function callOf(engine: EngineName, prompt: string): Call {
  const messages = [{ role: 'user', content: prompt }]
  const bearer = { authorization: 'Bearer simulated' }
  const base = basePaths[engine]
  switch (engine) {
    case 'openai':
      return {
        path: `${base}/responses`,
        headers: bearer,
        body: {
          model: 'gpt-5.2',
          input: messages,
          tools: [{ type: 'web_search' }],
          include: ['web_search_call.action.sources'],
        },
      }
    case 'xai':
      return {
        path: `${base}/responses`,
        headers: bearer,
        body: { model: 'grok-4.3', input: messages, tools: [{ type: 'web_search' }] },
      }
    case 'gemini':
      return {
        path: `${base}/v1beta/models/gemini-3.5-flash:generateContent`,
        headers: { 'x-goog-api-key': 'simulated' },
        body: { contents: [{ role: 'user', parts: [{ text: prompt }] }], tools: [{ google_search: {} }] },
      }
    case 'perplexity':
      return { path: `${base}/chat/completions`, headers: bearer, body: { model: 'sonar', messages } }
    case 'anthropic':
      return {
        path: `${base}/v1/messages`,
        headers: { 'x-api-key': 'simulated', 'anthropic-version': '2023-06-01' },
        body: {
          model: 'claude-sonnet-5',
          max_tokens: 4096,
          messages,
          tools: [{ type: 'web_search_20250305', name: 'web_search' }],
        },
      }
    case 'openrouter':
      return {
        path: `${base}/chat/completions`,
        headers: bearer,
        body: { model: 'simulated/copilot', messages },
      }
  }
}

/** `prefix` is a fault by address, such as `/fault/429`. */
export async function ask(
  url: string,
  engine: EngineName,
  prompt: string,
  { prefix = '', signal = null }: { prefix?: string; signal?: AbortSignal | null } = {},
): Promise<{ status: number; headers: Headers; body: string }> {
  const { path, headers, body } = callOf(engine, prompt)
  const response = await fetch(url + prefix + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal,
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
