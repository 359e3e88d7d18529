import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate } from './api.ts'

test('invalidating a first request in flight discards its outdated response', async () => {
  const queryClient = new QueryClient()
  const answers: ((prompts: string[]) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['GET /api/prompts', {}],
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  })
  const shown: unknown[] = []
  const unsubscribe = observer.subscribe(({ data }) => data && shown.push(data))
  expect(answers).toHaveLength(1)
  const invalidated = invalidate(queryClient, 'GET /api/prompts')
  answers[0]?.(['before'])
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(['after'])
  await invalidated
  unsubscribe()
  expect(shown).toEqual([['after']])
})
