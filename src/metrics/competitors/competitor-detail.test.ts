import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'
import { createHistory, type WrittenAnswer, writeAnswers } from '../random-history.fixture.ts'
import { scoreGap } from '../score-gap.ts'
import { addUpDays, toColumns } from '../statistics/day-sums.ts'
import { rateIntervalPct } from '../values.ts'

const service = await sharedService()

test('gaps and shares of mentions match a plain recount by day, with several answers a day', async () => {
  const history = await createHistory(service)
  await writeAnswers(history, 600, 7, false)
  const { owner, brand, competitors, answers } = history
  const [competitor] = competitors
  if (!competitor) throw new Error('The brand has competitors')
  const isNamed = (answer: WrittenAnswer, number: number) => (answer.entities.get(number)?.mentions ?? 0) > 0
  const getScore = (answer: WrittenAnswer, number: number) => answer.entities.get(number)?.milli ?? 0
  const gapIn = (answer: WrittenAnswer) => getScore(answer, 0) - getScore(answer, competitor.number)
  const strata = (of: WrittenAnswer[], value: (answer: WrittenAnswer) => number) =>
    [...Map.groupBy(of, (a) => [a.prompt.id, a.platform, a.model, a.region].join()).values()].map((ofRow) =>
      addUpDays(
        [...Map.groupBy(ofRow, ({ day }) => day).values()].map((ofDay) => ({
          n: ofDay.length,
          y: ofDay.reduce((sum, answer) => sum + value(answer), 0),
        })),
      ),
    )
  const gap = (of: WrittenAnswer[]) => {
    const { points, interval } = scoreGap(strata(of, gapIn))
    return { result_count: of.length, gap: points, interval }
  }
  const part = (is: (answer: WrittenAnswer) => boolean) => {
    const interval = rateIntervalPct(toColumns(strata(answers, (answer) => Number(is(answer)))))
    return { results: answers.filter(is).length, interval }
  }
  const found = await owner.ok(
    `GET /api/metrics/competitor-detail?brand_id=${brand.id}&competitor_id=${competitor.id}`,
  )
  const theirs = competitor.number
  expect(found).toMatchObject({
    overall: gap(answers),
    mentioned: {
      both: part((a) => isNamed(a, 0) && isNamed(a, theirs)),
      only_brand: part((a) => isNamed(a, 0) && !isNamed(a, theirs)),
      only_competitor: part((a) => !isNamed(a, 0) && isNamed(a, theirs)),
      neither: part((a) => !isNamed(a, 0) && !isNamed(a, theirs)),
    },
  })
  expect(strata(answers, gapIn).some(({ days, n }) => n > days)).toBe(true)
  const byPrompt = new Map(found.prompts.map((row: Json) => [row.prompt_id, row]))
  for (const [id, of] of Map.groupBy(answers, ({ prompt }) => prompt.id))
    expect(byPrompt.get(id)).toMatchObject(gap(of))
})

test('ten equal answers of a run are one sample, so that their intervals are wider than with ten days', async () => {
  const source = 'https://example.org/review'
  const readLows = async (getDay: (answer: number) => string) => {
    const { owner, brand, prompts, write } = await createTestBrand(service)
    for (let answer = 0; answer < 10; answer += 1)
      for (const prompt of [prompts.plain, prompts.branded])
        await write({
          prompt,
          day: getDay(answer),
          text: 'Zorvex is excellent and outstanding.',
          cites: [source],
        })
    const read = (metric: string, more = ''): Promise<Json> =>
      owner.ok(
        `GET /api/metrics/${metric}?brand_id=${brand.id}&date_from=2026-03-01&date_to=2026-03-31${more}`,
      )
    const { positive, negative } = await read('sentiment')
    const { top_domains } = await read('citations')
    const { interval } = await read('cited-page', `&url=${encodeURIComponent(source)}`)
    return {
      positive: positive.interval.low,
      negative: 100 - negative.interval.high,
      domain: top_domains[0].usage_interval.low,
      page: interval.low,
    }
  }
  const oneRun = await readLows(() => '2026-03-02')
  const tenDays = await readLows((answer) => `2026-03-${10 + answer}`)
  for (const [what, low] of Object.entries(oneRun))
    expect(low, what).toBeLessThan(tenDays[what as keyof typeof tenDays] - 20)
})
