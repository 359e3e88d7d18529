/** All settings of the service. */
import { backupSettings } from './backup/settings.ts'
import { citedPageSettings } from './cited-pages/cited-page-settings.ts'
import { type Config, findServerConflict, serverSettings } from './core/config.ts'
import { readSettings, SettingError } from './core/settings.ts'
import { engineSettings, findEngineConflict } from './engines/settings.ts'
import { firstPartySettings } from './first-party/first-party-settings.ts'
import { findLlmConflict, llmSettings } from './llm/llm-settings.ts'
import { findSmtpConflict, smtpSettings } from './mail/smtp-settings.ts'
import { chromiumSettings } from './pdf/chromium-settings.ts'
import { findRealtimeConflict, realtimeSettings } from './realtime/realtime-settings.ts'
import { findSsoConflict, ssoSettings } from './sso/sso-settings.ts'
import { trackingSettings } from './tracking/tracking-settings.ts'

export const settings = {
  ...serverSettings,
  ...realtimeSettings,
  ...trackingSettings,
  ...backupSettings,
  ...engineSettings,
  ...llmSettings,
  ...smtpSettings,
  ...ssoSettings,
  ...chromiumSettings,
  ...citedPageSettings,
  ...firstPartySettings,
}

/**
 * Reads every setting. Throws a `SettingError` whose one-line message names the setting and says what is wrong with it.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const config = readSettings(settings, env)
  const conflict =
    findServerConflict(config) ??
    findRealtimeConflict(config) ??
    findEngineConflict(config) ??
    findLlmConflict(config) ??
    findSmtpConflict(config) ??
    findSsoConflict(config)
  if (conflict !== null) throw new SettingError(conflict)
  return config
}
