/** A server on loopback that vanishes from the network: connections stay open, and nothing more arrives on either side. */
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Address = { host?: string; port?: number }

type VanishingServer<T extends Address> = {
  connection: T & { host: string; port: number }
  /** Also for connections that are opened later, which are accepted and never answered. */
  vanish(): void
  comeBack(): void
}

/** Starts a proxy to the server. Connections that existed while it had vanished stay dead. */
export async function startVanishingServer<T extends Address>(server: T): Promise<VanishingServer<T>> {
  const { host = 'localhost', port = 5432 } = server
  const sockets = new Set<Socket>()
  let isGone = false
  const proxy = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (isGone) return
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy listens on no port')
  return {
    connection: { ...server, host: '127.0.0.1', port: address.port },
    vanish: () => {
      isGone = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    comeBack: () => {
      isGone = false
    },
  }
}
