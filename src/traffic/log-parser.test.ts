import { expect, test } from 'vitest'
import type { LogSender } from '../../vocabulary/log-senders.ts'
import { createLogParser, type LoggedRequest } from './log-parser.ts'
import { allLogFields, senderDescriptions } from './log-senders.ts'

const agent = 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)'
const known: LoggedRequest = {
  at: new Date('2026-03-10T06:00:04Z'),
  address: '20.15.240.65',
  path: '/shoes',
  status: 200,
  userAgent: agent,
  id: null,
}

test.each<[string, string[], string | null]>([
  [
    'combined (nginx, Apache)',
    [`20.15.240.65 - - [10/Mar/2026:07:00:04 +0100] "GET /shoes?a=1 HTTP/1.1" 200 512 "-" "${agent}"`],
    null,
  ],
  [
    'combined with a virtual host and a user',
    [
      `shop:443 20.15.240.65 - ada [10/Mar/2026:06:00:04 +0000] "GET /shoes HTTP/2.0" 200 512 "https://x/" "${agent}" 0.012`,
    ],
    null,
  ],
  [
    'CloudFront',
    [
      '#Version: 1.0',
      '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) x-edge-request-id',
      `2026-03-10\t06:00:04\tFRA\t512\t20.15.240.65\tGET\td1\t/shoes\t200\t-\t${encodeURIComponent(agent)}\tedge-1`,
    ],
    'edge-1',
  ],
  [
    'Caddy',
    [
      JSON.stringify({
        ts: 1773122404,
        status: 200,
        request: { remote_ip: '20.15.240.65', uri: '/shoes', headers: { 'User-Agent': [agent] } },
      }),
    ],
    null,
  ],
])('parses a line of %s', (_, lines, id) => {
  const parseLine = createLogParser(allLogFields)
  expect(lines.map(parseLine).filter((each) => each !== 'skip')).toEqual([{ ...known, id }])
})

const cloudflare = {
  ClientIP: '20.15.240.65',
  ClientRequestURI: '/shoes?x=1',
  EdgeResponseStatus: 200,
  ClientRequestUserAgent: agent,
  RayID: 'id-1',
}
const vercel = {
  id: 'line-7',
  requestId: 'id-1',
  source: 'static',
  timestamp: 1773122404000,
  proxy: { clientIp: '20.15.240.65', path: '/shoes?x=1', statusCode: 200, userAgent: [agent] },
}
const cloudfront = {
  'c-ip': '20.15.240.65',
  'cs-uri-stem': '/shoes',
  'sc-status': '200',
  'cs(User-Agent)': encodeURIComponent(agent),
  'x-edge-request-id': 'id-1',
}

test.each<[LogSender, string, object]>([
  ['cloudflare', 'nanoseconds', { ...cloudflare, EdgeStartTimestamp: 1773122404000000000 }],
  ['cloudflare', 'RFC 3339', { ...cloudflare, EdgeStartTimestamp: '2026-03-10T06:00:04Z' }],
  ['vercel', 'milliseconds', vercel],
  [
    'netlify',
    'milliseconds',
    {
      timestamp: 1773122404000,
      client_ip: '20.15.240.65',
      url: 'https://acme.com/shoes?x=1',
      status_code: 200,
      user_agent: agent,
      request_id: 'id-1',
    },
  ],
  [
    'fastly',
    'the format of the documentation',
    {
      timestamp: '2026-03-10T06:00:04Z',
      client_ip: '20.15.240.65',
      url: '/shoes?x=1',
      status: 200,
      user_agent: agent,
      request_id: 'id-1',
    },
  ],
  ['cloudfront', 'date and time', { ...cloudfront, date: '2026-03-10', time: '06:00:04' }],
  ['cloudfront', 'milliseconds', { ...cloudfront, 'timestamp(ms)': '1773122404000' }],
  [
    'akamai',
    'seconds as text',
    {
      reqTimeSec: '1773122404.000',
      cliIP: '20.15.240.65',
      reqPath: 'shoes',
      statusCode: '200',
      UA: encodeURIComponent(agent),
      reqId: 'id-1',
    },
  ],
])('parses a line of %s with %s', (sender, _, line) => {
  for (const fields of [[senderDescriptions[sender].fields ?? []].flat(), allLogFields])
    expect(createLogParser(fields)(JSON.stringify(line))).toEqual({ ...known, id: 'id-1' })
})

test('a line of Vercel without a request is skipped, and a crashed function has no status', () => {
  const parseLine = createLogParser([senderDescriptions.vercel.fields ?? []].flat())
  const { proxy, ...message } = vercel
  expect(parseLine(JSON.stringify({ ...message, source: 'build', message: 'Installing' }))).toBe('skip')
  expect(parseLine(JSON.stringify({ ...message, proxy: { ...proxy, statusCode: -1 } }))).toEqual({
    ...known,
    id: 'id-1',
    status: null,
  })
})

test.each([
  'hello',
  '{',
  '{"a":1}',
  '{"timestamp":"never","path":"/"}',
  '1.2.3.4 - - [99/Foo/2026:06:00:04 +0000] "GET / HTTP/1.1" 200 5 "-" "x"',
  '\u0000',
])('the malformed line %j is unreadable and does not throw', (line) =>
  expect(createLogParser()(line)).toBe('unreadable'),
)
