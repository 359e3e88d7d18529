import { expect, test } from 'vitest'
import { codePoints, findReferenceMarkers, offsetsIn, utf8Bytes, withoutThinking } from './text-offsets.ts'

const written = 'Tee ☕, Käse 🧀 und Brot [1]'

test.each([
  ['code points', codePoints, [...written].indexOf('B')],
  ['UTF-8 bytes', utf8Bytes, Buffer.from(written).indexOf('B')],
])('an offset in %s is converted after characters of two, three and four bytes', (_, counting, offset) => {
  expect(offsetsIn(written, counting)(offset)).toBe(written.indexOf('B'))
})

test('an offset inside a character is its start, one past the end is the end', () => {
  const offsetOf = offsetsIn('a🧀b', utf8Bytes)
  expect([0, 1, 2, 4, 5, 6, 99].map(offsetOf)).toEqual([0, 1, 1, 1, 3, 4, 4])
})

test('without multi-unit characters an offset stays the same, and one past the end is the end', () => {
  expect([0, 3, 4, 99].map(offsetsIn('Käse', codePoints))).toEqual([0, 3, 4, 4])
  expect([0, 3, 4, 99].map(offsetsIn('Brot', utf8Bytes))).toEqual([0, 3, 4, 4])
})

test.each([
  ['<think>Hm [1].</think>\n\nYes [2].', 'Yes [2].', 24],
  ['\n<think>a</think>Yes.', 'Yes.', 17],
  ['<think>never closed', '', 19],
  ['Models write <think>so</think>.', 'Models write <think>so</think>.', 0],
])('the thinking block is removed from %j', (raw, markdown, removed) => {
  expect(withoutThinking(raw)).toEqual({ markdown, removed })
})

test('reference markers are found outside links and code', () => {
  const markdown = 'Good[1][12], see [3](https://a.example), `list[4]`\n```\nx[5]\n```\n[Acme] and [6].'
  const markers = findReferenceMarkers(markdown)
  expect(markers.map(({ number }) => number)).toEqual([1, 12, 6])
  for (const { number, start, end } of markers) expect(markdown.slice(start, end)).toBe(`[${number}]`)
})
