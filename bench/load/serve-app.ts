/** Serves the API in the process of a benchmark. */
import type { AddressInfo } from 'node:net'
import { createApiKey } from '../../src/accounts/api-keys.ts'
import { createApp } from '../../src/app.ts'
import { type AppContext, systemContext } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import { releaseStartupMemory } from '../../src/main.ts'
import { authentication, routes } from '../../src/routes.ts'
import { startTimedClient } from './clients.ts'

export type Tenant = { organizationId: string; userId: string }
export type TimedClient = ReturnType<typeof startTimedClient>

export async function serveApp(base: AppContext) {
  const app = await createApp(base, routes, authentication)
  releaseStartupMemory()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    /** Starts a client with a new API key. */
    startClient: async ({ organizationId, userId }: Tenant): Promise<TimedClient> => {
      const ctx = systemContext(base, organizationId)
      const { token } = await createApiKey(ctx, { name: `Bench ${newId()}`, scopes: ['read'], userId })
      return startTimedClient(port, token)
    },
    close: () => app.close(),
  }
}
