import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { loadSecretKey } from '../../src/db/encryption.ts'
import { welcomeMessage } from '../../src/onboarding/welcome-message.ts'
import { rounds } from '../soak.ts'
import { createDatabase, dataFolder } from './databases.ts'
import { signUp } from './person.ts'
import { type Env, run, startHere } from './processes.ts'

/** The message with which a start in this process fails. */
async function refusal(env: Env): Promise<string> {
  try {
    await startHere(env)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return expect.fail('the service started')
}

test('an invalid setting ends the process with one line that names it', async () => {
  const ended = await run(['start'], { DATA_DIR: await dataFolder(), PORT: 'eighty' }).ended
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toMatch(/^ansight: .*PORT.*[.]$/)
})

test.each<[string, Env]>([
  ['PORT', { PORT: 'eighty' }],
  ['DATABASE_URL', { ROLE: 'web' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost:1/ansight' }],
  ['SECRET_KEY', { SECRET_KEY: 'too-short' }],
  ['DAILY_CRON_SCHEDULE', { DAILY_CRON_SCHEDULE: '61 25 * * *' }],
])('an invalid %s is named before a database is opened: %o', async (name, env) => {
  const folder = await dataFolder()
  const message = await refusal({ DATA_DIR: folder, ...env })
  expect(message).toMatch(new RegExp(`^.*${name}.*[.]$`))
  expect(message).not.toContain('too-short')
  expect(readdirSync(folder)).toEqual([])
})

test.each<[string, Env]>([
  ['TRUST_PROXY', { TRUST_PROXY: 'the-proxy' }],
  ['HOST', { HOST: '203.0.113.1' }],
])('an invalid %s that is detected late is named too: %o', async (name, env) => {
  expect(await refusal({ ...(await createDatabase()), ...env })).toMatch(new RegExp(`^.*${name}.*[.]$`))
})

test('a data folder that is a file is named', async () => {
  const file = join(await dataFolder(), 'file')
  await writeFile(file, '')
  for (const env of [{ DATA_DIR: file }, { ...(await createDatabase()), DATA_DIR: file }])
    expect(await refusal(env)).toMatch(/^.*DATA_DIR.*[.]$/)
})

test('the first start invites to sign up and later ones to sign in; links name the port that the system chose', async () => {
  const env = await createDatabase()
  const first = await startHere(env)
  expect(await welcomeMessage(first)).toContain('; the first sign-up becomes the owner.')
  const described = await fetch(`${first.url}/api/openapi.json`)
  expect(await described.json()).toMatchObject({
    servers: [{ variables: { base_url: { default: first.url } } }],
  })
  await signUp(first.url)
  await first.stop()
  expect(await welcomeMessage(await startHere(env))).toContain('Open it in a browser and sign in.')
})

test('concurrent starts on a new folder share one secret', async () => {
  const folder = await dataFolder()
  // A partial read by another process occurred about once in sixty rounds.
  for (let round = 0; round < rounds(20, 1_000); round += 1) {
    const config = readConfig({ DATA_DIR: join(folder, `${round}`) })
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey(config)))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  }
})
