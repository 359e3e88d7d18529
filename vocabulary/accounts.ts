export const passwordMinLength = 8

export const roleLabels = { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' } as const

export const roleMeanings = {
  owner: 'decides everything',
  admin: 'decides everything but who is an owner',
  member: 'changes what is tracked and starts runs',
  viewer: 'looks, and changes nothing',
} as const
