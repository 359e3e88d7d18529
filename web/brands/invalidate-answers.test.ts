import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Address } from '../api.ts'
import { invalidateAnswers } from './invalidate-answers.ts'

test('the score change is read again after a run, and the settings of the brand are not', async () => {
  const queryClient = new QueryClient()
  const isInvalidated = (address: Address) => queryClient.getQueryState([address, {}])?.isInvalidated
  queryClient.setQueryData(['GET /api/metrics/score-change', {}], 'before the run')
  queryClient.setQueryData(['GET /api/brands', {}], 'unchanged')
  await invalidateAnswers(queryClient)
  expect(isInvalidated('GET /api/metrics/score-change')).toBe(true)
  expect(isInvalidated('GET /api/brands')).toBe(false)
})
