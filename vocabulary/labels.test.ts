import { expect, test } from 'vitest'
import { categories } from '../src/prompts/categories.ts'
import { promptCategoryLabel } from './labels.ts'

test('every category of prompts has a name for people', () => {
  expect(categories.filter((category) => promptCategoryLabel(category) === category)).toEqual([])
})
