import { expect, test } from 'vitest'
import { addUpDays } from '../metrics/statistics/day-sums.ts'
import { assess } from './assess.ts'
import type { PromptEvidence } from './gap-evidence.ts'
import type { EntityResults } from './gap-query.ts'

const window = { from: '2026-03-01', to: '2026-03-30' }

/** A seeded generator, so that every test run has the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Draws answers in which the brand and each competitor are mentioned with a given probability and a random rank. */
function drawEvidence(
  random: () => number,
  answers: number,
  brandRate: number,
  competitorRates: number[],
): PromptEvidence {
  const nothing = (): EntityResults => ({
    mentioned: 0,
    cited: 0,
    mention_weight: 0,
    score_millipoints: 0,
    rank_sum: 0,
  })
  const sides = [nothing(), ...competitorRates.map(nothing)]
  const scores = Array.from({ length: answers }, () => {
    const mentioned = [brandRate, ...competitorRates]
      .flatMap((rate, entity) => (random() < rate ? [{ entity, lot: random() }] : []))
      .sort((a, b) => a.lot - b.lot)
    const own = sides.map(() => 0)
    for (const [index, { entity }] of mentioned.entries()) own[entity] = 60_000 + 15_000 / (index + 1)
    for (const [entity, score] of own.entries()) {
      const side = sides[entity]
      if (side && score > 0)
        Object.assign(side, {
          mentioned: side.mentioned + 1,
          mention_weight: side.mention_weight + 1,
          score_millipoints: side.score_millipoints + score,
        })
    }
    return own
  })
  const order = competitorRates.map((_, index) => index + 1)
  const total = (entity: number) => sides[entity]?.score_millipoints ?? 0
  order.sort((a, b) => total(b) - total(a))
  const gaps = scores.map((own) => (own[order[0] ?? 0] ?? 0) - (own[0] ?? 0))
  return {
    prompt_id: 'p',
    text: 'Which?',
    category: 'best',
    language: 'en',
    region: '',
    intent: 'transactional',
    volume: { total: 100_000, ai_low: null, ai_high: null, source: 's', keywords: [] },
    answers,
    weight: answers,
    missed: 0,
    behind: 0,
    simulated: false,
    brand: sides[0] ?? nothing(),
    competitors: order.map((entity) => ({
      competitor_id: String(entity),
      name: String(entity),
      ...(sides[entity] ?? nothing()),
    })),
    strata: [addUpDays(gaps.map((y) => ({ n: 1, y })))],
    drift: null,
    categories: [{ category: 'review', citations: 1 }],
    sources: [],
    answer_ids: [],
    searches: [],
  }
}

test('without a real gap, at most one prompt in twenty is established, and none has a high impact', () => {
  const random = randomFrom(7)
  for (const answers of [10, 20, 60]) {
    const rounds = 400
    const found = Array.from({ length: rounds }, () =>
      assess(drawEvidence(random, answers, 0.5, [0.5, 0.5, 0.5, 0.5, 0.5]), window, 'Acme'),
    )
    const established = found.filter((each) => each?.opportunity.source_data.certainty === 'established')
    expect(established.length / rounds, `${answers} answers`).toBeLessThan(0.05)
    expect(found.filter((each) => each?.opportunity.impact === 'high')).toEqual([])
  }
})

test('fewer than ten answers never have a high impact, whatever they contain', () => {
  const random = randomFrom(8)
  for (let answers = 1; answers < 10; answers += 1) {
    const found = assess(drawEvidence(random, answers, 0, [1]), window, 'Acme')
    expect(found?.opportunity).toMatchObject({ source_data: { certainty: 'directional' } })
    expect(found?.opportunity.impact).not.toBe('high')
    expect(found?.open).toBe(true)
  }
})

test('a real gap is found, with more certainty and a higher score the more answers there are', () => {
  const random = randomFrom(9)
  const found = [20, 80, 320].map((answers) =>
    assess(drawEvidence(random, answers, 0.2, [0.8, 0.5]), window, 'Acme'),
  )
  const lows = found.map((each) => each?.opportunity.source_data.gap.interval.low ?? 0)
  expect(lows).toEqual(lows.toSorted((a, b) => a - b))
  expect(found.map((each) => each?.opportunity.impact)).toEqual(['medium', 'high', 'high'])
})

test('a gap that the drift of a prompt can explain is not established, and an equal one without drift is', () => {
  const evidence = drawEvidence(randomFrom(10), 60, 0.3, [0.7])
  const computeCertainty = (drift: PromptEvidence['drift']) =>
    assess({ ...evidence, drift }, window, 'Acme')?.opportunity.source_data.certainty
  expect(computeCertainty(null)).toBe('established')
  expect(computeCertainty({ variance: 20_000 ** 2, ratio: 25_000 })).toBe('directional')
})

test('three equal answers of each run make a gap no more certain than one', () => {
  const evidence = drawEvidence(randomFrom(11), 20, 0.3, [0.7])
  const tripled = evidence.strata.map(({ days, answers, n, y, nn, yy, yn }) => ({
    days,
    answers: 3 * answers,
    n: 3 * n,
    y: 3 * y,
    nn: 9 * nn,
    yy: 9 * yy,
    yn: 9 * yn,
  }))
  const computeGap = (strata: PromptEvidence['strata']) =>
    assess({ ...evidence, strata }, window, 'Acme')?.opportunity.source_data.gap.interval
  expect(computeGap(tripled)).toEqual(computeGap(evidence.strata))
})
