import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '../support.ts'
import {
  brandWith,
  countingEngine,
  createDatabase,
  dataFolder,
  type Env,
  query,
  seeded,
  signUp,
  start,
} from './processes.ts'

const prompts = 60
/** TRACKING_PER_ENGINE; when a process is killed, half as many more answers can be about to be stored. */
const inFlight = 8
const underWay = inFlight + inFlight / 2

test.concurrent.each([1, 2])(
  'a run that is killed at random asks and stores every question once (seed %i)',
  async (seed) => {
    const env = await createDatabase()
    const stored = async () => {
      const rows = await query(
        { connectionString: env.DATABASE_URL },
        'select text from prompts join answers on prompts.id = answers.prompt_id',
      )
      return rows.map(({ text }) => text)
    }
    const { asked, kills } = await runWithKills(env, seed, stored)
    for (const kill of kills) {
      const again = asked.slice(kill.askedBefore).filter((prompt) => kill.stored.includes(prompt))
      expect(again).toEqual([])
      expect(kill.askedBefore - kill.stored.length).toBeLessThanOrEqual(2 * underWay)
    }
  },
)

test('a kill with the embedded database loses nothing either', async () => {
  const { asked } = await runWithKills({ DATA_DIR: await dataFolder() }, 3, async () => [])
  expect(asked.length).toBeLessThanOrEqual(prompts + 2 * underWay)
})

test('a database server that is stopped in the middle of a run comes back, and the run goes on', async () => {
  const dataDir = await dataFolder()
  const engine = await countingEngine(60)
  const service = await start({ DATA_DIR: dataDir, ...engine.env, TRACKING_PER_ENGINE: `${inFlight}` })
  const person = await signUp(service.url)
  const brand = await brandWith(person, prompts)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.hasBeenAsked(20)
  // PostgreSQL's immediate shutdown: as if the machine had lost its power.
  process.kill(postmasterOf(dataDir), 'SIGQUIT')
  await service.logged('job ended', { jobId, status: 'completed' })
  const { total } = await person.ok(`GET /api/answers?brand_id=${brand.id}&job_id=${jobId}&status=any`)
  expect(total).toBe(prompts)
  expect(engine.asked.length).toBeLessThanOrEqual(prompts + 2 * underWay)
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 })
})

/** The process id of the embedded server; where root's cluster cannot lie in the data folder, a file says where it does. */
function postmasterOf(dataDir: string): number {
  const elsewhere = join(dataDir, 'postgres', 'cluster-lies-in')
  const cluster = existsSync(elsewhere)
    ? readFileSync(elsewhere, 'utf8').trim()
    : join(dataDir, 'postgres', 'cluster')
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Kills the service twice in one run, starts it again each time, and looks at what came of it. */
async function runWithKills(database: Env, seed: number, stored: () => Promise<string[]>) {
  const chance = seeded(seed)
  const engine = await countingEngine(60)
  const env = { ...database, ...engine.env, TRACKING_PER_ENGINE: `${inFlight}` }
  let service = await start(env)
  let person = await signUp(service.url)
  const brand = await brandWith(person, prompts)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  const kills: { askedBefore: number; stored: string[] }[] = []
  for (const part of [0.3, 0.4]) {
    const from = kills.at(-1)?.askedBefore ?? 0
    await engine.hasBeenAsked(from + 1 + Math.floor(chance() * prompts * part))
    await service.end('SIGKILL')
    kills.push({ askedBefore: engine.asked.length, stored: await stored() })
    service = await start(env)
    person = person.at(service.url)
  }
  await service.logged('job ended', { jobId, status: 'completed' })
  const job = await person.ok(`GET /api/tracking/job/${jobId}`)
  const { results } = await person.ok(`GET /api/tracking/results?brandId=${brand.id}`)
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
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 })
  return { asked: engine.asked, kills }
}
