import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addRows, Decoder, Encoder, eachRow, RowSums } from './packed-rows.ts'

const width = 3
const value = fc.oneof(fc.nat(200), fc.nat({ max: 2 ** 31 - 1 }), fc.maxSafeNat())
const some = fc.dictionary(fc.nat(300).map(String), fc.array(value, { minLength: width, maxLength: width }))
type Rows = Record<string, number[]>

const sumsOf = (parts: Rows[]) => {
  const sums = new RowSums(width)
  for (const part of parts) for (const [key, values] of Object.entries(part)) sums.add(Number(key), values)
  return sums
}

function rowsIn(packed: string): Rows {
  const rows: Rows = {}
  eachRow(packed, width, (key, sums) => {
    rows[key] = [...sums]
  })
  return rows
}

const withoutZeros = (rows: Rows) =>
  Object.fromEntries(Object.entries(rows).filter(([, values]) => values.some((each) => each > 0)))

test('rows survive packing in any order of insertion; rows of zeros are omitted', () => {
  fc.assert(
    fc.property(some, (rows) => {
      expect(rowsIn(sumsOf([rows]).pack())).toEqual(withoutZeros(rows))
    }),
  )
})

test('adding and then subtracting rows restores the sums, in a map and in an array', () => {
  const small = fc.dictionary(
    fc.nat(300).map(String),
    fc.array(fc.nat(1_000_000), { minLength: width, maxLength: width }),
  )
  fc.assert(
    fc.property(small, small, (rows, others) => {
      const sums = sumsOf([others])
      sums.addPacked(sumsOf([rows]).pack())
      sums.addPacked(sumsOf([others]).pack(), -1)
      expect(rowsIn(sums.pack())).toEqual(withoutZeros(rows))

      const array = new Float64Array(301 * width)
      const add = (part: Rows, sign: 1 | -1) =>
        addRows(sumsOf([part]).pack(), { width, sums: array, sign, offsetOf: (key) => key * width })
      add(others, 1)
      add(rows, 1)
      add(others, -1)
      for (let key = 0; key < 301; key += 1)
        expect([...array.subarray(key * width, (key + 1) * width)]).toEqual(rows[key] ?? [0, 0, 0])
    }),
  )
})

test('numbers survive encoding as printable ASCII', () => {
  fc.assert(
    fc.property(fc.array(value), (numbers) => {
      const encoder = new Encoder()
      for (const number of numbers) encoder.put(number)
      const text = encoder.finish()
      expect(text).toMatch(/^[0-o]*$/)
      const decoder = new Decoder(text)
      expect(numbers.map(() => decoder.take())).toEqual(numbers)
      expect(decoder.isAtEnd).toBe(true)
    }),
  )
})

test('rejects negative numbers and NaN', () => {
  for (const wrong of [-1, Number.NaN])
    expect(() => sumsOf([{ 1: [wrong, 0, 0] }]).pack()).toThrow(RangeError)
})
