/** The receiver in docs/webhooks.md, as it stands there: it verifies, takes the work and reports back. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { testService } from '../../../test/support.ts'
import { createTestBrand } from '../../metrics/answers.fixture.ts'

const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' })

test('the receiver of the document refuses what is not signed, and reports back on what is', async () => {
  // Where people reach it is known once it listens; the addresses it gives out are made later.
  service.base.baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })

  const port = await freePort()
  const said = startReceiver({ WEBHOOK_SECRET: 'the right secret', PORT: String(port) })
  expect(await said()).toBe('Listening')

  const book = await createTestBrand(service)
  await book.write({
    prompt: book.prompts.plain,
    day: new Date().toISOString().slice(0, 10),
    text: 'Quilmar is the one to buy.',
  })
  await book.owner.ok('POST /api/content/generate', { brand_id: book.brand.id })
  const { items } = await book.owner.ok(`GET /api/content?brand_id=${book.brand.id}`)
  const { id, title } = items[0]
  const set = (webhook_secret: string) =>
    book.owner.ok(`PUT /api/content/webhook-config/${book.brand.id}`, {
      webhook_url: `http://127.0.0.1:${port}/`,
      webhook_secret,
    })
  const send = () => book.owner.ok(`POST /api/content/${id}/send`)

  await set('another secret')
  expect(await send()).toMatchObject({ success: false, http_status: 401, status: 'new' })
  await set('the right secret')
  expect(await book.owner.ok(`POST /api/content/webhook-config/${book.brand.id}/test`)).toMatchObject({
    success: true,
    http_status: 202,
  })
  expect(await send()).toMatchObject({ success: true, http_status: 202 })
  expect(await said()).toBe(`To write: ${title}`)
  expect(await said()).toBe('Reported: 200')
  expect((await book.owner.ok(`GET /api/content/${id}`)).status).toBe('in_progress')
})

/** Gives the receiver's lines, one after the other. */
function startReceiver(env: Record<string, string>): () => Promise<string> {
  const document = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const source = /```js\n([\s\S]*?)```/.exec(document)?.[1]
  if (source === undefined) throw new Error('docs/webhooks.md holds no receiver.')
  const folder = mkdtempSync(join(tmpdir(), 'ansight-receiver-'))
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, source)
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async () => String((await lines.next()).value)
}

/** Free a moment ago: the receiver takes a number, not a socket. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}
