import { expect, test } from 'vitest'
import { splitRecords } from './log-records.ts'

async function split(body: string, { isEnvelope = false, chunkBytes = 7 } = {}) {
  const bytes = Buffer.from(body)
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes)
  }
  const records: (string | null)[] = []
  for await (const some of splitRecords(chunks(), isEnvelope)) records.push(...some)
  return records
}

const objects = ['{"a":"]}[{\\"é"}', '{"b":[1,{"c":2}]}', '{}']

test.each([1, 3, 1000])('finds lines and elements of arrays in chunks of %i bytes', async (chunkBytes) => {
  const options = { chunkBytes }
  expect(await split(`${objects.join('\n')}\n`, options)).toEqual(objects)
  expect(await split(objects.join('\r\n'), options)).toEqual(objects)
  expect(await split(` [ ${objects.join(' ,\n ')} ] `, options)).toEqual(objects)
  expect(
    await split(`{"requestId":"[{","records":[${objects.join()}],"timestamp":[1]}`, {
      isEnvelope: true,
      chunkBytes,
    }),
  ).toEqual(objects)
})

test('an array that does not end is reported after its elements', async () => {
  expect(await split(`[${objects[0]},{"b":`)).toEqual([objects[0], null])
  expect(await split('{"requestId":"1"}', { isEnvelope: true })).toEqual([null])
})

test('a record over the limit is reported and does not affect the others', async () => {
  const long = 'x'.repeat(10_000_000)
  const options = { chunkBytes: 65_536 }
  expect(await split(`a\n${long}\nb`, options)).toEqual(['a', null, 'b'])
  expect(await split(`[{},{"a":"${long}"},{}]`, options)).toEqual(['{}', null, '{}'])
})

test('an empty body has no records', async () => {
  expect(await split('')).toEqual([])
  expect(await split(' \n ')).toEqual([])
  expect(await split('[]')).toEqual([])
})
