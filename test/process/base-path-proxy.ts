/** A service whose public URL has a path, behind a reverse proxy. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFileEnd } from '../cleanup.ts'
import { contextWith, createTestApp, type TestService } from '../support.ts'

export const basePath = '/tools/ansight'

/** Returns the public URL. `removesPath`: whether the proxy forwards `/tools/ansight/docs` as `/docs`. */
export async function startBehindProxy(service: TestService, removesPath: boolean): Promise<string> {
  let upstreamPort = 0
  const proxy = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    if (url !== basePath && !url.startsWith(`${basePath}/`)) return void outgoing.writeHead(418).end()
    const path = removesPath ? url.slice(basePath.length) || '/' : url
    const forwarded = request({ host: '127.0.0.1', port: upstreamPort, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFileEnd(() => proxy.close())
  const url = `http://127.0.0.1:${getAddress(proxy).port}${basePath}`
  const app = await createTestApp(contextWith(service.base, { baseUrl: url }))
  onTestFileEnd(() => app.close())
  upstreamPort = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  return url
}

/** A server that listens on TCP has an address with a port. */
function getAddress(server: ReturnType<typeof createServer>): AddressInfo {
  return server.address() as AddressInfo
}
