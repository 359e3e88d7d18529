/** The settings of reading cited pages. */
import { required, type SettingValues, wholeNumber } from '../core/settings.ts'

const group = 'Read cited pages'

export const citedPageSettings = {
  CITED_PAGES_PER_DAY: required(
    group,
    '50',
    wholeNumber(0, 1_000),
    'Cited pages that are read for a brand per day, unless the brand has its own number; 0: none.',
    'Answers cite more pages than you want to wait for, or the installation must not fetch pages.',
  ),
  CITED_PAGES_PAUSE_MS: required(
    group,
    '5000',
    wholeNumber(0, 600_000),
    'Pause after each request to a host, in milliseconds.',
    'You read pages of hosts that ask for a longer pause.',
  ),
} as const

type CitedPageConfig = SettingValues<typeof citedPageSettings>

declare module '../core/config.ts' {
  interface Config extends CitedPageConfig {}
}
