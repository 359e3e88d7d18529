import { expect, test, vi } from 'vitest'
import { createClientFor, type Json, type TestService, testService } from '../../test/support.ts'
import { simulatedPlatforms } from '../../vocabulary/platforms.ts'
import { evaluateAfterJob } from '../alerts/evaluate.ts'
import { getBrand, listBrands } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { exportAnswers } from '../data-transfer/export-answers.ts'
import { startDueRuns } from '../tracking/schedule.ts'
import { demoCommands } from './commands.ts'
import { demoEmail, seedDemo } from './demo.ts'

const [first, second] = [await testService(), await testService()]
/** The prompts of Stridora with a persona are not for Google AI Overviews. */
const withoutPersona = 2
const options = { seed: 3, until: '2026-03-02', days: 2, reset: false }

async function createContextFor({ base }: TestService): Promise<Context> {
  const found = await base.db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select('members.organization_id as organizationId')
    .where('users.email', '=', demoEmail)
    .executeTakeFirstOrThrow()
  return { ...base, ...found, actor: { kind: 'system' } }
}

/** Returns all answers of the demo, without ids. */
async function getHistory(service: TestService): Promise<Json[]> {
  const ctx = await createContextFor(service)
  const lines: Json[] = []
  for (const { id } of await listBrands(ctx))
    for await (const { id: _, ...line } of exportAnswers(ctx, await getBrand(ctx, id), { raw: false }))
      lines.push(line)
  return lines
}

const lastDay = { days: '1', until: '2026-03-02' }
const passwordIn = (printed: string) => /^Password: (\S+)$/m.exec(printed)?.[1] ?? ''

const signIn = async ({ app }: TestService, password: string) => {
  const client = createClientFor(app, { email: demoEmail, password })
  return { client, ...(await client.call('POST /api/auth/sign-in/email', { email: demoEmail, password })) }
}

async function run(service: TestService, values: Record<string, string>): Promise<string> {
  const printed: string[] = []
  const stdout = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => printed.push(String(text)) > 0)
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await demoCommands((work) => work(service.base)).demo?.run({ values, positionals: [] })
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
  return printed.join('')
}

test('the same seed gives the same data in two databases, another seed gives other data, and an interrupted demo is continued', async () => {
  await seedDemo(first.base, options)
  const whole = await getHistory(first)
  // Twelve prompts of each brand on every platform, and four follow-ups where engines take conversations.
  expect(whole).toHaveLength((3 * 12 * simulatedPlatforms.length - withoutPersona + 4 * 5) * 2)
  expect(new Set(whole.map((each) => each.answered_at.slice(0, 10)))).toEqual(
    new Set(['2026-03-01', '2026-03-02']),
  )
  expect(new Set(whole.map((each) => each.surface))).toEqual(new Set(['simulated']))

  const cut = seedDemo(second.base, {
    ...options,
    onProgress: (stored) => {
      if (stored > 250) throw new Error('cut off')
    },
  })
  await expect(cut).rejects.toThrow('cut off')
  expect((await getHistory(second)).length).toBeLessThan(whole.length)
  expect(await seedDemo(second.base, options)).toMatch(/^[\w-]{16}$/)
  expect(await getHistory(second)).toEqual(whole)

  const oneDay = { ...options, days: 1, reset: true }
  await seedDemo(second.base, { ...oneDay, seed: 4 })
  const other = await getHistory(second)
  const sameDay = whole.filter((each) => each.answered_at > '2026-03-02')
  expect(other.map((each) => each.prompt).sort()).toEqual(sameDay.map((each) => each.prompt).sort())
  expect(other.map((each) => each.answer_markdown)).not.toEqual(sameDay.map((each) => each.answer_markdown))
})

test('the command prints a sign-in, and every metric of its brands has data', async () => {
  const printed = await run(first, { ...lastDay, reset: 'true' })
  expect(printed).toContain(first.base.baseUrl)
  expect(printed).toContain(demoEmail)
  const { client, status } = await signIn(first, passwordIn(printed))
  expect(status).toBe(200)
  const { items } = await client.ok('GET /api/brands')
  expect(items.map((brand: Json) => brand.name).sort()).toEqual(['Finquay', 'Plannivo', 'Stridora'])
  for (const brand of items) {
    const summary = await client.ok(
      `GET /api/metrics/visibility-summary?brand_id=${brand.id}&date_from=2026-03-02&date_to=2026-03-02`,
    )
    expect(summary.by_platform.length).toBeGreaterThanOrEqual(simulatedPlatforms.length)
    expect(summary.mention_rate_pct).toBeGreaterThan(20)
    expect(summary.mention_rate_pct).toBeLessThan(95)
    expect(summary.total_citations).toBeGreaterThan(0)
    expect(summary.top_competitors.length).toBeGreaterThanOrEqual(3)
    const owned = (id: string) =>
      client.ok(`GET /api/metrics/citations?brand_id=${id}&category=owned&limit=500`)
    const metric = (name: string) => client.ok(`GET /api/metrics/${name}?brand_id=${brand.id}`)
    const { total_visits, top_pages, cited_pages, daily, simulated } = await metric('ai-traffic')
    const { top_urls } = await owned(brand.id)
    const sum = (rows: Json[], field: string) => rows.reduce((total, row) => total + row[field], 0)
    expect(sum(cited_pages, 'citations')).toBe(sum(top_urls, 'total_citations'))
    expect(cited_pages[0].citations).toBeGreaterThan(0)
    expect(total_visits).toBe(top_pages.reduce((sum: number, page: Json) => sum + page.visits, 0))
    expect(total_visits).toBe(daily.reduce((sum: number, day: Json) => sum + day.visits, 0))
    expect(total_visits).toBeGreaterThan(0)
    expect(simulated).toBe(true)
    expect(top_pages.filter((page: Json) => page.url !== '/' && page.citations === 0)).toEqual([])
    const { items: runs } = await client.ok(`GET /api/runs?brand_id=${brand.id}`)
    const followUps = (await client.ok(`GET /api/prompts?brand_id=${brand.id}`)).items.filter(
      ({ follows }: Json) => follows !== null,
    ).length
    expect(followUps).toBe(brand.name === 'Stridora' ? 2 : 1)
    // Five of the platforms take conversations.
    const answers =
      12 * simulatedPlatforms.length + 5 * followUps - (brand.name === 'Stridora' ? withoutPersona : 0)
    expect(runs).toMatchObject([{ status: 'completed', result: { answers } }])
    const report = await client.ok(`GET /api/runs/${runs[0].id}`)
    expect(report).toMatchObject({
      prompts: 12 + followUps,
      by_platform: { length: simulatedPlatforms.length },
    })
    expect((await client.ok(`GET /api/brands/${brand.slug}/pixel`)).last_seen.host).toBe(brand.domain)
    const crawlers = await client.ok(`GET /api/traffic/crawlers?brand_id=${brand.id}`)
    expect(crawlers.total_hits).toBeGreaterThan(5)
    expect(crawlers.agents[0].role).not.toBe(null)
    const funnel = await metric('funnel')
    expect(funnel).toMatchObject({
      simulated: true,
      stages: {
        citations: { citations: sum(cited_pages, 'citations') },
        visits: { visits: total_visits },
        sessions: { days: 1, time_zone: 'Etc/UTC' },
        conversions: { measured_since: '2026-03-02' },
      },
    })
    expect(funnel.stages.requests.requests).toBe(crawlers.total_hits)
    expect(funnel.stages.sessions.sessions).toBeLessThanOrEqual(total_visits)
    expect(funnel.stages.conversions.conversions).toBeLessThanOrEqual(total_visits)
    expect(funnel.gaps.find(({ gap }: Json) => gap === 'not_fetched').pages).toBeGreaterThan(0)
    expect((await client.ok(`GET /api/brands/${brand.slug}/file-imports`)).items).toMatchObject([
      { kind: 'bing_ai_overview', file_name: 'Simulated AI Performance.csv', tables: [{ rows: 1 }] },
    ])
    expect((await metric('prompt-volumes')).volumes[0]).toMatchObject({ source: 'Simulator' })
    expect((await metric('shopping-cards')).cards.length > 0).toBe(brand.name === 'Stridora')
    expect((await metric('product-visibility')).products[0].total_mentions).toBeGreaterThan(0)
    expect((await metric('topics')).topics.length).toBeGreaterThan(1)
    expect((await metric('citations')).top_urls.length).toBeGreaterThan(5)
    const { results } = await client.ok(`GET /api/tracking/results?brandId=${brand.id}`)
    expect(results.some((each: Json) => each.shopping_cards.length > 0)).toBe(brand.name === 'Stridora')
    const { rows } = await first.pool.query(
      `select count(*)::int as named from answers a join products p on p.brand_id = a.brand_id
       where a.brand_id = $1 and p.entity_no = any(a.entities)`,
      [brand.id],
    )
    expect(rows[0].named).toBeGreaterThan(0)
  }
})

test('an existing demo is not changed until a reset recreates its own brands with a new password', async () => {
  const password = passwordIn(await run(second, { ...lastDay, reset: 'true' }))
  const { client } = await signIn(second, password)
  await client.ok('POST /api/brands', { name: 'Mine', domain: 'mine.example.com' })
  const brands = async () =>
    (await listBrands(await createContextFor(second))).map(({ id, name }) => `${name} ${id}`)
  const before = await brands()
  const again = await run(second, lastDay)
  expect(again).toMatch(/already/)
  expect(again).not.toContain(password)
  expect(await brands()).toEqual(before)

  const renewed = passwordIn(await run(second, { ...lastDay, reset: 'true' }))
  expect((await brands()).filter((each) => before.includes(each))).toEqual([expect.stringMatching(/^Mine /)])
  expect(await brands()).toHaveLength(4)
  expect((await signIn(second, password)).status).toBe(401)
  expect((await signIn(second, renewed)).status).toBe(200)
})

test('a demo brand has every kind of data, is apart from the other brands, and is removed like a brand', async () => {
  const owner = await first.signUp()
  const own = await owner.ok('POST /api/brands', { name: 'Mine', domain: 'mine.example.com' })
  const opened = await owner.ok('POST /api/demo-brands', { industry: 'running-shoes' })
  const { brand } = opened
  expect(brand).toMatchObject({ name: 'Stridora', is_demo: true })
  expect(await owner.ok('POST /api/demo-brands', { industry: 'running-shoes' })).toEqual(opened)
  await first.work()
  await evaluateAfterJob(first.base, brand.id)
  expect(await owner.ok(`GET /api/jobs/${opened.job_id}`)).toMatchObject({ status: 'completed' })
  expect(await owner.ok('POST /api/demo-brands', { industry: 'running-shoes' })).toMatchObject({
    brand: { id: brand.id },
    job_id: null,
  })

  const summary = await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}&days=90`)
  expect(summary.simulated).toBe(true)
  expect(summary.result_count).toBeGreaterThan(8_000)
  const unchanging = await owner.ok(`GET /api/brands/${brand.id}/unchanging-prompts`)
  expect(new Set(unchanging.items.map(({ prompt_text }: Json) => prompt_text))).toEqual(
    new Set(['Is Stridora a good brand for running shoes?']),
  )
  expect(unchanging.saving_micros).toBeGreaterThan(0)
  // Not by rules, which would leave most answers unknown.
  const sentiment = await owner.ok(`GET /api/metrics/sentiment?brand_id=${brand.id}&days=90`)
  expect(sentiment.coverage_pct).toBeGreaterThan(95)
  expect(sentiment.positive.pct).toBeGreaterThan(40)
  expect(sentiment.negative.results).toBeGreaterThan(0)
  const shares = sentiment.by_platform.map(({ positive }: Json) => positive.pct)
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(25)
  // A new name leads to another analysis of the answers.
  await owner.ok(`PATCH /api/brands/${brand.id}`, { aliases: ['Stridora', 'Runner'] })
  await first.work()
  const again = await owner.ok(`GET /api/metrics/sentiment?brand_id=${brand.id}&days=90`)
  expect(again.coverage_pct).toBeGreaterThan(95)
  const [audit] = (await owner.ok(`GET /api/audits?brand_id=${brand.id}`)).items
  const { recommendations, score } = await owner.ok(`GET /api/audits/${audit.id}`)
  expect(score).toBeLessThan(90)
  expect(recommendations.length).toBeGreaterThan(3)
  const reports = (await owner.ok(`GET /api/reports?brand_id=${brand.id}`)).items
  expect(reports).toMatchObject([{ published_at: expect.any(String) }])
  const alerts = (await owner.ok(`GET /api/brands/${brand.id}/alerts`)).items
  expect(alerts.length).toBeGreaterThan(0)
  const { rows: briefs } = await first.pool.query('select brief from briefs where brand_id = $1', [brand.id])
  expect(briefs).toHaveLength(1)

  const { rows: sent } = await first.pool.query('select 1 from notifications where brand_id = $1', [brand.id])
  expect(sent).toEqual([])
  expect(await owner.call('POST /api/tracking/check', { brandId: brand.id })).toMatchObject({ status: 409 })
  const digest = await owner.ok('POST /api/digest/preview', { frequency: 'weekly', brand_ids: null })
  expect(digest.text).not.toContain('Stridora')
  expect((await startDueRuns(first.base)).jobs).toEqual([])
  expect((await owner.ok('GET /api/portfolio')).brands).toMatchObject([
    { id: own.id, is_demo: false, result_count: 0 },
    { id: brand.id, is_demo: true },
  ])
  await owner.ok(`DELETE /api/brands/${brand.id}`)
  expect((await owner.ok('GET /api/brands')).items.map(({ id }: Json) => id)).toEqual([own.id])
}, 240_000)

test.each([
  ['until', 'tomorrow'],
  ['until', '2026-02-30'],
  ['seed', '-1'],
  ['days', 'many'],
])('an invalid --%s %s is rejected by name', async (option, value) => {
  await expect(run(first, { [option]: value })).rejects.toThrow(`--${option} must`)
})

test('the opportunities of a demo brand have several statuses', async () => {
  const ctx = await createContextFor(first)
  for (const { id } of await listBrands(ctx)) {
    const { rows } = await first.pool.query(
      'select status, count(*)::int as count from opportunities where brand_id = $1 group by status',
      [id],
    )
    const counts = new Map(rows.map(({ status, count }) => [status, count]))
    const total = rows.reduce((sum, { count }) => sum + count, 0)
    expect(counts.get('new') ?? 0).toBe(total - Math.min(5, Math.ceil(total / 3)))
  }
})

test('a demo brand has an action with an established effect, one without an effect and one whose experiment is running, and a page to correct', async () => {
  const service = await testService({}, { now: () => new Date('2026-03-31T12:00:00Z') })
  const owner = await service.signUp()
  const { brand } = await owner.ok('POST /api/demo-brands', { industry: 'running-shoes' })
  await service.work()
  const { actions, totals } = await owner.ok(`GET /api/actions?brand_id=${brand.id}`)
  expect(actions.map(({ result }: Json) => result.state)).toEqual(['running', 'up', 'no_effect_found'])
  expect(totals).toEqual({ actions: 3, hours: 23, costs: [{ currency: 'USD', cost: 1600 }] })
  // The audit has stored the pages of the site. Two of them contradict each other.
  expect(await owner.ok(`POST /api/brands/${brand.id}/facts/propose`)).toMatchObject({ proposed: 2 })
  const { facts } = await owner.ok(`GET /api/metrics/facts?brand_id=${brand.id}&status=proposed`)
  expect(facts).toMatchObject([
    { kind: 'limit', subject: 'order value for free shipping', value: 75, unit: 'USD' },
    { kind: 'limit', subject: 'warranty', own_pages: [{ value: 2 }, { value: 1 }] },
  ])

  const { chain, day, result } = await owner.ok(`GET /api/brands/${brand.id}/actions/${actions[1].id}`)
  const { fetched, cited, visits, conversions } = chain
  expect(chain.gaps).toEqual([])
  expect(fetched.requests).toBeGreaterThan(20)
  expect(cited.answers).toBeGreaterThan(20)
  expect(visits.visits).toBeGreaterThan(10)
  expect(conversions).not.toBeNull()
  const order = [day, fetched.first_day, cited.first_day, visits.first_day]
  expect(order).toEqual(order.toSorted())
  expect(new Set(order.slice(0, 3)).size).toBe(3)
  expect(result.effect.low).toBeGreaterThan(0)
  const { items } = await owner.ok(`GET /api/brands/${brand.id}/actions/proposals`)
  expect(items.map(({ url }: Json) => url)).not.toContain(`https://${brand.domain}${chain.path}`)
  const { items: corrections } = await owner.ok(`GET /api/content?brand_id=${brand.id}&kind=correction`)
  expect(corrections).toMatchObject([
    { type: 'earned', correction: { page: { domain: 'shortlistreview.example' } } },
  ])
}, 240_000)
