/** The MCP endpoint as a protected resource of OAuth (RFC 9728): its id, its metadata and its challenges. */
import type { Scope } from '../../vocabulary/accounts.ts'

type Base = { baseUrl: string }

/** Tokens are valid for this resource only (RFC 8707). */
export const resourceOf = ({ baseUrl }: Base): string => `${baseUrl}/api/mcp`

/** Inside the path of BASE_URL, because a proxy may forward nothing else. */
export const resourceMetadataUrl = ({ baseUrl }: Base): string =>
  `${baseUrl}/.well-known/oauth-protected-resource/api/mcp`

/** What an app asks for first. It asks for more when a tool needs it. */
const firstScope: Scope = 'read'

export const resourceMetadata = (base: Base) => ({
  resource: resourceOf(base),
  resource_name: 'Ansight',
  authorization_servers: [base.baseUrl],
  scopes_supported: [firstScope],
  bearer_methods_supported: ['header'],
})

/** Returns the header WWW-Authenticate of a 401 response. `hasToken`: the request has a token, which is not valid. */
export function resourceChallenge(base: Base, hasToken: boolean): string {
  const error = hasToken ? 'error="invalid_token", ' : ''
  return `Bearer ${error}resource_metadata="${resourceMetadataUrl(base)}", scope="${firstScope}"`
}
