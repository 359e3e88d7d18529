import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const start = (...flags: string[]) =>
  spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname, ...flags])

test('as a process it prints its URL, answers, and ends on a signal', async () => {
  const simulator = start('--port', '0', '--latency', '0')
  const lines: string[] = []
  for await (const line of createInterface(simulator.stdout)) {
    lines.push(line)
    if (line.startsWith('OPENROUTER_BASE_URL=')) break
  }
  const baseUrl = /^OPENAI_BASE_URL=(\S+)/m.exec(lines.join('\n'))?.[1]
  const response = await fetch(`${baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer simulated' },
    body: JSON.stringify({ model: 'gpt-5.2', input: 'best crm', tools: [{ type: 'web_search' }] }),
  })
  expect(response.status).toBe(200)
  await response.text()
  const ended = once(simulator, 'exit')
  simulator.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('an invalid port ends the process with a one-line error', async () => {
  const simulator = start('--port', 'web')
  const stderr: Buffer[] = []
  simulator.stderr.on('data', (data: Buffer) => stderr.push(data))
  expect(await once(simulator, 'close')).toEqual([1, null])
  expect(Buffer.concat(stderr).toString()).toBe('--port must be an integer, not "web"\n')
})
