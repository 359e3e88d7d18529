import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'
import { createHistory, type WrittenAnswer, writeAnswers } from '../random-history.fixture.ts'
import { addUpDays, columnsOfMeans } from '../statistics/day-sums.ts'
import { wilsonLimits } from '../statistics/intervals.ts'
import { stratifiedInterval } from '../statistics/stratified-interval.ts'

const service = await sharedService()

const round = (value: number) => Math.round(value * 100) / 100
const pct = (part: number, whole: number) => (whole === 0 ? null : round((100 * part) / whole))

test('a cited page matches a plain recount of the answers in any window, by day and by week', async () => {
  const history = await createHistory(service)
  await writeAnswers(history, 500, 5, false)
  const { owner, brand, competitors } = history
  const url = 'https://www.site-4.com/13'
  const cites = (answer: WrittenAnswer) => answer.cites.some((cite) => cite.url === url)
  const names = (number: number) => (answer: WrittenAnswer) =>
    (answer.entities.get(number)?.mentions ?? 0) > 0
  const usage = (answers: WrittenAnswer[]) => ({
    result_count: answers.length,
    results_citing: answers.filter(cites).length,
    usage_pct: pct(answers.filter(cites).length, answers.length),
  })
  const interval = (answers: WrittenAnswer[]) => {
    const strata = [...Map.groupBy(answers, (a) => [a.prompt.id, a.platform, a.model, a.region].join())].map(
      ([, of]) => {
        const days = [...Map.groupBy(of, ({ day }) => day).values()]
        const sums = addUpDays(days.map((ofDay) => ({ n: ofDay.length, y: ofDay.filter(cites).length })))
        return { ...sums, yn: (sums.y * sums.nn) / sums.n }
      },
    )
    const found = stratifiedInterval(columnsOfMeans(strata), { max: 1, isRate: true })
    return found && { ...found, low: round(100 * found.low), high: round(100 * found.high) }
  }
  const windows: [query: string, within: (answer: WrittenAnswer) => boolean][] = [
    ['', () => true],
    ['&date_from=2024-12-10&date_to=2025-01-22', ({ day }) => day >= '2024-12-10' && day <= '2025-01-22'],
    ['&platform=gemini&region=DE', ({ platform, region }) => platform === 'gemini' && region === 'DE'],
    ['&branded=true', ({ prompt }) => prompt.branded],
    ['&date_from=2030-01-01', () => false],
  ]
  for (const [index, [query, within]] of windows.entries()) {
    const granularity = index % 2 === 0 ? 'week' : 'day'
    const answers = history.answers.filter(within)
    const citing = answers.filter(cites)
    const address = `GET /api/metrics/cited-page?brand_id=${brand.id}&url=${encodeURIComponent(url)}`
    const page = await owner.ok(`${address}&granularity=${granularity}&limit=500${query}`)
    const days = citing.map(({ day }) => day).toSorted()
    expect(page, query).toMatchObject({
      url,
      ...usage(answers),
      interval: interval(answers),
      total_citations: citing.flatMap((answer) => answer.cites.filter((cite) => cite.url === url)).length,
      first_cited: days[0] ?? null,
      last_cited: days.at(-1) ?? null,
    })
    const byPrompt = [...Map.groupBy(answers, ({ prompt }) => prompt.id)].filter(([, of]) => of.some(cites))
    expect(page.prompts, query).toEqual(
      page.prompts.toSorted((a: Json, b: Json) => b.results_citing - a.results_citing),
    )
    expect(new Map(page.prompts.map(({ prompt_id, ...row }: Json) => [prompt_id, row]))).toEqual(
      new Map(
        byPrompt.map(([id, of]) => [
          id,
          expect.objectContaining({
            prompt_text: of[0]?.prompt.text,
            ...usage(of),
            interval: interval(of),
          }),
        ]),
      ),
    )
    expect(new Map(page.by_platform.map(({ platform, ...row }: Json) => [platform, row]))).toEqual(
      new Map(
        [...Map.groupBy(answers, ({ platform }) => platform)].map(([platform, of]) => [
          platform,
          { ...usage(of), interval: interval(of) },
        ]),
      ),
    )
    const tracked = [{ number: 0, id: null, name: 'Zorvex' }, ...competitors]
    const named = tracked.map(({ number, id, name }) => ({
      competitor_id: id,
      name,
      results_naming: citing.filter(names(number)).length,
      pct: pct(citing.filter(names(number)).length, citing.length),
    }))
    expect(page.named.map(({ interval: _, ...row }: Json) => row)).toEqual(
      named
        .filter((row) => row.competitor_id === null || row.results_naming > 0)
        .toSorted((a, b) =>
          a.competitor_id === null ? -1 : b.competitor_id === null ? 1 : b.results_naming - a.results_naming,
        ),
    )
    const start = ({ day }: WrittenAnswer) => (granularity === 'day' ? day : getMonday(day))
    expect(page.buckets.map(({ interval: _, ...row }: Json) => row)).toEqual(
      [...Map.groupBy(answers, start)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([date, of]) => ({ date, ...usage(of) })),
    )
    for (const { date, result_count, results_citing, interval } of page.buckets) {
      const runs = [
        ...Map.groupBy(
          answers.filter((answer) => start(answer) === date),
          (a) => [a.prompt.id, a.platform, a.model, a.region, a.day].join(),
        ).values(),
      ]
      const samples = result_count ** 2 / runs.reduce((sum, run) => sum + run.length ** 2, 0)
      const { low, high } = wilsonLimits(results_citing / result_count, samples, 1.959964)
      expect(interval.low).toBeCloseTo(100 * low, 1)
      expect(interval.high).toBeCloseTo(100 * high, 1)
    }
    const listed = await owner.ok(
      `GET /api/answers?brand_id=${brand.id}&url=${encodeURIComponent(url)}&limit=1${query}`,
    )
    expect(listed.total).toBe(page.results_citing)
  }
})

test('returns owner and category, paginates prompts, and returns 404 for a URL that was never a source', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const own = 'https://www.zorvex.com/'
  const theirs = 'https://quilmar.com/blog/quilmar-vs-zorvex'
  const other = 'https://www.reddit.com/r/running/comments/1abc/shoes'
  await write({ prompt: prompts.plain, day: '2026-03-01', text: 'Quilmar.', cites: [own, theirs, theirs] })
  await write({ prompt: prompts.branded, day: '2026-03-02', text: 'Zorvex.', cites: [theirs, other] })
  await write({ prompt: prompts.branded, day: '2026-03-03', text: null })
  await write({
    prompt: prompts.branded,
    day: '2026-03-04',
    text: 'Refused.',
    cites: [own],
    outcome: 'refused',
  })
  const read = (url: string, more = '') =>
    owner.ok(`GET /api/metrics/cited-page?brand_id=${brand.id}&url=${encodeURIComponent(url)}${more}`)
  const competitor = (await owner.ok(`GET /api/brands/${brand.id}/competitors`)).items.find(
    ({ name }: Json) => name === 'Quilmar',
  )
  expect(await read(own)).toMatchObject({
    domain: 'zorvex.com',
    category: 'owned',
    article_type: 'homepage',
    owner: { competitor_id: null, name: 'Zorvex' },
    result_count: 2,
    results_citing: 1,
    first_cited: '2026-03-01',
    simulated: true,
  })
  expect(await read(theirs)).toMatchObject({
    category: 'competitor',
    article_type: 'comparison',
    owner: { competitor_id: competitor.id, name: 'Quilmar' },
    results_citing: 2,
    total_citations: 3,
    last_cited: '2026-03-02',
    named: [
      { name: 'Zorvex', results_naming: 1, pct: 50 },
      { competitor_id: competitor.id, results_naming: 1, pct: 50 },
    ],
  })
  expect(await read(other)).toMatchObject({
    category: 'forum',
    article_type: 'forum-thread',
    owner: null,
  })

  const [first, none] = [await read(theirs, '&limit=1'), await read(other, '&date_to=2026-03-01')]
  const second = await read(theirs, `&limit=1&cursor=${first.next_cursor}`)
  const ids = [first, second].flatMap((page) => page.prompts.map(({ prompt_id }: Json) => prompt_id))
  expect(ids.toSorted()).toEqual([prompts.plain.id, prompts.branded.id].toSorted())
  expect(second.next_cursor).toBeNull()
  expect(none).toMatchObject({ result_count: 1, results_citing: 0, usage_pct: 0, prompts: [] })
  for (const [query, status] of [
    ['&url=https://nobody.example/', 404],
    ['&url=', 400],
    ['', 400],
  ])
    expect((await owner.call(`GET /api/metrics/cited-page?brand_id=${brand.id}${query}`)).status).toBe(status)
})

function getMonday(date: string): string {
  const at = new Date(date)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}
