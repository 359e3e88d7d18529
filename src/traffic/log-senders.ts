/**
 * Describes each sender of logs: the names of its fields, how it wraps and signs its lines, and what it expects in responses. A
 * new sender is one entry here and one name in the vocabulary; the parser and the endpoint are the same for all.
 */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type LogSender, logSenders } from '../../vocabulary/log-senders.ts'
import { parseJson } from '../core/json.ts'
import type { LogFields } from './log-parser.ts'

/** A line, and which of several identical lines within a second it is, if the sender has counted them. */
export type LogLine = { text: string; nth?: number }

/** Where a value for the settings of a sender belongs. */
export const setupFields = [
  'url',
  'destination',
  'access_key',
  'user',
  'password',
  'token',
  'command',
] as const
type SetupField = (typeof setupFields)[number]

export type SenderDescription = {
  /** Names of JSON fields, most specific first. Default: the names that most programs use. */
  fields?: LogFields
  /** Returns the lines in a record of the body. Default: the record is a line. */
  unwrap?: (record: string) => LogLine[]
  /** Whether the lines are in an array within an object. */
  isEnvelope?: (header: Header) => boolean
  /** The header with the signature of the body, and how the sender computes it. */
  signature?: { header: string; compute(secret: string, body: Buffer): string }
  /** A request without lines that the sender makes to test the endpoint. */
  isTestRecord?: (record: string) => boolean
  /** The response to an accepted request, if the sender reads it. */
  respond?: (header: Header, now: Date) => object
  /** What to enter in the settings of the sender. */
  setUp(endpoint: string, token: string): { field: SetupField; value: string }[]
}

export type Header = (name: string) => string | undefined

export const headerOf =
  (headers: IncomingHttpHeaders): Header =>
  (name) => {
    const value = headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  }

const withTokenInPath: SenderDescription['setUp'] = (endpoint, token) => [
  { field: 'url', value: `${endpoint}/${token}` },
]

const firehoseId = 'x-amz-firehose-request-id'

export const senderDescriptions: Record<LogSender, SenderDescription> = {
  cloudflare: {
    fields: {
      at: ['EdgeStartTimestamp'],
      address: ['ClientIP'],
      path: ['ClientRequestURI', 'ClientRequestPath'],
      status: ['EdgeResponseStatus'],
      userAgent: ['ClientRequestUserAgent'],
      id: ['RayID'],
      host: ['ClientRequestHost'],
      method: ['ClientRequestMethod'],
    },
    // Logpush uploads this line when a job is created.
    isTestRecord: (record) => record === '{"content":"tests"}',
    setUp: (endpoint, token) => [
      { field: 'destination', value: `${endpoint}?header_Authorization=Bearer%20${token}` },
    ],
  },
  vercel: {
    fields: {
      part: 'proxy',
      at: ['timestamp'],
      address: ['clientIp'],
      path: ['path'],
      status: ['statusCode'],
      userAgent: ['userAgent'],
      // A request has a line for each message of a function; all have the id of the request.
      id: ['requestId', 'id'],
    },
    signature: {
      header: 'x-vercel-signature',
      compute: (secret, body) => createHmac('sha1', secret).update(body).digest('hex'),
    },
    setUp: withTokenInPath,
  },
  netlify: {
    fields: {
      at: ['timestamp'],
      address: ['client_ip'],
      path: ['url', 'path'],
      status: ['status_code', 'status'],
      userAgent: ['user_agent'],
      id: ['request_id'],
    },
    setUp: withTokenInPath,
  },
  fastly: { setUp: withTokenInPath },
  cloudfront: {
    fields: {
      at: ['timestamp(ms)', 'timestamp', 'time'],
      day: 'date',
      address: ['c-ip'],
      path: ['cs-uri-stem'],
      status: ['sc-status'],
      userAgent: ['cs(User-Agent)'],
      id: ['x-edge-request-id'],
      isEncoded: true,
    },
    isEnvelope: (header) => header(firehoseId) !== undefined,
    unwrap: unwrapFirehose,
    respond: (header, now) =>
      header(firehoseId) === undefined ? {} : { requestId: header(firehoseId), timestamp: now.getTime() },
    setUp: (endpoint, token) => [
      { field: 'url', value: endpoint },
      { field: 'access_key', value: token },
    ],
  },
  akamai: {
    fields: {
      at: ['reqTimeSec'],
      address: ['cliIP'],
      path: ['reqPath'],
      status: ['statusCode'],
      userAgent: ['UA'],
      id: ['reqId'],
      isEncoded: true,
    },
    setUp: (endpoint, token) => [
      { field: 'url', value: endpoint },
      { field: 'user', value: 'ansight' },
      { field: 'password', value: token },
    ],
  },
  server: {
    unwrap: unwrapFollowed,
    setUp: (endpoint, token) => [
      { field: 'token', value: token },
      {
        field: 'command',
        value: `ansight logs follow --to ${endpoint} --token-file ansight-token /var/log/nginx/access.log`,
      },
    ],
  },
  other: { setUp: withTokenInPath },
}

/** The field names of all senders, for logs of an unknown one. */
export const allLogFields: readonly LogFields[] = logSenders.flatMap(
  (name) => senderDescriptions[name].fields ?? [],
)

/** A line as `ansight logs follow` sends it. */
export const FollowedLine = z.object({ line: z.string(), nth: z.number().int().min(1) })

function unwrapFollowed(record: string): LogLine[] {
  const { data } = FollowedLine.safeParse(parseJson(record))
  return [data ? { text: data.line, nth: data.nth } : { text: record }]
}

const FirehoseRecord = z.object({ data: z.base64() })

/** A record of Firehose has lines in base64. Without the envelope, the record is a line. */
function unwrapFirehose(record: string): LogLine[] {
  const { data } = FirehoseRecord.safeParse(parseJson(record))
  if (!data) return [{ text: record }]
  return Buffer.from(data.data, 'base64')
    .toString()
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => ({ text }))
}
