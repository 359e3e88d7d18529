import type { Context } from '../core/context.ts'
import { jobQueue } from '../jobs/queue.ts'

/** The timer in src/jobs.ts that sends waiting deliveries. */
export const deliveryTimer = 'deliver-notifications'

/** Wakes the worker when the transaction commits, so that deliveries do not wait for the next minute. */
export const wakeDeliveryWorker = (tx: Context): Promise<void> =>
  tx.use(jobQueue).send(tx.db, deliveryTimer, {})
