import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClusters } from './cluster.ts'

test('finds what a comparison with every text finds', () => {
  const words = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), words, (texts, query) => {
      const clusters = createClusters<number>((word) => word.charCodeAt(0) % 3)
      for (const [index, text] of texts.entries()) clusters.add(text, index)
      const similarities = texts.map((text) => {
        const common = text.filter((word) => query.includes(word)).length
        return common / (text.length + query.length - common)
      })
      const best = Math.max(0, ...similarities)
      expect(clusters.find(query)).toBe(best >= 0.85 ? similarities.indexOf(best) : null)
    }),
  )
})
