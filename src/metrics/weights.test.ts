import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import {
  createHistory,
  historyDays,
  historyStart,
  type WrittenAnswer,
  writeAnswers,
} from './random-history.fixture.ts'
import { listDays, readInSnapshot, verify } from './rollups.ts'

const service = await sharedService()

/** The weights of the prompts, by their order. */
const weights = [1, 2, 4, 7, 14, 28]

test('shares and means of every metric weigh answers, and counts do not', async () => {
  const history = await createHistory(service)
  await writeAnswers(history, 600, 44, false)
  const { ctx, owner, brand, answers, competitors } = history
  const weightOf = (promptId: string) =>
    weights[history.prompts.findIndex(({ id }) => id === promptId) % weights.length] ?? 1
  for (const { id } of history.prompts)
    await sql`update answers set weight = ${weightOf(id)} where brand_id = ${brand.id} and prompt_id = ${id}`.execute(
      ctx.db,
    )
  const last = new Date(Date.parse(historyStart) + historyDays * 86_400_000).toISOString().slice(0, 10)
  const get = (metric: string, query = '') =>
    owner.ok(
      `GET /api/metrics/${metric}?brand_id=${brand.id}&date_from=${historyStart}&date_to=${last}${query}`,
    )

  const count = (value: (answer: WrittenAnswer) => number) =>
    answers.reduce((sum, each) => sum + value(each), 0)
  const add = (value: (answer: WrittenAnswer) => number, of = answers) =>
    of.reduce((sum, each) => sum + weightOf(each.prompt.id) * value(each), 0)
  const own = (answer: WrittenAnswer) => answer.entities.get(0)
  const named = (answer: WrittenAnswer) => Number((own(answer)?.mentions ?? 0) > 0)
  const mentions = (answer: WrittenAnswer, numbers: number[]) =>
    numbers.reduce((sum, number) => sum + (answer.entities.get(number)?.mentions ?? 0), 0)
  const all = add(() => 1)
  const rivals = competitors.map(({ number }) => number)

  const summary = await get('visibility-summary')
  expect(summary).toMatchObject({
    result_count: answers.length,
    results_mentioning: count(named),
    total_mentions: count((answer) => mentions(answer, [0])),
    avg_visibility_score: round(add((answer) => own(answer)?.milli ?? 0) / 1000 / all),
    mention_rate_pct: round((100 * add(named)) / all),
    citation_rate_pct: round((100 * add((answer) => Number((own(answer)?.own ?? 0) > 0))) / all),
    avg_position: round(add((answer) => (named(answer) ? (own(answer)?.rank ?? 0) : 0)) / add(named)),
  })
  expect(summary.mention_rate_pct).not.toBe(round((100 * count(named)) / answers.length))

  const comparison = await get('competitor-comparison')
  const [first] = competitors
  const rival = comparison.competitors.find((each: Json) => each.competitor_id === first?.id)
  const ofRival = (answer: WrittenAnswer) => mentions(answer, [first?.number ?? -1])
  expect(comparison.share_of_voice).toMatchObject({
    overall_sov_pct: round(
      (100 * add((answer) => mentions(answer, [0]))) / add((answer) => mentions(answer, [0, ...rivals])),
    ),
    total_brand_mentions: count((answer) => mentions(answer, [0])),
  })
  expect(rival).toMatchObject({
    total_mentions: count(ofRival),
    mention_rate_pct: round((100 * add((answer) => Number(ofRival(answer) > 0))) / all),
  })
  const [ofPlatform] = comparison.share_of_voice.by_platform
  expect(ofPlatform.brand_mentions).toBe(
    answers
      .filter(({ platform, model }) => platform === ofPlatform.platform && model === ofPlatform.model_used)
      .reduce((sum, answer) => sum + mentions(answer, [0]), 0),
  )

  const byDay = Map.groupBy(answers, ({ day }) => day)
  for (const bucket of (await get('visibility-trend', '&granularity=day')).buckets) {
    const ofDay = byDay.get(bucket.date) ?? []
    if (ofDay.length === 0) continue
    expect(bucket).toMatchObject({
      result_count: ofDay.length,
      mention_rate_pct: round((100 * add(named, ofDay)) / add(() => 1, ofDay)),
    })
  }

  const cites = (answer: WrittenAnswer, domain: string) =>
    answer.cites.filter((each) => each.domain === domain).length
  const citations = await get('citations')
  const [source] = citations.top_domains
  expect(source).toMatchObject({
    total_citations: count((answer) => cites(answer, source.domain)),
    results_citing: count((answer) => Number(cites(answer, source.domain) > 0)),
    usage_pct: round((100 * add((answer) => Number(cites(answer, source.domain) > 0))) / all),
  })
  const targets = await get('source-targets')
  for (const { domain, results_citing, usage_pct } of targets.sources)
    expect({ results_citing, usage_pct }).toEqual({
      results_citing: count((answer) => Number(cites(answer, domain) > 0)),
      usage_pct: round((100 * add((answer) => Number(cites(answer, domain) > 0))) / all),
    })

  const detail = await get('competitor-detail', `&competitor_id=${first?.id}`)
  const both = (answer: WrittenAnswer) => Number(named(answer) === 1 && ofRival(answer) > 0)
  expect(detail).toMatchObject({
    result_count: answers.length,
    mentioned: { both: { results: count(both), pct: round((100 * add(both)) / all) } },
  })
  expect(detail.overall.brand_score).toBe(summary.avg_visibility_score)

  const url = answers.flatMap(({ cites: pages }) => pages)[0]?.url ?? ''
  const citesUrl = (answer: WrittenAnswer) => Number(answer.cites.some((each) => each.url === url))
  expect(await get('cited-page', `&url=${encodeURIComponent(url)}`)).toMatchObject({
    result_count: answers.length,
    results_citing: count(citesUrl),
    usage_pct: round((100 * add(citesUrl)) / all),
  })

  const [prompt] = history.prompts
  const ofPrompt = answers.filter((answer) => answer.prompt.id === prompt?.id)
  expect(await get('prompt-detail', `&prompt_id=${prompt?.id}`)).toMatchObject({
    result_count: ofPrompt.length,
  })
  await readInSnapshot(ctx, async (snapshot) => {
    expect(await verify(snapshot, brand.id, await listDays(snapshot, brand.id))).toBeUndefined()
  })
})

const round = (value: number) => Math.round(value * 100) / 100
