/** Display labels of roles. */
import { translated } from './language.ts'

export const roleLabels = translated('roleLabels', {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
})

export const roleMeanings = translated('roleMeanings', {
  owner: 'Full access',
  admin: 'Full access except managing owners',
  member: 'Edits tracking settings and starts runs',
  viewer: 'Read-only',
})
