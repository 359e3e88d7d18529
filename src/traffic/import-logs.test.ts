import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { getBrand } from '../brands/brands.ts'
import { systemContext } from '../core/context.ts'
import { loadAgentRanges } from './agent-ranges.ts'
import { importLogs } from './import-logs.ts'
import { createLogParser } from './log-parser.ts'

const folder = await mkdtemp(join(tmpdir(), 'ansight-ranges-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const service = await sharedService()

const agent = 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)'
const known = {
  at: new Date('2026-03-10T06:00:04Z'),
  address: '20.15.240.65',
  path: '/shoes',
  status: 200,
  userAgent: agent,
}

test.each<[string, string[]]>([
  [
    'combined (nginx, Apache)',
    [`20.15.240.65 - - [10/Mar/2026:07:00:04 +0100] "GET /shoes?a=1 HTTP/1.1" 200 512 "-" "${agent}"`],
  ],
  [
    'combined with a virtual host and a user',
    [
      `shop:443 20.15.240.65 - ada [10/Mar/2026:06:00:04 +0000] "GET /shoes HTTP/2.0" 200 512 "https://x/" "${agent}" 0.012`,
    ],
  ],
  [
    'CloudFront',
    [
      '#Version: 1.0',
      '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent)',
      [
        '2026-03-10',
        '06:00:04',
        'FRA',
        '512',
        '20.15.240.65',
        'GET',
        'd1',
        '/shoes',
        '200',
        '-',
        encodeURIComponent(agent),
      ].join('\t'),
    ],
  ],
  [
    'Cloudflare',
    [
      JSON.stringify({
        ClientIP: '20.15.240.65',
        ClientRequestURI: '/shoes?x=1',
        EdgeResponseStatus: 200,
        EdgeStartTimestamp: 1773122404000000000,
        ClientRequestUserAgent: agent,
      }),
    ],
  ],
  [
    'Vercel',
    [
      JSON.stringify({
        timestamp: 1773122404000,
        proxy: { clientIp: '20.15.240.65', path: '/shoes', statusCode: 200, userAgent: [agent] },
      }),
    ],
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
  ],
])('parses a line of %s', (_, lines) => {
  const parseLine = createLogParser()
  expect(lines.map(parseLine).filter((each) => each !== 'skip')).toEqual([known])
})

test.each([
  'hello',
  '{',
  '{"a":1}',
  '1.2.3.4 - - [99/Foo/2026:06:00:04 +0000] "GET / HTTP/1.1" 200 5 "-" "x"',
  '\u0000',
])('the malformed line %j is unreadable and does not throw', (line) =>
  expect(createLogParser()(line)).toBe('unreadable'),
)

async function setUp() {
  const owner = await service.signUp()
  const { id } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const { organizationId } = await service.base.db
    .selectFrom('brands')
    .select('organization_id as organizationId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ctx = systemContext(service.base, organizationId)
  const brand = await getBrand(ctx, id)
  const report = (query = ''): Promise<Json> => owner.ok(`GET /api/traffic/crawlers?brand_id=${id}${query}`)
  return { ctx, brand, report }
}

async function* lines(list: (string | null)[]) {
  yield* list
}

const line = (second: number, token: string, path: string, ip = '20.15.240.65') =>
  `${ip} - - [10/Mar/2026:06:00:${String(second).padStart(2, '0')} +0000] "GET ${path} HTTP/1.1" 200 5 "-" "Mozilla/5.0 (compatible; ${token}/1.0)"`

const log = [
  line(1, 'GPTBot', '/a'),
  line(1, 'GPTBot', '/a'),
  line(2, 'ChatGPT-User', '/b?q=1'),
  line(3, 'GPTBot', '/a', '9.9.9.9'),
  line(4, 'Chrome', '/a'),
  'garbage',
]

test('AI agents are counted by role, path and day, and importing a log again adds only new lines', async () => {
  const { ctx, brand, report } = await setUp()
  expect(await importLogs(ctx, brand, lines([...log, null]))).toEqual({
    lines: 7,
    stored: 4,
    known: 0,
    unreadable: 2,
  })
  expect(await report()).toEqual({
    total_hits: 4,
    agents: [
      {
        agent: 'GPTBot',
        operator: 'OpenAI',
        role: 'training',
        hits: 3,
        verified_hits: null,
        last_day: '2026-03-10',
      },
      {
        agent: 'ChatGPT-User',
        operator: 'OpenAI',
        role: 'user',
        hits: 1,
        verified_hits: null,
        last_day: '2026-03-10',
      },
    ],
    daily: [
      { date: '2026-03-10', agent: 'ChatGPT-User', hits: 1 },
      { date: '2026-03-10', agent: 'GPTBot', hits: 3 },
    ],
    top_paths: [
      { path: '/a', hits: 3 },
      { path: '/b', hits: 1 },
    ],
  })
  expect(await importLogs(ctx, brand, lines(log))).toMatchObject({ stored: 0, known: 4 })
  expect(await importLogs(ctx, brand, lines([...log, line(9, 'ClaudeBot', '/c')]))).toMatchObject({
    stored: 1,
    known: 4,
  })
  expect((await report()).total_hits).toBe(5)
  expect((await report('&date_from=2026-03-11')).total_hits).toBe(0)
})

test('a request more than a day in the future is counted as unreadable', async () => {
  const { ctx, brand } = await setUp()
  const early = { ...ctx, now: () => new Date('2026-03-09T05:00:00Z') }
  const report = await importLogs(early, brand, lines([line(0, 'GPTBot', '/a')]))
  expect(report).toMatchObject({ stored: 0, unreadable: 1 })
})

test('with published ranges, hits from other addresses are not verified', async () => {
  const { ctx, brand, report } = await setUp()
  await writeFile(
    join(folder, 'gptbot.json'),
    JSON.stringify({ prefixes: [{ ipv4Prefix: '20.15.240.64/28' }, { ipv6Prefix: '2a01::/32' }] }),
  )
  await importLogs(ctx, brand, lines(log), { verify: await loadAgentRanges(folder) })
  const { agents } = await report()
  expect(agents).toMatchObject([
    { agent: 'GPTBot', hits: 3, verified_hits: 2 },
    { agent: 'ChatGPT-User', hits: 1, verified_hits: null },
  ])
  await writeFile(join(folder, 'claudebot.json'), '{"prefixes":"none"}')
  await expect(loadAgentRanges(folder)).rejects.toThrow(/claudebot\.json contains no ranges/)
})
