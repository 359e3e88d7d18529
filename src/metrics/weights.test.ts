import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { daysAfter } from '../core/days.ts'
import { getSearchKey } from '../search-queries/search-key.ts'
import { createTestBrand } from './answers.fixture.ts'
import {
  createHistory,
  type History,
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
  await setWeights(history, weightOf)
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

/** Sets the weights of the answers by their prompts. */
async function setWeights({ ctx, brand, prompts, answers }: History, weightOf: (promptId: string) => number) {
  for (const { id } of prompts)
    await sql`update answers set weight = ${weightOf(id)} where brand_id = ${brand.id} and prompt_id = ${id}`.execute(
      ctx.db,
    )
  for (const day of new Set(answers.map((answer) => answer.day))) await markDirty(ctx, brand.id, day)
}

test('groups of prompts, searches and changes since the window before weigh answers', async () => {
  const history = await createHistory(service)
  await writeAnswers(history, 1_500, 45, false)
  const { owner, brand } = history
  const weightOf = (promptId: string) =>
    weights[history.prompts.findIndex(({ id }) => id === promptId) % weights.length] ?? 1
  await setWeights(history, weightOf)
  const [before, from, to] = [20, 60, 99].map((offset) => daysAfter(historyStart, offset))
  const get = (metric: string, query = '') =>
    owner.ok(`GET /api/metrics/${metric}?brand_id=${brand.id}&date_from=${from}&date_to=${to}${query}`)
  const between = (first = '', last = '') => history.answers.filter(({ day }) => day >= first && day <= last)
  const answers = between(from, to)
  const earlier = between(before, daysAfter(from ?? '', -1))
  const add = (value: (answer: WrittenAnswer) => number, of = answers) =>
    of.reduce((sum, each) => sum + weightOf(each.prompt.id) * value(each), 0)
  const share = (part: number, whole: number) => round((100 * part) / whole)
  const own = (answer: WrittenAnswer) => answer.entities.get(0)
  const named = (answer: WrittenAnswer) => Number((own(answer)?.mentions ?? 0) > 0)

  for (const by of ['topic', 'tag', 'persona', 'market']) {
    const { groups } = await get('prompt-groups', `&by=${by}`)
    for (const { key, ...group } of groups) {
      const of = answers.filter(({ prompt, region }) => {
        const keys: Record<string, string[]> = {
          topic: [prompt.topic_id],
          tag: prompt.tags,
          persona: [prompt.persona_id ?? 'none'],
          market: [`${region}/${prompt.language ?? 'none'}`],
        }
        return keys[by]?.includes(key)
      })
      if (of.length === 0) continue
      expect(group, `${by} ${key}`).toMatchObject({
        result_count: of.length,
        avg_visibility_score: round(add((answer) => own(answer)?.milli ?? 0, of) / 1000 / add(() => 1, of)),
        mention_rate_pct: share(
          add(named, of),
          add(() => 1, of),
        ),
      })
    }
  }

  const keysOf = ({ searches = [] }: WrittenAnswer) =>
    new Set(searches.flatMap((each) => getSearchKey(each) ?? []))
  const count = (answer: WrittenAnswer) => keysOf(answer).size
  const isOwn = (answer: WrittenAnswer) => (own(answer)?.own ?? 0) > 0
  const reporting = answers.filter(({ platform }) =>
    answers.some((each) => each.platform === platform && count(each) > 0),
  )
  const all = await get('searches')
  expect(all).toMatchObject({
    results: reporting.length,
    search_count: reporting.reduce((sum, answer) => sum + count(answer), 0),
    searches_per_answer: round(add(count, reporting) / add(() => 1, reporting)),
    own_cited_pct: share(add(count, reporting.filter(isOwn)), add(count, reporting)),
  })
  for (const { search, results, own_cited_pct } of all.searches) {
    const having = answers.filter((answer) => keysOf(answer).has(getSearchKey(search) ?? 0))
    expect({ results, own_cited_pct }).toEqual({
      results: having.length,
      own_cited_pct: share(
        add((answer) => Number(isOwn(answer)), having),
        add(() => 1, having),
      ),
    })
  }
  const cellOf = ({ prompt, platform, region }: WrittenAnswer) => [prompt.id, platform, region].join()
  /** Both numbers over the cells with answers in both windows, with the weights of this window. */
  const compare = (value: (answer: WrittenAnswer) => number) => {
    const [then, now] = [Map.groupBy(earlier, cellOf), Map.groupBy(answers, cellOf)]
    const common = [...now].flatMap(([cell, after]) => {
      const of = then.get(cell)
      return of
        ? [
            {
              weight: add(() => 1, after),
              before: add(value, of) / add(() => 1, of),
              after: add(value, after),
            },
          ]
        : []
    })
    const n = common.reduce((sum, { weight }) => sum + weight, 0)
    return {
      previous: share(
        common.reduce((sum, each) => sum + each.weight * each.before, 0),
        n,
      ),
      current: share(
        common.reduce((sum, each) => sum + each.after, 0),
        n,
      ),
    }
  }
  const citesDomain = (answer: WrittenAnswer, domain: string) =>
    Number(answer.cites.some((each) => each.domain === domain))
  const citesUrl = (answer: WrittenAnswer, url: string) =>
    Number(answer.cites.some((each) => each.url === url))
  const { top_domains, top_urls } = await get('citations')
  for (const { domain, change } of top_domains)
    expect(change, domain).toMatchObject(compare((answer) => citesDomain(answer, domain)))
  for (const { url, change } of top_urls)
    expect(change, url).toMatchObject(compare((answer) => citesUrl(answer, url)))
  const { new_sources } = await owner.ok(`GET /api/metrics/source-changes?brand_id=${brand.id}`)
  expect(new_sources).not.toEqual([])
  for (const { domain, results_citing, usage_pct } of new_sources)
    expect({ results_citing, usage_pct }, domain).toEqual({
      results_citing: history.answers.reduce((sum, answer) => sum + citesDomain(answer, domain), 0),
      usage_pct: share(
        add((answer) => citesDomain(answer, domain), history.answers),
        add(() => 1, history.answers),
      ),
    })
})

/** Rounded, because sums of other weights differ in their last digits. */
const rounded = (value: Json): Json =>
  JSON.parse(
    JSON.stringify(value, (name, each) =>
      name === 'as_of' ? undefined : typeof each === 'number' ? Number(each.toPrecision(9)) : each,
    ),
  )

test('a common weight of all answers changes no number, interval or test', async () => {
  const history = await createHistory(service)
  await writeAnswers(history, 1_500, 46, false)
  const { owner, brand, prompts, competitors } = history
  const [from, to] = [60, 99].map((offset) => daysAfter(historyStart, offset))
  const [search] = history.answers.flatMap(({ searches = [] }) => searches)
  const [{ url, domain } = { url: '', domain: '' }] = history.answers.flatMap(({ cites }) => cites)
  const requests = [
    'visibility-summary',
    'visibility-trend',
    'topics',
    ...['topic', 'tag', 'persona', 'market'].map((by) => `prompt-groups?by=${by}`),
    'prompt-performance',
    'prompt-table',
    'prompt-leaders',
    'prompt-trends',
    `prompt-detail?prompt_id=${prompts[0]?.id}`,
    'citations',
    `cited-page?url=${encodeURIComponent(url)}`,
    `source-detail?domain=${domain}`,
    'source-targets',
    'source-changes',
    'score-change',
    'competitor-comparison',
    `competitor-detail?competitor_id=${competitors[0]?.id}`,
    'sentiment',
    'product-visibility',
    'shopping-cards',
    'funnel',
    'searches',
    `search-detail?search=${encodeURIComponent(search ?? '')}`,
    `prompt-searches?prompt_id=${prompts[0]?.id}`,
  ]
  const read = async () => {
    const found = new Map<string, Json>()
    for (const request of requests) {
      const [metric, query = ''] = request.split('?')
      const response = await owner.ok(
        `GET /api/metrics/${metric}?brand_id=${brand.id}&date_from=${from}&date_to=${to}${query && `&${query}`}`,
      )
      found.set(request, rounded(response))
    }
    return found
  }
  const plain = await read()
  await setWeights(history, () => 7)
  const weighted = await read()
  for (const request of requests) expect(weighted.get(request), request).toEqual(plain.get(request))
})

test('shares of answers with shopping cards and their changes weigh answers', async () => {
  const { ctx, owner, brand, prompts, write } = await createTestBrand(service)
  const [first, split, last] = ['2026-03-01', '2026-03-13', '2026-03-16']
  for (let day = first; day <= last; day = daysAfter(day, 1)) {
    await write({ prompt: prompts.plain, day, text: 'Quilmar.', cards: ['Quilmar Runner', 'Quilmar Walker'] })
    await write({
      prompt: prompts.branded,
      day,
      text: 'Zorvex.',
      cards: day >= split ? ['Zorvex Runner'] : [],
    })
  }
  await sql`update answers set weight = 4 where brand_id = ${brand.id} and prompt_id = ${prompts.branded.id}`.execute(
    ctx.db,
  )
  const { totals } = await owner.ok(
    `GET /api/metrics/shopping-cards?brand_id=${brand.id}&date_from=${split}&date_to=${last}`,
  )
  // Of weights 1 and 4: all have cards now, and one fifth had before; four fifths have cards of the brand.
  expect(totals).toMatchObject({
    cards: 12,
    results_with_cards: 8,
    card_rate_pct: 100,
    change: { previous: 20, current: 100 },
    results_with_own_cards: 4,
    own_card_rate_pct: 80,
    own_change: { previous: 0, current: 80 },
  })
})

const round = (value: number) => Math.round(value * 100) / 100
