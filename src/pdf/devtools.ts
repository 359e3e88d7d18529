/**
 * A connection to Chromium over the pipe of its DevTools protocol: JSON messages that end with a zero byte
 * (https://chromedevtools.github.io/devtools-protocol). A pipe needs no port, and Chromium exits when it closes.
 */
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

export type DevTools = {
  /** Sends a command and returns its result. Rejects when Chromium reports an error; never settles when it has exited. */
  send<T>(method: string, params: object, result: z.ZodType<T>, sessionId?: string): Promise<T>
  /** Calls `listener` for each event of this name. */
  on(event: string, listener: (params: unknown) => void): void
}

type Pending = { resolve(result: unknown): void; reject(error: Error): void }

export function connectDevTools(input: Writable, output: Readable): DevTools {
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, (params: unknown) => void>()
  let last = 0
  const receive = (text: string) => {
    const { id, method, params, result, error } = Message.parse(JSON.parse(text))
    if (method !== undefined) listeners.get(method)?.(params)
    if (id === undefined) return
    const command = pending.get(id)
    pending.delete(id)
    if (error) command?.reject(new Error(error.message))
    else command?.resolve(result)
  }
  const fail = (error: Error) => {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  onMessages(output, (text) => {
    try {
      receive(text)
    } catch (cause) {
      fail(new Error('Chromium sent an unknown message', { cause }))
    }
  })
  output.on('error', fail)
  // A write after the exit fails. withChromium reports the exit.
  input.on('error', () => undefined)
  return {
    send: async (method, params, result, sessionId) => {
      last += 1
      const id = last
      const received = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }))
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      return result.parse(await received)
    },
    on: (event, listener) => void listeners.set(event, listener),
  }
}

/** A message can arrive in many parts: a PDF has megabytes. */
function onMessages(output: Readable, receive: (text: string) => void): void {
  let parts: Buffer[] = []
  output.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = Buffer.concat([...parts, rest.subarray(0, end)])
      parts = []
      rest = rest.subarray(end + 1)
      receive(message.toString('utf8'))
    }
    if (rest.length > 0) parts.push(rest)
  })
}
