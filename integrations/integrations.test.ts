/** The integrations as their host products run them, against a listening service. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { competitors, createTestBrand } from '../src/metrics/answers.fixture.ts'
import { refresh } from '../src/metrics/rollups.ts'
import { createTestApp, testService } from '../test/support.ts'
import { platforms } from '../vocabulary/platforms.ts'
import { type Json, type Script, startScript } from './apps-script.fixture.ts'
import { AnsightError, ansight } from './typescript/ansight.ts'

const today = new Date('2026-03-03T12:00:00Z')
const service = await testService({}, { now: () => today })
const { ctx, owner, brand, prompts, write } = await createTestBrand(service)
const answer = (day: string, platform: string, text: string, prompt = prompts.plain) =>
  write({
    prompt,
    day,
    platform,
    text,
    cites: ['https://zorvex.com/', 'https://runs.example/a', 'https://shoes.example/b'],
  })
// More answers on the second day, so that the mean of the daily means differs from the mean of the answers.
await answer('2026-03-02', 'chatgpt', 'Zorvex and Quilmar. Zorvex again.')
await answer('2026-03-03', 'chatgpt', 'Quilmar, then Brentiva.')
await answer('2026-03-03', 'gemini', 'Quilmar, then Zorvex.')
await answer('2026-03-03', 'claude', 'Zorvex is fine.', prompts.branded)
for (const domain of ['news', 'forum', 'blog'])
  await write({
    prompt: prompts.plain,
    day: '2026-03-03',
    text: 'No brand.',
    cites: [`https://${domain}.example/`],
  })
await owner.call(
  `POST /track/${brand.tracking_code}`,
  { u: 'https://zorvex.com/shoes', r: 'https://chatgpt.com/' },
  {
    origin: 'https://zorvex.com',
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  },
)

await refresh(ctx, brand.id)
const listening = await createTestApp(service.base)
const url = await listening.listen({ host: '127.0.0.1', port: 0 })
const { token } = await owner.ok('POST /api/api-keys', { name: 'reports' })
const scripts: Script[] = []
afterAll(async () => {
  await Promise.all(scripts.map((script) => script.close()))
  await listening.close()
})

function start(options: Parameters<typeof startScript>[0]): Script {
  const script = startScript(options)
  scripts.push(script)
  return script
}

async function api(path: string, query: Record<string, string> = {}): Promise<Json> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`, { headers })
  expect(response.status, path).toBe(200)
  return response.json()
}

const connectorFiles = ['Connector.js', 'Service.js', 'Tables.js'].map((name) => `looker-studio/${name}`)
const connector = start({ files: connectorFiles, properties: { ANSIGHT_URL: `${url}/` } })
const days = { startDate: '2026-03-01', endDate: '2026-03-31' }
const window = { date_from: days.startDate, date_to: days.endDate }

test('Looker Studio stores an accepted API key, rejects an invalid one and deletes it on reset', async () => {
  expect(await connector.call('getAuthType')).toEqual({ type: 'KEY' })
  expect(await connector.call('isAuthValid')).toBe(false)
  const refused = await connector.call('setCredentials', { key: 'ans_wrong' })
  expect(refused).toEqual({ errorCode: 'INVALID_CREDENTIALS' })
  expect(await connector.call('isAuthValid')).toBe(false)
  expect(await connector.call('setCredentials', { key: ` ${token} ` })).toEqual({ errorCode: 'NONE' })
  expect(await connector.call('isAuthValid')).toBe(true)
  await connector.call('resetAuth')
  expect(await connector.call('isAuthValid')).toBe(false)
  await connector.call('setCredentials', { key: token })
})

test('the Looker Studio configuration offers the tables and the brands that the key can access', async () => {
  const { configParams, dateRangeRequired } = await connector.call('getConfig', { languageCode: 'en' })
  expect(dateRangeRequired).toBe(true)
  const options = (id: string) => configParams.find((each: Json) => each.id === id).options
  expect(options('brand')).toEqual([{ label: 'Zorvex', value: brand.id }])
  expect(options('table').length).toBeGreaterThan(5)
})

/** Requests all fields of a table except formulas, like Looker Studio. Returns the rows by field id. */
async function read(table: string, more: Record<string, string> = {}) {
  const configParams = { brand: brand.id, table, branded: 'all', platform: '', ...more }
  const { schema } = await connector.call('getSchema', { configParams })
  const requested = schema.filter(({ formula }: Json) => formula === undefined)
  const fields = requested.map(({ id }: Json) => ({ name: id }))
  const data = await connector.call('getData', { configParams, dateRange: days, fields })
  expect(data.schema.map(({ id }: Json) => id)).toEqual(requested.map(({ id }: Json) => id))
  const rows: Json[] = data.rows.map(({ values }: Json) =>
    Object.fromEntries(requested.map(({ id }: Json, index: number) => [id, values[index]])),
  )
  return { schema, rows }
}

/** Evaluates a formula field over these rows, like Looker Studio. */
function evaluate({ schema }: { schema: Json[] }, rows: Json[], id: string): number {
  const { formula } = schema.find((field) => field.id === id)
  const list = (name: string) => rows.map((row) => row[name])
  const numbers = formula.replace(/(SUM|MAX)\(\$(\w+)\)/g, (_: string, combine: string, name: string) =>
    combine === 'SUM' ? list(name).reduce((sum, value) => sum + value, 0) : Math.max(...list(name)),
  )
  return runInNewContext(numbers)
}

test('a formula over several days gives the value of the API, not the mean of the daily values', async () => {
  const table = await read('trend')
  expect(table.rows.map(({ date }) => date)).toEqual(['20260302', '20260303'])
  expect(new Set(table.rows.map(({ answers }) => answers)).size).toBe(2)
  const summary = await api('/api/v1/visibility-summary', { brand_id: brand.id, ...window })
  expect(table.rows.reduce((sum, { answers }) => sum + answers, 0)).toBe(summary.result_count)
  expect(evaluate(table, table.rows, 'visibility_score')).toBeCloseTo(summary.avg_visibility_score, 2)
  expect(100 * evaluate(table, table.rows, 'mention_rate')).toBeCloseTo(summary.mention_rate_pct, 1)
  const daily = table.rows.map((row) => row.score_points / row.answers)
  const meanOfMeans = daily.reduce((sum, score) => sum + score, 0) / daily.length
  expect(meanOfMeans).not.toBeCloseTo(summary.avg_visibility_score, 2)
  expect(table.rows[0]).toMatchObject({ simulated: true })

  const voice = await read('share_of_voice')
  const compared = await api('/api/v1/competitor-comparison', { brand_id: brand.id, ...window })
  expect(voice.rows.map(({ name }) => name).sort()).toEqual(['Zorvex', ...competitors].sort())
  const own = voice.rows.filter(({ role }) => role === 'Brand')
  expect(100 * evaluate(voice, own, 'share_of_voice')).toBeCloseTo(compared.share_of_voice.overall_sov_pct, 2)

  const byPlatform = await read('share_of_voice_by_platform')
  const all = evaluate(byPlatform, byPlatform.rows, 'share_of_voice')
  expect(100 * all).toBeCloseTo(compared.share_of_voice.overall_sov_pct, 2)
})

test('every table has rows, and every field has values of its type', async () => {
  const { configParams } = await connector.call('getConfig')
  const kinds: Record<string, RegExp> = {
    YEAR_MONTH_DAY: /^\d{8}$/,
    COUNTRY_CODE: /^[A-Z]{2}$/,
    URL: /^https?:/,
  }
  for (const { value } of configParams.find(({ id }: Json) => id === 'table').options) {
    const { schema, rows } = await read(value)
    expect(rows.length, value).toBeGreaterThan(0)
    for (const { id, type, conceptType, aggregation, formula } of schema) {
      expect(conceptType === 'METRIC', `${value}.${id}`).toBe(aggregation !== undefined)
      for (const used of formula?.matchAll(/\$(\w+)/g) ?? [])
        expect(schema.map((field: Json) => field.id)).toContain(used[1])
      const present = rows.map((row) => row[id]).filter((each) => each !== null && each !== undefined)
      if (formula !== undefined) continue
      const isNumber = type === 'NUMBER' || type === 'PERCENT'
      for (const each of present) {
        const kind = isNumber ? 'number' : type === 'BOOLEAN' ? 'boolean' : 'string'
        expect(typeof each, `${value}.${id}`).toBe(kind)
        expect(String(each)).toMatch(kinds[type] ?? /^/)
      }
    }
  }
})

test('data contains only the requested fields and respects the filters', async () => {
  const configParams = { brand: brand.id, table: 'prompts', branded: 'false', platform: 'chatgpt, gemini' }
  const fields = [{ name: 'mentions' }, { name: 'visibility_score' }, { name: 'prompt' }]
  const { schema, rows } = await connector.call('getData', { configParams, dateRange: days, fields })
  expect(schema.map(({ id }: Json) => id)).toEqual(['mentions', 'prompt'])
  expect(rows).toEqual([{ values: [3, prompts.plain.text] }])
})

test('data contains all pages of a list, and too many pages are an error', async () => {
  const paged = (pages: number) =>
    start({
      files: connectorFiles,
      properties: { ANSIGHT_URL: url },
      edit: (source) =>
        source.replace('pageSize = 500', 'pageSize = 2').replace('maxPages = 40', `maxPages = ${pages}`),
    })
  const configParams = { brand: brand.id, table: 'cited_domains', branded: 'all' }
  const request = { configParams, dateRange: days, fields: [{ name: 'domain' }] }
  const { rows } = await connector.call('getData', request)
  expect(rows.length).toBeGreaterThan(4)
  const [small, smallest] = [paged(40), paged(2)]
  for (const script of [small, smallest]) await script.call('setCredentials', { key: token })
  expect((await small.call('getData', request)).rows).toEqual(rows)
  await expect(smallest.call('getData', request)).rejects.toThrow(/more than 4 rows/)
})

test('a failure is a user error with the message of the service, if there is one', async () => {
  const fields = [{ name: 'mentions' }]
  const getData = (script: Script, more: Record<string, string>) =>
    script.call('getData', {
      configParams: { brand: brand.id, table: 'trend', ...more },
      dateRange: days,
      fields,
    })
  const userError = (text: RegExp) => ({ name: 'UserError', message: expect.stringMatching(text) })
  await expect(getData(connector, { platform: 'myspace' })).rejects.toMatchObject(
    userError(/^platform.*chatgpt.* Request ID: [\w-]+\.$/),
  )
  await expect(getData(connector, { brand: '' })).rejects.toMatchObject(userError(/Choose a brand/))
  await expect(getData(connector, { table: 'secrets' })).rejects.toMatchObject(userError(/Choose a table/))
  const foreign = await (await service.signUp()).ok('POST /api/brands', {
    name: 'Umbrella',
    domain: 'umbrella.com',
  })
  await expect(getData(connector, { brand: foreign.id })).rejects.toMatchObject(userError(/brand/i))
  const unconfigured = start({ files: connectorFiles })
  await expect(getData(unconfigured, {})).rejects.toMatchObject(userError(/ANSIGHT_URL/))
  const down = start({ files: connectorFiles, properties: { ANSIGHT_URL: 'http://127.0.0.1:1' } })
  await expect(getData(down, {})).rejects.toMatchObject(userError(/cannot be reached/))
  const page = createServer((_request, response) => response.end('<h1>Welcome</h1>')).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const elsewhere = start({ files: connectorFiles, properties: { ANSIGHT_URL: getBaseUrl(page) } })
  await expect(getData(elsewhere, {})).rejects.toMatchObject(
    userError(/does not come from Ansight \(status 200\)/),
  )
  page.close()
  const revocable = await owner.ok('POST /api/api-keys', { name: 'revocable' })
  const other = start({ files: connectorFiles, properties: { ANSIGHT_URL: url } })
  await other.call('setCredentials', { key: revocable.token })
  await owner.call(`DELETE /api/api-keys/${revocable.key.id}`)
  expect(await other.call('isAuthValid')).toBe(false)
  await expect(getData(other, {})).rejects.toMatchObject(userError(/revoked/))
})

function getBaseUrl(server: Server): string {
  const address = server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : expect.fail('no port')
}

const sheet = start({ files: ['google-sheets/Ansight.js'], inputs: [url, 'ans_wrong', `${url}/`, token] })

test('a spreadsheet is connected once the service has accepted the key', async () => {
  await sheet.call('onOpen')
  await sheet.call('connect')
  await expect(sheet.call('ANSIGHT', 'visibility-trend', 'Zorvex')).rejects.toThrow(/Not connected/)
  await sheet.call('connect')
  await sheet.call('connect')
  const shown = await sheet.call('shownTexts')
  expect(shown).toEqual([
    'Connect…, Disconnect',
    expect.stringMatching(/^Not connected/),
    expect.stringMatching(/^Connected to /),
  ])
})

test('the custom function returns the rows of the API, with numbers as numbers', async () => {
  const [head, ...rows] = await sheet.call(
    'ANSIGHT',
    'visibility-trend',
    'ZORVEX',
    '2026-03-01',
    '2026-03-31',
  )
  const { buckets } = await api('/api/v1/visibility-trend', { brand_id: brand.id, ...window })
  const column = (name: string) => rows.map((row: Json) => row[head.indexOf(name)])
  expect(column('date')).toEqual(buckets.map(({ date }: Json) => date))
  expect(column('avg_visibility_score')).toEqual(buckets.map((each: Json) => each.avg_visibility_score))
  expect(await sheet.call('ANSIGHT_BRANDS')).toEqual([
    ['name', 'slug', 'id'],
    ['Zorvex', brand.slug, brand.id],
  ])
  const filters = 'platform=chatgpt&table=by_platform'
  const [, ...filtered] = await sheet.call('ANSIGHT', 'visibility-summary', brand.id, '', '', filters)
  expect(filtered).toHaveLength(1)
  // This is 3 March in Berlin, the time zone of the spreadsheet, but 2 March in UTC.
  const withDate = '(metric, brand, at) => ANSIGHT(metric, brand, new Date(at), new Date(at))'
  const [, ...one] = await sheet.call(withDate, 'visibility-trend', 'Zorvex', '2026-03-02T23:30:00Z')
  expect(one.map((row: Json) => row[0])).toEqual(['2026-03-03'])
})

test('a custom function that fails throws the reason', async () => {
  const cell = (...args: unknown[]) => sheet.call('ANSIGHT', ...args)
  await expect(cell('visibility-trend', 'Umbrella')).rejects.toThrow(
    'Brand "Umbrella" not found. Available brands: Zorvex.',
  )
  await expect(cell('visibility-trend', 'Zorvex', 'yesterday')).rejects.toThrow(/date_from: .* Request ID: /)
  await expect(cell('../../brands', 'Zorvex')).rejects.toThrow(/Enter the name of a metric/)
  await expect(cell('weather', 'Zorvex')).rejects.toThrow(/Request ID: /)
  await sheet.call('disconnect')
  await expect(cell('visibility-trend', 'Zorvex')).rejects.toThrow(/Not connected/)
})

const dashboard: Json = JSON.parse(readFileSync(new URL('grafana/dashboard.json', import.meta.url), 'utf8'))
const variables: Json[] = dashboard.templating.list
const targets: Json[] = [
  ...dashboard.panels.flatMap(({ targets }: Json) => targets),
  ...variables.flatMap(({ query }) => query.infinityQuery ?? []),
]

/** Returns the values of a custom variable, which Grafana stores as `label : value` pairs. */
const toValues = (name: string): string[] =>
  variables
    .find((variable) => variable.name === name)
    .query.split(', ')
    .map((pair: string) => pair.split(' : ')[1])

test('every query of the Grafana dashboard succeeds and returns all of its columns', async () => {
  const values: Record<string, string> = {
    brand: brand.id,
    '__timeFrom:date:YYYY-MM-DD': days.startDate,
    '__timeTo:date:YYYY-MM-DD': days.endDate,
    'platform:csv': toValues('platform').join(','),
    'branded:csv': toValues('branded').join(','),
  }
  const interpolate = (text: string) =>
    text.replace(/\$\{([^}]+)\}/g, (_, name: string) => values[name] ?? expect.fail(`no value for ${name}`))
  const kinds: Record<string, (value: unknown) => boolean> = {
    number: (value) => typeof value === 'number',
    string: (value) => ['string', 'boolean'].includes(typeof value),
    timestamp: (value) => !Number.isNaN(Date.parse(String(value))),
  }
  for (const { url: path, url_options, root_selector, columns } of targets) {
    const query = url_options.params.map(({ key, value }: Json) => [key, interpolate(value)])
    const found = valueAt(await api(path, Object.fromEntries(query)), root_selector)
    const rows = Array.isArray(found) ? found : [found]
    expect(rows.length, path).toBeGreaterThan(0)
    for (const { selector, type } of columns) {
      const cells = rows.map((row) => valueAt(row, selector))
      expect(cells, `${path} ${selector}`).not.toContain(undefined)
      const isOfKind = kinds[type] ?? expect.fail(`no kind ${type}`)
      const present = cells.filter((cell) => cell !== null)
      expect(present.every(isOfKind), `${path} ${selector}`).toBe(true)
    }
  }
})

const valueAt = (value: Json, selector: string): Json =>
  selector === ''
    ? value
    : selector.split('.').reduce((inner, name) => (inner === null ? null : inner?.[name]), value)

test('the Grafana dashboard lists every platform and uses the provisioned data source', () => {
  expect(toValues('platform')).toEqual([...platforms])
  const text = readFileSync(new URL('grafana/provisioning/datasources/ansight.yaml', import.meta.url), 'utf8')
  const provisioned = { uid: /uid: (\S+)/.exec(text)?.[1], type: /type: (\S+)/.exec(text)?.[1] }
  for (const { datasource } of [...dashboard.panels, ...targets])
    expect(datasource ?? provisioned).toEqual(provisioned)
})

test('the typed client calls endpoints with JSON, CSV, query, path parameters and body', async () => {
  const call = ansight({ baseUrl: `${url}/`, apiKey: token })
  const [first] = await call('GET /api/v1/brands')
  const brand_id = first?.id ?? expect.fail('no brand')
  const trend = await call('GET /api/v1/visibility-trend', {
    query: { brand_id, granularity: 'day', ...window },
  })
  expect(trend.buckets.map(({ date }) => date)).toEqual(['2026-03-02', '2026-03-03'])
  const query = { brand_id, platform: ['chatgpt', 'gemini'], branded: 'false', ...window } as const
  const filtered = await call('GET /api/v1/visibility-summary', { query })
  expect(filtered.by_platform.map(({ platform }) => platform).sort()).toEqual(['chatgpt', 'gemini'])
  const file = await call('GET /api/v1/visibility-trend.csv', { query: { brand_id, ...window } })
  expect(file.split('\r\n')[0]).toContain('avg_visibility_score')
  const audit = await call('POST /api/mcp/site-audits', { body: { brand_id, url: 'https://zorvex.com/' } })
  const { status } = await call('GET /api/mcp/site-audits/{id}', { params: { id: audit.id } })
  expect(status).toBe('waiting')
})

test('the typed client throws error responses, and invalid requests fail to compile', async () => {
  const call = ansight({ baseUrl: url, apiKey: token })
  const params = { id: '019aa0c4-5e00-7000-8000-000012857147' }
  const unknown = call('PATCH /api/mcp/content-opportunities/{id}/status', {
    params,
    body: { status: 'done' },
  })
  await expect(unknown).rejects.toMatchObject({
    name: 'AnsightError',
    status: 404,
    code: 'not_found',
    requestId: expect.stringMatching(/./),
  })
  // @ts-expect-error brand_id is required
  await expect(call('GET /api/v1/citations', {})).rejects.toBeInstanceOf(AnsightError)
  const brand_id: string = brand.id
  // @ts-expect-error the platform does not exist
  const wrong = call('GET /api/v1/citations', { query: { brand_id, platform: 'myspace' } })
  await expect(wrong).rejects.toThrow(/chatgpt/)
  const aborted = call('GET /api/v1/brands', { signal: AbortSignal.abort() })
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
})

test('the dashboard of the service reads only metrics that the service has', async () => {
  const text = readFileSync(new URL('grafana/service.json', import.meta.url), 'utf8')
  const page = readFileSync(new URL('../docs/running.md', import.meta.url), 'utf8')
  const used = new Set(text.match(/\bansight_[a-z]+(_[a-z]+)*\b/g))
  expect(used.size).toBeGreaterThan(4)
  for (const name of used) expect(page).toContain(name.replace(/_bucket$/, ''))
})
