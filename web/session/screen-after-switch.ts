import type { Returns } from '../api.ts'

type Role = Returns<'GET /api/auth/organizations'>['items'][number]['role']

/** The screens that every organization has, by who sees them. */
const screens: Record<Role, RegExp> = {
  owner: /^\/dashboard\/(settings|notifications)/,
  admin: /^\/dashboard\/(settings|notifications)/,
  editor: /^\/dashboard\/(settings|notifications)/,
  viewer: /^\/dashboard\/(settings|notifications)$/,
  client: /^$/,
}

/** Returns the path of the screen to show after switching to an organization: the same one if it has it, else its brands. */
export const screenAfterSwitch = (path: string, role: Role): string =>
  screens[role].test(path) ? path : '/dashboard'
