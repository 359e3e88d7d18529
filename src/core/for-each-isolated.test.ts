import pino from 'pino'
import { expect, test } from 'vitest'
import { forEachIsolated } from './for-each-isolated.ts'

const lines: string[] = []
const app = { log: pino({}, { write: (line: string) => void lines.push(line) }) }
const idsOf = (id: string) => ({ brandId: id })

test('every item is worked on; each failure is logged with its ids, and the whole fails at the end', async () => {
  const done: string[] = []
  const work = async (id: string) => {
    if (id === 'b' || id === 'd') throw new Error(`broken ${id}`)
    done.push(id)
  }
  await expect(forEachIsolated(app, ['a', 'b', 'c', 'd', 'e'], { idsOf }, work)).rejects.toThrow(
    '2 of 5 failed, the first with: broken b',
  )
  expect(done).toEqual(['a', 'c', 'e'])
  expect(lines.map((line) => JSON.parse(line).brandId)).toEqual(['b', 'd'])
})

test('no further item is started when the service stops', async () => {
  const stopping = new AbortController()
  const done: string[] = []
  await forEachIsolated(app, ['a', 'b'], { idsOf, stopping: stopping.signal }, async (id) => {
    done.push(id)
    stopping.abort()
  })
  expect(done).toEqual(['a'])
})
