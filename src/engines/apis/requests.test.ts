/** Compares what the adapters send with the types of the vendors' SDKs. The compiler checks it, in `npm run check`. */
import { expect, test } from 'vitest'
import { buildRequest as anthropicRequest, claudeCompletion } from './anthropic.ts'
import { chatCompletion } from './chat-format.ts'
import { buildRequest as compatibleRequest } from './compatible.ts'
import { geminiCompletion, buildRequest as geminiRequest } from './gemini.ts'
import { buildRequest as mistralRequest } from './mistral.ts'
import { buildRequest as openaiRequest, parseOpenaiResponse } from './openai.ts'
import { buildRequest as openrouterRequest } from './openrouter.ts'
import { perplexityCompletion, buildRequest as perplexityRequest } from './perplexity.ts'
import { responsesCompletion } from './responses-format.ts'
import { type AnthropicBlock, fitting, type Requests } from './sdk-types.fixture.ts'
import { buildRequest as xaiRequest } from './xai.ts'

const { signal } = new AbortController()
const query = { prompt: 'Which kettle is best?', region: 'DE', language: 'de', signal }
const options = {
  apiKey: 'key',
  baseUrl: 'https://vendor.example',
  model: 'test-model',
  maxSearches: 3,
  forceSearch: true,
  serviceTier: 'flex' as const,
}

test('every field of a query is one that the vendor’s SDK knows', () => {
  const bodies = {
    openai: fitting<Requests['openai']>()(openaiRequest(query, options)),
    xai: fitting<Requests['xai']>()(xaiRequest(query, options)),
    gemini: fitting<Requests['gemini']>()(geminiRequest(query, options)),
    perplexity: fitting<Requests['perplexity']>()(perplexityRequest(query, options)),
    anthropic: fitting<Requests['anthropic']>()(anthropicRequest<AnthropicBlock>(query, options)),
    openrouter: fitting<Requests['openrouter']>()(openrouterRequest(query, options)),
    mistral: fitting<Requests['mistral']>()(mistralRequest(query, options)),
    compatible: fitting<Requests['compatible']>()(compatibleRequest(query, options)),
  }
  for (const [vendor, body] of Object.entries(bodies))
    expect(JSON.stringify(body), vendor).toContain(query.prompt)
})

test('every message of a conversation is one that the vendor’s SDK knows', () => {
  const followUp = {
    ...query,
    prompt: 'Which of these is quiet?',
    conversation: [{ question: 'Which kettle is best?', answer: 'Acme.' }],
  }
  const bodies = {
    openai: fitting<Requests['openai']>()(openaiRequest(followUp, options)),
    xai: fitting<Requests['xai']>()(xaiRequest(followUp, options)),
    gemini: fitting<Requests['gemini']>()(geminiRequest(followUp, options)),
    perplexity: fitting<Requests['perplexity']>()(perplexityRequest(followUp, options)),
    anthropic: fitting<Requests['anthropic']>()(anthropicRequest<AnthropicBlock>(followUp, options)),
    openrouter: fitting<Requests['openrouter']>()(openrouterRequest(followUp, options)),
    mistral: fitting<Requests['mistral']>()(mistralRequest(followUp, options)),
    compatible: fitting<Requests['compatible']>()(compatibleRequest(followUp, options)),
  }
  const turn = (role: string, content: string) => ({ role, content })
  const turns = [
    turn('user', 'Which kettle is best?'),
    turn('assistant', 'Acme.'),
    turn('user', 'Which of these is quiet?'),
  ]
  const inGermany = turn('system', 'The person asking is in Germany.')
  expect(bodies.openai.input).toEqual(turns)
  expect(bodies.xai.input).toEqual([inGermany, ...turns])
  expect(bodies.gemini.contents).toEqual(
    turns.map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [{ text: content }],
    })),
  )
  expect(bodies.perplexity.input).toEqual(turns.map((each) => ({ type: 'message', ...each })))
  expect(bodies.anthropic.messages).toEqual(turns)
  expect(bodies.openrouter.messages).toEqual(turns)
  expect(bodies.mistral.inputs).toEqual(
    turns.map((each) => ({ object: 'entry', type: 'message.input', prefix: false, ...each })),
  )
  expect(bodies.compatible.messages).toEqual(turns)
})

test('every field of a completion is one that the vendor’s SDK knows', () => {
  const labels = {
    vendor: 'test',
    label: 'Test',
    keySetting: 'TEST_API_KEY',
    urlSetting: 'TEST_BASE_URL',
    modelSetting: 'TEST_MODEL',
    model: 'test-model',
    limitSetting: 'TEST_LIMIT',
  }
  const request = { system: 'Say the color.', user: 'Of blood.', name: 'color', schema: { type: 'object' } }
  const fields = { temperature: true, schema: true }
  const chat = chatCompletion(options, labels).body(request, fields)
  const bodies = {
    openai: fitting<Requests['openai']>()(
      responsesCompletion(parseOpenaiResponse)(options, labels).body(request, fields),
    ),
    gemini: fitting<Requests['gemini']>()(geminiCompletion(options, labels).body(request, fields)),
    perplexity: fitting<Requests['perplexity']>()(
      perplexityCompletion(options, labels).body(request, fields),
    ),
    anthropic: fitting<Requests['anthropic']>()(claudeCompletion(options, labels).body(request, fields)),
    openrouter: fitting<Requests['openrouter']>()(chat),
    mistral: fitting<Requests['mistralCompletion']>()(chat),
    compatible: fitting<Requests['compatible']>()(chat),
  }
  for (const [vendor, body] of Object.entries(bodies))
    expect(JSON.stringify(body), vendor).toContain(request.user)
})

test('a request in an ended format and fields that no SDK knows do not compile', () => {
  const sonar = {
    model: 'sonar',
    messages: [{ role: 'user' as const, content: 'Which kettle is best?' }],
    stream: false as const,
    web_search_options: { user_location: { country: 'DE' } },
  }
  // @ts-expect-error: Sonar's chat completions ended in September 2026; the Agent API takes `input` and `tools`.
  fitting<Requests['perplexity']>()(sonar)

  const misplaced = { ...perplexityRequest(query, options), web_search_options: sonar.web_search_options }
  // @ts-expect-error: the Agent API takes the location in the tool.
  fitting<Requests['perplexity']>()(misplaced)

  const location = { type: 'approximate' as const, country: 'DE', language: 'de' }
  const nested = { model: 'm', input: 'i', tools: [{ type: 'web_search' as const, user_location: location }] }
  // @ts-expect-error: a location has no language; unknown fields are found at any depth.
  fitting<Requests['openai']>()(nested)

  const unforced = { ...anthropicRequest<AnthropicBlock>(query, options), tool_choice: 'required' as const }
  // @ts-expect-error: Anthropic takes an object.
  expect(fitting<Requests['anthropic']>()(unforced)).toEqual(unforced)
})
