import { afterAll, expect, test } from 'vitest'
import { openPageParser } from './page-parser.ts'

/** The fixture's thread takes longer to start than a page may take to parse. */
const entry = new URL('./slow-page-parser-thread.fixture.ts', import.meta.url)
const parser = openPageParser({ timeoutMs: 1_500, entry })
afterAll(() => parser.close())

test('the start of the thread does not count against the time limit of a page', async () => {
  const body = new TextEncoder().encode('<!doctype html><title>Shoes</title><h1>Shoes</h1>')
  expect(await parser.parse(body, 'utf-8', new AbortController().signal)).toMatchObject({
    titles: ['Shoes'],
  })
})

test('an abort during the start rejects with its reason, and the next call starts another thread', async () => {
  await parser.close()
  const aborting = new AbortController()
  const parsing = parser.parse(new Uint8Array(), null, aborting.signal)
  aborting.abort(new Error('Aborted'))
  await expect(parsing).rejects.toThrow('Aborted')
  expect(await parser.parse(new Uint8Array(), null, new AbortController().signal)).not.toBeNull()
})
