/** Roles of members. The API has the same values. */
export const roles = ['owner', 'admin', 'editor', 'viewer', 'client'] as const
