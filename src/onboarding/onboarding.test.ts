import { expect, test } from 'vitest'
import { type Json, sharedService, testService } from '../../test/support.ts'
import { serveSite } from '../audits/sites.fixture.ts'
import { type Context, systemContext } from '../core/context.ts'
import { message } from '../languages/message.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { modelServer } from '../reanalysis/llm-server.fixture.ts'
import type { Fetch } from './fetch-site.ts'
import { suggestBrand } from './onboarding.ts'

const service = await sharedService()
const owner = await service.signUp()

const home = `<!doctype html><html lang="de-AT"><head>
<title>Nordwind – Laufschuhe für Einsteiger und Profis</title>
<meta property="og:site_name" content="Nordwind">
<meta name="description" content="Kleidung und Schuhe für alle, die gerne laufen.">
<meta name="keywords" content="Nordwind Schuhe, Laufschuhe, Trailrunning">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
{"@type":"SportingGoodsStore","name":"Nordwind","legalName":"Nordwind Sport GmbH","alternateName":["Nordwind Running"],
"address":{"@type":"PostalAddress","addressCountry":"AT"}},
{"@type":"Article","name":"Wie man Schuhe bindet","author":{"@type":"Person","name":"Ada Lovelace"}}]}</script>
</head><body><h1>Mode und Möbel? Nein: Schuhe.</h1></body></html>`

const createContextFor = async (base = service.base): Promise<Context> => {
  const { id } = await base.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
  return systemContext(base, id)
}

/** Fetches every URL from `origin`, with the same path. */
const fetchFrom =
  (origin: string): Fetch =>
  (url, options) =>
    guardedFetch(
      { config: { ALLOW_PRIVATE_NETWORK: ['private'] } },
      `${origin}${new URL(url).pathname}`,
      options,
    )

test('the home page provides name, aliases, industry, offering, language and country', async () => {
  const site = await serveSite({ '/': { body: home } })
  expect(await suggestBrand(await createContextFor(), 'nordwind.at/shop', fetchFrom(site.url))).toEqual({
    domain: 'nordwind.at/shop',
    method: 'site',
    site_problem: null,
    name: 'Nordwind',
    aliases: ['Nordwind Running', 'Nordwind Sport GmbH'],
    description: 'Kleidung und Schuhe für alle, die gerne laufen.',
    industry: 'Consumer goods',
    offering: 'Laufschuhe',
    language: 'de',
    region: 'AT',
    competitors: [],
    cost_micros: 0,
  })
  expect(site.requests).toMatchObject([{ path: '/', agent: expect.stringContaining('Ansight') }])
  await site.close()
})

const shop = `<!doctype html><html lang="en"><head><title>Acme | Invoicing software for freelancers</title>
<script type="application/ld+json">{"@type":"SoftwareApplication","name":"Acme Books"}</script></head>
<body><h1>Get paid sooner</h1><h2>Acme vs. Globex: the differences</h2><h2>Switching from Initech Pay</h2>
<h2>Acme vs Spreadsheets</h2><a href="/compare/acme-vs-umbrella-corp">More</a><a href="/vs/globex">Globex</a>
<a href="https://example.com/blog">Blog</a></body></html>`

test('without keywords, the title gives the product category, and comparisons on the page the competitors', async () => {
  const ctx = await createContextFor()
  const suggest = async (body: string, domain = 'acme.com') => {
    const site = await serveSite({ '/': { body } })
    const { offering, competitors } = await suggestBrand(ctx, domain, fetchFrom(site.url))
    await site.close()
    return { offering, competitors: competitors.map(({ name }) => name) }
  }
  expect(await suggest(shop)).toEqual({
    offering: 'invoicing software',
    competitors: ['Globex', 'Initech Pay', 'Umbrella Corp'],
  })
  const product = '{"@type":"Product","name":"Acme One","category":"Home > Kitchen > Espresso machines"}'
  expect(await suggest(`<title>Acme</title><script type="application/ld+json">${product}</script>`)).toEqual({
    offering: 'espresso machines',
    competitors: [],
  })
  expect(await suggest('<html lang="de"><title>Willkommen | Acme</title><h1>Kaffee aus Wien</h1>')).toEqual({
    offering: 'Kaffee',
    competitors: [],
  })
  expect(await suggest('<title>Acme</title><h1>We believe that coffee brings people together.</h1>')).toEqual(
    {
      offering: null,
      competitors: [],
    },
  )
})

test('a site that cannot be reached or read gives a suggestion from its domain and the reason', async () => {
  const ctx = await createContextFor()
  const closed = await serveSite({})
  await closed.close()
  expect(await suggestBrand(ctx, 'acme-shoes.co.uk', fetchFrom(closed.url))).toMatchObject({
    method: 'domain',
    site_problem: message('onboarding.fetchSite.itRefusesConnections'),
    name: 'Acme-shoes',
    aliases: [],
    region: 'GB',
    language: null,
  })
  const broken = await serveSite({ '/': { status: 503 } })
  expect(await suggestBrand(ctx, 'acme.io', fetchFrom(broken.url))).toMatchObject({
    site_problem: message('onboarding.fetchSite.itRespondedWithStatusStatus', { status: 503 }),
    name: 'Acme',
    region: null,
  })
  await broken.close()
  expect(await owner.call('POST /api/suggestions/brand', { domain: 'localhost' })).toMatchObject({
    status: 400,
  })
  const guarded: Fetch = (_url, options) => guardedFetch(ctx, 'http://127.0.0.1/', options)
  expect(await suggestBrand(ctx, 'inside.com', guarded)).toMatchObject({
    site_problem: message('onboarding.fetchSite.itResolvesToAnAddressThat'),
  })
})

test('a page that is not HTML or is malformed gives a suggestion from its domain', async () => {
  const ctx = await createContextFor()
  const malformed = `<html lang="not a tag"><title>${'x'.repeat(5_000)}</title>
    <meta property="og:site_name" content=" \n "><script type="application/ld+json">{"@type":["Organization"],"name":[7,null,"A\\u0007cme"]}</script>`
  for (const body of ['%PDF-1.7', '', malformed]) {
    const site = await serveSite({ '/': { body } })
    expect(await suggestBrand(ctx, 'acme.com', fetchFrom(site.url))).toMatchObject({
      name: 'Acme',
      aliases: [],
      language: null,
    })
    await site.close()
  }
})

test('prompts are in the requested language, unbranded prompts first', async () => {
  const input = { brand: 'Nordwind', offering: 'Laufschuhe', industry: 'Consumer goods', region: 'AT' }
  const suggest = async (more: object): Promise<Json[]> =>
    (await owner.ok('POST /api/suggestions/prompts', { ...input, ...more })).prompts
  const german = await suggest({ language: 'de-AT', competitors: ['Südwind', 'Ostwind', 'Westwind'] })
  expect(german.map(({ text }) => text)).toEqual([
    'Was sind die besten Marken für Laufschuhe?',
    'Welche Marken für Laufschuhe empfiehlst du für Einsteiger?',
    'Laufschuhe für den Alltag: was ist empfehlenswert?',
    'Welche Marken für Laufschuhe haben das beste Preis-Leistungs-Verhältnis?',
    'Worauf sollte ich bei Laufschuhe achten?',
    'Laufschuhe, Österreich: welche Marken sind am besten?',
    'Was sind gute Alternativen zu Südwind?',
    'Nordwind oder Südwind: was ist besser?',
    'Was sind gute Alternativen zu Ostwind?',
    'Nordwind oder Ostwind: was ist besser?',
    'Was ist Nordwind und wofür ist es bekannt?',
    'Lohnt sich Nordwind?',
  ])
  expect(german.filter(({ branded }) => branded)).toHaveLength(4)
  expect(german[0]).toMatchObject({ category: 'best', branded: false })
  for (const language of ['en', 'fr', 'es', 'ja', null]) {
    const texts = (await suggest({ language })).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(6)
    for (const text of texts) expect(text).not.toMatch(/[{}]|undefined/)
  }
  const bare = await suggest({ offering: null, language: 'en' })
  expect(bare.map(({ text }) => text)).toEqual([
    'What is Nordwind and what is it known for?',
    'Is Nordwind worth the price?',
  ])
})

test('a configured language model adds validated suggestions, and its cost is recorded', async () => {
  const model = await modelServer()
  const smart = await testService(model.env)
  const person = await smart.signUp()
  model.reply = () => ({
    content: JSON.stringify({
      aliases: ['Nordwind', 'NW Running'],
      industry: 'Astrology',
      offering: 'Laufschuhe für Einsteiger',
      competitors: [
        { name: 'Südwind', domain: 'suedwind.at' },
        { name: 'Ostwind', domain: 'not a domain' },
        { name: 'nordwind', domain: '' },
        { name: '', domain: '' },
      ],
    }),
  })
  const site = await serveSite({ '/': { body: home } })
  const ctx = await createContextFor(smart.base)
  expect(await suggestBrand(ctx, 'nordwind.at', fetchFrom(site.url))).toMatchObject({
    method: 'model',
    name: 'Nordwind',
    aliases: ['Nordwind Running', 'Nordwind Sport GmbH', 'NW Running'],
    industry: 'Consumer goods',
    offering: 'Laufschuhe für Einsteiger',
    competitors: [
      { name: 'Südwind', domain: 'suedwind.at' },
      { name: 'Ostwind', domain: null },
    ],
  })
  model.reply = () => ({
    content: JSON.stringify({ prompts: ['Welche Schuhe?', 'Welche Schuhe?', 'Ist Nordwind gut?'] }),
  })
  expect(await person.ok('POST /api/suggestions/prompts', { brand: 'Nordwind' })).toMatchObject({
    method: 'model',
    prompts: [
      { text: 'Welche Schuhe?', branded: false },
      { text: 'Ist Nordwind gut?', branded: true },
    ],
  })
  model.reply = () => ({ status: 400 })
  expect(await suggestBrand(ctx, 'nordwind.at', fetchFrom(site.url))).toMatchObject({ method: 'site' })
  expect(await person.ok('POST /api/suggestions/prompts', { brand: 'Nordwind' })).toMatchObject({
    method: 'templates',
  })
  await site.close()
  const { items } = await person.ok('GET /api/audit-log?kind=suggestions.requested')
  expect(items.map(({ data }: Json) => `${data.about} ${data.outcome}`)).toEqual([
    'prompts failed',
    'brand failed',
    'prompts answered',
    'brand answered',
  ])
  const spend = await person.ok('GET /api/spend')
  expect(spend.by_kind).toMatchObject([{ kind: 'suggestions', calls: 2, cost_micros: 2_000 }])
  await person.ok('PATCH /api/organization', { spend_limit_micros: 0 })
  model.reply = () => ({ content: JSON.stringify({ prompts: ['Welche Schuhe?'] }) })
  expect(await person.ok('POST /api/suggestions/prompts', { brand: 'Nordwind' })).toMatchObject({
    method: 'templates',
  })
})
