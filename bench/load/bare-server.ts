/**
 * A bare node:http server, to compare the service with. Prints its URL: `node bench/load/bare-server.ts [JSON]`. Answers every
 * request with the JSON, or with 204 without one.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [json] = process.argv.slice(2)
const server = createServer((incoming, response) => {
  if (json === undefined) incoming.on('data', () => undefined).on('end', () => response.writeHead(204).end())
  else response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(json)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
