/**
 * Reads API paths from standard input, requests them one after another over a keep-alive connection and prints each latency
 * in milliseconds: `ANSIGHT_API_KEY=… node bench/load/timed-client.ts URL`.
 */
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'

const [url = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const headers = { authorization: `Bearer ${process.env.ANSIGHT_API_KEY}` }

const get = (path: string) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, headers }, async (response) => {
      const chunks = await response.toArray()
      if (response.statusCode === 200) resolve()
      else reject(new Error(`${path}: ${response.statusCode} ${chunks.join('')}`))
    })
    sent.on('error', reject)
    sent.end()
  })

for await (const path of createInterface({ input: process.stdin })) {
  const startedMs = performance.now()
  await get(path)
  console.log(performance.now() - startedMs)
}
