import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readLogParts } from './log-parts.ts'

async function parts(content: string | Buffer, maxLength: number): Promise<string[]> {
  const read: string[] = []
  const file = new Blob([Uint8Array.from(Buffer.from(content))])
  for await (const part of readLogParts(file, maxLength)) read.push(part)
  return read
}

test('parts consist of whole lines, also of a compressed file', async () => {
  const log = 'line 1\nline 2\nline 3\nline 4'
  for (const content of [log, gzipSync(log)])
    expect(await parts(content, 14)).toEqual(['line 1\nline 2\n', 'line 3\nline 4'])
})

test('a later part has the column names', async () => {
  expect(await parts('#Fields: a b\n1 2\n3 4\n', 17)).toEqual(['#Fields: a b\n1 2\n', '#Fields: a b\n3 4\n'])
})

test('a line that is longer than a part is cut', async () => {
  expect(await parts('123456789\n1', 4)).toEqual(['1234', '5678', '9\n1'])
})
