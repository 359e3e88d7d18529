/** What all scrapers have in common: they show a platform as people see it, from a country, and have no model to choose. */
import type { Platform } from '../../../vocabulary/platforms.ts'
import type { Vendor } from '../client/failures.ts'
import type { EngineOptions } from '../client/request.ts'
import type { TaskTimeouts } from './task.ts'

export type ScraperOptions = Pick<EngineOptions, 'apiKey' | 'baseUrl'> &
  TaskTimeouts & {
    platform: Platform
    /** ISO 3166-1 alpha-2: where a question is asked from that has no region of its own. Scrapers ask for one. */
    country: string
  }

/** `prefix` is that of its settings. */
export const scraperLabels = (
  { platform }: Pick<ScraperOptions, 'platform'>,
  label: string,
  prefix: string,
): Vendor => ({
  label,
  keySetting: `${prefix}_API_KEY`,
  urlSetting: `${prefix}_BASE_URL`,
  modelSetting: null,
  model: platform,
  limitSetting: 'TRACKING_TASKS_PER_SCRAPER',
})
