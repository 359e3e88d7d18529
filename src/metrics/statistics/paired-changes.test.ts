import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KeyedMoments, pairedChange } from './paired-change.ts'
import { pairedChanges } from './paired-changes.ts'

const max = 100
const question = fc.record({
  key: fc.nat(40),
  answers: fc.array(fc.nat(max), { minLength: 0, maxLength: 4 }),
  others: fc.array(fc.nat(max), { minLength: 4, maxLength: 4 }),
})
const window = fc.uniqueArray(question, { selector: ({ key }) => key, maxLength: 40 })

/** Two questions per prompt. */
const momentsOf = (key: number, values: number[]): KeyedMoments => ({
  key,
  prompt: `prompt ${key >> 1}`,
  n: values.length,
  sum: values.reduce((sum, value) => sum + value, 0),
  sumSquares: values.reduce((sum, value) => sum + value ** 2, 0),
})

const columnsOf = (moments: KeyedMoments[]) => ({
  sums: Float64Array.from(moments, ({ sum }) => sum),
  squares: () => Float64Array.from(moments, ({ sumSquares }) => sumSquares),
})

test('the changes of several values are those of each value alone, with any number of prompts', () => {
  fc.assert(
    fc.property(window, window, (before, after) => {
      const values = (['answers', 'others'] as const).map((name) => {
        const momentsIn = (questions: typeof before) =>
          questions.map((each) => momentsOf(each.key, each[name].slice(0, each.answers.length)))
        return { before: momentsIn(before), after: momentsIn(after) }
      })
      const [first] = values
      const changes = pairedChanges(
        first?.before ?? [],
        first?.after ?? [],
        values.map((value) => ({ before: columnsOf(value.before), after: columnsOf(value.after) })),
        { max },
      )
      expect(changes).toEqual(values.map((value) => pairedChange(value.before, value.after, { max })))
    }),
    { numRuns: 300 },
  )
})
