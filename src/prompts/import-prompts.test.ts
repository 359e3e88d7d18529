import { expect, test } from 'vitest'
import { type Client, type Json, sharedService } from '../../test/support.ts'

const service = await sharedService()

async function brandFor(owner: Client): Promise<Json> {
  return owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com', region: 'US' })
}

const importer = (owner: Client, brand: Json) => async (text: string, type: string) =>
  owner.call(`POST /api/prompts/import?brand_id=${brand.id}`, text, { 'content-type': type })

async function setUp() {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const send = importer(owner, brand)
  const prompts = async (): Promise<Json[]> => {
    const all: Json[] = []
    let cursor: string | null = null
    do {
      const page: Json = await owner.ok(
        `GET /api/prompts?brand_id=${brand.id}&limit=500${cursor ? `&cursor=${cursor}` : ''}`,
      )
      all.push(...page.items)
      cursor = page.next_cursor
    } while (cursor)
    return all
  }
  return {
    owner,
    brand,
    lines: (text: string) => send(text, 'text/plain'),
    csv: (text: string) => send(text, 'text/csv; charset=utf-8'),
    send,
    prompts,
    texts: async () => (await prompts()).map(({ text }) => text),
  }
}

const reportFor = (created: number, skipped_duplicates: number, rejected: object[] = []) => ({
  status: 200,
  body: { created, skipped_duplicates, rejected, prompt_ids: expect.any(Array) },
})

test('every line is a prompt, in file order, and empty lines are skipped', async () => {
  const { lines, prompts } = await setUp()
  const text =
    '\ufeffBest shoes?\r\n\r\n  Who makes "Acme"? \rBest, cheapest; lightest?\nbest SHOES?\n🏃‍♀️ אילו נעליים?\n'
  expect(await lines(text)).toEqual(expect.objectContaining(reportFor(4, 1)))
  expect(
    (await prompts()).map(({ text, branded, region, category }) => ({ text, branded, region, category })),
  ).toEqual([
    { text: 'Best shoes?', branded: false, region: 'US', category: 'best' },
    { text: 'Who makes "Acme"?', branded: true, region: 'US', category: 'branded' },
    { text: 'Best, cheapest; lightest?', branded: false, region: 'US', category: 'best' },
    { text: '🏃‍♀️ אילו נעליים?', branded: false, region: 'US', category: 'other' },
  ])
  expect(await lines(text)).toMatchObject(reportFor(0, 5))
})

test('an invalid line is rejected with its number and the others are imported', async () => {
  const { lines, texts } = await setUp()
  expect(await lines(`one\n\n${'x'.repeat(2001)}\na\0b\nfive`)).toMatchObject(
    reportFor(2, 0, [
      { line: 3, reason: expect.stringContaining('at most 2000 characters') },
      { line: 4, reason: expect.stringContaining('valid text') },
    ]),
  )
  expect(await texts()).toEqual(['one', 'five'])
})

test('CSV sets topic, category, region, language and platforms, and creates each topic once', async () => {
  const { owner, csv, prompts } = await setUp()
  const shoes = await owner.ok('POST /api/brands/acme/topics', { name: 'Shoes' })
  const text = [
    ' Prompt ,TOPIC,category,Country,language,platforms',
    'Best shoes?,shoes,other,de,pt-br,chatgpt|grok',
    'Best boots?,Boots,,,,',
    'Worst boots?,BOOTS',
    '"How to ""lace"" them,',
    'quickly?",Boots,,,,gemini',
  ].join('\r\n')
  expect(await csv(text)).toMatchObject(reportFor(4, 0))
  const all = await prompts()
  const boots = all[1].topic_id
  expect(all).toMatchObject([
    {
      text: 'Best shoes?',
      topic_id: shoes.id,
      topic_name: 'Shoes',
      category: 'other',
      region: 'DE',
      language: 'pt-BR',
      platforms: ['chatgpt', 'grok'],
    },
    { text: 'Best boots?', topic_name: 'Boots', category: 'best', region: 'US', platforms: null },
    { text: 'Worst boots?', topic_id: boots },
    { text: 'How to "lace" them,\nquickly?', topic_id: boots, platforms: ['gemini'] },
  ])
  expect((await owner.ok('GET /api/brands/acme/topics')).items).toHaveLength(2)
})

test('CSV from spreadsheets can have semicolons, a byte order mark and empty rows', async () => {
  const { send, texts } = await setUp()
  expect(
    await send('\ufefftext;topic\r\nBest, cheapest?;A\r\n;\r\n"a;b";\r\n;;\r\n', 'Text/CSV'),
  ).toMatchObject(reportFor(2, 0))
  expect(await texts()).toEqual(['Best, cheapest?', 'a;b'])
})

test('invalid CSV rows are rejected with the line they start on', async () => {
  const { csv, texts } = await setUp()
  const text = [
    'text,platforms,region',
    'fine,,',
    '"over',
    'two lines",bing,',
    '',
    ',chatgpt,',
    'region,,Germany',
    'not, quoted, at all, you see',
    `"${'y'.repeat(100_000)}",,`,
    'fine too',
    'Fine,,',
  ].join('\n')
  expect(await csv(text)).toMatchObject(
    reportFor(2, 1, [
      { line: 3, reason: expect.stringContaining('platforms: must be one of') },
      { line: 6, reason: expect.stringContaining('text') },
      { line: 7, reason: expect.stringContaining('region') },
      { line: 8, reason: expect.stringContaining('quotes') },
      { line: 9, reason: expect.stringContaining('2000') },
    ]),
  )
  expect(await texts()).toEqual(['fine', 'fine too'])
})

test.each([
  ['without a column for the text', 'topic,region\na,b', '"text"'],
  ['with an unknown column', 'text,volume\na,1', '"volume"'],
  ['with a column without a name', 'text,\na,1', 'column ""'],
  ['with the text twice', 'text,prompt\na,b', '"text" appears twice'],
  ['with a quote that is not closed', 'text\nfine\n"open\nand on', 'after line 2'],
  ['with a quote in the middle', 'text\na "b" c', 'after line 1'],
  ['in another encoding', 'text\nM\ufffdller', 'UTF-8'],
])('CSV %s is rejected entirely', async (_, text, reason) => {
  const { csv, texts } = await setUp()
  expect(await csv(text)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', error: expect.stringContaining(reason) },
  })
  expect(await texts()).toEqual([])
})

test('an empty file or a header alone imports nothing', async () => {
  const { csv, lines } = await setUp()
  expect(await csv('text,topic\n')).toMatchObject(reportFor(0, 0))
  expect(await lines('\n \n')).toMatchObject(reportFor(0, 0))
})

test('JSON and unknown parameters are rejected', async () => {
  const { owner, brand, send } = await setUp()
  expect((await send('["a"]', 'application/json')).status).toBe(415)
  const address = `POST /api/prompts/import?brand_id=${brand.id}&topic=x`
  expect((await owner.call(address, 'a', { 'content-type': 'text/plain' })).status).toBe(400)
})

test('10,000 prompts are imported at once, and 10,001 are rejected', async () => {
  const { lines, prompts } = await setUp()
  const many = Array.from({ length: 10_001 }, (_, n) => `Which shoes are number ${n}?`)
  expect(await lines(many.join('\n'))).toMatchObject({ status: 413, body: { code: 'too_large' } })
  expect(await prompts()).toEqual([])
  expect(await lines(many.slice(1).join('\n'))).toMatchObject(reportFor(10_000, 0))
  const all = await prompts()
  expect(all.map(({ text }) => text)).toEqual(many.slice(1))
  expect(new Set(all.map(({ id }) => id)).size).toBe(10_000)
})

test('two concurrent imports of the same prompts create each prompt once', async () => {
  const { lines, texts } = await setUp()
  const many = Array.from({ length: 300 }, (_, n) => `Prompt ${n}`)
  const reports = await Promise.all([many, many.toReversed(), many].map((each) => lines(each.join('\n'))))
  expect(reports.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(reports.reduce((sum, { body }: Json) => sum + body.created, 0)).toBe(300)
  expect((await texts()).toSorted()).toEqual(many.toSorted())
})

test('an import accepts more than the default body size and rejects a file above its limit', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Large', domain: 'large.com' })
  const send = (text: string) =>
    owner.call(`POST /api/prompts/import?brand_id=${brand.id}`, text, { 'content-type': 'text/plain' })
  const line = `Which tool is large${' enough'.repeat(200)}?`
  const large = Array.from({ length: 1_000 }, (_, n) => `${n} ${line}`).join('\n')
  expect(large.length).toBeGreaterThan(1_048_576)
  expect(await send(large)).toMatchObject({ status: 200, body: { created: 1_000, rejected: [] } })
  expect(await send(large.repeat(5))).toMatchObject({ status: 413, body: { code: 'too_large' } })
})

/** Sends text and returns the body of the successful reply. */
async function post(owner: Client, address: string, text: string): Promise<Json> {
  const { status, body } = await owner.call(`POST ${address}`, text, { 'content-type': 'text/plain' })
  expect(status).toBe(200)
  return body as Json
}

const preview = (owner: Client, brand: Json, text: string, layout = ''): Promise<Json> =>
  post(owner, `/api/prompts/import/preview?brand_id=${brand.id}${layout}`, text)

test('a preview recognizes tabs, a header and the content of columns, flags problems and creates nothing', async () => {
  const { owner, brand, lines, texts } = await setUp()
  await lines('Best shoes?')
  const found = await preview(
    owner,
    brand,
    `Question\tNotes\tTopic\tTags\nBest boots?\tx\tWinter\ta|b\nbest SHOES?\nBest boots?\n${'x'.repeat(2_001)}`,
  )
  expect(found).toMatchObject({
    format: 'tsv',
    has_header: true,
    total: 4,
    new: 1,
    duplicates: 2,
    rejected: 1,
  })
  expect(found.columns).toEqual([
    { name: 'Question', content: 'text' },
    { name: 'Notes', content: null },
    { name: 'Topic', content: 'topic' },
    { name: 'Tags', content: 'tags' },
  ])
  expect(found.lines).toMatchObject([
    { line: 5, status: 'rejected', reason: 'text: must have at most 2000 characters' },
    { line: 3, status: 'duplicate' },
    { line: 4, status: 'duplicate' },
    { line: 2, status: 'new', text: 'Best boots?', topic: 'Winter', tags: ['a', 'b'], region: 'US' },
  ])
  expect(await texts()).toEqual(['Best shoes?'])
  expect((await owner.ok(`GET /api/brands/${brand.id}/topics`)).items).toEqual([])
})

test('text with commas is one prompt per line unless its first line names columns', async () => {
  const { owner, brand } = await setUp()
  const getFormat = async (text: string) => (await preview(owner, brand, text)).format
  expect(await getFormat('Best, cheapest; lightest?\nOther?')).toBe('lines')
  expect(await getFormat('prompt,topic\nBest?,Shoes')).toBe('csv')
  expect(await getFormat('"prompt";"topic"\n"Best?";"Shoes"')).toBe('csv')
})

test('without a header, the prompts are in the column with the longest cells, and the layout can be changed', async () => {
  const { owner, brand } = await setUp()
  const text = 'Shoes,Which shoes are the lightest?\nBoots,Which boots are the warmest?'
  const guessed = await preview(owner, brand, text, '&format=csv')
  expect(guessed.has_header).toBe(false)
  expect(guessed.columns.map(({ content }: Json) => content)).toEqual([null, 'text'])
  const mapped = await preview(owner, brand, text, '&format=csv&header=true&columns=topic,text')
  expect(mapped.lines).toMatchObject([{ line: 2, topic: 'Boots' }])
})

test('an import with a layout creates what the preview shows, and returns the ids of the new prompts', async () => {
  const { owner, brand, prompts } = await setUp()
  const text = 'Shoes;Which shoes are the lightest?;light|new'
  const layout = '&format=csv&header=false&columns=topic,text,tags'
  expect(await preview(owner, brand, text, layout)).toMatchObject({ new: 1 })
  const report = await post(owner, `/api/prompts/import?brand_id=${brand.id}${layout}`, text)
  const created = await prompts()
  expect(created).toMatchObject([
    { text: 'Which shoes are the lightest?', topic_name: 'Shoes', tags: ['light', 'new'] },
  ])
  expect(report.prompt_ids).toEqual(created.map(({ id }) => id))
  const missing = await owner.call(
    `POST /api/prompts/import?brand_id=${brand.id}&format=csv&columns=topic,`,
    text,
    { 'content-type': 'text/plain' },
  )
  expect(missing.status).toBe(400)
})

test('personas, tags and markets of exported prompts are the same after an import', async () => {
  const { owner, brand, prompts } = await setUp()
  const persona = { name: 'Baker', instruction: 'I run a bakery.' }
  const { id } = await owner.ok(`POST /api/brands/${brand.id}/personas`, persona)
  const add = (more: object) =>
    owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which oven?', ...more })
  await add({ tags: ['new oven', 'sale'], region: 'AT', language: 'de', persona_id: id })
  await add({ tags: [], region: null, language: null })
  const { text } = await owner.call(`GET /api/metrics/prompts.csv?brand_id=${brand.id}`)
  const other = await setUp()
  await other.owner.ok(`POST /api/brands/${other.brand.id}/personas`, persona)
  const path = `/api/prompts/import?brand_id=${other.brand.id}&format=csv`
  const { body } = await other.owner.call(`POST ${path}`, text, { 'content-type': 'text/csv' })
  expect(body).toMatchObject({ created: 2, rejected: [] })
  const facts = (each: Json) => [each.text, each.tags, each.persona_name]
  expect((await other.prompts()).map(facts)).toEqual((await prompts()).map(facts))
  expect((await other.prompts())[0]).toMatchObject({ region: 'AT', language: 'de' })
})

test('a line with an unknown persona or an invalid tag is rejected with its number', async () => {
  const { csv, texts } = await setUp()
  const reply = await csv(
    ['text,persona,tags', 'One?,Nobody,', 'Two?,,"a, b"', `Three?,,${'a'.repeat(51)}`, 'Four?,,a|b'].join(
      '\n',
    ),
  )
  const body: Json = reply.body
  expect(body).toMatchObject({ created: 1, rejected: [{ line: 2 }, { line: 3 }, { line: 4 }] })
  expect(body.rejected.map(({ reason }: Json) => reason)).toEqual([
    expect.stringContaining('The persona “Nobody” does not exist'),
    expect.stringContaining('comma'),
    expect.stringContaining('50'),
  ])
  expect(await texts()).toEqual(['Four?'])
})
