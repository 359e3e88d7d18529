import { expect, test } from 'vitest'
import { readFile } from './read-file.ts'
import { googleReport, makeZip, type ZipEntry } from './zip.fixture.ts'

const readGoogle = (entries: ZipEntry[]) => readFile(makeZip(entries), 'export.zip')
const readBing = (text: string, name = 'acme.com_AIPageStatsReport_9_13_2026.csv') =>
  readFile(Buffer.from(`\uFEFF${text}`), name)
const summarize = ({ tables }: Awaited<ReturnType<typeof readFile>>) =>
  Object.fromEntries(
    tables.map(({ content, rows, skipped }) => [
      content,
      [rows.reduce((sum, { count }) => sum + count, 0), rows.length, skipped],
    ]),
  )

test("recognizes the tables of Google's report by their shape", async () => {
  const file = await readGoogle(googleReport())
  expect(summarize(file)).toEqual({
    dates: [42, 3, 0],
    countries: [42, 2, 0],
    devices: [42, 2, 0],
    pages: [1044, 2, 1],
  })
  expect(file).toMatchObject({
    kind: 'google_ai_search',
    period: { first: '2026-08-28', last: '2026-08-30', from: 'filters' },
    filters: ['Date: Aug 28, 2026-Aug 30, 2026', 'Search type: Web'],
  })
})

test('recognizes a report in another language, with the period of its dates', async () => {
  const entries = [
    { name: 'グラフ.csv', text: '日付,表示回数\n2026-08-28,22' },
    { name: 'ページ.csv', text: '上位のページ,表示回数\nhttps://acme.com/a,"1.041"' },
    { name: '国.csv', text: '国,表示回数\n日本,1 040\nフランス,1' },
    { name: 'フィルタ.csv', text: 'フィルタ,値\n日付,過去 28 日間' },
  ]
  const file = await readGoogle(entries)
  expect(summarize(file)).toEqual({ dates: [22, 1, 0], pages: [1041, 1, 0], countries: [1041, 2, 0] })
  expect(file).toMatchObject({
    kind: 'google_ai_discover',
    period: { first: '2026-08-28', last: '2026-08-28', from: 'dates' },
  })
})

test('two ZIP files with the same tables have the same digest', async () => {
  const [one, two, other] = [
    await readGoogle(googleReport()),
    await readGoogle(googleReport().toReversed()),
    await readGoogle(googleReport({ devices: 'Device,Impressions\nDesktop,31' })),
  ]
  expect(one.digest.equals(two.digest)).toBe(true)
  expect(one.digest.equals(other.digest)).toBe(false)
})

test.each([
  ['a comparison', [{ name: 'Pages.csv', text: 'Page,A,B\nhttps://a.com/,1,2' }], 'more than two columns'],
  ['empty tables', [{ name: 'Pages.csv', text: 'Top pages,Impressions' }], 'Search generative AI'],
  ['only filters', [{ name: 'Filters.csv', text: 'Filter,Value\nDate,Last week' }], 'Search generative AI'],
  ['dates in an unknown form', [{ name: 'Chart.csv', text: 'Date,N\n28.08.26,1' }], 'Search generative AI'],
  ['a report of Bing', [{ name: 'p.csv', text: 'Page,Citations\nhttps://a.com/,1' }], 'report of Bing'],
  ['another encoding', [{ name: 'Pages.csv', text: '\uFFFD,N\nhttps://a.com/,1' }], 'not UTF-8'],
])('rejects a ZIP with %s', async (_, entries, reason) => {
  await expect(readGoogle(entries)).rejects.toThrow(reason)
})

test("recognizes the three reports of Bing's AI Performance", async () => {
  const overview = await readBing(
    'Date,Citations,Cited Pages\n7/4/2026 12:00:00 AM,8,3\n7/5/2026 12:00:00 AM,"1,000",4\nTotal,1008,5',
  )
  expect(overview).toMatchObject({
    kind: 'bing_ai_overview',
    period: { first: '2026-07-04', last: '2026-07-05', from: 'dates' },
    tables: [{ rows: [{ key: '2026-07-04', count: 8, citedPages: 3 }, { count: 1000 }], skipped: 1 }],
  })
  const queries = await readBing(
    'Grounding Query,Intent,Topic,Citations,Citation Share\n"bikes, large",Research,Cargo,12,27.24%\nbikes,,,1,',
    'acme.com_AISearchQueriesReport_2026_9_13.csv',
  )
  expect(queries).toMatchObject({
    kind: 'bing_ai_queries',
    period: { first: null, last: '2026-09-13', from: 'file_name' },
    tables: [
      {
        rows: [
          { key: 'bikes, large', count: 12, intent: 'Research', topic: 'Cargo', sharePct: 27.24 },
          { key: 'bikes', count: 1, intent: null, topic: null, sharePct: null },
        ],
      },
    ],
  })
  const pages = await readBing('Page,Citations\nhttps://acme.com/a,47')
  expect(pages).toMatchObject({ kind: 'bing_ai_pages', period: { last: '2026-09-13' } })
  const old = await readBing('Grounding Query,Citations\nbikes,3', 'queries.csv')
  expect(old).toMatchObject({ kind: 'bing_ai_queries', period: { first: null, last: null, from: null } })
})

test.each([
  [
    'an unknown header',
    'Page,Citations,Visits\nhttps://a.com/,1,2',
    'Unknown columns: Page, Citations, Visits',
  ],
  ['a header in another order', 'Citations,Page\n1,https://a.com/', 'Unknown columns'],
  ['a filter that it does not name', 'Date,Citations\n7/4/2026 12:00:00 AM,8', 'limited by a filter'],
  ['no rows', 'Page,Citations', 'no row'],
  ['an open quote', 'Page,Citations\n"https://a.com/,1', 'quote'],
  ['nothing', '', 'Unknown columns'],
])('rejects a CSV file with %s', async (_, text, reason) => {
  await expect(readBing(text)).rejects.toThrow(reason)
})

test('rejects a CSV file with too many rows', async () => {
  await expect(readBing(`Page,Citations\n${'https://a.com/,1\n'.repeat(50_001)}`)).rejects.toThrow(
    '50,000 rows',
  )
})

test('rejects a line that is not one of a table', async () => {
  await expect(readBing(`Page,Citations\n${','.repeat(20_001)}`)).rejects.toThrow('20,000 characters')
})

test('rows that PostgreSQL cannot store are left out', async () => {
  const file = await readBing(
    `Page,Citations\nhttps://a.com/\0,1\nhttps://a.com/${'x'.repeat(2_000)},1\nhttps://a.com/,2`,
  )
  expect(summarize(file)).toEqual({ pages: [2, 1, 2] })
})
