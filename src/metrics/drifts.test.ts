import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { type Scope, unfiltered } from '../answers/scope.ts'
import { visibilityScoreMilli } from '../answers/visibility-score.ts'
import { daysAfter } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { evaluateChanges } from './changes.ts'
import { driftAt, readDrifts, readPromptDrifts } from './drifts.ts'
import { addAnswers, createHistory, type History, type WrittenAnswer } from './random-history.fixture.ts'
import { trendNumbers } from './rollup-rows.ts'
import { dayNumber, readDays, readWindow } from './rollups.ts'
import { getSeries } from './statistics/change-detection/daily-sums.ts'
import { computeDrift } from './statistics/change-detection/drift.ts'
import { computeDifference } from './statistics/change-detection/leads.ts'
import { levelInterval } from './statistics/change-detection/level-interval.fixture.ts'
import { headlineNumbers } from './statistics/change-detection/overview.ts'
import { seededRandom } from './statistics/seeded-random.ts'
import { computeTotals } from './totals.ts'
import { rateIntervalPct, scoreInterval } from './values.ts'

const service = await sharedService()

const start = '2025-01-01'
const lastDay = 69
const platforms = ['chatgpt', 'gemini']

const evaluated = await evaluatedHistory(lastDay + 1)

test('the drift of a window covers the days until its last, over all platforms and on each one', async () => {
  const { ctx, scope, series } = evaluated
  for (const days of [1, 7, 30])
    for (const platform of [null, ...platforms]) {
      const ofPlatform = { ...scope(days), platforms: platform === null ? null : [platform] }
      const drifts = await readWindow(ctx, ofPlatform, readDrifts)
      for (const number of headlineNumbers)
        expect(drifts(number)).toEqual(computeDrift(series(number, platform), getWindow(days)))
      expect(drifts('score', { platform: 'gemini' })).toEqual(
        computeDrift(series('score', 'gemini'), getWindow(days)),
      )
    }
})

test('with one answer per prompt, platform and day, intervals treat days as clusters with drift', async () => {
  const { ctx, scope, series } = evaluated
  const { all, drifts } = await readWindow(
    ctx,
    scope(30),
    async (window) => ({ all: computeTotals(window).all, drifts: await readDrifts(window) }),
    { numbers: trendNumbers },
  )
  const window = getWindow(30)
  const mentionRate = levelInterval(series('mention_rate', null), window, { max: 1 })
  expect(drifts('mention_rate')?.variance).toBeGreaterThan(0)
  expect(rateIntervalPct(all.strata.mention_rate, drifts('mention_rate'))).toEqual({
    ...mentionRate,
    low: expect.closeTo(100 * (mentionRate?.low ?? 0), 2),
    high: expect.closeTo(100 * (mentionRate?.high ?? 0), 2),
  })
  const score = levelInterval(series('score', null), window, { max: 100_000 })
  expect(scoreInterval(all.strata.score, drifts('score'))).toEqual({
    ...score,
    low: expect.closeTo((score?.low ?? 0) / 1000, 2),
    high: expect.closeTo((score?.high ?? 0) / 1000, 2),
  })
})

test('the drift of the gap to a competitor is the drift of the difference of both scores', async () => {
  const { ctx, scope, days, history } = evaluated
  const drifts = await readWindow(ctx, scope(30), readDrifts)
  for (const { number } of history.competitors) {
    const theirs = days.competitorScores.get(number)
    if (!theirs) throw new Error('The competitor is tracked')
    const gap = computeDifference(days.sums.score, theirs, days.answers.dayCount)
    const expected = computeDrift(getSeries(days.answers, gap, null), getWindow(30))
    expect(expected?.variance).toBeGreaterThan(0)
    const found = drifts('score_gap', { entity: number })
    expect(found?.variance).toBeCloseTo(expected?.variance ?? 0, 6)
    expect(found?.ratio).toBeCloseTo(expected?.ratio ?? 0, 6)
  }
})

test('the drift of one prompt is the drift of the mean over all prompts times their number', async () => {
  const { ctx, scope, history } = evaluated
  const [ofAll, ofOne] = await readWindow(ctx, scope(7), async (window) => [
    (await readDrifts(window))('mention_rate'),
    (await readPromptDrifts(window))('mention_rate'),
  ])
  expect(ofOne?.variance).toBeCloseTo((ofAll?.variance ?? 0) * history.prompts.length, 12)
  expect(ofOne?.ratio).toBe(ofAll?.ratio)
})

test('a number at another level drifts as much in logits, and not at all at 0 and at its largest value', () => {
  const drift = { variance: 0.01, ratio: 0.5 }
  expect(driftAt(drift, 0.5)).toEqual(drift)
  // The slope of the logistic function is p(1 − p): 0.09 instead of 0.25.
  expect(driftAt(drift, 0.1)?.variance).toBeCloseTo(0.01 * (0.09 / 0.25) ** 2, 12)
  expect(driftAt(drift, 0)?.variance).toBe(0)
  expect(driftAt({ variance: 1, ratio: 50 }, 100, 100)?.variance).toBe(0)
  expect(driftAt(null, 0.5)).toBeNull()
})

test('the drift is unknown with filters other than one platform', async () => {
  const { ctx, scope } = evaluated
  for (const filter of [
    { prompts: { branded: ['false'] } },
    { models: ['m-1'] },
    { regions: ['US'] },
    { platforms },
  ]) {
    const drifts = await readWindow(ctx, { ...scope(30), ...filter }, readDrifts)
    expect(drifts('score')).toBeNull()
  }
})

test('the drift is unknown for a brand with less than 28 days of answers', async () => {
  const { ctx, scope } = await evaluatedHistory(27)
  const drifts = await readWindow(ctx, scope(7), readDrifts)
  expect(drifts('score')).toBeNull()
})

const getWindow = (days: number) => {
  const to = dayNumber(daysAfter(start, lastDay))
  return { from: to - days + 1, to }
}

/** `days`: before the current one. */
async function evaluatedHistory(days: number) {
  const history = await createHistory(service)
  const first = lastDay + 1 - days
  await addAnswers(history, driftingAnswers(history, first))
  const ctx = { ...history.ctx, now: () => new Date(`${daysAfter(start, lastDay + 1)}T12:00:00Z`) }
  await evaluateChanges(ctx, history.brand.id)
  const to = daysAfter(start, lastDay)
  const scope = (length: number): Scope & { from: string; to: string } => ({
    ...unfiltered,
    brand: history.brand as Scope['brand'],
    from: daysAfter(to, 1 - length),
    to,
  })
  const read = await readDays(ctx, scope(days))
  const { answers, sums } = read
  const series = (number: (typeof headlineNumbers)[number], platform: string | null) =>
    getSeries(answers, sums[number], platform)
  return { ctx, scope, series, days: read, history }
}

/** Every prompt is mentioned often in some weeks and rarely in the others. */
function driftingAnswers(history: History, first: number): WrittenAnswer[] {
  const random = seededRandom(5)
  const answers: WrittenAnswer[] = []
  for (let day = first; day <= lastDay; day += 1)
    for (const [index, prompt] of history.prompts.entries())
      for (const platform of platforms) {
        const isNamed = random() < (Math.floor(day / 10 + index / 3) % 2 === 0 ? 0.2 : 0.8)
        const rank = isNamed ? 1 : 0
        const milli = visibilityScoreMilli({ named: isNamed, cited: false, rank: isNamed ? 1 : null })
        answers.push({
          id: newId(),
          day: daysAfter(start, day),
          prompt,
          platform,
          model: 'm-1',
          region: '',
          entities: new Map([
            [0, { mentions: rank, rank, own: 0, milli, sentiment: isNamed ? 1 + (day % 3) : 0 }],
          ]),
          cites: [],
        })
      }
  return answers
}
