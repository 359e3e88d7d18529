/** The settings of the buttons on the sign-in page. */
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import { httpUrl, list, nonEmptyText, optional, required, type SettingValues } from '../core/settings.ts'

const group = 'Sign in with other accounts'

const clientId = (label: string, from: string, also = '') =>
  optional(
    group,
    nonEmptyText,
    `Client id of the application that you registered at ${from}; unset: people cannot sign in with ${label}${also && `, nor ${also}`}.`,
    `People sign in with ${label}${also && `, or ${also}`}.`,
  )
const clientSecret = (name: string) =>
  optional(
    group,
    nonEmptyText,
    `Client secret of the same application; required with ${name}_CLIENT_ID.`,
    `You set ${name}_CLIENT_ID.`,
    'secret',
  )
const url = (fallback: string, about: string, when: string) => required(group, fallback, httpUrl, about, when)

export const ssoSettings = {
  GOOGLE_CLIENT_ID: clientId('Google', 'Google Cloud', 'connect Search Console and Google Analytics'),
  GOOGLE_CLIENT_SECRET: clientSecret('GOOGLE'),
  GOOGLE_ISSUER: url(
    'https://accounts.google.com',
    'Issuer of the ID tokens of Google.',
    'You test sign-in or connections with a simulated provider.',
  ),
  MICROSOFT_CLIENT_ID: clientId('Microsoft', 'Microsoft Entra'),
  MICROSOFT_CLIENT_SECRET: clientSecret('MICROSOFT'),
  MICROSOFT_ISSUER: url(
    'https://login.microsoftonline.com/organizations/v2.0',
    'Issuer of the ID tokens of Microsoft: /organizations, /common or the id of one tenant.',
    'Only one tenant may sign in, or personal accounts may as well, or you use a national cloud.',
  ),
  MICROSOFT_TENANTS: required(
    group,
    '',
    list(z.guid('must be ids of tenants')),
    'Ids of the tenants whose people may sign in, separated by commas; empty: all that MICROSOFT_ISSUER admits.',
    'MICROSOFT_ISSUER admits more tenants than you trust.',
  ),
  GITHUB_CLIENT_ID: clientId('GitHub', 'GitHub as an OAuth app'),
  GITHUB_CLIENT_SECRET: clientSecret('GITHUB'),
  GITHUB_URL: url('https://github.com', 'URL of GitHub.', 'You use GitHub Enterprise Server.'),
} as const

type SsoConfig = SettingValues<typeof ssoSettings>

declare module '../core/config.ts' {
  interface Config extends SsoConfig {}
}

/** Returns what is wrong with the settings together, in one line, or null. */
export function findSsoConflict(config: Config): string | null {
  for (const name of ['GOOGLE', 'MICROSOFT', 'GITHUB'] as const)
    if ((config[`${name}_CLIENT_ID`] === null) !== (config[`${name}_CLIENT_SECRET`] === null))
      return `${name}_CLIENT_ID and ${name}_CLIENT_SECRET need each other.`
  return null
}
