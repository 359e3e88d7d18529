import { afterAll, expect, test } from 'vitest'
import { anthropic } from '../src/engines/apis/anthropic.ts'
import { gemini } from '../src/engines/apis/gemini.ts'
import { openai } from '../src/engines/apis/openai.ts'
import { openrouter } from '../src/engines/apis/openrouter.ts'
import { perplexity } from '../src/engines/apis/perplexity.ts'
import { xai } from '../src/engines/apis/xai.ts'
import { basePaths, startSimulator } from './simulator.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const simulator = await startSimulator({ seed: 7, now: () => NOON })
afterAll(() => simulator.close())

const ADAPTERS = [
  ['openai', openai, 'gpt-5.2'],
  ['gemini', gemini, 'gemini-3.5-flash'],
  ['perplexity', perplexity, 'sonar'],
  ['anthropic', anthropic, 'claude-sonnet-5'],
  ['xai', xai, 'grok-4.3'],
  ['openrouter', openrouter, 'simulated/google_ai_mode'],
] as const

function queries(...prompts: string[]) {
  const { signal } = new AbortController()
  return prompts.map((prompt) => ({ prompt, region: 'DE', language: null, signal }))
}

const PROMPTS = [
  'Welche Laufschuhe sind die besten?',
  'best e-bike',
  'best crm',
  'Quel outil d’emailing choisir ?',
]

test.each(ADAPTERS)(
  'the %s adapter parses answers with citations, uncited pages and a cost',
  async (name, adapter, model) => {
    const baseUrl = simulator.url + basePaths[name]
    const engine = adapter.create({
      apiKey: 'simulated',
      baseUrl,
      model,
      surface: 'simulated',
      now: () => NOON,
    })
    const sent = queries(...PROMPTS, ...PROMPTS, ...PROMPTS)
    const results = await Promise.all(sent.map((query) => engine.query(query)))
    const answers = results.flatMap((result) => (result.outcome === 'answered' ? [result] : []))
    expect(answers.length).toBeGreaterThan(8)
    for (const answer of answers) {
      expect(answer.model?.startsWith(model)).toBe(true)
      expect(answer.costMicros).toBeGreaterThan(0)
      for (const { url, start, end } of answer.citations) {
        expect(url).toMatch(/^https:\/\/(?!127)/)
        expect(url).not.toContain('utm_source')
        expect(answer.markdown.slice(start ?? 0, end ?? 0)).not.toBe('')
      }
    }
    expect(answers.filter(({ citations }) => citations.length > 0).length).toBeGreaterThan(6)
    expect(answers.filter(({ retrieved }) => retrieved.length > 0).length).toBeGreaterThan(6)
    expect(answers.filter(({ searched }) => searched).length).toBeGreaterThan(6)
  },
)
