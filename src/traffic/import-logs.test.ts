import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { importLogs } from './import-logs.ts'
import { createLogParser } from './log-parser.ts'
import { allLogFields } from './log-senders.ts'
import { createLoggedBrand } from './logged-brand.fixture.ts'

const service = await sharedService()

async function* lines(list: (string | null)[]) {
  yield list.map((text) => (text === null ? null : { text }))
}

const parsing = () => ({ parse: createLogParser(allLogFields) })

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
  const { ctx, brand, report } = await createLoggedBrand(service)
  expect(await importLogs(ctx, brand, lines([...log, null]), parsing())).toEqual({
    lines: 7,
    stored: 4,
    known: 0,
    unreadable: 2,
  })
  const none = { verified: 0, not_confirmed: 0, unverifiable: 0, spoofed: 0 }
  expect(await report()).toMatchObject({
    total_hits: 4,
    verification: { ...none, not_confirmed: 3, unverifiable: 1 },
    roles: [
      { role: 'training', hits: 3 },
      { role: 'search', hits: 0 },
      { role: 'user', hits: 1 },
      { role: 'agent', hits: 0 },
    ],
    agents: [
      {
        agent: 'GPTBot',
        operator: 'OpenAI',
        role: 'training',
        hits: 3,
        verification: { ...none, not_confirmed: 3 },
        methods: ['ranges'],
        last_day: '2026-03-10',
      },
      {
        agent: 'ChatGPT-User',
        operator: 'OpenAI',
        role: 'user',
        hits: 1,
        verification: { ...none, unverifiable: 1 },
        methods: [],
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
  expect(await importLogs(ctx, brand, lines(log), parsing())).toMatchObject({ stored: 0, known: 4 })
  expect(await importLogs(ctx, brand, lines([...log, line(9, 'ClaudeBot', '/c')]), parsing())).toMatchObject({
    stored: 1,
    known: 4,
  })
  expect((await report()).total_hits).toBe(5)
  expect((await report('&date_from=2026-03-11')).total_hits).toBe(0)
})

test('a request more than a day in the future is counted as unreadable', async () => {
  const { ctx, brand } = await createLoggedBrand(service)
  const early = { ...ctx, now: () => new Date('2026-03-09T05:00:00Z') }
  const report = await importLogs(early, brand, lines([line(0, 'GPTBot', '/a')]), parsing())
  expect(report).toMatchObject({ stored: 0, unreadable: 1 })
})

test('a request with an id is counted once, however its line is written', async () => {
  const { ctx, brand, report } = await createLoggedBrand(service)
  const request = {
    ClientIP: '20.15.240.65',
    ClientRequestURI: '/a',
    EdgeStartTimestamp: '2026-03-10T06:00:04Z',
    ClientRequestUserAgent: 'GPTBot/1.0',
    RayID: '8f1',
  }
  await importLogs(ctx, brand, lines([JSON.stringify(request)]), parsing())
  const again = JSON.stringify({ EdgeResponseStatus: 200, ...request })
  expect(await importLogs(ctx, brand, lines([again]), parsing())).toMatchObject({ stored: 0, known: 1 })
  expect((await report()).total_hits).toBe(1)
})

test('the report of a purpose contains only agents with it', async () => {
  const { ctx, brand, report } = await createLoggedBrand(service)
  await importLogs(ctx, brand, lines(log), parsing())
  expect(await report('&role=user')).toMatchObject({
    total_hits: 1,
    agents: [{ agent: 'ChatGPT-User' }],
    top_paths: [{ path: '/b', hits: 1 }],
  })
})
