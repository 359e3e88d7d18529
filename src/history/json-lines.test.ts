import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { chunksOf } from './history.fixture.ts'
import { type JsonLine, jsonLines } from './json-lines.ts'

async function read(text: string | Uint8Array, sizeBytes?: number): Promise<JsonLine[]> {
  const lines: JsonLine[] = []
  for await (const each of jsonLines(chunksOf(text, sizeBytes))) lines.push(each)
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
  const heldBefore = heldBytes()
  let most = 0
  async function* endless() {
    for (let index = 1; index <= 120; index += 1) {
      yield Buffer.alloc(1024 * 1024, 'x')
      if (index % 40 === 0) most = Math.max(most, heldBytes() - heldBefore)
    }
    yield Buffer.from('\n{}\n')
  }
  const lines: unknown[] = []
  for await (const each of jsonLines(endless())) lines.push(each)
  expect(lines).toEqual([
    { line: 1, problem: 'is longer than 8 MB' },
    { line: 2, value: {} },
  ])
  expect(most).toBeLessThan(24 * 1024 * 1024)
})

/** What buffers hold once everything that nobody holds is gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}
