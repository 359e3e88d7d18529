import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { listAnswerSources } from './answer-sources.ts'

const sourcesWith = (settings: Record<string, string>) => listAnswerSources(readConfig(settings)).join('\n')

test('without any key, the start message says that there are no answers, or that they are simulated', () => {
  expect(sourcesWith({})).toMatch(/^No engine key is set, so there are no answers yet/)
  expect(sourcesWith({ SIMULATOR_URL: 'built-in' })).toMatch(
    /^No engine key is set: answers come from the simulator/,
  )
})

test('with a scraper key only, the start message lists who answers for which platform', () => {
  const text = sourcesWith({ BRIGHTDATA_API_KEY: 'k', ENGINE_CLAUDE: 'simulator' })
  expect(text).not.toContain('No engine key is set')
  expect(text).toMatch(/^Answers come from:$/m)
  expect(text).toMatch(/^- Bright Data: .*ChatGPT/m)
  expect(text).toMatch(/^- Built-in simulator: Claude$/m)
})

test('the start message names the platforms that nothing answers for', () => {
  const text = sourcesWith({ ANTHROPIC_API_KEY: 'k' })
  expect(text).toMatch(/^- .*Claude$/m)
  expect(text).toMatch(/^Not configured \(docs\/settings.md\): .*Gemini/m)
})
