import { expect, test } from 'vitest'
import { categories } from '../src/prompts/categories.ts'
import { promptCategoryLabel } from './labels.ts'

test('every prompt category has a label', () => {
  expect(categories.filter((category) => promptCategoryLabel(category) === category)).toEqual([])
})
