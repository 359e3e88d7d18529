/** The settings of runs: schedule, concurrency and limits. */
import { z } from 'zod'
import { cronExpression, optional, required, type SettingValues, wholeNumber } from '../core/settings.ts'

const dollars = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be an amount such as 250 or 99.50')
  .transform(Number)
  .pipe(z.number().max(1_000_000_000))

export const trackingSettings = {
  DAILY_CRON_SCHEDULE: required(
    'Schedule runs',
    '0 6 * * *',
    cronExpression,
    'When the scheduler starts runs for platforms that are due (UTC).',
    'Runs should start at another time, or a platform is checked every hour.',
  ),
  CRON_SECRET: optional(
    'Schedule runs',
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer secret for /api/internal/*; unset: those endpoints are disabled.',
    'Your own scheduler starts runs.',
    'secret',
  ),

  SPEND_USD_PER_MONTH: required(
    'Control cost',
    '0',
    dollars,
    'Maximum spend of an organization per calendar month (UTC) on engines, the language model and volumes, in US dollars; 0 turns the limit off.',
    'You pay for the engines: set it before the first run.',
  ),
  MCP_CONFIRM_ABOVE_USD: required(
    'Control cost',
    '1',
    dollars,
    'Expected cost of a run above which an agent must confirm it with a second call, in US dollars; 0: every run that costs anything.',
    'Agents start runs, and you want to approve smaller or only larger ones.',
  ),
  TRACKING_RUNS_PER_DAY: required(
    'Control cost',
    '0',
    wholeNumber(0, 100_000),
    'Maximum number of manual runs per organization and day; 0 turns the limit off.',
    'Members start more runs than you want to pay for.',
  ),
  TRACKING_COOLDOWN_SECONDS: required(
    'Control cost',
    '0',
    wholeNumber(0, 604_800),
    'Minimum time between two manual runs of a brand; 0 turns the limit off.',
    'Members repeat runs by mistake.',
  ),

  TRACKING_CONCURRENCY: required(
    'Control the pace of queries',
    '64',
    wholeNumber(1, 1000),
    'Maximum number of queries in flight per process.',
    'Runs on many engines take too long, or memory is short.',
  ),
  TRACKING_PER_ENGINE: required(
    'Control the pace of queries',
    '8',
    wholeNumber(1, 1000),
    'Maximum number of queries in flight per engine. Processes that query the same engine divide it, with at least one each.',
    'Your account allows more, or other applications use the same key.',
  ),
  TRACKING_TASKS_PER_SCRAPER: required(
    'Control the pace of queries',
    '50',
    wholeNumber(1, 10_000),
    'Maximum number of open tasks at one scraper for one platform, divided between processes. Tasks take minutes and do not count toward TRACKING_CONCURRENCY.',
    'Your plan at the scraper allows fewer or more.',
  ),
  TRACKING_TIMEOUT_SECONDS: required(
    'Control the pace of queries',
    '120',
    wholeNumber(1, 3600),
    'Timeout for one answer.',
    'A slow model, such as one on your own server, needs longer.',
  ),
} as const

type TrackingConfig = SettingValues<typeof trackingSettings>

declare module '../core/config.ts' {
  interface Config extends TrackingConfig {}
}
