/** A database that rejects writes, as with a full disk. Triggers raise PostgreSQL's own error. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { contextWith, createClientFor, createTestApp, sharedService } from '../../test/support.ts'

const { base, signUp } = await sharedService()

async function rejectWrites(table: string, state: string): Promise<void> {
  const name = sql.id(`reject_${table}`)
  await sql`
    create function ${name}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception 'could not extend file' using errcode = '${state}'; end`)}`.execute(
    base.db,
  )
  await sql`create trigger ${name} before insert or update on ${sql.table(table)} execute function ${name}()`.execute(
    base.db,
  )
  onTestFinished(async () => {
    await sql`drop function ${name} cascade`.execute(base.db)
  })
}

/** Each context tests its own write. */
async function getHealth() {
  const app = await createTestApp(contextWith(base, {}))
  onTestFinished(() => app.close())
  return createClientFor(app, { email: '', password: '' }).call('GET /api/health')
}

test.each(['53100', '53200', '25006'])('a write that PostgreSQL rejects with %s gets 503', async (state) => {
  const owner = await signUp()
  await rejectWrites('brands', state)
  const reply = await owner.call('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  expect(reply).toMatchObject({
    status: 503,
    body: { code: 'unavailable', error: 'The service cannot store data at the moment. Try again later.' },
  })
  expect((await owner.call('GET /api/brands')).status).toBe(200)
})

test('the health check fails while the database rejects writes, although it answers queries', async () => {
  expect(await getHealth()).toMatchObject({ status: 200, body: { checks: { storage: 'ok' } } })
  await rejectWrites('health_checks', '53100')
  expect(await getHealth()).toMatchObject({
    status: 503,
    body: { status: 'degraded', checks: { database: 'ok', queue: 'ok', storage: 'failed' } },
  })
})

test('health checks share one write for five seconds', async () => {
  let nowMs = Date.now()
  const app = await createTestApp(contextWith(base, { now: () => new Date(nowMs) }))
  onTestFinished(() => app.close())
  const ask = () => app.inject('/api/health')
  await ask()
  await rejectWrites('health_checks', '53100')
  nowMs += 4_999
  expect((await ask()).statusCode).toBe(200)
  nowMs += 1
  expect((await ask()).statusCode).toBe(503)
})
