import pino from 'pino'
import { expect, test } from 'vitest'
import { runInTurns } from './in-turns.ts'

const log = pino({ level: 'silent' })
const never = new AbortController().signal

type Item = { organization_id: string; name: string }

/** `large 2` is the second item of an organization. */
const toItems = (...names: string[]): Item[] =>
  names.map((name) => ({ organization_id: name.split(' ')[0] ?? '', name }))

/** Items that end when the test ends them. */
function startedItems() {
  const started: { name: string; end: () => void }[] = []
  return {
    names: () => started.map(({ name }) => name),
    work: ({ name }: Item) => new Promise<void>((end) => started.push({ name, end })),
    endFirst: async () => {
      started.shift()?.end()
      await nextTick()
    },
  }
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('organizations take turns, and one with a slow item delays only its own', async () => {
  const { names, work, endFirst } = startedItems()
  const items = toItems('large 1', 'large 2', 'large 3', 'medium 1', 'medium 2', 'small 1')
  const running = runInTurns({ log }, items, { work, failure: '', stopping: never })
  await nextTick()
  expect(names()).toEqual(['large 1', 'medium 1'])
  await endFirst()
  expect(names()).toEqual(['medium 1', 'small 1'])
  await endFirst()
  expect(names()).toEqual(['small 1', 'large 2'])
  for (const _ of items) await endFirst()
  await running
})

test('a failure does not stop the others and fails the whole at the end, and nothing starts after a stop', async () => {
  const stopping = new AbortController()
  const done: string[] = []
  const work = async ({ name }: Item) => {
    done.push(name)
    if (name === 'a 1') throw new Error('broken')
    if (name === 'b 1') stopping.abort()
  }
  const running = runInTurns({ log }, toItems('a 1', 'b 1', 'b 2', 'c 1'), {
    work,
    failure: 'failed',
    stopping: stopping.signal,
  })
  await expect(running).rejects.toThrow('1 of 4 failed, the first with: broken')
  expect(done).toEqual(['a 1', 'b 1'])
})
