/** What clients read to find the authorization server (RFC 8414, OpenID Connect Discovery). */
import { scopes } from '../../vocabulary/accounts.ts'
import { getBasePath } from '../core/config.ts'
import type { AppContext } from '../core/context.ts'
import { endpoints, signingAlgorithm } from './authorization-server.ts'

export const serverMetadata = ({ baseUrl }: AppContext) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}${endpoints.authorization}`,
  token_endpoint: `${baseUrl}${endpoints.token}`,
  registration_endpoint: `${baseUrl}${endpoints.registration}`,
  revocation_endpoint: `${baseUrl}${endpoints.revocation}`,
  jwks_uri: `${baseUrl}${endpoints.jwks}`,
  scopes_supported: [...scopes],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  // Required by OpenID Connect, whose discovery document clients also try. No id tokens are issued.
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [signingAlgorithm],
})

/**
 * Clients append the path of the issuer or resource to the well-known path, or put the well-known path behind that of the
 * issuer, which is then removed like the path of every request. `path`: what is appended.
 */
export const isServerPath = ({ baseUrl }: AppContext, path: string): boolean =>
  path === '' || `/${path}` === getBasePath(baseUrl)

export const isResourcePath = ({ baseUrl }: AppContext, path: string): boolean =>
  ['', 'api/mcp'].includes(path) || `/${path}` === `${getBasePath(baseUrl)}/api/mcp`
