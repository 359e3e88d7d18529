import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { toChunks } from './data-transfer.fixture.ts'
import { type JsonLine, parseJsonLines } from './json-lines.ts'

async function parseAll(text: string | Uint8Array, sizeBytes?: number): Promise<JsonLine[]> {
  const lines: JsonLine[] = []
  for await (const each of parseJsonLines(toChunks(text, sizeBytes))) lines.push(each)
  return lines
}

test('lines are complete regardless of chunk boundaries, and blank lines are counted', async () => {
  const text = '{"a":"ä€😀"}\r\n\n  \n[1]\n"last"'
  const expected = [
    { line: 1, value: { a: 'ä€😀' } },
    { line: 4, value: [1] },
    { line: 5, value: 'last' },
  ]
  for (const sizeBytes of [1, 2, 3, 7, 1000]) expect(await parseAll(text, sizeBytes)).toEqual(expected)
})

test('a byte order mark is not part of the first line', async () => {
  expect(await parseAll('\uFEFF{}\n')).toEqual([{ line: 1, value: {} }])
})

test('invalid JSON and invalid UTF-8 are reported with their line, and parsing continues', async () => {
  const bytes = Buffer.concat([Buffer.from('{"a":\n"'), Buffer.from([0xff, 0xfe]), Buffer.from('"\n1')])
  expect(await parseAll(bytes)).toEqual([
    { line: 1, problem: 'is not valid JSON' },
    { line: 2, problem: 'is not in UTF-8' },
    { line: 3, value: 1 },
  ])
})

test('a line over the limit is reported without being kept in memory, and parsing continues', async () => {
  const chunks: WeakRef<ArrayBufferLike>[] = []
  let referenced = 0
  async function* endless() {
    for (let index = 1; index <= 20; index += 1) {
      const chunk = Buffer.alloc(1024 * 1024, 'x')
      chunks.push(new WeakRef(chunk.buffer))
      yield chunk
    }
    referenced = await countReferenced(chunks)
    yield Buffer.from('\n{}\n')
  }
  const lines: unknown[] = []
  for await (const each of parseJsonLines(endless())) lines.push(each)
  expect(lines).toEqual([
    { line: 1, problem: 'is longer than 8 MB' },
    { line: 2, value: {} },
  ])
  // The current chunk is one of them.
  expect(referenced).toBeLessThanOrEqual(2)
})

/** Counts the chunks that are still referenced. */
async function countReferenced(chunks: readonly WeakRef<ArrayBufferLike>[]): Promise<number> {
  // Dereferencing a WeakRef keeps its target alive until the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return chunks.filter((chunk) => chunk.deref() !== undefined).length
}
