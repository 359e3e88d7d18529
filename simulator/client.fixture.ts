/** Queries a simulator like a vendor's own client, for tests that must not depend on our adapters. */
import { basePaths } from './simulator.ts'
import type { EngineName } from './wire/wire.ts'

export const ENGINES: readonly EngineName[] = [
  'openai',
  'gemini',
  'perplexity',
  'anthropic',
  'xai',
  'mistral',
  'openrouter',
  'compatible',
]

type Call = { path: string; headers: Record<string, string>; body: object }

/** Returns the vendor's request for a prompt. */
export function createCall(engine: EngineName, prompt: string): Call {
  const messages = [{ role: 'user', content: prompt }]
  const bearer = { authorization: 'Bearer simulated' }
  const base = basePaths[engine]
  switch (engine) {
    case 'openai':
      return {
        path: `${base}/responses`,
        headers: bearer,
        body: {
          model: 'gpt-6-luna',
          input: messages,
          tools: [{ type: 'web_search' }],
          include: ['web_search_call.action.sources'],
        },
      }
    case 'xai':
      return {
        path: `${base}/responses`,
        headers: bearer,
        body: { model: 'grok-4.7', input: messages, tools: [{ type: 'web_search' }] },
      }
    case 'gemini':
      return {
        path: `${base}/v1beta/models/gemini-3.8-flash:generateContent`,
        headers: { 'x-goog-api-key': 'simulated' },
        body: { contents: [{ role: 'user', parts: [{ text: prompt }] }], tools: [{ google_search: {} }] },
      }
    case 'perplexity':
      return {
        path: `${base}/v1/agent`,
        headers: bearer,
        body: {
          model: 'perplexity/sonar',
          input: prompt,
          tools: [{ type: 'web_search' }],
          tool_choice: { type: 'web_search' },
        },
      }
    case 'anthropic':
      return {
        path: `${base}/v1/messages`,
        headers: { 'x-api-key': 'simulated', 'anthropic-version': '2023-06-01' },
        body: {
          model: 'claude-sonnet-5-5',
          max_tokens: 4096,
          messages,
          tools: [{ type: 'web_search_20250305', name: 'web_search' }],
        },
      }
    case 'mistral':
      return {
        path: `${base}/conversations`,
        headers: bearer,
        body: { model: 'mistral-medium-latest', inputs: prompt, tools: [{ type: 'web_search' }] },
      }
    case 'compatible':
      return {
        path: `${base}/chat/completions`,
        headers: {},
        body: { model: 'simulated/own_model', messages },
      }
    case 'openrouter':
      return {
        path: `${base}/chat/completions`,
        headers: bearer,
        body: { model: 'simulated/copilot', messages },
      }
  }
}

/** `prefix` selects a fault by path, such as `/fault/429`. */
export async function sendPrompt(
  url: string,
  engine: EngineName,
  prompt: string,
  { prefix = '', signal = null }: { prefix?: string; signal?: AbortSignal | null } = {},
): Promise<{ status: number; headers: Headers; body: string }> {
  const { path, headers, body } = createCall(engine, prompt)
  const response = await fetch(url + prefix + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal,
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
