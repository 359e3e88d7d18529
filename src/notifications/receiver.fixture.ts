/** Local servers that behave as the chat services and generic receivers do, for the tests of deliveries. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }
export type Answer = { status: number; body?: string; headers?: Record<string, string> }

/** Answers each request with the next of `answers`, and then with `usual`. `received` has the requests in order. */
export async function startReceiver(usual: Answer = { status: 200, body: 'ok' }) {
  const received: Received[] = []
  const answers: (Answer | 'cut' | 'silent')[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    const answer = answers.shift() ?? usual
    if (answer === 'silent') return
    if (answer === 'cut') {
      response.destroy()
      return
    }
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const { port } = asAddress(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    close: () => {
      server.closeAllConnections()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      return closed.promise
    },
  }
}

function asAddress(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address
}
