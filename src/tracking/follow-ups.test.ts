/** Runs of conversations: the order of the questions, what an engine receives, and what is not asked. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../test/support.ts'
import { recoverJobs, runJob } from '../jobs/worker.ts'
import { planRun } from './plan.ts'
import { trackRun } from './track-run.ts'

const service = await testService()

/** `label` is unique to each test, so that a simulated fault affects no other test. */
const getTexts = (label: string) => [
  `${label} 1: what are the best running shoes?`,
  `${label} 2: which of these last longest?`,
  `${label} 3: where can I buy them?`,
]

async function conversationOf(
  { owner, brand }: { owner: Client; brand: Json },
  label: string,
  settings: object = {},
): Promise<Json[]> {
  const prompts: Json[] = []
  for (const text of getTexts(label)) {
    const previous = prompts.at(-1)
    prompts.push(
      await owner.ok('POST /api/prompts', {
        brand_id: brand.id,
        text,
        ...(previous ? { follows: previous.id } : settings),
      }),
    )
  }
  return prompts
}

async function brandOf(
  client: { signUp(): Promise<Client> } = service,
): Promise<{ owner: Client; brand: Json }> {
  const owner = await client.signUp()
  return {
    owner,
    brand: await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' }),
  }
}

const start = async (owner: Client, brand: Json, platforms: string[], more: object = {}): Promise<string> =>
  (await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms, ...more })).jobId

const requestsFor = (label: string, engine?: string) =>
  service.simulator.requests.filter(
    (request) => request.prompt.startsWith(label) && (engine === undefined || request.engine === engine),
  )

/** The stored answers by prompt. */
async function listAnswers(owner: Client, brand: Json): Promise<Map<string, Json>> {
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  return new Map(results.map((answer: Json) => [answer.prompt.id, answer]))
}

test('questions are asked in order, each with the answers before it', async () => {
  const { owner, brand } = await brandOf()
  const prompts = await conversationOf({ owner, brand }, 'order')
  await start(owner, brand, ['chatgpt'])
  await service.work()
  const answers = await listAnswers(owner, brand)
  const [one, two] = prompts.map(({ id }) => answers.get(id)?.response)
  const [first, second, third] = getTexts('order').map((content) => ({ role: 'user', content }))
  const inputs = requestsFor('order').map(({ body }) => body.input)
  expect(inputs).toEqual([
    [first],
    [first, { role: 'assistant', content: one }, second],
    [first, { role: 'assistant', content: one }, second, { role: 'assistant', content: two }, third],
  ])
  expect(answers.size).toBe(3)
  for (const [index, { id }] of prompts.entries()) {
    const { turns } = await owner.ok(`GET /api/answers/${answers.get(id)?.id}/conversation`)
    expect(turns.map(({ answer_id, prompt_text }: Json) => [answer_id, prompt_text])).toEqual(
      prompts.map(({ id: each, text }) => [answers.get(each)?.id, text]),
    )
    expect(turns[index]).toMatchObject({
      prompt_id: id,
      status: answers.get(id)?.status,
      mentioned: answers.get(id)?.mentions.mentioned,
      visibility_score: answers.get(id)?.visibility_score,
    })
  }
  const stranger = await service.signUp()
  const [answer] = answers.values()
  expect((await stranger.call(`GET /api/answers/${answer?.id}/conversation`)).status).toBe(404)
})

test('a persona introduces the first question, and a change of it changes the whole conversation', async () => {
  const { owner, brand } = await brandOf()
  const instruction = 'persona: I run marathons.'
  const persona = await owner.ok(`POST /api/brands/${brand.id}/personas`, { name: 'Runner', instruction })
  const prompts = await conversationOf({ owner, brand }, 'runner', { persona_id: persona.id })
  expect(prompts.map(({ persona_id }) => persona_id)).toEqual(prompts.map(() => persona.id))
  await start(owner, brand, ['chatgpt'])
  await service.work()
  const [text, ...followUps] = getTexts('runner')
  const questions = service.simulator.requests
    .map(({ body }): Json[] => (Array.isArray(body.input) ? body.input : []))
    .filter(([first]) => first?.content.startsWith('persona'))
    .map((input) => input.filter(({ role }) => role === 'user').map(({ content }) => content))
  expect(questions.at(-1)).toEqual([`${instruction}\n\n${text}`, ...followUps])
  const changed = await owner.ok(`PATCH /api/prompts/${prompts[0]?.id}`, { persona_id: null })
  const { questions: now } = await owner.ok(`GET /api/prompts/${changed.id}/conversation`)
  expect(now.map(({ prompt_text }: Json) => prompt_text)).toEqual(getTexts('runner'))
  for (const { prompt_id } of now)
    expect((await owner.ok(`GET /api/prompts/${prompt_id}`)).persona_id).toBeNull()
})

test('each sample and each platform is a conversation of its own', async () => {
  const { owner, brand } = await brandOf()
  await conversationOf({ owner, brand }, 'samples')
  const setting = { enabled: true, check_frequency: 'daily', runs_per_prompt: 2 }
  await owner.ok(`PUT /api/brands/${brand.slug}/platforms`, [
    { platform: 'chatgpt', ...setting },
    { platform: 'claude', ...setting },
  ])
  await start(owner, brand, ['chatgpt', 'claude'])
  await service.work()
  const { rows } = await sql<{ platform: string; sample: number; markdown: string }>`
    select platform, sample, markdown from answers
    join answer_texts on answer_texts.brand_id = answers.brand_id and answer_id = answers.id
    join prompts on prompts.brand_id = answers.brand_id and prompts.id = prompt_id
    where answers.brand_id = ${brand.id} and follows is null`.execute(service.base.db)
  expect(rows).toHaveLength(4)
  const sent = (engine: string, key: string) =>
    requestsFor('samples 2', engine).map(({ body }) => (body[key] as Json)[1].content)
  const stored = (name: string) =>
    rows.filter(({ platform }) => platform === name).map(({ markdown }) => markdown)
  expect(sent('openai', 'input').sort()).toEqual(stored('chatgpt').sort())
  expect(sent('anthropic', 'messages').sort()).toEqual(stored('claude').sort())
  // A conversation has one answer to each question, of the same sample and platform.
  const { items } = await owner.ok(`GET /api/answers?brand_id=${brand.id}&limit=1`)
  const { turns } = await owner.ok(`GET /api/answers/${items[0].id}/conversation`)
  expect(turns.map(({ prompt_text }: Json) => prompt_text)).toEqual(getTexts('samples'))
})

test('a platform without conversations gets the first question only', async () => {
  const { owner, brand } = await brandOf()
  await conversationOf({ owner, brand }, 'single')
  const body = { brandId: brand.id, platforms: ['chatgpt', 'copilot'] }
  expect(await owner.ok('POST /api/tracking/estimate', body)).toMatchObject({
    platforms: [
      { platform: 'chatgpt', questions: 3 },
      { platform: 'copilot', questions: 1 },
    ],
  })
  const jobId = await start(owner, brand, ['chatgpt', 'copilot'])
  await service.work()
  expect(await owner.ok(`GET /api/runs/${jobId}`)).toMatchObject({
    result: { answers: 4, skipped: 0 },
    by_platform: [
      { platform: 'chatgpt', planned: 3, error: null },
      { platform: 'copilot', planned: 1, error: null },
    ],
  })
  const platforms: Json[] = (await owner.ok('GET /api/platforms')).items
  expect(
    platforms.flatMap(({ platform, takes_conversations }) => (takes_conversations ? [] : [platform])),
  ).toEqual(['copilot', 'google_ai_overview', 'google_ai_mode'])
})

test.each([
  ['empty', { answers: 2, empty: 1, failed: 0 }],
  ['refused', { answers: 2, refused: 1, failed: 0 }],
  ['truncated', { answers: 1, failed: 1 }],
] as const)(
  'after an answer that is %s, the follow-up is not asked, and the run says so',
  async (kind, counts) => {
    const { owner, brand } = await brandOf()
    const prompts = await conversationOf({ owner, brand }, `no-${kind}`)
    service.simulator.fault({ kind, promptIncludes: `no-${kind} 2` })
    const jobId = await start(owner, brand, ['chatgpt'])
    await service.work()
    expect(requestsFor(`no-${kind} 3`)).toEqual([])
    const { result } = await owner.ok(`GET /api/runs/${jobId}`)
    expect(result).toMatchObject({ ...counts, skipped: 1 })
    expect(result.platforms[0].error).toContain(
      'One follow-up question was not asked, because the question before has no answer.',
    )
    expect((await listAnswers(owner, brand)).get(prompts[2]?.id)).toBeUndefined()
  },
)

test('a run whose worker crashed in a conversation asks only what is missing, with the stored answers', async () => {
  const { owner, brand } = await brandOf()
  const prompts = await conversationOf({ owner, brand }, 'crash')
  const jobId = await start(owner, brand, ['chatgpt'])
  service.simulator.fault({ kind: 'hang', promptIncludes: 'crash 2', times: 1 })
  const crashed = new AbortController()
  const first = runJob(service.base, { brandId: brand.id, jobId }, trackRun, crashed.signal)
  await expect.poll(() => requestsFor('crash').length).toBe(2)
  crashed.abort(new Error('crashed'))
  await first
  // The plan is stored, so a platform that is disabled in between is still asked in this run.
  await owner.ok(`PUT /api/brands/${brand.slug}/platforms`, [{ platform: 'chatgpt', enabled: false }])
  await sql`update jobs set status = 'active', attempts = 1 where brand_id = ${brand.id}`.execute(
    service.base.db,
  )
  expect(await recoverJobs(service.base)).toBe(1)
  await service.work()
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({
    status: 'completed',
    result: { answers: 3, failed: 0, skipped: 0 },
  })
  expect(requestsFor('crash').map(({ prompt }) => prompt.slice(0, 7))).toEqual([
    'crash 1',
    'crash 2',
    'crash 2',
    'crash 3',
  ])
  const stored = (await listAnswers(owner, brand)).get(prompts[0]?.id)
  for (const { body } of requestsFor('crash 2'))
    expect(body.input).toMatchObject([{}, { role: 'assistant', content: stored.response }, {}])
})

test('follow-ups are not sent to a scraper that replaced the API in between', async () => {
  const { owner, brand } = await brandOf()
  await conversationOf({ owner, brand }, 'replaced')
  const jobId = await start(owner, brand, ['chatgpt'])
  service.simulator.fault({ kind: 'hang', promptIncludes: 'replaced 2', times: 1 })
  const crashed = new AbortController()
  const first = runJob(service.base, { brandId: brand.id, jobId }, trackRun, crashed.signal)
  await expect.poll(() => requestsFor('replaced').length).toBe(2)
  crashed.abort(new Error('crashed'))
  await first
  await owner.ok('PUT /api/engine-keys/cloro', { credentials: { CLORO_API_KEY: 'a-key-of-the-scraper' } })
  await sql`update jobs set status = 'active', attempts = 1 where brand_id = ${brand.id}`.execute(
    service.base.db,
  )
  expect(await recoverJobs(service.base)).toBe(1)
  await service.work()
  const { result } = await owner.ok(`GET /api/runs/${jobId}`)
  expect(result).toMatchObject({ answers: 1, failed: 0, skipped: 2 })
  expect(result.platforms[0].error).toContain('the engine takes single questions only')
})

test('a run of one follow-up asks the questions before it, and not those after it', async () => {
  const { owner, brand } = await brandOf()
  const [, second] = await conversationOf({ owner, brand }, 'chosen')
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'chosen not: best hats?' })
  await start(owner, brand, ['chatgpt'], { promptIds: [second?.id] })
  await service.work()
  expect(requestsFor('chosen').map(({ prompt }) => prompt.slice(0, 8))).toEqual(['chosen 1', 'chosen 2'])
})

test('editing a question with answers replaces the follow-ups, which keep their answers', async () => {
  const { owner, brand } = await brandOf()
  const prompts = await conversationOf({ owner, brand }, 'edit', { tags: ['b2c'] })
  await start(owner, brand, ['chatgpt'])
  await service.work()
  const [, second, third] = prompts.map(({ id }) => id)
  const successor = await owner.ok(`PATCH /api/prompts/${second}`, { text: 'edit 2: which are cheapest?' })
  expect(successor.id).not.toBe(second)
  expect(successor).toMatchObject({ follows: prompts[0]?.id, tags: ['b2c'] })
  const { questions } = await owner.ok(`GET /api/prompts/${successor.id}/conversation`)
  expect(questions.map(({ prompt_text }: Json) => prompt_text)).toEqual([
    getTexts('edit')[0],
    'edit 2: which are cheapest?',
    getTexts('edit')[2],
  ])
  expect(await owner.ok(`GET /api/prompts/${third}`)).toMatchObject({ replaced_by: questions[2].prompt_id })
  const { rows } = await sql<{ prompt_id: string }>`
    select prompt_id from answers where brand_id = ${brand.id} order by prompt_id`.execute(service.base.db)
  expect(rows.map(({ prompt_id }) => prompt_id)).toEqual(prompts.map(({ id }) => id).sort())
  // A change of what is not part of the wording replaces nothing.
  await owner.ok(`PATCH /api/prompts/${prompts[0]?.id}`, { platforms: ['chatgpt'] })
  expect(await owner.ok(`GET /api/prompts/${successor.id}`)).toMatchObject({ platforms: ['chatgpt'] })
})

test('a question is replaced too if only a follow-up has answers', async () => {
  const { owner, brand } = await brandOf()
  const [first, second] = await conversationOf({ owner, brand }, 'imported')
  await start(owner, brand, ['chatgpt'])
  await service.work()
  // As after an import of the answers to the follow-ups.
  await sql`update answers set prompt_id = ${second?.id}, sample = 2 where brand_id = ${brand.id} and prompt_id = ${first?.id}`.execute(
    service.base.db,
  )
  const changed = await owner.ok(`PATCH /api/prompts/${first?.id}`, { text: 'imported 1: best boots?' })
  expect(changed.id).not.toBe(first?.id)
  expect(await owner.ok(`GET /api/prompts/${second?.id}`)).toMatchObject({ replaced_by: expect.any(String) })
})

test('estimates include the conversation that is sent again', async () => {
  const paid = await testService({
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: `${service.simulator.url}/openai/v1`,
    CLORO_API_KEY: 'k',
    ENGINE_GEMINI: 'cloro',
  })
  const { owner, brand } = await brandOf(paid)
  const getCost = async (turns: number) =>
    owner.ok(`GET /api/brands/${brand.slug}/prompt-cost?turns_before=${turns}`)
  const [single, second, third] = [await getCost(0), await getCost(1), await getCost(2)]
  const micros = (cost: Json) =>
    cost.platforms.find(({ platform }: Json) => platform === 'chatgpt').cost_micros
  expect(micros(second)).toBeGreaterThan(micros(single))
  // Rounded per platform.
  expect(Math.abs(micros(third) - micros(second) - (micros(second) - micros(single)))).toBeLessThanOrEqual(1)
  const names = (cost: Json) => cost.platforms.map(({ platform }: Json) => platform)
  expect(names(single)).toContain('gemini')
  expect(names(second)).toEqual(['chatgpt'])
  expect((await owner.call(`GET /api/brands/${brand.slug}/prompt-cost?turns_before=3`)).status).toBe(400)

  await conversationOf({ owner, brand }, 'paid')
  const body = { brandId: brand.id, platforms: ['chatgpt', 'gemini'] }
  const { platforms } = await owner.ok('POST /api/tracking/estimate', body)
  const monthly = (await owner.ok('GET /api/spend')).next_month.platforms
  expect(platforms.map(({ questions }: Json) => questions)).toEqual([3, 1])
  expect(monthly.find(({ platform }: Json) => platform === 'chatgpt').questions).toBe(
    3 * single.platforms[0].questions,
  )
})

test('a spending limit stops a conversation between two questions', async () => {
  const paid = await testService({
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: `${service.simulator.url}/openai/v1`,
  })
  const { owner, brand } = await brandOf(paid)
  await conversationOf({ owner, brand }, 'limited')
  const jobId = await start(owner, brand, ['chatgpt'])
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 1 })
  await paid.work()
  const { result } = await owner.ok(`GET /api/runs/${jobId}`)
  expect(result).toMatchObject({ answers: 1, skipped: 2, stopped: expect.stringContaining('used up') })
  expect(requestsFor('limited')).toHaveLength(1)
})

test('a plan has follow-ups only after the questions before them', () => {
  const prompt = (id: string, follows: string | null, platforms: string[] | null = null) => ({
    id,
    text: `${id}?`,
    region: '',
    language: '',
    persona_id: null,
    instruction: null,
    platforms,
    follows,
  })
  const chosen = [
    { platform: 'chatgpt' as const, runs_per_prompt: 2, takesConversations: true },
    { platform: 'copilot' as const, runs_per_prompt: 1, takesConversations: false },
  ]
  const plan = planRun(
    [prompt('a', null), prompt('b', 'a'), prompt('c', 'b'), prompt('x', 'paused'), prompt('y', 'x')],
    chosen,
  )
  expect(
    plan.map(({ prompt_id, before, platforms }) => [
      prompt_id,
      before.map((each) => each.prompt_id),
      platforms.map(({ platform, samples }) => `${platform} ${samples}`),
    ]),
  ).toEqual([
    ['a', [], ['chatgpt 2', 'copilot 1']],
    ['b', ['a'], ['chatgpt 2']],
    ['c', ['a', 'b'], ['chatgpt 2']],
  ])
  expect(planRun([prompt('a', null, ['copilot']), prompt('b', 'a', ['copilot'])], chosen)).toHaveLength(1)
})
