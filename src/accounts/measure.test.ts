import { sql } from 'kysely'
import { test } from 'vitest'
import { testService } from '../../test/support.ts'
import { newId, sha256 } from '../core/ids.ts'
import { passwordCost, hashPassword } from './passwords.ts'
import { enterPassword, addApp, codeOf } from './factors.fixture.ts'
import { signInOwner } from './browser.fixture.ts'
import { createTestApp } from '../../test/support.ts'

test('measure', async () => {
  const service = await testService({}, {})
  const { base } = service
  const ada = await signInOwner(service)
  const token = (ada.cookies.get('ansight_session') ?? '').split('.')[0] ?? ''
  const hash = sha256(token)
  const now = new Date()
  // 2,000 people with factors and sessions
  await sql`insert into users (id, name, email) select gen_random_uuid(), 'x', 'm' || n || '@x.test' from generate_series(1, 20000) n`.execute(base.db)
  await sql`insert into totp_secrets (user_id, secret, confirmed_at) select id, 'x', now() from users where email like 'm%' limit 10000`.execute(base.db)
  await sql`insert into sessions (id, user_id, token_hash, methods, authenticated_at, expires_at) select gen_random_uuid(), id, sha256(email::bytea), '{password}', now(), now() + interval '1 day' from users where email like 'm%'`.execute(base.db)
  await sql`analyze`.execute(base.db)
  const cols = sql`sessions.id, sessions.user_id, sessions.created_at, sessions.updated_at, sessions.authenticated_at, members.organization_id, members.role, members.brand_ids`
  const from = sql`from sessions left join members on members.organization_id = sessions.organization_id and members.user_id = sessions.user_id`
  const where = sql`where sessions.token_hash = ${hash} and sessions.expires_at > ${now}`
  const exists = sql`case when organizations.second_factor_required_from <= ${now} then not (exists (select from passkeys where passkeys.user_id = sessions.user_id) or exists (select from totp_secrets where totp_secrets.user_id = sessions.user_id and confirmed_at is not null)) else false end`
  const before = () => sql`select ${cols} ${from} ${where}`.execute(base.db)
  const withExists = () => sql`select ${cols}, ${exists} as lacks ${from} left join organizations on organizations.id = members.organization_id ${where}`.execute(base.db)
  await sql`alter table users add column hsf boolean not null default false`.execute(base.db)
  const withColumn = () => sql`select ${cols}, organizations.second_factor_required_from <= ${now} and not users.hsf as lacks ${from} left join organizations on organizations.id = members.organization_id join users on users.id = sessions.user_id ${where}`.execute(base.db)
  const run = async (name: string) => {
    const ways = { before, withExists, withColumn }
    const times: Record<string, number[]> = { before: [], withExists: [], withColumn: [] }
    for (let n = 0; n < 1500; n += 1)
      for (const [way, query] of Object.entries(ways)) {
        const at = performance.now()
        await query()
        times[way]?.push(performance.now() - at)
      }
    for (const [way, all] of Object.entries(times)) {
      all.sort((a, b) => a - b)
      console.log(name, way, 'median ms', all[750]?.toFixed(3), 'p90', all[1350]?.toFixed(3))
    }
  }
  await run('off')
  await sql`update organizations set second_factor_required_from = now() - interval '1 day'`.execute(base.db)
  await run('on')
  await sql`update organizations set second_factor_required_from = null`.execute(base.db)
  // CPU of a sign-in with the production cost
  const { secret, recoveryCodes } = await addApp(ada, base)
  const cpu = async (name: string, work: () => Promise<unknown>) => {
    const all: number[] = []
    for (let n = 0; n < 9; n += 1) {
      const start = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(start)
      all.push((user + system) / 1000)
    }
    all.sort((a, b) => a - b)
    console.log(name, 'median CPU ms', all[4]?.toFixed(1))
  }
  let n = 0
  const page = await enterPassword(service.app, ada.person.email)
  await cpu('second step, recovery code', async () => {
    const p = await enterPassword(service.app, ada.person.email)
    await p.send('POST /api/auth/sign-in/factor', { code: recoveryCodes[n++] })
  })
  await cpu('password step (low cost)', async () => enterPassword(service.app, ada.person.email))
  const real = { ...base, use: (resource: never) => resource === (passwordCost as never) ? { logN: 17, r: 8, p: 1 } : base.use(resource) } as typeof base
  await cpu('hash of production cost', async () => hashPassword(real, { account: 'a', password: 'correct horse battery' }))
})
