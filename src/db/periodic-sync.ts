/** Exchanges data between processes through the database about once a second. */
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from './connection-errors.ts'

const intervalMs = 1_000

/**
 * Calls `sync` every second, never twice at once. A failure is logged with `failureMessage`, except while the database is
 * unavailable. Returns a function that stops the calls and waits for one in progress.
 */
export function startPeriodicSync(
  log: Logger,
  failureMessage: string,
  sync: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= sync()
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, failureMessage)
      })
      .finally(() => {
        running = null
      })
  }, intervalMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
