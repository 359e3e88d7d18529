/** Backups and restores of a database of DATABASE_URL, by processes that are killed. No tool of PostgreSQL is in their PATH. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSoak, rounds } from '../soak.ts'
import { appearance, backupNameIn } from './backup-files.ts'
import { createDatabase, createEmptyDatabase, dataFolder, query } from './databases.ts'
import { run, runHere } from './processes.ts'

const rows = rounds(100_000, 300_000)
const source = await createDatabase()
const env = { ...source, PATH: '/nonexistent' }
const backups = join(source.DATA_DIR, 'backups')
await query(
  { connectionString: source.DATABASE_URL },
  `insert into sign_in_attempts (id, failures, last_attempt_at)
   select decode(md5(n::text), 'hex'), 1, now() from generate_series(1, ${rows}) n`,
)

// The same code as for an embedded database, whose test in backup.test.ts is the short counterpart.
test.runIf(isSoak)(
  'a backup that is killed is not listed, and the next one succeeds and removes its files',
  async () => {
    const started = appearance(backups, '.partial-')
    const killed = run(['backup'], env)
    await started
    expect((await killed.end('SIGKILL')).signal).toBe('SIGKILL')
    expect((await run(['backup', 'list'], env).ended).stdout).toBe('')
    const { code, stdout } = await run(['backup'], env).ended
    expect(code).toBe(0)
    expect(readdirSync(backups)).toEqual([backupNameIn(stdout)])
  },
)

test('a restore that is killed leaves no table, and the next one restores every row', async () => {
  const name = backupNameIn((await runHere(['backup'], env)).stdout)
  const target = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: await dataFolder() }
  const connection = { connectionString: target.DATABASE_URL }
  const words = ['restore', name, '--from', backups]
  const settings = { ...target, PATH: '/nonexistent' }
  const killed = run(words, settings)
  await untilBackends(connection, (state) => state === 'copying')
  expect((await killed.end('SIGKILL')).signal).toBe('SIGKILL')
  await untilBackends(connection, (state) => state === 'none')
  expect(await query(connection, tables)).toEqual([])
  expect(await runHere(words, settings)).toMatchObject({ code: 0, stderr: '' })
  expect(await query(connection, 'select count(*)::int as count from sign_in_attempts')).toEqual([
    { count: rows },
  ])
})

const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`

/** Waits for the server process of a restore: while it copies rows, or until it has ended. */
async function untilBackends(
  connection: { connectionString: string },
  isReached: (state: 'none' | 'copying' | 'other') => boolean,
): Promise<void> {
  for (;;) {
    const found = await query(
      connection,
      `select query like 'copy %' as copying from pg_stat_activity
       where datname = current_database() and application_name = 'ansight backup'`,
    )
    const state = found.length === 0 ? 'none' : found[0].copying ? 'copying' : 'other'
    if (isReached(state)) return
  }
}
