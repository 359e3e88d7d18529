/** The settings of the imports from Search Console, Google Analytics and Bing. */
import { httpUrl, required, type SettingValues, wholeNumber } from '../core/settings.ts'

const group = 'Import search data'
const address = (fallback: string, what: string) =>
  required(group, fallback, httpUrl, `Base URL of ${what}.`, 'You test imports with the simulator.')

export const firstPartySettings = {
  SEARCH_CONSOLE_BASE_URL: address(
    'https://www.googleapis.com/webmasters/v3',
    'the API of Google Search Console',
  ),
  GA4_BASE_URL: address('https://analyticsdata.googleapis.com/v1beta', 'the Data API of Google Analytics'),
  GA4_ADMIN_BASE_URL: address(
    'https://analyticsadmin.googleapis.com/v1beta',
    'the Admin API of Google Analytics',
  ),
  BING_WEBMASTER_BASE_URL: address(
    'https://ssl.bing.com/webmaster/api.svc/json',
    'the API of Bing Webmaster Tools',
  ),
  GA4_BACKFILL_DAYS: required(
    group,
    '90',
    wholeNumber(1, 1000),
    'Days before today that the first import of a property of Google Analytics covers.',
    'You want to see more of the past. Each day takes up to two requests of the daily quota.',
  ),
  IMPORT_PAUSE_MS: required(
    group,
    '300',
    wholeNumber(0, 60_000),
    'Pause between two requests to a property, in milliseconds. Requests without a pause exceed the quota of Search Console.',
    'The quota of Search Console is exceeded during the first import.',
  ),
} as const

type FirstPartyConfig = SettingValues<typeof firstPartySettings>

declare module '../core/config.ts' {
  interface Config extends FirstPartyConfig {}
}
