import type { Returns } from '../api.ts'

type Role = Returns<'GET /api/auth/organizations'>['items'][number]['role']

/** The screens that every organization has, by who sees them. A person answers an app for the organization they choose. */
const screens: Record<Role, RegExp> = {
  owner: /^\/(dashboard\/(settings|notifications)|oauth\/)/,
  admin: /^\/(dashboard\/(settings|notifications)|oauth\/)/,
  editor: /^\/(dashboard\/(settings|notifications)|oauth\/)/,
  viewer: /^\/(dashboard\/(settings|notifications)$|oauth\/)/,
  client: /^$/,
}

/** Returns the path of the screen to show after switching to an organization: the same one if it has it, else its brands. */
export const screenAfterSwitch = (path: string, role: Role): string =>
  screens[role].test(path) ? path : '/dashboard'
