/**
 * Asks for what it is told to, a path of the API a line, one after the other, as a program does that keeps its connection
 * open; prints how many milliseconds each answer took: `node bench/clients/timed-client.ts address`, with `ANSIGHT_API_KEY`.
 */
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'

const [address = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const headers = { authorization: `Bearer ${process.env['ANSIGHT_API_KEY']}` }

const ask = (path: string) =>
  new Promise<void>((resolve, reject) => {
    const asked = request(`${address}${path}`, { agent, headers }, async (response) => {
      const chunks = await response.toArray()
      if (response.statusCode === 200) resolve()
      else reject(new Error(`${path}: ${response.statusCode} ${chunks.join('')}`))
    })
    asked.on('error', reject)
    asked.end()
  })

for await (const path of createInterface({ input: process.stdin })) {
  const began = performance.now()
  await ask(path)
  console.log(performance.now() - began)
}
