/** The settings of the browser that prints PDFs. */
import { nonEmptyText, optional, required, type SettingValues, trueOrFalse } from '../core/settings.ts'

export const chromiumSettings = {
  CHROMIUM_PATH: optional(
    'Print PDFs',
    nonEmptyText,
    'Chromium or Chrome that prints reports as PDF, such as /usr/bin/chromium. Unset: the first one on the PATH; without any, browsers print reports themselves.',
    'Chromium is not on the PATH.',
  ),
  CHROMIUM_SANDBOX: required(
    'Print PDFs',
    'true',
    trueOrFalse,
    "Whether Chromium runs in its sandbox; `false` for containers that do not allow one. Chromium's sandbox does not start as root.",
    'The service runs in a container or as root.',
  ),
} as const

type ChromiumConfig = SettingValues<typeof chromiumSettings>

declare module '../core/config.ts' {
  interface Config extends ChromiumConfig {}
}
