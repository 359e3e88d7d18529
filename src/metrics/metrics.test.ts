/** Compares every metric with a plain recount of the answers, for random windows and filters. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rounds } from '../../test/soak.ts'
import { type Json, testService } from '../../test/support.ts'
import { markDirty } from '../answers/dirty-days.ts'
import {
  createHistory,
  historyCategories,
  historyDays,
  historyPlatforms,
  historyStart,
  isSelected,
  promptFilters,
  type WrittenAnswer,
  writeAnswers,
} from './random-history.fixture.ts'
import { type DaySums, toColumns } from './statistics/day-sums.ts'
import { wilson } from './statistics/intervals.ts'
import { ratioInterval } from './statistics/ratio-interval.ts'
import { stratifiedInterval } from './statistics/stratified-interval.ts'
import { pairCells, type TestedChange, testChange } from './statistics/window-change.ts'

const service = await testService()
const history = await createHistory(service)
const counted: [number, number][] = []
for (const [index, count] of [500, 300, 200].entries()) {
  await writeAnswers(history, count, index + 1, false)
  // Refreshes in between, so that later answers change the rollups of closed months.
  counted.push([(await read('visibility-summary', {})).result_count, history.answers.length])
}
await writeAnswers(history, 30, 9, true)

const days = Array.from({ length: historyDays + 10 }, (_, n) => dayAt(n - 5))
const edges = ['2024-11-30', '2024-12-01', '2024-12-31', '2025-01-01', '2025-01-31', '2025-02-01']
const day = fc.option(fc.oneof(fc.constantFrom(...days), fc.constantFrom(...edges)), {
  nil: undefined,
  freq: 3,
})
const some = (values: string[]) =>
  fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined, freq: 1 })
const rarely = (values: string[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some(values) })
const scopes = fc
  .tuple(
    fc.record({
      date_from: day,
      date_to: day,
      platform: rarely(historyPlatforms),
      model: rarely(['m-1', 'm-2']),
      region: rarely(['US', 'DE']),
    }),
    fc.oneof(fc.constant({}), promptFilters(history, 'none')),
  )
  .map(([answers, prompts]) => ({ ...answers, ...prompts }))
  .filter(({ date_from, date_to }) => !date_from || !date_to || date_from <= date_to)
type Scope = typeof scopes extends fc.Arbitrary<infer T> ? { [K in keyof T]?: T[K] } : never

const samples = (count: number, seed: number): Scope[] => [
  {},
  { date_from: '2024-12-01', date_to: '2025-01-31' },
  { date_from: '2024-12-31', date_to: '2024-12-31' },
  { date_from: '2030-01-01' },
  ...fc.sample(scopes, { numRuns: rounds(Math.ceil(count / 3), count), seed }),
]

test('counts every answer after each refresh, of many months at once and of single days', async () => {
  await writeAnswers(history, 5, 10, true)
  counted.push([(await read('visibility-summary', {})).result_count, history.answers.length])
  for (const [shown, written] of counted) expect(shown).toBe(written)
})

for (const granularity of ['day', 'week'] as const) {
  test(`a trend by ${granularity} matches its answers`, async () => {
    for (const scope of samples(30, 1)) {
      const { buckets, competitors } = await read('visibility-trend', {
        ...scope,
        granularity,
        competitors: 'true',
      })
      const groups = Map.groupBy(answersIn(scope), (answer) =>
        granularity === 'day' ? answer.day : getMonday(answer.day),
      )
      const expected = [...groups]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([date, answers]) => ({
          date,
          result_count: answers.length,
          avg_visibility_score: score(answers, 0),
          ai_visibility_score: score(answers, 0),
          mention_rate_pct: rate(answers, 0),
          citation_rate_pct: citationRate(answers, 0),
          share_of_voice_pct: shareOfVoice(answers, 0),
          positive_sentiment_pct: isSentimentKnown(answers)
            ? pct(countPortrayed(answers).positive, countPortrayed(answers).all)
            : null,
          sentiment_coverage_pct: pct(
            countPortrayed(answers).all,
            answers.filter((answer) => namesEntity(0)(answer) === 1).length,
          ),
          avg_position: meanPosition(answers, 0),
          intervals: {
            mention_rate_pct: interval(answers, namesEntity(0), rateKind),
            citation_rate_pct: interval(answers, citesEntity(0), rateKind),
            positive_sentiment_pct: isSentimentKnown(answers)
              ? pooled(countPortrayed(answers).positive, countPortrayed(answers).all, answers)
              : null,
          },
          total_mentions: sum(answers, 0, 'mentions'),
          total_citations: sum(answers, 0, 'own'),
          avg_competitor_score: competitorScore(answers),
          prompt_count: new Set(answers.map(({ prompt }) => prompt.id)).size,
          interval: interval(answers, getScore(0), scoreKind),
        }))
      expect(
        buckets.map(({ annotations: _, ...bucket }: Json) => bucket),
        JSON.stringify(scope),
      ).toEqual(expected)
      const byDate = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
      const points = byDate.flatMap(([date, answers]) =>
        history.competitors.map(({ number, id, name }) => ({
          date,
          competitor_id: id,
          name,
          avg_visibility_score: score(answers, number),
          mention_rate_pct: rate(answers, number),
          citation_rate_pct: citationRate(answers, number),
          share_of_voice_pct: shareOfVoice(answers, number),
          avg_position: meanPosition(answers, number),
        })),
      )
      const getKey = ({ date, name }: Json) => `${date} ${name}`
      const inOrder = (list: Json[]) => list.toSorted((a, b) => (getKey(a) < getKey(b) ? -1 : 1))
      expect(inOrder(competitors), JSON.stringify(scope)).toEqual(inOrder(points))
    }
  })
}

test('a competitor comparison matches its answers', async () => {
  const states = new Set<string>()
  for (const scope of samples(40, 2)) {
    const answers = answersIn(scope)
    const body = await read('competitor-comparison', scope)
    expect(body, JSON.stringify(scope)).toMatchObject({
      result_count: answers.length,
      brand: { ...entity(answers, 0), change: near(computeChange(scope, getScore(0), scoreKind)) },
    })
    const expected = history.competitors.map(({ number, id, name }) => ({
      competitor_id: id,
      name,
      ...entity(answers, number),
      change: near(computeChange(scope, getScore(number), scoreKind)),
      gap_change: gapChange(scope, number),
    }))
    expect(body.competitors.toSorted(byName)).toEqual(expected.toSorted(byName))
    const theirs = (of: WrittenAnswer[]) =>
      history.competitors.reduce((all, { number }) => all + sum(of, number, 'mentions'), 0)
    const voice = (of: WrittenAnswer[]) => pct(sum(of, 0, 'mentions'), sum(of, 0, 'mentions') + theirs(of))
    const drawn = (of: WrittenAnswer[]) => interval(of, getMentions(0), shareKind, trackedMentions)
    const ofOtherPrompts = (of: WrittenAnswer[]) =>
      inPct(
        ratioInterval(
          [...Map.groupBy(of, ({ prompt }) => prompt.id).values()].map((ofPrompt) => ({
            numerator: sum(ofPrompt, 0, 'mentions'),
            denominator: sum(ofPrompt, 0, 'mentions') + theirs(ofPrompt),
          })),
        ),
      )
    const before = previousDays(scope)
    const change = before && getTest(answersIn(before), answers, getMentions(0), trackedMentions)
    const detectable = change?.detectable ?? null
    states.add(change?.state ?? 'not_comparable')
    expect(body.share_of_voice).toEqual({
      overall_sov_pct: voice(answers),
      interval: drawn(answers),
      other_prompts_interval: ofOtherPrompts(answers),
      change: near(change ? inUnits(change, 100) : noPreviousDays),
      smallest_detectable_change: detectable === null ? null : expect.closeTo(detectable * 100, 2),
      total_brand_mentions: sum(answers, 0, 'mentions'),
      total_competitor_mentions: theirs(answers),
      by_platform: [...Map.groupBy(answers, ({ platform, model }) => `${platform} ${model}`)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, of]) => ({
          platform: key.split(' ')[0],
          model_used: key.split(' ')[1],
          brand_mentions: sum(of, 0, 'mentions'),
          competitor_mentions: theirs(of),
          sov_pct: voice(of),
          interval: drawn(of),
        })),
    })
  }
  expect(states.size).toBeGreaterThan(2)
})

test('top_urls of citations are paged independently of top_domains', async () => {
  const whole = await read('citations', { limit: 500 })
  expect(whole.top_urls.length).toBeGreaterThan(4)
  const pages: Json[] = []
  let cursor: string | undefined
  do {
    const page = await read('citations', { limit: 2, top_urls_cursor: cursor })
    expect(page.top_domains).toEqual(whole.top_domains.slice(0, 2))
    pages.push(...page.top_urls)
    cursor = page.next_top_urls_cursor ?? undefined
  } while (cursor !== undefined)
  expect(pages).toEqual(whole.top_urls)
  expect(whole).toMatchObject({ next_cursor: null, next_top_urls_cursor: null })
  const { text } = await history.owner.call(
    `GET /api/metrics/citations.csv?brand_id=${history.brand.id}&table=top_urls`,
  )
  expect(text.trim().split('\r\n')).toHaveLength(1 + whole.top_urls.length)
})

test('citations match the answers, in any category', async () => {
  for (const [index, scope] of samples(40, 3).entries()) {
    const category = index % 3 === 2 ? historyCategories[index % 4] : undefined
    const answers = answersIn(scope)
    const within = answers.map((answer) => ({
      ...answer,
      cites: answer.cites.filter((cite) => !category || cite.category === category),
    }))
    const all = within.flatMap(({ cites }) => cites)
    const body = await read('citations', { ...scope, category, limit: 500 })
    const counted = (key: 'domain' | 'url') =>
      [...Map.groupBy(all, (cite) => cite[key])].map(([name, cites]) => {
        const citing = within.filter((answer) => answer.cites.some((cite) => cite[key] === name))
        return {
          [key]: name,
          total_citations: cites.length,
          results_citing: citing.length,
          usage_pct: pct(citing.length, answers.length),
          usage_interval: pooled(citing.length, answers.length, answers),
          results_mentioning: citing.filter(isNamed).length,
          brand_mentioned_pct: pct(citing.filter(isNamed).length, citing.length),
          brand_mentioned_interval: pooled(citing.filter(isNamed).length, citing.length, answers),
        }
      })
    expect(body, JSON.stringify({ scope, category })).toMatchObject({
      result_count: answers.length,
      totals: {
        domains: new Set(all.map(({ domain }) => domain)).size,
        urls: new Set(all.map(({ url }) => url)).size,
        citations: all.length,
        results_with_citations: within.filter(({ cites }) => cites.length > 0).length,
        avg_citations_per_result: answers.length === 0 ? null : round(all.length / answers.length),
      },
    })
    const plain = ({ category: _, title: __, change: ___, ...row }: Json) => row
    expect(body.top_domains.map(plain).toSorted(byDomain)).toEqual(counted('domain').toSorted(byDomain))
    expect(
      body.top_urls
        .map(plain)
        .map(({ domain: _, ...row }: Json) => row)
        .toSorted(byUrl),
    ).toEqual(counted('url').toSorted(byUrl))
    const fallingCounts = body.top_domains.map((row: Json) => row.total_citations)
    expect(fallingCounts).toEqual(fallingCounts.toSorted((a: number, b: number) => b - a))
    for (const { domain, category: shown } of body.top_domains) {
      const kinds = Map.groupBy(
        all.filter((cite) => cite.domain === domain),
        (cite) => cite.category,
      )
      expect(kinds.get(shown)?.length).toBe(Math.max(...[...kinds.values()].map((cites) => cites.length)))
    }
    const everything = answers.flatMap(({ cites }) => cites)
    const breakdown = [...Map.groupBy(everything, (cite) => cite.category)].map(([kind, cites]) => ({
      category: kind,
      citations: cites.length,
      domains: new Set(cites.map(({ domain }) => domain)).size,
      pct: pct(cites.length, everything.length),
    }))
    expect(body.source_type_breakdown.toSorted(byCategory)).toEqual(breakdown.toSorted(byCategory))
  }
})

test('prompt performance matches the answers, and its pages add up to the whole list', async () => {
  for (const scope of samples(30, 4)) {
    const answers = answersIn(scope)
    const whole = (await read('prompt-performance', { ...scope, limit: 500 })).prompts
    const listed = history.prompts.filter((prompt) => isSelected(scope, prompt, 'none'))
    expect(whole.map((row: Json) => row.prompt_id).toSorted()).toEqual(listed.map(({ id }) => id).toSorted())
    for (const row of whole) {
      const own = answers.filter(({ prompt }) => prompt.id === row.prompt_id)
      const means = [...Map.groupBy(own, ({ platform }) => platform).values()].map((of) => exactScore(of, 0))
      expect(row, JSON.stringify(scope)).toMatchObject({
        result_count: own.length,
        avg_visibility_score: score(own, 0),
        mention_rate_pct: rate(own, 0),
        total_mentions: sum(own, 0, 'mentions'),
        total_citations: sum(own, 0, 'own'),
        avg_competitor_score: competitorScore(own),
        interval: interval(own, namesEntity(0), rateKind),
        volume: null,
      })
      const mean = (platform: string) =>
        exactScore(
          own.filter((answer) => answer.platform === platform),
          0,
        )
      if (own.length === 0) expect([row.best_platform, row.worst_platform]).toEqual([null, null])
      else
        expect([mean(row.best_platform), mean(row.worst_platform)]).toEqual([
          Math.max(...means),
          Math.min(...means),
        ])
    }
    const paged: Json[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await read('prompt-performance', { ...scope, limit: 4, ...(cursor && { cursor }) })
      paged.push(...page.prompts)
      cursor = page.next_cursor
    }
    expect(paged).toEqual(whole)
    // A filter on one prompt returns the numbers that the prompt has in the whole list.
    const last = whole.slice(-1)
    if (last[0])
      expect(
        (await read('prompt-performance', { ...scope, prompt_id: last[0].prompt_id, limit: 1 })).prompts,
      ).toEqual(last)
    const known = whole.map((row: Json) => row.avg_visibility_score).filter((value: Json) => value !== null)
    expect(known).toEqual(known.toSorted((a: number, b: number) => b - a))
  }
})

test('the changes of a summary match the answers of the previous window', async () => {
  const tested = new Set<boolean>()
  for (const scope of samples(30, 7)) {
    const { changes, intervals, sentiment } = await read('visibility-summary', scope)
    const previous = previousDays(scope)
    const isKnown = previous === null || [previous, scope].every((each) => isSentimentKnown(answersIn(each)))
    expect(changes, JSON.stringify(scope)).toEqual({
      mention_rate_pct: near(computeChange(scope, namesEntity(0), rateKind)),
      citation_rate_pct: near(computeChange(scope, citesEntity(0), rateKind)),
      positive_sentiment_pct: isKnown
        ? near(computeChange(scope, isPositive, rateKind, isPortrayed))
        : expect.objectContaining({ previous: null, current: null, delta: null }),
      avg_position: near(positionChange(scope)),
    })
    expect(intervals.avg_position).toEqual(positionInterval(answersIn(scope), 0))
    expect(intervals.positive_sentiment_pct).toEqual(
      isSentimentKnown(answersIn(scope))
        ? interval(answersIn(scope), isPositive, rateKind, isPortrayed)
        : null,
    )
    expect(sentiment.positive).toBe(answersIn(scope).filter((answer) => isPositive(answer) === 1).length)
    for (const change of Object.values<Json>(changes)) tested.add(change.p_value !== null)
  }
  expect(tested.size).toBe(2)
})

test('previous and change add up to the value over the common cells, which a matched trend averages', async () => {
  let [matched, differing] = [0, 0]
  for (const scope of samples(90, 11)) {
    const previous = previousDays(scope)
    if (previous === null) {
      await expect(read('visibility-trend', { ...scope, matched: 'true' })).rejects.toThrow(
        'requires a first day',
      )
      continue
    }
    const earlier = new Set(answersIn(previous).map(cellKey))
    const common = answersIn(scope).filter((answer) => earlier.has(cellKey(answer)))
    const summary = await read('visibility-summary', scope)
    const comparison = await read('competitor-comparison', scope)
    const changes: Json[] = [
      summary.change,
      ...Object.values(summary.changes),
      comparison.share_of_voice.change,
      ...comparison.competitors.map(({ change }: Json) => change),
    ]
    for (const { previous: before, delta, current } of changes)
      if (delta !== null) expect(before + delta).toBeCloseTo(current, 9)
    if (summary.change.delta !== null) {
      expect(summary.change.current).toBeCloseTo(score(common, 0) ?? -1, 9)
      expect(summary.changes.mention_rate_pct.current).toBeCloseTo(rate(common, 0) ?? -1, 9)
      if (common.length === answersIn(scope).length)
        expect(summary.change.current).toBe(summary.avg_visibility_score)
      else differing += 1
    }
    for (const granularity of ['day', 'week']) {
      const { buckets } = await read('visibility-trend', { ...scope, granularity, matched: 'true' })
      const sum = (value: (bucket: Json) => number) =>
        buckets.reduce((all: number, bucket: Json) => all + value(bucket), 0)
      expect(sum(({ result_count }) => result_count)).toBe(common.length)
      if (common.length === 0) continue
      const mean = sum((bucket) => bucket.result_count * bucket.avg_visibility_score) / common.length
      expect(mean).toBeCloseTo(exactScore(common, 0) / 1000, 1)
      matched += 1
    }
  }
  expect(Math.min(matched, differing)).toBeGreaterThan(5)
})

test('topics and products match the answers', async () => {
  for (const scope of samples(30, 5)) {
    const answers = answersIn(scope)
    const { topics } = await read('topics', scope)
    for (const topic of topics) {
      const own = answers.filter(({ prompt }) => prompt.topic_id === topic.id)
      expect(topic).toMatchObject({
        result_count: own.length,
        avg_visibility_score: score(own, 0),
        score_interval: interval(own, getScore(0), scoreKind),
      })
    }
    const { products } = await read('product-visibility', scope)
    const seen = (of: WrittenAnswer[]) => ({
      result_count: of.length,
      mention_rate_pct: rate(of, history.product.number),
      interval: interval(of, namesEntity(history.product.number), rateKind),
      total_mentions: sum(of, history.product.number, 'mentions'),
      card_appearances: 0,
    })
    expect(products, JSON.stringify(scope)).toEqual([
      {
        product_id: history.product.id,
        name: 'Zorvex Glide',
        ...seen(answers),
        by_platform: [...Map.groupBy(answers, ({ platform }) => platform)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([platform, of]) => ({ platform, ...seen(of) })),
      },
    ])
  }
})

test('groups by topic, tag, persona and market match the answers, and so do their filters', async () => {
  const keysOf: Record<string, (answer: WrittenAnswer) => string[]> = {
    topic: ({ prompt }) => [prompt.topic_id].filter(Boolean),
    tag: ({ prompt }) => prompt.tags,
    persona: ({ prompt }) => [prompt.persona_id ?? 'none'],
    market: ({ prompt, region }) => [`${region}/${prompt.language ?? 'none'}`],
  }
  let compared = 0
  for (const scope of samples(10, 11))
    for (const [by, getKeys] of Object.entries(keysOf)) {
      const { groups, group_platforms } = await read('prompt-groups', { ...scope, by })
      const answers = answersIn(scope)
      const answered = groups.filter(({ result_count }: Json) => result_count > 0)
      expect(answered.map(({ key }: Json) => key).sort(), by).toEqual(
        [...new Set(answers.flatMap(getKeys))].sort(),
      )
      for (const group of groups) {
        const own = answers.filter((answer) => getKeys(answer).includes(group.key))
        expect(group, JSON.stringify({ ...scope, by })).toMatchObject({
          result_count: own.length,
          avg_visibility_score: score(own, 0),
          score_interval: interval(own, getScore(0), scoreKind),
          mention_rate_pct: rate(own, 0),
          mention_interval: interval(own, namesEntity(0), rateKind),
        })
      }
      expect(group_platforms).toHaveLength(
        new Set(answers.flatMap((each) => getKeys(each).map((key) => `${key} ${each.platform}`))).size,
      )
      const [first] = answered
      if (!first || Object.keys(first.filter).some((name) => name in scope)) continue
      const { result_count, avg_visibility_score, mention_rate_pct } = first
      expect(await read('visibility-summary', { ...scope, ...first.filter })).toMatchObject({
        result_count,
        avg_visibility_score,
        mention_rate_pct,
      })
      compared += 1
    }
  expect(compared).toBeGreaterThan(5)
})

test('days, weeks, platforms and totals agree between metrics', async () => {
  const summary = (scope: Scope) => read('visibility-summary', scope)
  const { buckets } = await read('visibility-trend', {})
  for (const bucket of buckets.slice(30, 40)) {
    const { avg_visibility_score, intervals } = await summary({
      date_from: bucket.date,
      date_to: bucket.date,
    })
    expect([bucket.avg_visibility_score, bucket.interval]).toEqual([
      avg_visibility_score,
      intervals.avg_visibility_score,
    ])
  }
  const weeks = (await read('visibility-trend', { granularity: 'week' })).buckets
  for (const week of weeks.slice(5, 9)) {
    const last = new Date(Date.parse(week.date) + 6 * 86_400_000).toISOString().slice(0, 10)
    const { avg_visibility_score, intervals } = await summary({ date_from: week.date, date_to: last })
    expect([week.avg_visibility_score, week.interval]).toEqual([
      avg_visibility_score,
      intervals.avg_visibility_score,
    ])
  }
  const total = await summary({})
  for (const row of total.by_platform) {
    const alone = await summary({ platform: [row.platform], model: [row.model_used] })
    expect([row.avg_visibility_score, row.mention_rate_pct, row.interval]).toEqual([
      alone.avg_visibility_score,
      alone.mention_rate_pct,
      alone.intervals.mention_rate_pct,
    ])
  }
  const { brand, competitors } = await read('competitor-comparison', {})
  expect(brand).toMatchObject({
    avg_visibility_score: total.avg_visibility_score,
    mention_rate_pct: total.mention_rate_pct,
    interval: total.intervals.mention_rate_pct,
    avg_position: total.avg_position,
  })
  for (const top of total.top_competitors) expect(competitors).toContainEqual(expect.objectContaining(top))
})

test('deleted competitors and days without answers are in no number', async () => {
  const [gone] = history.competitors.splice(0, 1)
  await sql`delete from competitors where brand_id = ${history.brand.id} and id = ${gone?.id}`.execute(
    service.base.db,
  )
  const lost = new Set(['2024-12-05', '2024-12-31', '2025-02-20'])
  const ids = history.answers.filter((answer) => lost.has(answer.day)).map(({ id }) => id)
  await sql`delete from answers where brand_id = ${history.brand.id} and id = any(${ids}::uuid[])`.execute(
    service.base.db,
  )
  for (const each of lost) await markDirty(history.ctx, history.brand.id, each)
  history.answers = history.answers.filter((answer) => !lost.has(answer.day))
  for (const scope of samples(20, 6)) {
    const answers = answersIn(scope)
    const { share_of_voice, competitors } = await read('competitor-comparison', scope)
    expect(share_of_voice.total_competitor_mentions).toBe(
      history.competitors.reduce((all, { number }) => all + sum(answers, number, 'mentions'), 0),
    )
    expect(competitors).toHaveLength(2)
    const { totals } = await read('citations', scope)
    expect(totals.citations).toBe(answers.flatMap(({ cites }) => cites).length)
    const { buckets } = await read('visibility-trend', scope)
    expect(buckets.map((each: Json) => each.avg_competitor_score)).toEqual(
      [...Map.groupBy(answers, (answer) => answer.day)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, of]) => competitorScore(of)),
    )
  }
})

function read(metric: string, query: Record<string, unknown>): Promise<Json> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams({ brand_id: history.brand.id })
  for (const [name, value] of given) parameters.set(name, String(value))
  return history.owner.ok(`GET /api/metrics/${metric}?${parameters}`)
}

function answersIn({ date_from, date_to, platform, model, region, ...byPrompt }: Scope): WrittenAnswer[] {
  return history.answers.filter(
    (answer) =>
      (!date_from || answer.day >= date_from) &&
      (!date_to || answer.day <= date_to) &&
      (!platform || platform.includes(answer.platform)) &&
      (!model || model.includes(answer.model)) &&
      (!region || region.includes(answer.region)) &&
      isSelected(byPrompt, answer.prompt, 'none'),
  )
}

const isNamed = (answer: WrittenAnswer) => (answer.entities.get(0)?.mentions ?? 0) > 0
const round = (value: number) => Math.round(value * 100) / 100
const pct = (part: number, whole: number) => (whole === 0 ? null : round((100 * part) / whole))
const sum = (answers: WrittenAnswer[], number: number, key: 'mentions' | 'own' | 'rank' | 'milli') =>
  answers.reduce((all, answer) => all + (answer.entities.get(number)?.[key] ?? 0), 0)
const naming = (answers: WrittenAnswer[], number: number) =>
  answers.filter((answer) => (answer.entities.get(number)?.mentions ?? 0) > 0).length
const rate = (answers: WrittenAnswer[], number: number) => pct(naming(answers, number), answers.length)
const citing = (answers: WrittenAnswer[], number: number) =>
  answers.filter((answer) => (answer.entities.get(number)?.own ?? 0) > 0).length
const citationRate = (answers: WrittenAnswer[], number: number) =>
  pct(citing(answers, number), answers.length)
const meanPosition = (answers: WrittenAnswer[], number: number) => {
  const named = naming(answers, number)
  return named === 0 ? null : round(sum(answers, number, 'rank') / named)
}
const shareOfVoice = (answers: WrittenAnswer[], number: number) =>
  pct(
    sum(answers, number, 'mentions'),
    [0, ...history.competitors.map((each) => each.number)].reduce(
      (all, each) => all + sum(answers, each, 'mentions'),
      0,
    ),
  )
const countPortrayed = (answers: WrittenAnswer[]) => ({
  positive: answers.filter((answer) => isPositive(answer) === 1).length,
  all: answers.filter((answer) => isPortrayed(answer) === 1).length,
})
/** Whether at least three quarters of the answers that mention the brand have a sentiment. */
const isSentimentKnown = (answers: WrittenAnswer[]) => {
  const named = answers.filter((answer) => namesEntity(0)(answer) === 1).length
  return named > 0 && 4 * countPortrayed(answers).all >= 3 * named
}
const exactScore = (answers: WrittenAnswer[], number: number) =>
  sum(answers, number, 'milli') / answers.length
const score = (answers: WrittenAnswer[], number: number) =>
  answers.length === 0 ? null : round(exactScore(answers, number) / 1000)

function competitorScore(answers: WrittenAnswer[]): number | null {
  const all = history.competitors.reduce((total, { number }) => total + sum(answers, number, 'milli'), 0)
  return answers.length === 0 ? null : round(all / 1000 / (answers.length * history.competitors.length))
}

function entity(answers: WrittenAnswer[], number: number) {
  const named = naming(answers, number)
  return {
    avg_visibility_score: score(answers, number),
    ai_visibility_score: score(answers, number),
    mention_rate_pct: rate(answers, number),
    citation_rate_pct: citationRate(answers, number),
    share_of_voice_pct: shareOfVoice(answers, number),
    interval: interval(answers, namesEntity(number), rateKind),
    score_interval: interval(answers, getScore(number), scoreKind),
    avg_position: meanPosition(answers, number),
    position_interval: positionInterval(answers, number),
    total_mentions: sum(answers, number, 'mentions'),
    total_citations: sum(answers, number, 'own'),
    appearance_count: named,
  }
}

const getScore = (number: number) => (answer: WrittenAnswer) => answer.entities.get(number)?.milli ?? 0
const namesEntity = (number: number) => (answer: WrittenAnswer) =>
  Number((answer.entities.get(number)?.mentions ?? 0) > 0)

const citesEntity = (number: number) => (answer: WrittenAnswer) =>
  Number((answer.entities.get(number)?.own ?? 0) > 0)
const getMentions = (number: number) => (answer: WrittenAnswer) => answer.entities.get(number)?.mentions ?? 0
const trackedMentions = (answer: WrittenAnswer) =>
  [0, ...history.competitors.map(({ number }) => number)].reduce(
    (all, number) => all + getMentions(number)(answer),
    0,
  )

type Value = (answer: WrittenAnswer) => number
const one: Value = () => 1

/** The largest value of a number, whether an answer counts as 0 or 1, and the factor to the unit of the API. */
type Kind = { max: number; isRate: boolean; factor: number }
const rateKind: Kind = { max: 1, isRate: true, factor: 100 }
const scoreKind: Kind = { max: 100_000, isRate: false, factor: 1 / 1000 }
const shareKind: Kind = { max: 1, isRate: false, factor: 100 }

/** Adds up the answers of a stratum by day. `y` and `x`: what an answer adds to the numerator and to the denominator. */
function daySums(answers: readonly WrittenAnswer[], y: Value, x: Value): DaySums {
  const sums = { days: 0, answers: 0, n: 0, y: 0, x: 0, nn: 0, yy: 0, xx: 0, xy: 0, yn: 0, xn: 0 }
  for (const [, of] of Map.groupBy(answers, ({ day }) => day)) {
    const n = of.length
    const [own, all] = [y, x].map((value) => of.reduce((total, answer) => total + value(answer), 0))
    const [dayY = 0, dayX = 0] = [own, all]
    sums.days += 1
    sums.answers += n
    sums.n += n
    sums.y += dayY
    sums.x += dayX
    sums.nn += n * n
    sums.yy += dayY * dayY
    sums.xx += dayX * dayX
    sums.xy += dayX * dayY
    sums.yn += dayY * n
    sums.xn += dayX * n
  }
  return sums
}

function interval(answers: WrittenAnswer[], y: Value, { factor, ...kind }: Kind, x: Value = one) {
  const strata = [...Map.groupBy(answers, toRowKey).values()].map((of) => daySums(of, y, x))
  const found = stratifiedInterval(toColumns(strata), kind)
  return found && { ...found, low: round(found.low * factor), high: round(found.high * factor) }
}

const namesBefore =
  (number: number): Value =>
  (answer) =>
    Math.max(0, (answer.entities.get(number)?.rank ?? 0) - 1)

/** The number of named competitors, or more: in this history products have a rank too. */
function maxNamesBefore(answers: WrittenAnswer[], number: number) {
  const named = history.competitors.filter((each) => answers.some(namesEntity(each.number)))
  const strata = [...Map.groupBy(answers, toRowKey).values()].map((of) =>
    daySums(of, namesBefore(number), namesEntity(number)),
  )
  return Math.max(named.length, ...strata.map(({ x, y }) => (x === 0 ? 0 : Math.ceil(y / x))))
}

function positionInterval(answers: WrittenAnswer[], number: number) {
  const max = maxNamesBefore(answers, number)
  if (max === 0) return null
  const kind = { max, isRate: false, factor: 1 }
  const found = interval(answers, namesBefore(number), kind, namesEntity(number))
  return found && { ...found, low: round(found.low + 1), high: round(found.high + 1) }
}

const inPct = <T extends { low: number; high: number } | null>(found: T) =>
  found && { ...found, low: round(found.low * 100), high: round(found.high * 100) }

/** The `answers` of a row and day are one sample. */
function pooled(hits: number, n: number, answers: WrittenAnswer[]) {
  if (n === 0) return null
  const rows = [...Map.groupBy(answers, toRowKey).values()].map((of) => daySums(of, one, one))
  const perDay = rows.reduce((sum, { nn }) => sum + nn, 0) / answers.length
  const limits = inPct(wilson(hits / perDay, n / perDay))
  return limits && { ...limits, level: 0.95, method: 'pooled_wilson' }
}

const toRowKey = ({ prompt, platform, model, region }: WrittenAnswer) =>
  [prompt.id, platform, model, region].join()

const cellKey = ({ prompt, platform, region }: WrittenAnswer) => [prompt.id, platform, region].join(' ')

const noPreviousDays: Difference = { previous: null, current: null, delta: null, p_value: null }

/** Returns the previous window of equal length. */
function previousDays(scope: Scope): Scope | null {
  const { date_from, date_to } = scope
  if (date_from === undefined) return null
  const length = Date.parse(date_to ?? isoDay(Date.now())) - Date.parse(date_from)
  const before = Date.parse(date_from) - 86_400_000
  return { ...scope, date_from: isoDay(before - length), date_to: isoDay(before) }
}

function computeChange(scope: Scope, y: Value, { factor }: Kind, x: Value = one): Difference {
  const previous = previousDays(scope)
  if (previous === null) return noPreviousDays
  return inUnits(getTest(answersIn(previous), answersIn(scope), y, x), factor)
}

/** The score of the brand minus the score of a competitor, before and now. */
function gapChange(scope: Scope, number: number) {
  const own = computeChange(scope, getScore(0), scoreKind)
  const theirs = computeChange(scope, getScore(number), scoreKind)
  const minus = (key: 'previous' | 'current' | 'delta') =>
    own[key] === null || theirs[key] === null ? null : expect.closeTo(own[key] - theirs[key], 6)
  return expect.objectContaining({
    previous: minus('previous'),
    current: minus('current'),
    delta: minus('delta'),
  })
}

function getTest(before: WrittenAnswer[], after: WrittenAnswer[], y: Value, x: Value) {
  const keys = [...new Set([...before, ...after].map(cellKey))].sort()
  const [earlier, later] = [before, after].map((answers) => {
    const groups = [...Map.groupBy(answers, cellKey)]
    const sums = groups.map(([, of]) => addByModel(of, y, x))
    return {
      columns: toColumns(sums),
      keys: groups.map(([key]) => keys.indexOf(key)),
      prompts: groups.map(([, of]) => of[0]?.prompt.id ?? ''),
      n: Float64Array.from(sums, ({ n }) => n),
    }
  })
  if (!earlier || !later) throw new Error('Two windows are compared')
  return testChange(pairCells(earlier, later), earlier.columns, later.columns)
}

/** A cell is the sum of its rows. */
function addByModel(answers: WrittenAnswer[], y: Value, x: Value): DaySums {
  const parts = [...Map.groupBy(answers, toRowKey).values()].map((of) => daySums(of, y, x))
  const total = (name: keyof DaySums) => parts.reduce((all, part) => all + part[name], 0)
  const [first] = parts
  if (!first) throw new Error('A cell has answers')
  return Object.fromEntries(Object.keys(first).map((name) => [name, total(name as keyof DaySums)])) as DaySums
}

function positionChange(scope: Scope): Difference {
  const change = computeChange(scope, namesBefore(0), { max: 1, isRate: false, factor: 1 }, namesEntity(0))
  const toPosition = (number: number | null) => (number === null ? null : round(number + 1))
  return { ...change, previous: toPosition(change.previous), current: toPosition(change.current) }
}

type Difference = Pick<TestedChange, 'previous' | 'delta' | 'p_value'> & { current: number | null }

function inUnits({ previous, delta, p_value }: TestedChange, factor: number): Difference {
  if (previous === null || delta === null) return noPreviousDays
  const [before, now] = [round(previous * factor), round((previous + delta) * factor)]
  return { previous: before, current: now, delta: round(now - before), p_value }
}

/**
 * A difference and any state, which belongs to the established change. Floating-point sums in a different order differ in their
 * last digits.
 */
function near(change: Difference): Json {
  const numbers = Object.entries(change).map(([name, value]) => [
    name,
    typeof value === 'number' ? expect.closeTo(value, name === 'p_value' ? 9 : 2) : value,
  ])
  return expect.objectContaining(Object.fromEntries(numbers))
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const isPortrayed: Value = (answer) => Number((answer.entities.get(0)?.sentiment ?? 0) > 0)
const isPositive: Value = (answer) => Number(answer.entities.get(0)?.sentiment === 1)

function getMonday(date: string): string {
  const at = new Date(date)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

function dayAt(offset: number): string {
  return new Date(Date.parse(historyStart) + offset * 86_400_000).toISOString().slice(0, 10)
}

const by = (key: string) => (a: Json, b: Json) => (a[key] < b[key] ? -1 : 1)
const byName = by('name')
const byDomain = by('domain')
const byUrl = by('url')
const byCategory = by('category')
