export const roles = ['owner', 'admin', 'member', 'viewer'] as const
