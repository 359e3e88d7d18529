import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { chunksOf } from './data-transfer.fixture.ts'
import { type JsonLine, parseJsonLines } from './json-lines.ts'

async function read(text: string | Uint8Array, sizeBytes?: number): Promise<JsonLine[]> {
  const lines: JsonLine[] = []
  for await (const each of parseJsonLines(chunksOf(text, sizeBytes))) lines.push(each)
  return lines
}

test('lines are whole wherever the chunks are cut, and blank ones are counted', async () => {
  const text = '{"a":"ä€😀"}\r\n\n  \n[1]\n"last"'
  const whole = [
    { line: 1, value: { a: 'ä€😀' } },
    { line: 4, value: [1] },
    { line: 5, value: 'last' },
  ]
  for (const sizeBytes of [1, 2, 3, 7, 1000]) expect(await read(text, sizeBytes)).toEqual(whole)
})

test('a byte order mark is no part of the first line', async () => {
  expect(await read('\uFEFF{}\n')).toEqual([{ line: 1, value: {} }])
})

test('what is no JSON or no UTF-8 is told with its line, and the next line is read', async () => {
  const bytes = Buffer.concat([Buffer.from('{"a":\n"'), Buffer.from([0xff, 0xfe]), Buffer.from('"\n1')])
  expect(await read(bytes)).toEqual([
    { line: 1, problem: 'is not valid JSON' },
    { line: 2, problem: 'is not in UTF-8' },
    { line: 3, value: 1 },
  ])
})

test('a line that is too long is refused without being held, and the next line is read', async () => {
  const chunks: WeakRef<ArrayBufferLike>[] = []
  let most = 0
  async function* endless() {
    for (let index = 1; index <= 120; index += 1) {
      const chunk = Buffer.alloc(1024 * 1024, 'x')
      chunks.push(new WeakRef(chunk.buffer))
      yield chunk
      if (index % 40 === 0) most = Math.max(most, await countHeld(chunks))
    }
    yield Buffer.from('\n{}\n')
  }
  const lines: unknown[] = []
  for await (const each of parseJsonLines(endless())) lines.push(each)
  expect(lines).toEqual([
    { line: 1, problem: 'is longer than 8 MB' },
    { line: 2, value: {} },
  ])
  // The chunk at hand is one of them.
  expect(most).toBeLessThanOrEqual(2)
})

/** How many of them somebody still holds. */
async function countHeld(chunks: readonly WeakRef<ArrayBufferLike>[]): Promise<number> {
  // A reference that was just made or asked holds what it is to until the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return chunks.filter((chunk) => chunk.deref() !== undefined).length
}
