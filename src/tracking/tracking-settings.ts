/** The settings of runs: schedule, concurrency and limits. */
import { z } from 'zod'
import { cronExpression, optional, required, type SettingValues, wholeNumber } from '../core/settings.ts'

const dollars = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be an amount such as 250 or 99.50')
  .transform(Number)
  .pipe(z.number().max(1_000_000_000))

export const trackingSettings = {
  CRON_SECRET: optional(
    'Tracking',
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer secret for /api/internal/*; unset: those endpoints are disabled.',
    'secret',
  ),
  DAILY_CRON_SCHEDULE: required(
    'Tracking',
    '0 6 * * *',
    cronExpression,
    'When the scheduler starts runs for platforms that are due (UTC).',
  ),
  TRACKING_CONCURRENCY: required(
    'Tracking',
    '64',
    wholeNumber(1, 1000),
    'Maximum number of queries in flight per process.',
  ),
  TRACKING_PER_ENGINE: required(
    'Tracking',
    '8',
    wholeNumber(1, 1000),
    'Maximum number of queries in flight per engine. Processes that query the same engine divide it, with at least one each.',
  ),
  TRACKING_TASKS_PER_SCRAPER: required(
    'Tracking',
    '50',
    wholeNumber(1, 10_000),
    'Maximum number of open tasks at one scraper for one platform, divided between processes. Tasks take minutes and do not count toward TRACKING_CONCURRENCY.',
  ),
  TRACKING_TIMEOUT_SECONDS: required('Tracking', '120', wholeNumber(1, 3600), 'Timeout for one answer.'),
  TRACKING_RUNS_PER_DAY: required(
    'Tracking',
    '0',
    wholeNumber(0, 100_000),
    'Maximum number of manual runs per organization and day; 0 turns the limit off.',
  ),
  TRACKING_COOLDOWN_SECONDS: required(
    'Tracking',
    '0',
    wholeNumber(0, 604_800),
    'Minimum time between two manual runs of a brand; 0 turns the limit off.',
  ),

  SPEND_USD_PER_MONTH: required(
    'Tracking',
    '0',
    dollars,
    'Maximum spend of an organization per calendar month (UTC) on engines, the language model and volumes, in US dollars; 0 turns the limit off.',
  ),
} as const

type TrackingConfig = SettingValues<typeof trackingSettings>

declare module '../core/config.ts' {
  interface Config extends TrackingConfig {}
}
