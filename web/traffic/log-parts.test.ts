import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readLogParts } from './log-parts.ts'

async function parts(content: string | Buffer, maxLength = 12) {
  const bytes = Uint8Array.from(Buffer.from(content))
  return Array.fromAsync(readLogParts(new Blob([bytes]), maxLength))
}

test('parts consist of whole lines, also of a compressed file', async () => {
  const log = 'line 1\nline 2\nline 3\nline 4'
  const expected = ['line 1\n', 'line 2\n', 'line 3\nline 4']
  expect((await parts(log)).join('')).toBe(log)
  for (const content of [log, gzipSync(log)])
    expect((await parts(content, 14)).map((part) => part.trim())).toEqual([
      'line 1\nline 2',
      'line 3',
      'line 4',
    ])
  expect(expected.join('')).toBe(log)
})

test('a later part has the column names', async () => {
  expect(await parts('#Fields: a b\n1 2\n3 4\n', 17)).toEqual(['#Fields: a b\n1 2\n', '#Fields: a b\n3 4\n'])
})

test('a line that is longer than a part is cut', async () => {
  expect(await parts('123456789\n1', 4)).toEqual(['1234', '5678', '9\n1'])
})
