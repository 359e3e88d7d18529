import { proveApiKey, proveCron, proveSession } from './accounts/proofs.ts'
import { proveSessionOrToken } from './content/callback.ts'
import type { Surface } from './core/http.ts'

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
