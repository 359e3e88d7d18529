import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachRow, keysOf, packKeys, RowSums } from './packed-rows.ts'

const width = 3
const value = fc.oneof(fc.nat(200), fc.nat({ max: 2 ** 31 - 1 }), fc.maxSafeNat())
const some = fc.dictionary(fc.nat(300).map(String), fc.array(value, { minLength: width, maxLength: width }))
type Rows = Record<string, number[]>

const sumsOf = (parts: Rows[], keysBelow?: number) => {
  const sums = new RowSums(width, keysBelow)
  for (const part of parts) for (const [key, values] of Object.entries(part)) sums.add(Number(key), values)
  return sums
}

function rowsIn(bytes: Buffer): Rows {
  const rows: Rows = {}
  eachRow(bytes, width, (key, sums) => {
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
      expect(rowsIn(sumsOf([rows], 301).pack())).toEqual(withoutZeros(rows))
    }),
  )
})

test('adding and then subtracting rows restores the sums, with and without preallocated keys', () => {
  const small = fc.dictionary(
    fc.nat(300).map(String),
    fc.array(fc.nat(1_000_000), { minLength: width, maxLength: width }),
  )
  fc.assert(
    fc.property(small, small, (rows, others) => {
      for (const keysBelow of [undefined, 301]) {
        const sums = sumsOf([others], keysBelow)
        sums.addPacked(sumsOf([rows]).pack())
        sums.addPacked(sumsOf([others]).pack(), -1)
        expect(rowsIn(sums.pack())).toEqual(withoutZeros(rows))
        for (const [key, values] of Object.entries(rows))
          expect(values.map((_, column) => sums.at(Number(key), column))).toEqual(values)
      }
    }),
  )
})

test('a packed set of numbers is read in ascending order', () => {
  expect(keysOf(packKeys(new Set([70_000, 3, 128, 0])))).toEqual([0, 3, 128, 70_000])
  expect(keysOf(packKeys([]))).toEqual([])
})

test('rejects negative numbers and NaN', () => {
  for (const wrong of [-1, Number.NaN])
    expect(() => sumsOf([{ 1: [wrong, 0, 0] }]).pack()).toThrow(RangeError)
})
