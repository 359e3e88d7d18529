import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate } from './api.ts'

test('a first read that is on its way when something changes does not leave what was before', async () => {
  const queryClient = new QueryClient()
  const answers: ((prompts: string[]) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['GET /api/prompts', {}],
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  })
  const shown: unknown[] = []
  const unsubscribe = observer.subscribe(({ data }) => data && shown.push(data))
  expect(answers).toHaveLength(1)
  const renewed = invalidate(queryClient, 'GET /api/prompts')
  answers[0]?.(['before'])
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(['after'])
  await renewed
  unsubscribe()
  expect(shown).toEqual([['after']])
})
