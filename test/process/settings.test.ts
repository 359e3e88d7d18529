import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { loadSecretKey } from '../../src/db/encryption.ts'
import { createDatabase, dataFolder, type Env, run, signUp, start } from './processes.ts'

const wrong: [string, Env][] = [
  ['PORT', { PORT: 'eighty' }],
  ['DATABASE_URL', { ROLE: 'web' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost:1/ansight' }],
  ['SECRET_KEY', { SECRET_KEY: 'too-short' }],
]

test.concurrent.each(wrong)(
  'a wrong %s stops the start with one line that names it: %o',
  async (name, env) => {
    const ended = await run(['start'], { DATA_DIR: await dataFolder(), ...env }).ended
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(new RegExp(`^ansight: .*${name}.*[.]$`))
    expect(ended.stderr).not.toContain('too-short')
  },
)

const wrongWithDatabase: [string, Env][] = [
  ['DAILY_CRON_SCHEDULE', { DAILY_CRON_SCHEDULE: '61 25 * * *' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'the-proxy' }],
  ['HOST', { HOST: '203.0.113.1' }],
]

test.concurrent.each(wrongWithDatabase)(
  'a wrong %s that shows late stops the start as well: %o',
  async (name, env) => {
    const ended = await run(['start'], { ...(await createDatabase()), PORT: '0', LOG_LEVEL: 'error', ...env })
      .ended
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(new RegExp(`^ansight: .*${name}.*[.]$`))
  },
)

test.concurrent('a data folder that is a file is one line that names it', async () => {
  const file = join(await dataFolder(), 'file')
  await writeFile(file, '')
  for (const env of [{ DATA_DIR: file }, { ...(await createDatabase()), DATA_DIR: file }]) {
    const ended = await run(['start'], { PORT: '0', LOG_LEVEL: 'error', ...env }).ended
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^ansight: .*DATA_DIR.*[.]$/)
  }
})

test('the port that the system chose stands in the links that are handed out', async () => {
  const service = await start(await createDatabase())
  const described = await fetch(`${service.url}/api/openapi.json`)
  expect(await described.json()).toMatchObject({ servers: [{ url: service.url }] })
  await service.end('SIGTERM')
})

test('the first start invites to sign up, and every later one to sign in', async () => {
  const env = await createDatabase()
  const first = await start(env)
  expect(await first.said(/first sign-up becomes the owner/)).toBeTruthy()
  await signUp(first.url)
  await first.end('SIGTERM')
  const second = await start(env)
  expect(await second.said(/Open it in a browser(.*)/)).toMatchObject({ 1: ' and sign in.' })
  await second.end('SIGTERM')
})

test('those who start at once on a new folder have one secret', async () => {
  const folder = await dataFolder()
  // Reading half of what another writes is rare: it took some sixty rounds to see it.
  for (let round = 0; round < 200; round += 1) {
    const config = readConfig({ DATA_DIR: join(folder, `${round}`) })
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey(config)))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  }
})
