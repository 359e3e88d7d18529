import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Json, type SharedService, sharedService, testService } from '../../../test/support.ts'
import { setPlan } from '../../accounts/organizations.ts'
import { systemContext } from '../../core/context.ts'
import { recordEvent } from '../../core/events.ts'
import { localVendor } from '../../engines/apis/local-vendor.fixture.ts'
import { acquireLease } from '../../jobs/lease.ts'
import { createTestBrand } from '../../metrics/answers.fixture.ts'
import type { GapData } from '../source-data.ts'
import { findClaim, findCommonTopics } from './common-topics.ts'
import { type BriefMaterial, composeBrief } from './compose-brief.ts'

const service = await sharedService()
const today = new Date().toISOString().slice(0, 10)

const guide = (
  name: string,
) => `For most runners ${name} is the shoe to buy, as testers agree across the board.

## Cushioning

${name} uses a foam that stays soft for 800 km, more than any other shoe in the test.

## Durability

- **Weight:** ${name} holds out twice as long as others on rough roads.
- **Upper:** woven in one piece, so that nothing comes apart.

## How often should shoes be replaced?

After 600 to 800 km.`

/** Evidence in which three competitors are ahead of the brand Zorvex. */
function briefMaterial({
  topics,
  description,
  type = 'owned',
  related = [],
}: Pick<BriefMaterial, 'topics'> & { description: string } & Partial<BriefMaterial>): BriefMaterial {
  const side = { named: 12, cited: 4, mention_rate_pct: 60, avg_visibility_score: 45, avg_position: 1.5 }
  const competitors = ['Quilmar', 'Brentiva', 'Aldora'].map((name) => ({
    competitor_id: name,
    name,
    ...side,
  }))
  const data: GapData = {
    kind: 'gap',
    window: { date_from: '2026-03-01', date_to: '2026-03-28' },
    simulated: false,
    answers: 20,
    missed: 12,
    behind: 2,
    certainty: 'directional',
    gap_pct: 20,
    gap: {
      points: 20,
      interval: { low: 4, high: 30, level: 0.95, method: 'wilson' },
      leader: { competitor_id: 'Quilmar', name: 'Quilmar' },
    },
    brand: { ...side, name: 'Zorvex', named: 3, cited: 0 },
    competitors,
    volume: null,
    volume_detail: null,
    intent: null,
    keywords: [],
    source_categories: [],
    sources: (['editorial', 'review', 'forum', 'video', 'ecommerce', 'reference'] as const).map(
      (category) => ({
        url: `https://${category}.example/best-shoes`,
        domain: `${category}.example`,
        title: `The best shoes of the year, compared by ${category}`,
        category,
        answers: 6,
        on_page: null,
      }),
    ),
    evidence_answer_ids: [],
    score_parts: { gap: 1, certainty: 1, volume: null, intent: 1, sources: 1 },
  }
  return {
    language: 'en',
    prompt: { text: 'Which running shoes last?', category: 'best' },
    brand: { name: 'Zorvex', domain: 'zorvex.com', description, products: [] },
    type,
    data,
    topics,
    claims: new Map(
      competitors.map(({ name }) => [
        name,
        `${name} uses a foam that stays soft for 800 km, more than others.`,
      ]),
    ),
    related,
  }
}

async function createOpportunity(
  at: SharedService,
  { text = guide('Quilmar'), cites = ['https://www.pcmag.com/shoes'] } = {},
) {
  const testBrand = await createTestBrand(at)
  for (let index = 0; index < 4; index += 1)
    await testBrand.write({
      prompt: testBrand.prompts.plain,
      day: today,
      text: `${text}\n\nVariant ${index}.`,
      cites,
    })
  await testBrand.owner.ok('POST /api/content/generate', { brand_id: testBrand.brand.id })
  const { items } = await testBrand.owner.ok(`GET /api/content?brand_id=${testBrand.brand.id}`)
  const write = (query = '') => testBrand.owner.ok(`POST /api/content/${items[0].id}/brief${query}`)
  return { ...testBrand, answer: testBrand.write, id: items[0].id, write }
}

test('a brief is composed from what the answers have in common, what they cite and what is missing', async () => {
  const { brand, owner, id, write } = await createOpportunity(service, {
    cites: ['https://quilmar.com/shoes'],
  })
  await owner.ok(`PATCH /api/brands/${brand.id}`, { description: 'Shoes with the best cushioning.' })
  const { brief, ...written } = await write()
  expect(written).toEqual({ id, generated_at: expect.any(String), cached: false, simulated: true })
  expect(brief).toMatchObject({
    method: 'evidence',
    title: 'Which running shoes last?',
    content_type: 'buying_guide',
    sources_to_cite: [],
  })
  const headings = brief.outline.map(({ heading }: Json) => heading)
  expect(headings).toEqual([
    'The short answer',
    'Cushioning',
    'Durability',
    'Weight',
    'Upper',
    'Zorvex vs. Quilmar',
    'Facts to add',
  ])
  const keyPoints = (heading: string) =>
    brief.outline.find((section: Json) => section.heading === heading).key_points.join('\n')
  expect(keyPoints('The short answer')).toContain('Quilmar is mentioned in 4 of 4 answers, Zorvex in 0')
  expect(keyPoints('The short answer')).toContain('treat this as a first impression')
  expect(keyPoints('Cushioning')).toContain('foam that stays soft for 800 km')
  // The stored description covers one aspect and not the other.
  expect(keyPoints('Facts to add')).toContain('Durability')
  expect(keyPoints('Facts to add')).not.toContain('Cushioning')
  expect(brief.questions_to_answer).toEqual([
    'Which running shoes last?',
    'How often should shoes be replaced?',
  ])
  expect(brief.competitor_insights).toContain('Quilmar: mentioned in 4 of 4 answers, cited in 4.')

  expect(await write()).toMatchObject({ cached: true, brief })
  const again = await write('?regenerate=true')
  expect(again).toMatchObject({ cached: false, brief })
  expect((await owner.ok(`GET /api/content/${id}`)).brief).toEqual(brief)
})

test('headings that are the same for every subject are not topics, and the brief says what answers give below them', () => {
  const topics = findCommonTopics(
    ['Velocity', 'Strider'].map((name) => ({
      markdown: `## ${name} shoes\n\n- **Best for:** runners with wide feet and long weekend runs\n- **Cushioning:** soft foam\n- **Price:** about $120 in most shops\n\n## Key takeaways\n\nTry them on.`,
      language: 'en',
    })),
    ['Velocity', 'Strider'],
  )
  expect(topics.aspects.map(({ text }) => text)).toEqual(['Cushioning'])
  expect(topics.given).toEqual(['audience', 'price'])
  const { outline } = composeBrief(briefMaterial({ topics, description: 'Shoes with foam that stays soft.' }))
  expect(outline.at(-1)).toEqual({
    heading: 'Facts to add',
    key_points: [
      'Answers say who each product suits. The description of Zorvex doesn’t; add it.',
      'Answers give prices. The description of Zorvex doesn’t; add them.',
      'Answers cover Cushioning. The description of Zorvex doesn’t; add what applies.',
    ],
  })
  expect(
    composeBrief(briefMaterial({ topics, description: 'Cushioning for wide feet, from $99.' })).outline.map(
      ({ heading }) => heading,
    ),
  ).not.toContain('Facts to add')
})

test.each(['owned', 'earned'] as const)(
  'a brief of type %s fits on one page, and says nothing twice',
  (type) => {
    const many = (count: number, text: string) =>
      Array.from({ length: count }, (_, index) => `${text} ${index}`)
    const sentence =
      'It lasts longer than most others in independent tests, and costs less than many of them.'
    const brief = composeBrief(
      briefMaterial({
        type,
        description: 'Shoes.',
        related: many(20, 'Which shoes are good for rain and snow?'),
        topics: {
          answers: 20,
          aspects: many(6, 'Aspect').map((text, index) => ({
            text,
            answers: 9 - index,
            quotes: many(2, `${text}: ${sentence}`),
          })),
          given: ['audience', 'price', 'drawbacks'],
          questions: many(6, 'How long does a pair of shoes last?'),
        },
      }),
    )
    const texts = [
      brief.title,
      brief.audience,
      ...brief.outline.flatMap(({ heading, key_points }) => [heading, ...key_points]),
      ...brief.questions_to_answer,
      ...brief.sources_to_cite,
      brief.competitor_insights,
      brief.call_to_action,
    ]
    expect(texts.join(' ').split(/\s+/).length).toBeLessThan(450)
    const sentences = texts.filter((text) => text !== brief.title && !text.startsWith('https'))
    expect(sentences).toEqual([...new Set(sentences)])
    expect(brief.outline.flatMap(({ key_points }) => key_points)).not.toContain(brief.call_to_action)
  },
)

test('where engines cite third-party pages, the brief is about being included in them', async () => {
  const { write } = await createOpportunity(service)
  const { brief } = await write()
  expect(brief).toMatchObject({
    title: 'Get Zorvex mentioned in the sources for “Which running shoes last?”',
    content_type: 'outreach',
    sources_to_cite: ['https://www.pcmag.com/shoes'],
  })
  expect(brief.outline[0].key_points[0]).toContain('https://www.pcmag.com/shoes')
})

test('simulated answers are not used once a real engine has answered', async () => {
  const { prompts, answer, write } = await createOpportunity(service, {
    cites: ['https://quilmar.com/shoes'],
  })
  const text = guide('Quilmar').replace('Cushioning', 'Grip on wet stone')
  await answer({ prompt: prompts.plain, day: today, text, surface: 'api' })
  const headings = (await write()).brief.outline.map(({ heading }: Json) => heading)
  expect(headings).toContain('Grip on wet stone')
  expect(headings).not.toContain('Cushioning')
})

test('the brief is in the language of the prompt', async () => {
  const testBrand = await createTestBrand(service)
  const prompt = await testBrand.owner.ok('POST /api/prompts', {
    brand_id: testBrand.brand.id,
    text: 'Welche Laufschuhe halten am längsten?',
  })
  await testBrand.write({ prompt, day: today, text: 'Quilmar ist die beste Wahl für die meisten Läufer.' })
  await testBrand.owner.ok('POST /api/content/generate', { brand_id: testBrand.brand.id })
  const { items } = await testBrand.owner.ok(`GET /api/content?brand_id=${testBrand.brand.id}`)
  const { brief } = await testBrand.owner.ok(`POST /api/content/${items[0].id}/brief`)
  expect(brief.outline[0].heading).toBe('Die kurze Antwort')
})

const reply = {
  title: 'The shoes that last',
  content_type: 'buying_guide',
  target_word_count: 900,
  audience: 'Runners',
  outline: [{ heading: 'Durability', key_points: ['Say how long.'] }],
  target_keywords: ['running shoes'],
  questions_to_answer: ['Which last?'],
  sources_to_cite: ['https://www.pcmag.com/shoes', 'https://made-up.example/'],
  competitor_insights: 'Quilmar is named everywhere.',
  call_to_action: 'See the shoes.',
}
const completion = (content: unknown) => ({
  body: {
    model: 'writer-1',
    choices: [{ message: { content: JSON.stringify(content) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 80, cost: 0.002 },
  },
})

test('a model writes from the evidence alone, within the plan; invalid output is paid for and dropped', async () => {
  let content: object = reply
  const model = await localVendor(() => completion(content))
  const withModel = await testService({
    MODEL: 'compatible',
    COMPATIBLE_BASE_URL: model.url,
    COMPATIBLE_MODEL: 'writer',
    DEPLOYMENT: 'cloud',
  })
  const { id, write, owner, ctx } = await createOpportunity(withModel)
  expect(await owner.call(`POST /api/content/${id}/brief`)).toMatchObject({
    status: 402,
    body: { quota: { resource: 'briefs', limit: 0, used: 0 } },
  })
  expect(model.requests).toEqual([])
  await setPlan(ctx, 'starter')
  const { brief } = await write()
  // The invented URL is removed.
  expect(brief).toEqual({ ...reply, sources_to_cite: ['https://www.pcmag.com/shoes'], method: 'model' })
  expect(JSON.stringify(model.requests[0]?.body)).toContain('foam that stays soft')
  expect((await write()).cached).toBe(true)
  expect(model.requests).toHaveLength(1)

  content = { ...reply, outline: [] }
  const fallback = await write('?regenerate=true')
  expect(fallback.brief).toMatchObject({ method: 'evidence', content_type: 'outreach' })
  expect(model.requests).toHaveLength(3)
  const { rows } = await withModel.pool.query(
    'select model, cost_micros from briefs where opportunity_id = $1 order by id',
    [id],
  )
  expect(rows).toEqual([
    { model: 'writer-1', cost_micros: 2_000 },
    { model: null, cost_micros: 4_000 },
  ])
  const kinds = (await owner.ok('GET /api/spend')).by_kind
  expect(kinds).toContainEqual({ kind: 'briefs', cost_micros: 6_000, calls: 2, estimated_micros: 0 })
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 0 })
  expect(await owner.call(`POST /api/content/${id}/brief?regenerate=true`)).toMatchObject({
    status: 429,
    body: { code: 'run_cap', resource: 'spend_micros' },
  })
  expect(model.requests).toHaveLength(3)
})

test('concurrent briefs never exceed the plan', async () => {
  const cloud = await testService({ DEPLOYMENT: 'cloud' })
  const { owner, ctx, brand, prompts, answer } = await createOpportunity(cloud)
  await setPlan(ctx, 'starter')
  for (let index = 0; index < 4; index += 1)
    await answer({ prompt: prompts.branded, day: today, text: `${guide('Quilmar')}\n\nNo. ${index}.` })
  await owner.ok('POST /api/content/generate', { brand_id: brand.id })
  const { items } = await owner.ok(`GET /api/content?brand_id=${brand.id}`)
  expect(items).toHaveLength(2)
  // Nineteen of the twenty are written.
  for (let written = 0; written < 19; written += 1) await recordEvent(ctx, 'brief.written')
  const write = ({ id }: Json) => owner.call(`POST /api/content/${id}/brief`)
  const replies = await Promise.all(items.map(write))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 402])
  const refused = items[replies.findIndex(({ status }) => status === 402)]
  expect(await write(refused)).toMatchObject({ status: 402, body: { quota: { used: 20, limit: 20 } } })
})

test('a brief that is being written is not written twice', async () => {
  const { write, owner, id } = await createOpportunity(service)
  const { id: organizationId } = await owner.ok('GET /api/organization')
  const release = await acquireLease(systemContext(service.base, organizationId), `brief ${id}`, 3_600_000)
  expect((await owner.call(`POST /api/content/${id}/brief`)).status).toBe(409)
  await release?.(systemContext(service.base, organizationId))
  expect((await write()).cached).toBe(false)
})

test('an edit replaces the brief that was opened, and no other', async () => {
  const { owner, id, write } = await createOpportunity(service)
  const address = `/api/content/${id}`
  const { brief, generated_at } = await write()
  const { method: _, ...content } = brief
  const edited = {
    ...content,
    title: 'Shoes that last',
    outline: [{ heading: 'In short', key_points: ['Foam'] }],
  }
  const save = (replaces: string | null, more: object = {}) =>
    owner.call(`PUT ${address}/brief`, { replaces, brief: { ...edited, ...more } })
  expect((await save(generated_at)).body).toMatchObject({ brief: { ...edited, method: 'person' } })
  const shown = await owner.ok(`GET ${address}`)
  expect(shown.brief).toEqual({ ...edited, method: 'person' })
  expect(await write()).toMatchObject({ cached: true, brief: shown.brief })

  for (const old of [generated_at, null]) expect((await save(old)).status).toBe(409)
  for (const wrong of [{ title: ' ' }, { outline: 'none' }, { sources_to_cite: ['javascript:alert(1)'] }])
    expect((await save(shown.brief_written_at, wrong)).status).toBe(400)
  expect(await owner.ok(`GET ${address}`)).toEqual(shown)
  expect((await write('?regenerate=true')).brief).toEqual(brief)
})

test('a claim is the sentence that contains the name as a whole word', () => {
  const markdown =
    'Graphics matter most when you look at a screen all day. C++ (HP) builds sturdy hinges that outlast many others.'
  const answers = [{ markdown, language: 'en' }]
  expect(findClaim('HP', answers)).toMatch(/^C\+\+ \(HP\) builds/)
  expect(findClaim('C++', answers)).toMatch(/^C\+\+ \(HP\) builds/)
  expect(findClaim('Graphic', answers)).toBeNull()
  const withCheckMark = [
    { markdown: '✅ Zorvex holds out twice as long as others on rough roads.', language: 'en' },
  ]
  expect(findClaim('Zorvex', withCheckMark)).toBe('Zorvex holds out twice as long as others on rough roads.')
})

test('common topics of recorded answers are found in bounded time, and no name is taken for a heading', async () => {
  const recorded = readRecorded()
  if (recorded.length === 0) return
  const byPrompt = Map.groupBy(recorded, ({ prompt }) => prompt)
  for (const answers of byPrompt.values()) {
    const { aspects } = findCommonTopics(
      answers.map(({ answer_markdown }) => ({ markdown: answer_markdown, language: null })),
      [],
    )
    for (const { text, answers: count } of aspects) {
      expect(text.length).toBeLessThanOrEqual(80)
      expect(count).toBeLessThanOrEqual(answers.length)
      expect(text).toMatch(/\p{L}/u)
    }
  }
})

function readRecorded(): { prompt: string; answer_markdown: string }[] {
  try {
    const file = fileURLToPath(
      new URL('../../../../shared/answers/ai-product-bench.mit.jsonl', import.meta.url),
    )
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}
