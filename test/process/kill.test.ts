import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSoak, rounds } from '../soak.ts'
import type { Json } from '../support.ts'
import { createDatabase, dataFolder, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { brandWith, endOfRun, signUp } from './person.ts'
import { type Env, start, startHere } from './processes.ts'

const prompts = rounds(40, 60)
/** TRACKING_PER_ENGINE. */
const inFlight = 8
/** When a process is killed, half as many answers again can be received and not yet stored. */
const unstored = inFlight + inFlight / 2
const seeds = Array.from({ length: rounds(1, 20) }, (_, index) => index + 1)

test.each(seeds)(
  'a run whose process is killed at random moments stores one answer per query (seed %i)',
  async (seed) => {
    const env = await createDatabase()
    const stored = async () => {
      const rows = await query(
        { connectionString: env.DATABASE_URL },
        'select text from prompts join answers on prompts.id = answers.prompt_id',
      )
      return rows.map(({ text }) => text)
    }
    const { received, kills } = await runWithKills(env, seed, stored)
    for (const kill of kills) {
      const repeated = received.slice(kill.receivedBefore).filter((prompt) => kill.stored.includes(prompt))
      expect(repeated).toEqual([])
      expect(kill.receivedBefore - kill.stored.length).toBeLessThanOrEqual(2 * unstored)
    }
  },
)

// src/db/embedded/crash.test.ts is its short counterpart.
test.runIf(isSoak)('a kill with the embedded database loses no answer', async () => {
  const { received } = await runWithKills({ DATA_DIR: await dataFolder() }, 3, async () => [])
  expect(received.length).toBeLessThanOrEqual(prompts + 2 * unstored)
})

test('a database server that is stopped in the middle of a run is restarted, and the run continues', async () => {
  const dataDir = await dataFolder()
  const engine = await startEngine(60)
  const service = await startHere({ DATA_DIR: dataDir, ...engine.env, TRACKING_PER_ENGINE: `${inFlight}` })
  const person = await signUp(service.url)
  const brand = await brandWith(person, prompts)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.received(15)
  // An immediate shutdown: PostgreSQL recovers as after a power failure.
  process.kill(getPostmaster(dataDir), 'SIGQUIT')
  expect(await endOfRun(person, jobId)).toMatchObject({ status: 'completed' })
  const { total } = await person.ok(`GET /api/answers?brand_id=${brand.id}&job_id=${jobId}&status=any`)
  expect(total).toBe(prompts)
  expect(engine.prompts.length).toBeLessThanOrEqual(prompts + 2 * unstored)
})

/** The process id of the embedded server. A cluster of root may be outside the data folder; a file then names its directory. */
function getPostmaster(dataDir: string): number {
  const elsewhere = join(dataDir, 'postgres', 'cluster-path')
  const cluster = existsSync(elsewhere)
    ? readFileSync(elsewhere, 'utf8').trim()
    : join(dataDir, 'postgres', 'cluster')
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Kills the service in one run, restarts it each time, and checks the finished run. */
async function runWithKills(database: Env, seed: number, stored: () => Promise<string[]>) {
  const chance = seeded(seed)
  const engine = await startEngine(60)
  const env = { ...database, ...engine.env, TRACKING_PER_ENGINE: `${inFlight}` }
  const first = await start(env)
  const person = await signUp(first.url)
  const brand = await brandWith(person, prompts)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  const kills: { receivedBefore: number; stored: string[] }[] = []
  for (const part of isSoak ? [0.3, 0.4] : [0.5]) {
    const service = kills.length === 0 ? first : await start(env)
    const from = kills.at(-1)?.receivedBefore ?? 0
    await engine.received(from + 1 + Math.floor(chance() * prompts * part))
    await service.end('SIGKILL')
    kills.push({ receivedBefore: engine.prompts.length, stored: await stored() })
  }
  const last = await startHere(env)
  const survivor = person.at(last.url)
  const job = await endOfRun(survivor, jobId)
  const { results } = await survivor.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const sum = (read: (each: Json) => number) =>
    results.reduce((all: number, each: Json) => all + read(each), 0)
  expect(results.map((each: Json) => each.prompt.text).sort()).toEqual(brand.texts.toSorted())
  expect(job).toMatchObject({
    status: 'completed',
    progress: { phase: 'finalizing', completed: prompts, total: prompts },
    result: {
      answers: prompts,
      failed: 0,
      skipped: 0,
      mentions: sum((each) => each.mentions.count),
      citations: sum((each) => each.citations.length),
    },
  })
  await last.stop()
  return { received: engine.prompts, kills }
}

/** Deterministic pseudo-random numbers from 0 to 1, so that a failure can be reproduced. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
