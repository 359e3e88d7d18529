import { expect, test } from 'vitest'
import type { AskResult, Engine } from '../engines/engine.ts'
import { askLane, both, places } from './ask.ts'

const never = new AbortController().signal
const answer: AskResult = {
  outcome: 'answered',
  markdown: 'Yes.',
  model: null,
  citations: [],
  retrieved: [],
  searches: [],
  searched: null,
  inputTokens: null,
  outputTokens: null,
  costMicros: null,
  shoppingCards: [],
  raw: null,
}

/** An engine that holds every question until it is let go, and counts how many it holds. */
function holdingEngine() {
  const held: (() => void)[] = []
  let most = 0
  const engine: Engine = {
    name: 'holding',
    surface: 'api',
    ask: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.push(resolve)
      most = Math.max(most, held.length)
      await promise
      return answer
    },
  }
  return { engine, held, most: () => most }
}

const questionOf = (prompt: string) => ({ prompt, region: null, language: null })
const questions = (n: number) => Array.from({ length: n }, (_, index) => `question ${index}`)

test('two runs together ask no more at once than one engine and the process allow', async () => {
  const all = places(3)
  const engines = [holdingEngine(), holdingEngine()]
  const answered: string[] = []
  const lanes = engines.flatMap(({ engine }) => {
    const enter = both(places(2), all)
    const lane = () =>
      askLane(engine, questions(4), questionOf, async ({ item }) => void answered.push(item), {
        perLane: 4,
        enter,
        signal: never,
      })
    return [lane(), lane()]
  })
  const working = Promise.all(lanes)
  for (let left = 16; left > 0; left -= 1) {
    await expect.poll(() => engines.some(({ held }) => held.length > 0)).toBe(true)
    expect(engines.reduce((sum, { held }) => sum + held.length, 0)).toBeLessThanOrEqual(3)
    engines.find(({ held }) => held.length > 0)?.held.shift()?.()
  }
  await working
  expect(answered).toHaveLength(16)
  for (const { most } of engines) expect(most()).toBeLessThanOrEqual(2)
})

test('a place given up while waiting for the other kind is free again', async () => {
  const engine = places(1)
  const all = places(1)
  const leave = await all(never)
  const waiting = new AbortController()
  const given = both(engine, all)(waiting.signal)
  waiting.abort(new Error('stopped'))
  leave()
  await expect(given).rejects.toThrow('stopped')
  const [first, second] = [await engine(never), await all(never)]
  first()
  second()
})
