import { proveApiKey, proveCron, proveSession } from './accounts/authenticate.ts'
import { proveSessionOrToken } from './opportunities/webhooks/callback-auth.ts'
import type { Surface } from './http/server.ts'

/** Which proof an address takes is decided by its prefix, and nowhere else. */
export const surfaces: readonly Surface[] = [
  { prefix: '/api/v1', name: 'api_key', prove: proveApiKey },
  { prefix: '/api/mcp', name: 'api_key', prove: proveApiKey },
  { prefix: '/api/content/:id/status', name: 'session_or_token', prove: proveSessionOrToken },
  { prefix: '/api/internal', name: 'cron', prove: proveCron },
  { prefix: '/api/auth', name: 'public' },
  { prefix: '/api/health', name: 'public' },
  { prefix: '/api/openapi.json', name: 'public' },
  { prefix: '/api', name: 'session', prove: proveSession },
  { prefix: '/broadcasting', name: 'session', prove: proveSession },
  { prefix: '', name: 'public' },
]
