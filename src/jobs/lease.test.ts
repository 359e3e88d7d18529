import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { type Context, systemContext, transaction } from '../core/context.ts'
import { acquireLease } from './lease.ts'

const service = await sharedService()

async function contextOfNewOrganization(): Promise<Context> {
  const { id } = await (await service.signUp()).ok('GET /api/organization')
  return systemContext(service.base, id)
}

/** The context of another process, whose clock is ahead. */
const later = (ctx: Context, ms: number): Context => ({
  ...ctx,
  now: () => new Date(ctx.now().getTime() + ms),
})

test('of many concurrent requests one acquires the lease, and the next after its release', async () => {
  const ctx = await contextOfNewOrganization()
  const acquired = await Promise.all(Array.from({ length: 10 }, () => acquireLease(ctx, 'work', 60_000)))
  const [release, ...others] = acquired.filter((each) => each !== null)
  expect(others).toEqual([])
  expect(await acquireLease(ctx, 'work', 60_000)).toBe(null)
  await release?.(ctx)
  expect(await acquireLease(ctx, 'work', 60_000)).not.toBe(null)
})

test('the lease of a crashed process expires, and its late release does not end the lease of the next process', async () => {
  const ctx = await contextOfNewOrganization()
  const releaseOfCrashed = await acquireLease(ctx, 'work', 60_000)
  const other = later(ctx, 60_000)
  expect(await acquireLease(later(ctx, 1_000), 'work', 60_000)).toBe(null)
  expect(await acquireLease(other, 'work', 60_000)).not.toBe(null)
  await releaseOfCrashed?.(ctx)
  expect(await acquireLease(other, 'work', 60_000)).toBe(null)
})

test('leases of other names and organizations are independent', async () => {
  const [ctx, other] = await Promise.all([contextOfNewOrganization(), contextOfNewOrganization()])
  expect(await acquireLease(ctx, 'work', 60_000)).not.toBe(null)
  expect(await acquireLease(ctx, 'other work', 60_000)).not.toBe(null)
  expect(await acquireLease(other, 'work', 60_000)).not.toBe(null)
})

test('a lease that is acquired in a transaction that fails is free again', async () => {
  const ctx = await contextOfNewOrganization()
  const failed = transaction(ctx, async (tx) => {
    expect(await acquireLease(tx, 'work', 60_000)).not.toBe(null)
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await acquireLease(ctx, 'work', 60_000)).not.toBe(null)
})
