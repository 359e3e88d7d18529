/** Exports whose clients stall, on real connections. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Client, createTestApp, sharedService } from '../../test/support.ts'
import { type Context, systemContext } from '../core/context.ts'
import { openExport } from './organization-export.ts'

const service = await sharedService()
const { base, pool } = service
const app = await createTestApp(base)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

/** Signs up an organization with this many events. */
async function signUpWithEvents(count: number, eventBytes: number): Promise<{ owner: Client; ctx: Context }> {
  const owner = await service.signUp()
  const { id } = await owner.ok('GET /api/organization')
  await sql`
    insert into audit_log (organization_id, id, kind, actor, data, created_at)
    select ${id}, gen_random_uuid(), 'brand.created', '{}',
      jsonb_build_object('text', repeat(md5(n::text), ${eventBytes / 32}::int)), now()
    from generate_series(1, ${count}) n`.execute(base.db)
  return { owner, ctx: systemContext(base, id) }
}

/** Its export is larger than the socket buffers of both ends. */
const large = await signUpWithEvents(4_000, 10_240)

async function getCookies({ email, password }: Client): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Requests the export and reads only the start of the response. */
async function startDownload(cookie: string): Promise<{ socket: Socket; head: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET /api/organization/export HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
  const [bytes] = await once(socket, 'data')
  socket.pause()
  return { socket, head: String(bytes) }
}

const isExporting = async ({ db, organizationId }: Context) => {
  const leases = await db
    .selectFrom('leases')
    .select('name')
    .where('organization_id', '=', organizationId)
    .execute()
  return leases.some(({ name }) => name === 'export')
}

const connectionsInUse = () => pool.totalCount - pool.idleCount

test('a stalled export holds no connection, blocks only a second one, and ends with its client', async () => {
  const cookie = await getCookies(large.owner)
  const first = await startDownload(cookie)
  expect(first.head).toMatch(/^HTTP\/1.1 200 /)
  await expect.poll(connectionsInUse).toBe(0)
  expect(await isExporting(large.ctx)).toBe(true)
  for (const { head, socket } of await Promise.all(Array.from({ length: 35 }, () => startDownload(cookie)))) {
    expect(head).toMatch(/^HTTP\/1.1 409 [\s\S]*"code":"conflict"/)
    socket.destroy()
  }
  expect((await (await service.signUp()).call('GET /api/organization/export')).status).toBe(200)
  first.socket.destroy()
  await expect.poll(() => isExporting(large.ctx)).toBe(false)
  const next = await startDownload(cookie)
  expect(next.head).toMatch(/^HTTP\/1.1 200 /)
  next.socket.destroy()
  await expect.poll(() => isExporting(large.ctx)).toBe(false)
})

test('pages by primary key have every row once', async () => {
  const { owner, ctx } = await signUpWithEvents(1_200, 32)
  const exported = (await owner.call('GET /api/organization/export')).text.matchAll(
    /^\{"table":"audit_log","id":"([^"]+)"/gm,
  )
  const ids = [...exported].map(([, id]) => id)
  const stored = await ctx.db
    .selectFrom('audit_log')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .execute()
  expect(ids.toSorted()).toEqual(stored.map(({ id }) => id).toSorted())
})

test('an export ends at its deadline', async () => {
  const { ctx } = await signUpWithEvents(1, 32)
  const stream = await openExport(ctx, { deadlineMs: 50 })
  // Rejects with the error of the stream.
  await once(stream, 'close').catch(() => undefined)
  expect(stream.errored).toMatchObject({ name: 'AbortError' })
  await expect.poll(() => isExporting(ctx)).toBe(false)
  expect(await text(await openExport(ctx))).toContain('"table":"organizations"')
})

test('HEAD exports nothing', async () => {
  const reply = await fetch(`${url}/api/organization/export`, {
    method: 'HEAD',
    headers: { cookie: await getCookies(large.owner) },
  })
  expect(reply.status).toBe(200)
  expect(await isExporting(large.ctx)).toBe(false)
})
