import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from './faults.ts'
import type { Reply } from './wire/wire.ts'

const BODY_LIMIT_BYTES = 4 * 1024 * 1024

/** Returns null for invalid JSON and for a body over the limit. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse((await readText(request)) ?? '')
  } catch {
    return null
  }
}

/** Returns null for a body over the limit. */
export async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request) {
    sizeBytes += chunk.length
    if (sizeBytes <= BODY_LIMIT_BYTES) chunks.push(chunk)
  }
  return sizeBytes > BODY_LIMIT_BYTES ? null : Buffer.concat(chunks).toString()
}

export function send(response: ServerResponse, { status, headers, body, framing }: Reply): void {
  const length = framing === 'counted' ? ['Content-Length', String(Buffer.byteLength(body))] : []
  response.writeHead(status, [...headers.flat(), ...length])
  // A body written separately from its end is sent in chunks.
  response.write(body)
  response.end()
}

export function sendTruncated(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers.flat())
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

/** Sends the reply, unless the fault withholds it, truncates it, or replaces it with the response of a broken proxy. */
export async function respond(
  response: ServerResponse,
  fault: Fault | null,
  reply: () => Reply | Promise<Reply>,
): Promise<void> {
  if (fault?.kind === 'hang') return
  const sent = fault?.kind === 'html' || fault?.kind === 'garbage' ? proxyReply(fault.kind) : await reply()
  if (fault?.kind === 'cut') sendTruncated(response, sent)
  else send(response, sent)
}

/** Returns the response of a broken proxy with status 200: an HTML page, or a line of text. */
export function proxyReply(kind: 'html' | 'garbage'): Reply {
  return {
    status: 200,
    headers: [['Content-Type', kind === 'html' ? 'text/html; charset=UTF-8' : 'text/plain']],
    body:
      kind === 'html'
        ? '<!doctype html><html><head><title>One moment</title></head><body>Checking the connection.</body></html>'
        : 'upstream connect error or disconnect/reset before headers',
    framing: 'counted',
  }
}
