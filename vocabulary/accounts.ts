/** Roles of members. The API has the same values. */
export const roles = ['owner', 'admin', 'editor', 'viewer', 'client'] as const

/**
 * What an API key or a connected app may do, within the role of its user. The messages `accounts.scopes` describe
 * them. Every scope includes `read`.
 */
export const scopes = ['read', 'run', 'content', 'manage'] as const

export type Scope = (typeof scopes)[number]
