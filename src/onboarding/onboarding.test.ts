import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { serveSite } from '../audits/sites.fixture.ts'
import { type Context, systemContext } from '../core/context.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { modelServer } from '../reanalysis/llm-server.fixture.ts'
import type { Web } from './fetch-site.ts'
import { suggestBrand } from './onboarding.ts'

const service = await testService()
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

const contextOf = async (base = service.base): Promise<Context> => {
  const { id } = await base.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
  return systemContext(base, id)
}

/** Every host is this one; `path` and whatever else stays. */
const webAt =
  (origin: string): Web =>
  (url, options) =>
    guardedFetch({ config: { ALLOW_PRIVATE_NETWORK: true } }, `${origin}${new URL(url).pathname}`, options)

test("a brand's own home page says what it is called, sells, and where", async () => {
  const site = await serveSite({ '/': { body: home } })
  expect(await suggestBrand(await contextOf(), 'nordwind.at/shop', webAt(site.url))).toEqual({
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

test('a site that cannot be reached or read stands in nobody’s way: its name is suggested, and what was wrong is said', async () => {
  const ctx = await contextOf()
  const closed = await serveSite({})
  await closed.close()
  expect(await suggestBrand(ctx, 'acme-shoes.co.uk', webAt(closed.url))).toMatchObject({
    method: 'domain',
    site_problem: 'it refuses connections',
    name: 'Acme-shoes',
    aliases: [],
    region: 'GB',
    language: null,
  })
  const broken = await serveSite({ '/': { status: 503 } })
  expect(await suggestBrand(ctx, 'acme.io', webAt(broken.url))).toMatchObject({
    site_problem: 'it answered with status 503',
    name: 'Acme',
    region: null,
  })
  await broken.close()
  expect(await owner.call('POST /api/suggestions/brand', { domain: 'localhost' })).toMatchObject({
    status: 400,
  })
  const guarded: Web = (_url, options) => guardedFetch(ctx, 'http://127.0.0.1/', options)
  expect(await suggestBrand(ctx, 'inside.com', guarded)).toMatchObject({
    site_problem: 'it leads to an address that is not public',
  })
})

test('a page that is not HTML, or hostile, gives no nonsense', async () => {
  const ctx = await contextOf()
  const odd = `<html lang="not a tag"><title>${'x'.repeat(5_000)}</title>
    <meta property="og:site_name" content=" \n "><script type="application/ld+json">{"@type":["Organization"],"name":[7,null,"A\\u0007cme"]}</script>`
  for (const body of ['%PDF-1.7', '', odd]) {
    const site = await serveSite({ '/': { body } })
    expect(await suggestBrand(ctx, 'acme.com', webAt(site.url))).toMatchObject({
      name: 'Acme',
      aliases: [],
      language: null,
    })
    await site.close()
  }
})

test('prompts come in the language asked for, first those that do not name the brand', async () => {
  const order = { brand: 'Nordwind', offering: 'Laufschuhe', industry: 'Consumer goods', region: 'AT' }
  const ask = async (more: object): Promise<Json[]> =>
    (await owner.ok('POST /api/suggestions/prompts', { ...order, ...more })).prompts
  const german = await ask({ language: 'de-AT', competitors: ['Südwind', 'Ostwind', 'Westwind'] })
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
    const texts = (await ask({ language })).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(6)
    for (const text of texts) expect(text).not.toMatch(/[{}]|undefined/)
  }
  const bare = await ask({ offering: null, language: 'en' })
  expect(bare.map(({ text }) => text)).toEqual([
    'What is Nordwind and what is it known for?',
    'Is Nordwind worth the price?',
  ])
})

test('a language model that is set is asked too; what does not fit is left out, and what it costs is on record', async () => {
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
  const ctx = await contextOf(smart.base)
  expect(await suggestBrand(ctx, 'nordwind.at', webAt(site.url))).toMatchObject({
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
  expect(await suggestBrand(ctx, 'nordwind.at', webAt(site.url))).toMatchObject({ method: 'site' })
  expect(await person.ok('POST /api/suggestions/prompts', { brand: 'Nordwind' })).toMatchObject({
    method: 'templates',
  })
  await site.close()
  const { items } = await person.ok('GET /api/audit-log?kind=suggestions.asked')
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
