/** An organization that sends as much as it can delays itself, and others still get their share. Exports: export-limits.test.ts. */
import { expect, onTestFinished, test } from 'vitest'
import { startWorkers } from '../src/jobs/start-workers.ts'
import { backgroundWork } from '../src/jobs.ts'
import { competitors, createTestBrand, type TestBrand } from '../src/metrics/answers.fixture.ts'
import { startEngine } from './process/engine.ts'
import { type Client, sharedService, testService } from './support.ts'

const service = await sharedService()
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

/** Starts a service with two organizations, and returns how to request runs of new brands. */
async function startTracking(latencyMs: number, settings: Record<string, string> = {}) {
  const engine = await startEngine(latencyMs)
  const tracking = await testService({ ...engine.env, ...settings })
  const [flooding, other] = [await tracking.signUp(), await tracking.signUp()]
  /** Returns the prompts. */
  const requestRun = async (owner: Client, name: string) => {
    const brand = await owner.ok('POST /api/brands', { name, domain: `${name.toLowerCase()}.com` })
    const texts = Array.from({ length: 5 }, (_, index) => `Which shop is best for ${name}, take ${index}?`)
    for (const text of texts) await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
    await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
    return texts
  }
  const startWorker = async () => {
    const stop = await startWorkers(tracking.base, backgroundWork)
    onTestFinished(() => stop(1_000))
  }
  return { engine, flooding, other, requestRun, startWorker }
}

test('a run of an organization starts before most of the runs that another one has requested earlier', async () => {
  const { engine, flooding, other, requestRun, startWorker } = await startTracking(20)
  const flood: string[] = []
  for (let number = 0; number < 10; number += 1) flood.push(...(await requestRun(flooding, `Flood${number}`)))
  const texts = await requestRun(other, 'Quiet')
  await startWorker()
  await engine.received(flood.length + texts.length)
  const sentBefore = engine.prompts.findIndex((prompt) => texts.includes(prompt))
  expect(sentBefore).toBeLessThan(flood.length / 2)
  expect(engine.prompts.toSorted()).toEqual([...flood, ...texts].toSorted())
})

/** More than the hanging runs have, so that only the slots of jobs limit them. */
const manyInFlight = { TRACKING_PER_ENGINE: '60' }

test('a run of an organization starts while the runs of another one hang', async () => {
  const { engine, flooding, other, requestRun, startWorker } = await startTracking(0, manyInFlight)
  engine.hang()
  const flood: string[][] = []
  for (let number = 0; number < 6; number += 1) flood.push(await requestRun(flooding, `Flood${number}`))
  await startWorker()
  const started = () =>
    flood.filter((texts) => engine.prompts.some((prompt) => texts.includes(prompt))).length
  await expect.poll(started).toBe(3)
  const texts = await requestRun(other, 'Quiet')
  await expect.poll(() => engine.prompts.some((prompt) => texts.includes(prompt))).toBe(true)
  expect(started()).toBe(3)
})
