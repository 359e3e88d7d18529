import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberSet } from './number-set.ts'
import { Decoder, Encoder } from './packed-rows.ts'

const some = fc.array(fc.nat(3_000))

function setOf(...lists: number[][]): NumberSet {
  const set = new NumberSet()
  for (const list of lists) for (const number of list) set.add(number)
  return set
}

const inOrder = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b)

test('sets with the same numbers are equal and others are not', () => {
  fc.assert(
    fc.property(some, some, (a, b) => {
      expect(setOf(a).equals(setOf(a.toReversed(), a))).toBe(true)
      const areEqual = a.every((number) => b.includes(number)) && b.every((number) => a.includes(number))
      expect(setOf(a).equals(setOf(b))).toBe(areEqual)
    }),
  )
})

test('a set contains the numbers that were added, alone and with those of another set', () => {
  fc.assert(
    fc.property(some, some, (a, b) => {
      expect(setOf(a).toArray()).toEqual(inOrder(a))
      const union = setOf(a)
      union.addAll(setOf(b))
      expect(union.toArray()).toEqual(inOrder([...a, ...b]))
      expect(union.size).toBe(inOrder([...a, ...b]).length)
    }),
  )
})

test('a stored set adds its numbers to another, and leaves the next number to be read', () => {
  fc.assert(
    fc.property(some, some, fc.nat(), (a, b, next) => {
      const encoder = new Encoder()
      setOf(b).put(encoder)
      encoder.put(next)
      const decoder = new Decoder(encoder.finish())
      const union = setOf(a)
      union.addFrom(decoder)
      expect(union.toArray()).toEqual(inOrder([...a, ...b]))
      expect(decoder.take()).toBe(next)
    }),
  )
})
