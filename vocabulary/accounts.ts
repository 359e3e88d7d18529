/** Roles of members. The values are those of the API. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
