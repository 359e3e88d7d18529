import { expect, onTestFinished, test, vi } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { systemContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { inEnglish } from '../languages/message.ts'
import { recordCost } from '../plans/spend-ledger.ts'
import { watchBudget } from './budget-watch.ts'

const service = await sharedService()

test('a limit set during a run takes effect within a second, and an existing limit is reread on every refresh', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const owner = await service.signUp()
  const ctx = systemContext(service.base, (await owner.ok('GET /api/organization')).id)
  const pay = (costMicros: number) =>
    recordCost(ctx, { kind: 'answers', engine: 'openai', brandId: null, costMicros })
  const budget = watchBudget(ctx, newId())
  await pay(1_000)
  await budget.refresh()
  expect([budget.isLimited(), budget.exhausted.aborted]).toEqual([false, false])

  await owner.ok('PATCH /api/organization', { spend_limit_micros: 1_500 })
  await budget.refresh()
  expect(budget.isLimited()).toBe(false)
  vi.advanceTimersByTime(1_000)
  await budget.refresh()
  expect([budget.isLimited(), budget.exhausted.aborted]).toEqual([true, false])

  await pay(500)
  await budget.refresh()
  expect(budget.exhausted.aborted).toBe(true)
  expect(inEnglish(budget.reason() ?? '')).toMatch(/is used up/)
})
