/**
 * Imitates what sends server logs: content delivery networks, hosts and programs, each with its own format, compression,
 * authentication and retries, and with the faults of real ones.
 */
import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { LogSender } from '../vocabulary/log-senders.ts'
import { random } from './seeded-random.ts'

export type SimulatedRequest = {
  id: string
  at: Date
  address: string
  path: string
  status: number
  userAgent: string
  isAgent: boolean
}

/** `repeat`: the response is lost, so the batch is sent again. `cut`: the body ends early. `abort`: the connection breaks. */
export const logFaults = ['repeat', 'cut', 'abort', 'duplicates', 'garbage', 'clock'] as const
export type LogFault = (typeof logFaults)[number]

const agents = ['GPTBot/1.2', 'OAI-SearchBot/1.0', 'ClaudeBot/1.0', 'PerplexityBot/1.0', 'Bingbot/2.0']
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const paths = ['/', '/pricing', '/blog/compare?utm_source=x', '/docs/start', '/größe']

/** Returns invented requests in the hour after `from`, a third of them by AI agents. Equal seeds give equal requests. */
export function simulateRequests(count: number, from: Date, seed = 1): SimulatedRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const { chance, pick, between } = random('logs', seed, index)
    const isAgent = chance(1 / 3)
    return {
      id: `${seed}-${index}`,
      at: new Date(from.getTime() + Math.floor((index / count) * 3_600_000)),
      address: `192.0.2.${between(1, 250)}`,
      path: encodeURI(pick(paths)),
      status: chance(0.9) ? 200 : 404,
      userAgent: isAgent
        ? `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${pick(agents)})`
        : browser,
      isAgent,
    }
  })
}

type Sending = { token: string; secret: string; batchId: string }
type Message = { path?: string; headers?: Record<string, string>; body: string | Buffer }
type SimulatedSender = {
  toLine(request: SimulatedRequest): string
  wrap(lines: string[], sending: Sending): Message
  /** Further attempts after a failed one. */
  retries: number
  /** Whether a line has the id of its request, so that a repeated line is recognized. */
  hasIds: boolean
}

const inLines = (lines: readonly string[]) => `${lines.join('\n')}\n`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const inPath = (lines: readonly string[], { token }: Sending): Message => ({
  path: `/${token}`,
  body: inLines(lines),
})
const zone = (at: Date) => at.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (.+) GMT$/, '$1/$2/$3:$4 +0000')
const combined = ({ address, at, path, status, userAgent }: SimulatedRequest) =>
  `${address} - - [${zone(at)}] "GET ${path} HTTP/1.1" ${status} 512 "-" "${userAgent}"`

export const simulatedSenders: Record<LogSender, SimulatedSender> = {
  cloudflare: {
    toLine: ({ id, at, address, path, status, userAgent }) =>
      JSON.stringify({
        ClientIP: address,
        ClientRequestHost: 'shop.example',
        ClientRequestMethod: 'GET',
        ClientRequestURI: path,
        ClientRequestUserAgent: userAgent,
        EdgeResponseStatus: status,
        RayID: id,
      }).replace('{', `{"EdgeStartTimestamp":${at.getTime()}000000,`),
    wrap: (lines, { token }) => ({
      headers: { ...bearer(token), 'content-encoding': 'gzip' },
      body: gzipSync(inLines(lines)),
    }),
    retries: 5,
    hasIds: true,
  },
  vercel: {
    // A request has a line for each message of its function.
    toLine: ({ id, at, address, path, status, userAgent }) =>
      ['START', 'END']
        .map((text, index) =>
          JSON.stringify({
            id: `${id}-${text}`,
            requestId: id,
            source: 'lambda',
            timestamp: at.getTime() + index,
            message: text,
            proxy: {
              timestamp: at.getTime(),
              path,
              clientIp: address,
              userAgent: [userAgent],
              statusCode: status,
            },
          }),
        )
        .join(','),
    wrap: (lines, { token, secret }) => {
      const body = `[${lines.join(',')}]`
      const signature = createHmac('sha1', secret).update(body).digest('hex')
      return { path: `/${token}`, headers: { 'x-vercel-signature': signature }, body }
    },
    retries: 5,
    hasIds: true,
  },
  netlify: {
    toLine: ({ id, at, address, path, status, userAgent }) =>
      JSON.stringify({
        log_type: 'traffic',
        timestamp: at.toISOString(),
        client_ip: address,
        url: `https://shop.example${path}`,
        status_code: status,
        user_agent: userAgent,
        request_id: id,
      }),
    wrap: inPath,
    retries: 3,
    hasIds: true,
  },
  fastly: {
    toLine: ({ id, at, address, path, status, userAgent }) =>
      JSON.stringify({
        timestamp: at.toISOString().replace(/\.\d+/, ''),
        client_ip: address,
        url: path,
        status,
        user_agent: userAgent,
        request_id: id,
      }),
    wrap: (lines, { token }) => ({ path: `/${token}`, body: gzipSync(inLines(lines)) }),
    retries: 3,
    hasIds: true,
  },
  cloudfront: {
    toLine: ({ id, at, address, path, status, userAgent }) =>
      JSON.stringify({
        date: at.toISOString().slice(0, 10),
        time: at.toISOString().slice(11, 19),
        'c-ip': address,
        'cs-uri-stem': path.split('?')[0],
        'sc-status': String(status),
        'cs(User-Agent)': encodeURIComponent(userAgent),
        'x-edge-request-id': id,
      }),
    wrap: (lines, { token, batchId }) => ({
      headers: { 'x-amz-firehose-access-key': token, 'x-amz-firehose-request-id': batchId },
      body: JSON.stringify({
        requestId: batchId,
        timestamp: 0,
        records: lines.map((line) => ({ data: Buffer.from(`${line}\n`).toString('base64') })),
      }),
    }),
    retries: 10,
    hasIds: true,
  },
  akamai: {
    toLine: ({ id, at, address, path, status, userAgent }) =>
      JSON.stringify({
        version: 1,
        reqId: id,
        reqTimeSec: (at.getTime() / 1000).toFixed(3),
        cliIP: address,
        reqPath: encodeURIComponent(path.slice(1).split('?')[0] ?? ''),
        statusCode: String(status),
        UA: encodeURIComponent(userAgent),
      }),
    wrap: (lines, { token }) => ({
      headers: {
        authorization: `Basic ${Buffer.from(`ansight:${token}`).toString('base64')}`,
        'content-encoding': 'gzip',
      },
      body: gzipSync(inLines(lines)),
    }),
    retries: 3,
    hasIds: true,
  },
  server: {
    toLine: (request) => JSON.stringify({ line: combined(request), nth: 1 }),
    wrap: (lines, { token }) => ({ headers: bearer(token), body: gzipSync(inLines(lines)) }),
    retries: 10,
    hasIds: true,
  },
  other: { toLine: combined, wrap: inPath, retries: 3, hasIds: false },
}

export type SendResult = {
  /** HTTP requests, and those that were accepted. */
  sent: number
  accepted: number
  /** Batches that were given up. */
  lost: number
}

type SendOptions = {
  sender: LogSender
  /** URL of the endpoint. */
  to: string
  token: string
  secret?: string
  batchSize?: number
  /** Each batch has one of them, in turns. */
  faults?: readonly LogFault[]
}

/** Sends the requests as this sender does. */
export async function sendLogs(
  requests: readonly SimulatedRequest[],
  { sender, to, token, secret = 'simulated', batchSize = 100, faults = [] }: SendOptions,
): Promise<SendResult> {
  const { toLine, wrap, retries, hasIds } = simulatedSenders[sender]
  const result: SendResult = { sent: 0, accepted: 0, lost: 0 }
  const post = async (message: Message, fault?: LogFault): Promise<boolean> => {
    result.sent += 1
    const isAccepted = await postOnce(`${to}${message.path ?? ''}`, message, fault)
    if (isAccepted) result.accepted += 1
    return isAccepted
  }
  for (let start = 0; start < requests.length; start += batchSize) {
    const index = start / batchSize
    const fault = faults[index % faults.length]
    const hours = fault === 'clock' ? -5 : 0
    const lines = requests
      .slice(start, start + batchSize)
      .map(({ at, ...request }) => toLine({ ...request, at: new Date(at.getTime() + hours * 3_600_000) }))
    if (fault === 'duplicates' && hasIds) lines.push(...lines.slice(0, 10))
    if (fault === 'garbage') lines.push(sender === 'vercel' ? '{"nonsense":{}}' : 'nonsense \u0000 {"')
    const message = wrap(lines, { token, secret, batchId: `batch-${index}` })
    // A broken attempt can have stored some lines; all are sent again.
    if (fault === 'cut' || fault === 'abort') await post(message, fault)
    if (fault === 'repeat') await post(message)
    let isAccepted = false
    for (let attempt = 0; attempt <= retries && !isAccepted; attempt += 1) isAccepted = await post(message)
    if (!isAccepted) result.lost += 1
  }
  return result
}

async function postOnce(url: string, { headers, body }: Message, fault?: LogFault): Promise<boolean> {
  const bytes = Buffer.from(body)
  const part = fault === undefined ? bytes : bytes.subarray(0, Math.floor(bytes.length * 0.7))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...headers },
      ...(fault === 'abort' ? { body: breakingStream(part), duplex: 'half' } : { body: part }),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** A body whose connection breaks after the bytes. */
const breakingStream = (bytes: Buffer) =>
  new ReadableStream({
    pull: (controller) => {
      if (bytes.length > 0 && controller.desiredSize !== 0) controller.enqueue(new Uint8Array(bytes))
      controller.error(new Error('simulated'))
    },
  })
