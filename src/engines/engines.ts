/**
 * Engines answer prompts. A *platform* is a consumer product, such as ChatGPT. A *vendor* is a service that returns a
 * platform's answers: an API of the platform's maker, or a scraper that opens the product in a browser. The *backend*
 * of a platform is the vendor chosen for it, or the simulator. An *engine* is a backend set up for one platform.
 *
 * `vendors.ts` lists the vendors, `registry.ts` chooses backends, `engine-queue.ts` runs queries. This file has the limits
 * that all queries of a process share; `shared-limits.ts` divides them between processes.
 */
import type { Platform } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import type { Resource } from '../core/context.ts'
import { fairSemaphore, type SemaphoreGroup, unlimited } from '../core/semaphore.ts'
import type { Engine } from './engine.ts'
import { createEngineLimiter, type EngineLimiter } from './limiter.ts'
import { requestsPerMinute } from './registry.ts'

/** The part of an `EngineQueue` that comes from the settings. */
export type QueueLimits = {
  limiter: Pick<EngineLimiter, 'acquire'>
  joinSemaphore: () => SemaphoreGroup
  maxInFlight: number
}

export type Engines = {
  /** Returns the limits of queries to an engine. */
  limitsFor(engine: Engine, platform: Platform): QueueLimits
  /** Returns the limits of requests to the language model. */
  llmLimits(): QueueLimits
  /** The limiters with queries in flight or waiting, by the account and platform that they limit. */
  limitersInUse(): Map<string, EngineLimiter>
}

export const engines: Resource<Engines> = { name: 'engines', open: ({ config }) => openEngines(config) }

function openEngines(config: Config): Engines {
  const limiters = new Map<string, EngineLimiter>()
  const limiterFor = (key: string, maxInFlight: number, perMinute: number) => {
    const limiter = limiters.get(key) ?? createEngineLimiter({ maxInFlight, perMinute })
    limiters.set(key, limiter)
    return limiter
  }
  const joinSemaphore = fairSemaphore(config.TRACKING_CONCURRENCY)
  const maxInFlight = config.TRACKING_PER_ENGINE
  return {
    limitsFor: ({ name, keyOwner, tasks }, platform) => {
      const account = keyOwner === undefined ? name : `${name} ${keyOwner}`
      if (tasks) {
        // A task occupies no local resources, so it does not count toward the semaphore. Platforms fail independently.
        const maxTasks = config.TRACKING_TASKS_PER_SCRAPER
        const limiter = limiterFor(`${account} ${platform}`, maxTasks, 0)
        return { limiter, joinSemaphore: unlimited, maxInFlight: maxTasks }
      }
      // The simulator replaces one engine per platform.
      const key = name === 'simulator' ? `simulator ${platform}` : account
      const limiter = limiterFor(key, maxInFlight, requestsPerMinute(config, name))
      return { limiter, joinSemaphore, maxInFlight }
    },
    llmLimits: () => ({ limiter: limiterFor('llm', maxInFlight, 0), joinSemaphore, maxInFlight }),
    limitersInUse: () => new Map([...limiters].filter(([, limiter]) => limiter.isInUse())),
  }
}
