import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openPageParser, openPageParsers } from './page-parser.ts'

/** The fixture's thread takes longer to start than a page may take to parse. */
const entry = new URL('./slow-page-parser-thread.fixture.ts', import.meta.url)
const parser = openPageParser(entry)
afterAll(() => parser.close())
const options = { timeoutMs: 1_500, signal: new AbortController().signal }

test('the start of the thread does not count against the time limit of a page', async () => {
  const body = new TextEncoder().encode('<!doctype html><title>Shoes</title><h1>Shoes</h1>')
  expect(await parser.parse(body, 'utf-8', options)).toMatchObject({
    titles: ['Shoes'],
  })
})

test('an abort during the start rejects with its reason, and the next call starts another thread', async () => {
  await parser.close()
  const aborting = new AbortController()
  const parsing = parser.parse(new Uint8Array(), null, { ...options, signal: aborting.signal })
  aborting.abort(new Error('Aborted'))
  await expect(parsing).rejects.toThrow('Aborted')
  expect(await parser.parse(new Uint8Array(), null, options)).not.toBeNull()
})

test('many pages of one organization share one of two threads, and another organization does not wait for them', async () => {
  const started = countThreads()
  const parsers = openPageParsers()
  onTestFinished(() => parsers.close())
  const body = new TextEncoder().encode(`<!doctype html><title>Shoes</title>${'<p>Shoes'.repeat(2_000)}`)
  const order: string[] = []
  const parse = async (organization: string) => {
    const page = await parsers.of(organization)(body, 'utf-8', { ...options, timeoutMs: 60_000 })
    order.push(organization)
    return page
  }
  // Both threads have started before they are measured.
  await Promise.all([parse('large'), parse('small')])
  order.length = 0
  const attack = Array.from({ length: 20 }, () => parse('large'))
  expect(await parse('small')).toMatchObject({ titles: ['Shoes'] })
  expect(order.filter((each) => each === 'large').length).toBeLessThan(10)
  await Promise.all(attack)
  expect(started()).toBe(2)
})

/** Returns a function that returns the number of threads that have started since. */
function countThreads(): () => number {
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  return () => threads
}
