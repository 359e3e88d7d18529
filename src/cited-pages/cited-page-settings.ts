/** Settings for reading cited pages. */
import { required, type SettingValues, wholeNumber } from '../core/settings.ts'

const group = 'Read cited pages'

export const citedPageSettings = {
  CITED_PAGES_PER_DAY: required(
    group,
    '50',
    wholeNumber(0, 1_000),
    'Cited pages that Ansight requests per brand and day, unless the brand has its own number. 0 turns reading off.',
    'Too many cited pages are not checked yet, or the installation must not fetch pages.',
  ),
  CITED_PAGES_PAUSE_MS: required(
    group,
    '5000',
    wholeNumber(0, 600_000),
    'Pause after each request to a host, in milliseconds.',
    'Owners of cited sites ask for a longer pause.',
  ),
} as const

type CitedPageConfig = SettingValues<typeof citedPageSettings>

declare module '../core/config.ts' {
  interface Config extends CitedPageConfig {}
}
