import { createServer } from 'node:http'
import { text as getText } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { startSimulator } from '../../simulator/simulator.ts'
import { listenAnywhere } from './listen.ts'
import { observable } from './observable.ts'

/** Starts an OpenAI API in front of the simulator that records each prompt when its request arrives. */
export async function startEngine(latencyMs = 0) {
  const simulator = await startSimulator({ seed: 7, latencyMs })
  const prompts: string[] = []
  const state = { hangs: false, abandoned: 0 }
  const changes = observable()
  const server = createServer(async (request, response) => {
    response.once('close', () => {
      if (!response.writableEnded) state.abandoned += 1
      changes.notify()
    })
    const body = await getText(request)
    prompts.push(JSON.parse(body).input[0].content)
    changes.notify()
    if (state.hangs) return
    const headers = { 'content-type': 'application/json', authorization: 'Bearer any' }
    const reply = await fetch(`${simulator.url}/openai${request.url}`, { method: 'POST', headers, body })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
  })
  const port = await listenAnywhere(server)
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await simulator.close()
  })
  return {
    env: { OPENAI_API_KEY: 'test-key-of-openai', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
    /** The received prompts, in order of arrival. */
    prompts,
    /** Requests that arrive from now on get no response. */
    hang: () => {
      state.hangs = true
    },
    resume: () => {
      state.hangs = false
    },
    received: (count: number) => changes.until(() => prompts.length >= count),
    /** Resolves when the service has closed the connections of `count` unanswered requests. */
    abandoned: (count: number) => changes.until(() => state.abandoned >= count),
  }
}
