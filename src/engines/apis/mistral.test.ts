import { expect, test } from 'vitest'
import { answered, failed, queryWithReply } from './local-vendor.fixture.ts'
import type { Responses } from './sdk-types.fixture.ts'

const page = 'https://kettles.example/best'
const other = 'https://tea.example/guide'

type Output = Responses['mistral']['outputs'][number]

const search = (info?: Record<string, unknown>): Output => ({
  object: 'entry',
  type: 'tool.execution',
  name: 'web_search',
  arguments: '{"query":"best kettle"}',
  ...(info && { info }),
})
const reply = (...outputs: Output[]): Responses['mistral'] => ({
  object: 'conversation.response',
  conversation_id: 'conv_1',
  outputs,
  usage: {
    prompt_tokens: 180,
    completion_tokens: 60,
    total_tokens: 2240,
    connector_tokens: 2000,
    connectors: { web_search: 1 },
  },
})
const cited: Output = {
  object: 'entry',
  type: 'message.output',
  model: 'mistral-medium-2604',
  role: 'assistant',
  content: [
    { type: 'text', text: 'Kettles: ' },
    { type: 'text', text: '🫖 Acme is best' },
    { type: 'tool_reference', tool: 'web_search', title: 'Kettles', url: page },
    { type: 'tool_reference', tool: 'web_search', title: 'Kettles', url: page },
    { type: 'text', text: '.' },
  ],
}

test('a reference cites the text chunk before it, and tokens of the connector are billed as input', async () => {
  const body = reply(search(), cited)
  expect(answered(await queryWithReply('mistral', { body }))).toMatchObject({
    outcome: 'answered',
    markdown: 'Kettles: 🫖 Acme is best.',
    model: 'mistral-medium-2604',
    citations: [{ url: page, title: 'Kettles', start: 9, end: 24 }],
    retrieved: [],
    searches: ['best kettle'],
    searched: true,
    inputTokens: 180,
    outputTokens: 60,
    raw: body,
  })
})

test.each([
  [
    'an object in a string',
    JSON.stringify({
      0: { url: page, title: 'Kettles', description: '…', snippets: [] },
      1: { url: other, title: 'Tea' },
    }),
  ],
  [
    'a list of chunks',
    [
      { type: 'text', text: JSON.stringify({ url: page, title: 'Kettles', content: '…' }) },
      { type: 'text', text: 'no JSON' },
      { type: 'text', text: JSON.stringify({ url: other, title: 'Tea', content: '…' }) },
    ],
  ],
])('pages of a search that come as %s are retrieved sources', async (_, result) => {
  const answer = answered(await queryWithReply('mistral', { body: reply(search({ result }), cited) }))
  expect(answer.citations.map(({ url }) => url)).toEqual([page])
  expect(answer.retrieved).toEqual([{ url: other, title: 'Tea' }])
})

test('arguments and results that are absent or no JSON lose nothing else', async () => {
  const { outputs, ...rest } = reply(search(), cited)
  for (const changes of [{ arguments: undefined }, { arguments: '{"query":' }, { info: { result: '{' } }]) {
    const body = { ...rest, outputs: [{ ...outputs[0], ...changes }, outputs[1]] }
    expect(answered(await queryWithReply('mistral', { body }))).toMatchObject({
      searched: true,
      citations: [{ url: page }],
    })
  }
})

test('an answer whose content is a string cites nothing, and without a search none is charged', async () => {
  const { usage, ...rest } = reply({ ...cited, content: 'Acme.' })
  const body = { ...rest, usage: { ...usage, connector_tokens: null, connectors: null } }
  expect(
    answered(await queryWithReply('mistral', { body }, { model: 'mistral-medium-latest' })),
  ).toMatchObject({
    markdown: 'Acme.',
    citations: [],
    searched: false,
    // 180 × 1.5 + 60 × 7.5.
    costMicros: 720,
    costEstimated: false,
  })
})

test('an unknown output beside text is named; without text, the reply has an unknown format', async () => {
  const body = reply(search(), cited)
  const plan = { object: 'entry', type: 'plan.output', steps: [] }
  const beside = { ...body, outputs: [plan, ...body.outputs] }
  expect(answered(await queryWithReply('mistral', { body: beside })).unrecognized).toEqual([
    'output "plan.output"',
  ])
  const alone = { ...body, outputs: [plan] }
  expect(failed(await queryWithReply('mistral', { body: alone }))).toMatchObject({
    kind: 'unknown_format',
    raw: alone,
    unrecognized: ['output "plan.output"'],
    cost: { costEstimated: true },
  })
})
