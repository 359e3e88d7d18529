import { afterAll, expect, test } from 'vitest'
import { openPageParser } from './page-parser.ts'

/** Takes two seconds to start, which is longer than the timeout of a page. */
const entry = new URL('./slow-page-parser-thread.fixture.ts', import.meta.url)
const reader = openPageParser({ timeoutMs: 1_500, entry })
afterAll(() => reader.close())

test('the timeout of a page begins after the thread has started', async () => {
  const body = new TextEncoder().encode('<!doctype html><title>Shoes</title><h1>Shoes</h1>')
  expect(await reader.read(body, 'utf-8', new AbortController().signal)).toMatchObject({
    titles: ['Shoes'],
  })
})

test('a caller that aborts while the thread starts gets its reason, and the next caller starts another thread', async () => {
  await reader.close()
  const givenUp = new AbortController()
  const reading = reader.read(new Uint8Array(), null, givenUp.signal)
  givenUp.abort(new Error('Given up'))
  await expect(reading).rejects.toThrow('Given up')
  expect(await reader.read(new Uint8Array(), null, new AbortController().signal)).not.toBeNull()
})
