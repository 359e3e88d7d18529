import type { AppContext } from './context.ts'

type Options<T> = {
  /** Returns the ids of an item, for the log. */
  idsOf: (item: T) => Record<string, string>
  /** No further item is started when it is aborted. */
  stopping?: AbortSignal
}

/**
 * Works on items of several organizations or brands, one after another. The failure of one is logged and does not affect the
 * others; at the end, it fails the whole.
 */
export async function forEachIsolated<T>(
  { log }: Pick<AppContext, 'log'>,
  items: readonly T[],
  { idsOf, stopping }: Options<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    if (stopping?.aborted) break
    try {
      await work(item)
    } catch (error) {
      log.error({ err: error, ...idsOf(item) }, 'failed for one; the others continue')
      failures.push(error)
    }
  }
  const [cause] = failures
  if (failures.length > 0)
    throw new Error(
      `${failures.length} of ${items.length} failed, the first with: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
}
