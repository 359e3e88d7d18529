import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberSet, numbersIn } from './number-set.ts'

const some = fc.array(fc.nat(3_000))

function setOf(...lists: number[][]): NumberSet {
  const set = new NumberSet()
  for (const list of lists) for (const number of list) set.add(number)
  return set
}

test('equal sets have equal texts and different ones do not', () => {
  fc.assert(
    fc.property(some, some, (a, b) => {
      expect(setOf(a).toString()).toBe(setOf(a.toReversed(), a).toString())
      const areEqual = a.every((number) => b.includes(number)) && b.every((number) => a.includes(number))
      expect(setOf(a).toString() === setOf(b).toString()).toBe(areEqual)
    }),
  )
})

test('a stored set adds its numbers to another', () => {
  fc.assert(
    fc.property(some, some, (a, b) => {
      const union = setOf(a)
      union.addAll(setOf(b).toString())
      expect(union.toString()).toBe(setOf(a, b).toString())
      expect(union.size).toBe(new Set([...a, ...b]).size)
    }),
  )
})

test('an intersection contains the numbers of both sets', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2_000)), fc.array(fc.nat(2_000)), (numbers, others) => {
      const both = numbers.filter((number) => others.includes(number))
      expect(new NumberSet(numbers).intersect(new NumberSet(others)).toString()).toBe(
        new NumberSet(both).toString(),
      )
    }),
  )
})

test('the numbers of a stored set are those that were added', () => {
  fc.assert(
    fc.property(some, (added) => {
      expect(numbersIn(setOf(added).toString())).toEqual([...new Set(added)].sort((a, b) => a - b))
    }),
  )
})
