export const passwordMinLength = 8

export const roleLabels = { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' } as const

export const roleMeanings = {
  owner: 'Full access',
  admin: 'Full access except managing owners',
  member: 'Edits tracking settings and starts runs',
  viewer: 'Read-only',
} as const
