/** An organization that sends as much as it can delays itself, and others still get their share. Exports: export-limits.test.ts. */
import { expect, test } from 'vitest'
import { competitors, createTestBrand, type TestBrand } from '../src/metrics/answers.fixture.ts'
import { createDatabase } from './process/databases.ts'
import { startEngine } from './process/engine.ts'
import { signUp } from './process/person.ts'
import { run, start } from './process/processes.ts'
import { testService } from './support.ts'

const service = await testService()
const floodSize = 60

/** Stores an answer on each of these days, which a read must refresh first. */
async function storeAnswers({ write, prompts }: TestBrand, days: string[]): Promise<void> {
  for (const day of days) await write({ prompt: prompts.plain, day, text: `Zorvex and ${competitors[0]}.` })
}

const summaryFrom = ({ owner, brand }: TestBrand, day: string) =>
  owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}&date_from=${day}`)

test('metrics with their refresh are answered while another organization floods the service with reads', async () => {
  const [flooding, other] = [await createTestBrand(service), await createTestBrand(service)]
  const days = Array.from({ length: floodSize }, (_, index) =>
    new Date(Date.UTC(2026, 8, 1 + index)).toISOString().slice(0, 10),
  )
  const [first = ''] = days
  await storeAnswers(flooding, days)
  await storeAnswers(other, [first])
  let answered = 0
  const flood = days.map(async (day) => {
    await summaryFrom(flooding, day)
    answered += 1
  })
  expect(await summaryFrom(other, first)).toMatchObject({ result_count: 1 })
  const answeredBefore = answered
  await Promise.all(flood)
  // In the order of arrival, it would be answered after all of the others.
  expect(answeredBefore).toBeLessThan(floodSize / 2)
})

test('a run of an organization starts before most of the runs that another one has requested earlier', async () => {
  const engine = await startEngine(20)
  const env = { ...(await createDatabase()), ...engine.env, SIGNUPS: 'open' }
  const web = await start({ ...env, ROLE: 'web' })
  const requestRun = async (person: Awaited<ReturnType<typeof signUp>>, name: string) => {
    const brand = await person.ok('POST /api/brands', { name, domain: `${name.toLowerCase()}.com` })
    const texts = Array.from({ length: 5 }, (_, index) => `Which shop is best for ${name}, take ${index}?`)
    await person.ok(`POST /api/prompts/import?brand_id=${brand.id}`, texts.join('\n'))
    await person.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
    return texts
  }
  const [flooding, other] = [await signUp(web.url), await signUp(web.url)]
  const brands = Array.from({ length: 16 }, (_, index) => `Flood${index}`)
  const flood: string[] = []
  for (const brand of brands) flood.push(...(await requestRun(flooding, brand)))
  const texts = await requestRun(other, 'Quiet')
  const worker = run(['start'], { ...env, ROLE: 'worker' })
  await engine.received(flood.length + texts.length)
  const sentBefore = engine.prompts.findIndex((prompt) => texts.includes(prompt))
  expect(sentBefore).toBeLessThan(flood.length / 2)
  expect(engine.prompts.toSorted()).toEqual([...flood, ...texts].toSorted())
  expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 })
  expect(await web.end('SIGTERM')).toMatchObject({ code: 0 })
})
