import { describe, expect, test } from 'vitest'
import type { Entity } from './parser/names/compile-names.ts'
import { createParser, parseAnswer } from './parser.ts'

/** Counts the mentions of one entity, given by its name or with further fields. */
function getCount(markdown: string, entity: string | Omit<Entity, 'id'>, prompt?: string): number {
  const named = typeof entity === 'string' ? { name: entity } : entity
  const compiled = createParser([{ id: 'e', ...named }])
  const parsed = parseAnswer({ markdown, citations: [], ...(prompt ? { prompt } : {}) }, compiled)
  for (const { start, end, text } of parsed.entities[0]?.spans ?? [])
    expect(markdown.slice(start, end)).toBe(text)
  return parsed.entities[0]?.count ?? -1
}

function parse(markdown: string, names: (string | Omit<Entity, 'id'>)[]) {
  const entities = names.map((entity) => (typeof entity === 'string' ? { name: entity } : entity))
  return parseAnswer({ markdown, citations: [] }, createParser(entities.map((e) => ({ id: e.name, ...e }))))
}

describe('a name is found in every script, and only as a whole word', () => {
  test.each<[string, string | Omit<Entity, 'id'>, number]>([
    ['私はNotionをよく使います', 'Notion', 1],
    ['ฉันชอบใช้Notionมากกว่า', 'Notion', 1],
    ['我推荐使用华为Mate60', '华为', 1],
    ['삼성은 애플보다 낫다', '삼성', 1],
    ['삼성동에 살아요', '삼성', 0],
    ['Ｎｏｔｉｏｎ is good', 'Notion', 1],
    ['Apple’s M3', 'Apple', 1],
    ['Pineapple juice', 'Apple', 0],
    ['AppleCare+ plan', 'Apple', 0],
    ['Nestlé vs Nestle', { name: 'Nestlé', aliases: ['Nestle'] }, 2],
    ['Nestlé vs Nestle', 'Nestle', 2],
    ['NESTLE\u0301 bars', 'Nestlé', 1],
    ['İSTANBUL Kart', 'istanbul', 1],
    ['STRASSE Co and Straße Co', 'Straße Co', 2],
    ['AT&T, H&M and C++ rock', 'AT&T', 1],
    ['AT&T, H&M and C++ rock', 'H&M', 1],
    ['C++ and C', 'C++', 1],
    ['Command-R+ is fine', 'Command-R+', 1],
    ['Яндекса лучше', 'Яндекс', 1],
    ['Яндексология', 'Яндекс', 0],
    ['Coca\u2011Cola wins', 'Coca-Cola', 1],
    ['Notion-Vorlage', 'Notion', 1],
    ['tile vinyl polished', 'LI', 0],
    ['you can’t hit that target', { name: 'Target', case_sensitive: true }, 0],
    ['Target and Walmart', { name: 'Target', case_sensitive: true }, 1],
    ['monday.com is great', 'monday.com', 1],
    ['On Monday we met', 'monday.com', 0],
    ['楽天市場が人気', '楽天', 1],
    ['GitHub', 'Hub', 0],
    ['HubSpotter', 'HubSpot', 0],
    ['3M’s tape', '3M', 1],
    ['13Mbit', '3M', 0],
    ['😀Notion😀', 'Notion', 1],
    ['e\u0301clair by Éclair', 'Éclair', 2],
    ['и это Яндексом, и Яндексу', 'Яндекс', 2],
    ['محفظة وأبل بأبل لأبل', 'أبل', 3],
    ['أنا أحب والنوتشن', 'نوتشن', 1],
    ['הגוגל בגוגל', 'גוגל', 2],
    ['ソニーのカメラ', 'ソニー', 1],
    ['ラインアップが豊富', 'ライン', 0],
    ['Notion은 좋다, Notion을 쓴다', 'Notion', 2],
    ['ฉันใช้ไลน์ทุกวัน', 'ไลน์', 1],
    ['अमेज़न पर', 'अमेज़न', 1],
    ['Η ΑΘΗΝΆΣ Co', 'Αθηνάς Co', 1],
    ['Notion™ and Notion®', 'Notion', 2],
    // Among words of another script, a capital distinguishes a name from a common word.
    ['أفضل من Notion، و Notion.', 'Notion', 2],
    ['Мне нравится Target', 'Target', 1],
    ['Zalando-Gutschein, kein Zalandogutschein', 'Zalando', 1],
    ['노션을 쓰고 Notion에서', 'Notion', 1],
    ['\u2066Notion\u2069, No\u200btion', 'Notion', 2],
    ['𝗡𝗼𝘁𝗶𝗼𝗻 is good', 'Notion', 1],
  ])('%s: %j %i times', (markdown, entity, count) => {
    expect(getCount(markdown, entity)).toBe(count)
  })
})

describe('alternative spellings of a name are mentions', () => {
  test.each<[string, string | Omit<Entity, 'id'>, number]>([
    ['Try azcoatings or AZ-Coatings', 'AZ Coatings', 2],
    ['The Play Station 5', 'PlayStation', 1],
    ['Coca–Cola with a longer dash', 'Coca-Cola', 1],
    ['Apple – Music, and Apple; Music', 'Apple Music', 0],
    ['Toys R Us or Toys “R” Us', 'Toys "R" Us', 2],
    ['a play station for kids', 'PlayStation', 0],
    ['we linked in the article', 'LinkedIn', 0],
    ['Mercedes Benz and Mercedes-Benz', 'Mercedes-Benz', 2],
    ['T Mobile', 'T-Mobile', 1],
    ['Briggs and Riley', 'Briggs & Riley', 1],
    ['Müller & Söhne', 'Müller und Söhne', 1],
    ['H & M', 'H&M', 1],
    ['Acme makes anvils', 'Acme GmbH', 1],
    ['Acme Inc. makes anvils', 'Acme', 1],
    ['トヨタの車', '株式会社トヨタ', 1],
    ['Sony K.K.', 'Sony', 1],
    ['Disney Plus', 'Disney+', 1],
    ['DeLonghi, De’Longhi, De Longhi', "De'Longhi", 3],
    ['Toms Guide and Tom’s Guide', "Tom's Guide", 2],
    ['ETrade, E-Trade and E*TRADE', 'E*TRADE', 3],
    ['US Bank', 'U.S. Bank', 1],
    ['Dr Martens', 'Dr. Martens', 1],
    ['Yahoo and Yahoo!', 'Yahoo!', 2],
    ['ASP.NET runs on .NET', '.NET', 1],
    ['Two Dysons, the Dyson’s bin, non-Dyson and Dyson-like', 'Dyson', 4],
    ['the Boxes', 'Box', 0],
    ['YouTubers love it', 'YouTube', 0],
    ['He googled it', 'Google', 0],
    ['Apple. Music is art', 'Apple Music', 0],
    ['Apple, Music', 'Apple Music', 0],
    ['Notebooks', 'Note Book', 0],
    ['North Face jackets', 'The North Face', 1],
    ['an ordinary day', 'The Ordinary', 0],
  ])('%s: %j %i times', (markdown, entity, count) => {
    expect(getCount(markdown, entity)).toBe(count)
  })
})

describe('a name that is also a common word needs a suitable context', () => {
  test.each<[string, string | Omit<Entity, 'id'>, number]>([
    ['You can buy it at Target or online.', 'Target', 1],
    ['Target offers free returns.', 'Target', 1],
    ['Target your audience first.', 'Target', 0],
    ['Target your audience. I shop at Target.', 'Target', 1],
    ['Target heart rate matters.', 'Target', 0],
    ['Define your Target Audience.', 'Target', 0],
    ['## Target\n\nGood prices.', 'Target', 1],
    ['Target’s swimwear', 'Target', 1],
    ['A sharp picture. Sharp visuals.', 'Sharp', 0],
    ['Café-style espresso at home', 'Café', 0],
    ['Country X exports fish', { name: 'X', aliases: ['Twitter'] }, 0],
    ['X (formerly Twitter) grew', { name: 'X', aliases: ['Twitter'] }, 2],
    ['An X-ray shows it', { name: 'X', aliases: ['Twitter'] }, 0],
    ['Max Verstappen won', 'Max', 0],
    ['Watch it on Max tonight', 'Max', 1],
    ['We met Prince Harry', 'Prince', 0],
    ['On Monday, which one is best? On balance, none.', 'On', 0],
    ['Runners praise the On Cloudmonster shoe', 'On', 1],
    ['Nothing beats it. Nothing is better.', 'Nothing', 0],
    ['The Nothing Phone 3a is cheap', 'Nothing', 1],
    ['16 GB RAM', 'Ram', 0],
    ['Motorola Edge+ 2023', { name: 'Microsoft Edge', aliases: ['Edge'] }, 0],
    ['Motorola Edge+ 2023', { name: 'Edge', case_sensitive: false }, 1],
    ['my sharp knife', { name: 'Sharp', case_sensitive: false }, 1],
    ['Target your audience', { name: 'Target', case_sensitive: true }, 1],
    [
      'We are On Target with Target',
      { name: 'Target', case_sensitive: true, exclude_phrases: ['on target'] },
      1,
    ],
    ['Apple pie and Apple phones', { name: 'Apple', exclude_phrases: ['apple pie'] }, 1],
    ['choice based conjoint (CBC) and CBC', 'CBC', 0],
    ['World Trade Organization (WTO)', { name: 'World Trade Organization', aliases: ['WTO'] }, 2],
    ['apples and oranges', 'Orange', 0],
    ['Ich kaufe den Apfel bei Apple.', 'Apple', 1],
    ['Die Zeit heilt alle Wunden, und der Kaufmann hat keine Zeit.', 'Zeit', 0],
    ['J’aime une orange. Le réseau de Orange est le meilleur.', 'Orange', 1],
    ['best buy for the money; we love Best Buy', 'Best Buy', 1],
    ['Facebook, X, and Instagram', { name: 'X', aliases: ['Twitter'] }, 1],
    ['## Top 5 Tools: Monday, Notion, and Slack', 'Slack', 1],
    ['some slack in the rope; slack off at work', 'Slack', 0],
    ['Oracle Database', 'Oracle', 1],
    ['an Apple Watch', 'Apple', 1],
    ['Mind the gap.', 'Gap', 0],
    ['A wise choice. Wise choices pay off.', 'Wise', 0],
    ['I send money with Wise.', 'Wise', 1],
    ['| Provider | Fee |\n|---|---|\n| Wise | 1% |\n| Revolut | 2% |', 'Wise', 1],
    ['meta description and meta tags', 'Meta', 0],
    ['apply for a visa', 'Visa', 0],
    ['Google Nest Wifi and Nest Hub', { name: 'Nest', domains: ['nest.com'] }, 2],
  ])('%s: %j %i times', (markdown, entity, count) => {
    expect(getCount(markdown, entity)).toBe(count)
  })
})

describe('names are found where spaces are missing, but not inside names with inner capitals', () => {
  test('in a list without spaces every shop is mentioned', () => {
    const { entities } = parse('Where to buy: Best BuyAmazonWalmartHP Disclaimer: prices vary', [
      'Best Buy',
      'Amazon',
      'Walmart',
      'HP',
    ])
    expect(entities.map(({ count, rank }) => [count, rank])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
    ])
    expect(entities[1]?.spans[0]?.reason).toBe('missing-space')
  })
  test.each([
    ['Guitar CenterSweetwaterMusician’s Friend', 'Sweetwater', 1],
    ['Plaza Ste 188Target4.1(673)', 'Target', 1],
    ['Laptop$899.00Dell Inspiron', 'Dell', 1],
    ['a 1.5HP motor', 'HP', 0],
    ['KeePassXC is a fork', 'KeePass', 0],
    ['NordPass', 'Nord', 0],
    ['Dell UltraSharp', 'Sharp', 0],
    ['SuperAcme', 'Acme', 0],
    ['SpaceX', 'X', 0],
  ])('%s: %s %i times', (markdown, name, count) => {
    expect(getCount(markdown, name)).toBe(count)
  })
})

describe('only visible prose counts', () => {
  test.each<[string, string, number]>([
    ['[Notion](https://x.com/acme) and [click](https://notion.so/notion "Notion")', 'Notion', 1],
    ['![Notion](logo.png)', 'Notion', 0],
    ['see https://www.oracle.com/oracle and www.oracle.com', 'Oracle', 0],
    ['[justice.gov](https://justice.gov) [JUSTICE.GOV](https://justice.gov)', 'Justice', 0],
    ['[Rentals.ca](https://rentals.ca) lists it', 'Rentals.ca', 1],
    ['https://rentals.ca/a', 'Rentals.ca', 0],
    ['write to sales@notion.so', 'Notion', 0],
    ['for growing teams.Notion is fast', 'Notion', 1],
    ['**Best** Buy is near, says _Best Buy_', 'Best Buy', 2],
    ['AT&amp;T and AT&#38;T', 'AT&T', 2],
    ['use `Notion`, run `npm i notion`', 'Notion', 1],
    ['```\nimport Acme from "acme"\n```', 'Acme', 0],
    ['```markdown\nAcme is good\n```', 'Acme', 1],
    ['<a href="https://acme.com" title="Acme">Acme</a><!-- Acme -->', 'Acme', 1],
    ['[1]: https://acme.com "Acme"\nsee [the site][1]', 'Acme', 0],
    ['see [Acme][1]\n\n[1]: https://example.com', 'Acme', 1],
    ['text[^1]\n\n[^1]: Acme says so', 'Acme', 1],
    ['| Brand | Price |\n|---|---|\n| Acme | 5 |\n| **Acme** Pro | 6 |', 'Acme', 2],
    ['- [x] Acme\n- [ ] Acme', 'Acme', 2],
    ['Best\nBuy', 'Best Buy', 1],
    ['Best\n\nBuy', 'Best Buy', 0],
    ['Acme\\*', 'Acme', 1],
  ])('%s: %s %i times', (markdown, name, count) => {
    expect(getCount(markdown, name)).toBe(count)
  })
})

describe('a name about which the answer has no information, or that only repeats the prompt, is not a mention', () => {
  test.each<[string, string, number]>([
    ['I couldn’t find any information about Zyntra.', 'Zyntra', 0],
    ['I could not find reliable information on a company called "Zyntra".', 'Zyntra', 0],
    ['I’m not familiar with Zyntra.', 'Zyntra', 0],
    ['Zyntra is not a brand I’m familiar with.', 'Zyntra', 0],
    ['There is no publicly available information about Zyntra.', 'Zyntra', 0],
    ['Zyntra does not appear to be a widely known company.', 'Zyntra', 0],
    ['Ich konnte leider keine Informationen zu Zyntra finden.', 'Zyntra', 0],
    ['Zyntra ist mir leider nicht bekannt.', 'Zyntra', 0],
    ['Je n’ai trouvé aucune information sur Zyntra.', 'Zyntra', 0],
    ['No encontré información sobre Zyntra.', 'Zyntra', 0],
    ['No tengo información sobre Zyntra.', 'Zyntra', 0],
    ['You asked about Zyntra.', 'Zyntra', 0],
    ['I could not find a cheaper plan than Zyntra offers.', 'Zyntra', 1],
    ['There is no information indicating a deal between Zyntra and Acme.', 'Zyntra', 1],
    ['Zyntra n’est pas cher.', 'Zyntra', 1],
    ['Zyntra no es barato en España.', 'Zyntra', 1],
    ['Zyntra is not included in the free plan.', 'Zyntra', 1],
    ['For details about Zyntra, ask the maker.', 'Zyntra', 1],
  ])('%s: %s %i times', (markdown, name, count) => {
    expect(getCount(markdown, name)).toBe(count)
  })
  test('a heading that repeats the prompt is not a mention, but the text below it is', () => {
    const markdown = '# Is Zyntra any good?\n\nMany users like Zyntra.'
    expect(getCount(markdown, 'Zyntra', 'Is Zyntra any good?')).toBe(1)
    expect(getCount(markdown, 'Zyntra', 'What is a good tool?')).toBe(2)
  })
})

test('a mention with little context counts if the answer cites the pages of the entity', () => {
  const entities = createParser([{ id: 'e', name: 'Peacock', domains: ['peacocktv.com'] }])
  const markdown = 'Best Peacock Movies'
  const cite = (url: string) =>
    parseAnswer({ markdown, citations: [{ url, title: null, cited: true }] }, entities)
  expect(cite('https://www.peacocktv.com/plans').entities[0]?.count).toBe(1)
  expect(cite('https://example.com').entities[0]?.count).toBe(0)
})

test('the longest name wins, and a shared name mentions both entities', () => {
  const { entities } = parse('Google Password Manager beats Google Keep', [
    'Google',
    'Google Password Manager',
  ])
  expect(entities.map(({ count, rank }) => [count, rank])).toEqual([
    [1, 2],
    [1, 1],
  ])
  const shared = parse('Acme wins', ['Acme', { name: 'Acme Inc', aliases: [] }])
  expect(shared.entities.map(({ count }) => count)).toEqual([1, 1])
})

test('rank is the order of first mention among the given entities', () => {
  const { entities } = parse('First Bravo, then Alpha Corp, then Bravo again.', [
    'Alpha Corp',
    'Bravo',
    'Zulu Ltd',
  ])
  expect(entities.map(({ rank }) => rank)).toEqual([2, 1, null])
})

test('each span has the alias and the reason of the mention', () => {
  const { entities } = parse('Acme, ACME, Acme’s, Acmes, Zed Labs', [{ name: 'Acme', aliases: ['ZedLabs'] }])
  expect(entities[0]?.spans.map(({ text, alias, reason }) => [text, alias, reason])).toEqual([
    ['Acme', 'Acme', 'exact'],
    ['ACME', 'Acme', 'folded'],
    ['Acme', 'Acme', 'possessive'],
    ['Acme', 'Acme', 'plural'],
    ['Zed Labs', 'ZedLabs', 'split'],
  ])
})

test('prominence has the position of the mentions and their share of the words', () => {
  const markdown =
    'Intro words here only.\n\n1. **Bravo** is fine\n2. **Acme** is very good indeed\n3. Charlie\n\n' +
    '| Tool | Price |\n|---|---|\n| Bravo | 1 |\n| Acme | 2 |\n\nIn short, take Acme.'
  const { entities } = parse(markdown, ['Acme', 'Bravo'])
  expect(entities[0]?.prominence).toEqual({
    firstSentence: false,
    lastSentence: true,
    // 5 + 1 + 4 words of 4 + 3 + 5 + 1 + 2 + 2 + 2 + 4
    wordShare: Math.round((10 / 23) * 10_000) / 10_000,
    listPosition: 2,
    listLength: 3,
    tableRow: 2,
  })
  expect(entities[1]?.prominence).toMatchObject({ firstSentence: false, listPosition: 1, tableRow: 1 })
})
