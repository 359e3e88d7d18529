import { afterAll, expect, test } from 'vitest'
import { openPageParser } from './page-parser.ts'

/** Its thread takes a second to start; a small page takes a fiftieth of the time it has. */
const entry = new URL('./slow-page-parser-thread.fixture.ts', import.meta.url)
const reader = openPageParser({ timeoutMs: 800, entry })
afterAll(() => reader.close())

test('the start of the thread takes nothing of the time that a page has', async () => {
  const body = new TextEncoder().encode('<!doctype html><title>Shoes</title><h1>Shoes</h1>')
  expect(await reader.read(body, 'utf-8', new AbortController().signal)).toMatchObject({
    titles: ['Shoes'],
  })
})

test('whoever gives up while it starts is told so, and the next one starts another', async () => {
  await reader.close()
  const givenUp = new AbortController()
  const reading = reader.read(new Uint8Array(), null, givenUp.signal)
  givenUp.abort(new Error('Given up'))
  await expect(reading).rejects.toThrow('Given up')
  expect(await reader.read(new Uint8Array(), null, new AbortController().signal)).not.toBeNull()
})
