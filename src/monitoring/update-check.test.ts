import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { checkForUpdate } from './update-check.ts'

const requests: IncomingMessage[] = []
const answer = { body: '' }
const server = createServer((request, response) => {
  requests.push(request)
  response.end(answer.body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`

/** Returns the messages that are logged for this response. */
async function messagesFor(
  body: string,
  env: Record<string, string> = { UPDATE_CHECK_URL: url },
): Promise<string[]> {
  answer.body = body
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  await checkForUpdate({ config: readConfig(env), log }, '1.9.0')
  return lines
}

test.each([
  ['1.10.0', true],
  ['2.0.0', true],
  ['1.9.0', false],
  ['1.8.9', false],
])('version %s after 1.9.0 is reported: %s', async (version, isReported) => {
  const messages = await messagesFor(JSON.stringify({ version }))
  expect(messages).toEqual(isReported ? ['a newer version of Ansight is available'] : [])
})

test('nothing is requested unless the URL is set, and the request names neither version nor installation', async () => {
  requests.length = 0
  await messagesFor('', {})
  expect(requests).toEqual([])
  await messagesFor('{}')
  expect(requests[0]).toMatchObject({ method: 'GET', url: '/latest' })
  expect(JSON.stringify(requests[0]?.headers)).not.toMatch(/ansight|1\.9\.0|node/i)
})

test.each(['', 'not JSON', '{"version":"latest"}'])('the response %j is logged, not thrown', async (body) => {
  expect(await messagesFor(body)).toEqual(['the newest version could not be requested'])
})
