export const passwordMinLength = 8
export const passwordMaxLength = 128

export const roleLabels = { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' } as const

export const roleMeanings = {
  owner: 'Decides everything.',
  admin: 'Decides everything but who is an owner.',
  member: 'Changes what is tracked and starts runs.',
  viewer: 'Looks, and changes nothing.',
} as const
