import { authenticateApiKey, authenticateCron, authenticateSession } from './accounts/authenticate.ts'
import type { Surface } from './http/server.ts'
import { authenticateSessionOrToken } from './opportunities/webhooks/callback-auth.ts'

/** Which proof an address takes is decided by its prefix, and nowhere else. */
export const authentication: readonly Surface[] = [
  { prefix: '/api/v1', name: 'api_key', prove: authenticateApiKey },
  { prefix: '/api/mcp', name: 'api_key', prove: authenticateApiKey },
  { prefix: '/api/content/:id/status', name: 'session_or_token', prove: authenticateSessionOrToken },
  { prefix: '/api/internal', name: 'cron', prove: authenticateCron },
  { prefix: '/api/auth', name: 'public' },
  { prefix: '/api/health', name: 'public' },
  { prefix: '/api/openapi.json', name: 'public' },
  { prefix: '/api', name: 'session', prove: authenticateSession },
  { prefix: '/broadcasting', name: 'session', prove: authenticateSession },
  { prefix: '', name: 'public' },
]
