/** Uploaded keyword files: formats, limits, and the counts of kept, repeated and rejected lines. */
import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'

const service = await sharedService()

async function setUp() {
  const owner = await service.signUp()
  const { id, slug } = await owner.ok('POST /api/brands', {
    name: 'Norvik',
    domain: 'norvik.com',
    language: 'en',
  })
  const url = `/api/brands/${slug}/keyword-files`
  const send = (path: string, text: string): Promise<Json> =>
    owner.call(`POST ${url}${path}`, text, { 'content-type': 'text/csv' })
  const list = async (): Promise<Json[]> =>
    (await owner.ok(`GET /api/metrics/prompt-candidates?brand_id=${id}&limit=100`)).items
  return { owner, url, send, list }
}

test.each([
  [
    'one keyword per line',
    'best cargo bike\nbike insurance, with theft',
    [
      ['best cargo bike', null],
      ['bike insurance, with theft', null],
    ],
  ],
  ['CSV with names of columns', 'Volume,Keyword\n1200,best cargo bike', [['best cargo bike', 1200]]],
  [
    'CSV without names',
    'best cargo bike;1.200\ncargo bike price;90',
    [
      ['best cargo bike', 1200],
      ['cargo bike price', 90],
    ],
  ],
  [
    'an export with lines before the names',
    'Keyword Stats\n2026\nKeyword\tCurrency\tAvg. monthly searches\nbest cargo bike\tEUR\t1,200',
    [['best cargo bike', 1200]],
  ],
  ['German names', 'Suchbegriff;Suchvolumen\nbestes lastenrad;10–100', [['bestes lastenrad', null]]],
])('%s', async (_, text, expected) => {
  const { send } = await setUp()
  const { status, body } = await send('/preview', text)
  expect(status).toBe(200)
  expect(body.sample.map(({ keyword, volume }: Json) => [keyword, volume])).toEqual(expected)
})

test('a file is candidates with its volume, and none after it is deleted', async () => {
  const { owner, url, send, list } = await setUp()
  const text = 'keyword,volume\nBest cargo bike,90\nbest cargo  bike,1200\n,5\nnorvik login,10'
  const { status, body } = await send('?file_name=planner.csv', text)
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ lines: 4, kept: 2, rejected: 1, repeated: 1, left_out: 0 }),
  ])
  expect(await list()).toMatchObject([
    { query: 'best cargo bike', demand: [{ origin: 'keyword_file', name: 'planner.csv', volume: 1200 }] },
  ])
  expect((await owner.ok(`GET ${url}`)).items).toEqual([body])
  await owner.ok(`DELETE ${url}/${body.id}`)
  expect(await list()).toEqual([])
})

test('columns that the person corrects', async () => {
  const { send, list } = await setUp()
  const text = 'first cargo bike trailer,second very long words that are no keywords at all'
  const query = `?file_name=a.csv&delimiter=${encodeURIComponent(',')}&columns=keyword,&skip=0`
  expect((await send(query, text)).status).toBe(201)
  expect(await list()).toMatchObject([{ query: 'first cargo bike trailer' }])
  const invalid = await send('?file_name=a.csv&columns=volume', text)
  expect([invalid.status, invalid.body.code]).toEqual([400, 'invalid_request'])
})

test('a file of several parts keeps the keywords with the highest volume, and counts the others', async () => {
  const { send, url, owner } = await setUp()
  const part = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `cargo bike number ${from + n},${from + n}`).join('\n')
  const { body: file } = await send('?file_name=large.csv', `keyword,volume\n${part(0, 15_000)}`)
  const { body } = await send(`/${file.id}/parts`, part(14_000, 11_000))
  expect(body).toMatchObject({ lines: 26_000, kept: 20_000, repeated: 1_000, rejected: 0, left_out: 5_000 })
  const { rows } = await service.pool.query(
    'select min(volume)::int as least, count(*)::int as count from keyword_rows where file_id = $1',
    [file.id],
  )
  expect(rows).toEqual([{ least: 5_000, count: 20_000 }])
  await owner.ok(`DELETE ${url}/${file.id}`)
})

test('a malformed line is rejected alone, and an inch sign is a part of its keyword', async () => {
  const { send } = await setUp()
  const text = 'keyword,volume\n"best cargo bike,90\n27" cargo bike tire,50\n"cargo bike, ""used""",10'
  const preview = await send('/preview', text)
  expect(preview.body).toMatchObject({ lines: 3, rejected: 1, with_volume: 2 })
  const { body: file } = await send('?file_name=a.csv', text)
  expect(file).toMatchObject({ lines: 3, kept: 2, rejected: 1 })
  const { body } = await send(`/${file.id}/parts`, '"one more cargo bike,1\ncargo bike lock,20')
  expect(body).toMatchObject({ lines: 5, kept: 3, rejected: 2 })
  const { rows } = await service.pool.query(
    'select keyword, volume::int as volume from keyword_rows where file_id = $1 order by volume desc',
    [file.id],
  )
  expect(rows).toEqual([
    { keyword: '27 cargo bike tire', volume: 50 },
    { keyword: 'cargo bike lock', volume: 20 },
    { keyword: 'cargo bike used', volume: 10 },
  ])
})

test('a file that is not UTF-8 is rejected, and nothing is stored', async () => {
  const { owner, url, send } = await setUp()
  expect((await send('?file_name=a.csv', 'keyword\n\uFFFD')).body.code).toBe('invalid_request')
  expect((await owner.ok(`GET ${url}`)).items).toEqual([])
})
