/** Roles of members. The API has the same values. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
