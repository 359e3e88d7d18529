/** Work for many organizations, in a fair order. */
import type { AppContext } from './context.ts'
import { keyedSemaphore } from './semaphore.ts'

/** An organization has one at a time, so that it leaves the other to the others. */
const concurrency = 2

type Turns<T> = {
  work(item: T): Promise<unknown>
  /** The log message of a failed item. */
  failure: string
  /** No further item starts once it is aborted. */
  stopping?: AbortSignal
}

/**
 * Runs `work` for each item. Organizations take turns, so that one with many items, or slow ones, does not delay the others.
 * A failed item is logged and does not affect the others; at the end, it fails the whole.
 */
export async function runInTurns<T extends { organization_id: string }>(
  app: Pick<AppContext, 'log'>,
  items: readonly T[],
  { work, failure, stopping }: Turns<T>,
): Promise<void> {
  const slots = keyedSemaphore(concurrency, { perGroup: 1 })
  const failures: unknown[] = []
  const run = async (item: T) => {
    if (stopping?.aborted) return
    try {
      await work(item)
    } catch (error) {
      app.log.error({ err: error, organizationId: item.organization_id }, failure)
      failures.push(error)
    }
  }
  await Promise.all(items.map((item) => slots.run(item.organization_id, () => run(item))))
  const [cause] = failures
  if (failures.length > 0)
    throw new Error(
      `${failures.length} of ${items.length} failed, the first with: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
}
