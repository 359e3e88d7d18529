import { describe, expect, test } from 'vitest'
import { createParser, parseAnswer } from '../parser.ts'
import type { Entity } from './names/compile-names.ts'

type Case = [markdown: string, entity: string | Omit<Entity, 'id'>, count: number]

function getCount(markdown: string, entity: string | Omit<Entity, 'id'>): number | undefined {
  const named = typeof entity === 'string' ? { name: entity } : entity
  const parsed = parseAnswer({ markdown, citations: [] }, createParser([{ id: 'e', ...named }]))
  return parsed.entities[0]?.count
}

describe('structure, trademarks and products show that a common word is a name', () => {
  test.each<Case>([
    ['The best for miles is Discover it® Miles.', 'Discover', 1],
    ['Visible™ is a carrier.', 'Visible', 1],
    ['The Lucid Air and the Tesla Model S are luxury cars.', 'Lucid', 1],
    [
      '**Lucid Air**\n\nIt is fast.\n\n**Zyntra X5**\n\nIt is big.\n\n**Porsche Taycan**\n\nIt is fun.',
      'Lucid',
      1,
    ],
    ['### 4. Nothing Phone (2a)\n\nIt is a good phone.', 'Nothing', 1],
    ['1. Wyze\n2. Ring\n3. Reolink', 'Ring', 1],
    ['- Hoka\n- On\n- Brooks', 'On', 1],
    ['Popular trackers are Apple AirTag, Tile and Chipolo.', 'Tile', 1],
    ['| Card | Fee |\n|---|---|\n| Capital One | $0 |\n| Chase | $0 |\n| Citi | $0 |', 'Chase', 1],
    ['Chase Sapphire Preferred® Card earns points.', 'Chase', 1],
    ['Chase Freedom Flex℠ is good.', 'Chase', 1],
    ['**Ring Video Doorbell Pro 2** has a wide view.', 'Ring', 1],
    ['Tile Pro is a tracker.', 'Tile', 1],
    ['Visible by Verizon costs $25.', 'Visible', 1],
    ['The Purple mattress is firm.', 'Purple', 1],
    ['On’s Cloudmonster is soft.', 'On', 1],
    ['- Hoka Clifton: soft\n- On Cloudboom: fast\n- Saucony Ride: light', 'On', 1],
    ['LinkedIn, Indeed, and Glassdoor list jobs.', 'Indeed', 1],
    ['Asana, Monday, and ClickUp are project tools.', { name: 'monday.com', aliases: ['Monday'] }, 1],
    ['Use Google Chrome. Chrome is fast.', { name: 'Google Chrome', aliases: ['Chrome'] }, 2],
    ['monday.com is a tool. Monday also has a free plan.', { name: 'monday.com', aliases: ['Monday'] }, 2],
  ])('%s: %j', (markdown, entity, count) => {
    expect(getCount(markdown, entity)).toBe(count)
  })
})

describe('the ordinary sense of a word is not a mention, even capitalized', () => {
  test.each<Case>([
    ['Zoom in on the picture to see more.', 'Zoom', 0],
    ['They used Shell companies in Panama.', 'Shell', 0],
    ['Zoom in on the details. Then Zoom out.', 'Zoom', 0],
    ['Blink and you miss it.', 'Blink', 0],
    ['A ski lodge. Lodge a complaint.', 'Lodge', 0],
    ['Made in Italy, it is durable.', 'Made In', 0],
    ['The Amazon River flows through the Amazon rainforest.', 'Amazon', 0],
    ['The Oracle of Omaha invests.', 'Oracle', 0],
    ['Native Americans live there.', 'Native', 0],
    ['Method 1: use soap.', 'Method', 0],
    ['The Spirit of Christmas is here.', 'Spirit', 0],
    ['Sharp decline in 2024', 'Sharp', 0],
    ['Powered by Globex, it is fast.', 'Powered', 0],
    ['Closed on Sunday, Monday, and Tuesday.', { name: 'monday.com', aliases: ['Monday'] }, 0],
    ['Secret agents are everywhere.', 'Secret', 0],
    [
      'Open Monday to Friday. The sale ends on Monday evening.',
      { name: 'monday.com', aliases: ['Monday'] },
      0,
    ],
    ['monday.com is a tool. It is due on Monday.', { name: 'monday.com', aliases: ['Monday'] }, 1],
    ['The chrome finish is shiny.', { name: 'Google Chrome', aliases: ['Chrome'] }, 0],
    ['Nothing beats a good night of sleep.', 'Nothing', 0],
  ])('%s: %j', (markdown, entity, count) => {
    expect(getCount(markdown, entity)).toBe(count)
  })
})

describe('names with apostrophes, initials and Chinese characters are found in every usual spelling', () => {
  test.each<Case>([
    ["Lands' End has it. At Lands’ End it is cheap. Land's End and Lands End too.", "Lands' End", 4],
    ['L.L.Bean, L.L. Bean, L. L. Bean and LL Bean make boots.', 'L.L.Bean', 4],
    ['L.L.Bean, L.L. Bean, L. L. Bean and LL Bean make boots.', 'L.L. Bean', 4],
    ['L.L.Bean, L.L. Bean, L. L. Bean and LL Bean make boots.', 'LL Bean', 4],
    ['J.Crew, J. Crew, J Crew and JCrew sell shirts.', 'J.Crew', 4],
    ['Dr.Jart+ and Dr. Jart+ sell creams.', 'Dr. Jart+', 2],
    ['e.l.f. makes cheap makeup; E.L.F. is vegan.', 'e.l.f.', 2],
    ['华为手机很好，華為也是。', '華為', 2],
    ['华为手机很好，華為也是。', '华为', 2],
  ])('%s: %j', (markdown, entity, count) => {
    expect(getCount(markdown, entity)).toBe(count)
  })
})

describe('other words that contain or resemble a name are not mentions', () => {
  test.each<Case>([
    ['Canvas is a learning platform, and this is a canvas bag.', 'Canva', 0],
    ['It looks like an elf. The ELF on the shelf is an elf.', 'e.l.f.', 0],
    ['KeePass2Android and KeePassXC are apps.', 'KeePass', 0],
    ['Write to mailto:help@acme.com or <mailto:acme@globex.com>.', 'Acme', 0],
    ['See wear.acmeshop.com and shop.acmeshop.com/sale for more.', 'AcmeShop', 0],
    ['The R2 and HP2 are models.', 'HP', 0],
  ])('%s: %j', (markdown, entity, count) => {
    expect(getCount(markdown, entity)).toBe(count)
  })
})

describe('a name that touches footnotes or other names is found, but no part of a word', () => {
  test.each<Case>([
    ['Acme1 is fast, Globex and Acme2,3 too.', 'Acme', 2],
    ['It is secure1, cheap2 and simple3, and comes from HP4.', 'HP', 1],
    ["Home DepotLowe'sTargetBrand: Zyntra", 'Target', 1],
    ['AmazonTargetWalmart', 'Target', 1],
    ['XChaCha20 is a cipher.', 'X', 0],
    ["Home DepotLowe'sTargetBrand: Zyntra", "Lowe's", 1],
  ])('%s: %j', (markdown, entity, count) => {
    expect(getCount(markdown, entity)).toBe(count)
  })
})

describe('sentences that deny knowing a name do not mention it', () => {
  test.each([
    'None of the sources mention Acme.',
    'None of the search results mention Acme directly.',
    'The sources do not mention Acme.',
    'The search results make no mention of Acme.',
    'There is no company called Acme.',
    'There is no known brand named Acme in this market.',
    'No results were found for Acme.',
    'No information was found on Acme.',
    'Nothing was found about Acme.',
    'I have no record of Acme.',
    'Acme is not mentioned in any of the sources.',
    'Non ho trovato informazioni su Acme.',
    'Nessun risultato trovato per Acme.',
    'Non conosco Acme.',
    'Ik heb geen informatie gevonden over Acme.',
    'Er is geen bedrijf met de naam Acme.',
    'Ik ken Acme niet.',
    'Acmeに関する情報は見つかりませんでした。',
    'Acmeという会社は見つかりませんでした。',
    'Acmeについての情報はありません。',
  ])('%s', (markdown) => {
    expect(getCount(markdown, 'Acme')).toBe(0)
  })
  test.each([
    'Acme does not mention prices in its sources.',
    'No results are better than those of Acme.',
    'There is no better company than Acme.',
    'Acmeは素晴らしいツールです。価格は高くありません。',
    'Er is geen bedrijf zo goed als Acme.',
    'Non è facile scegliere, ma Acme è il migliore.',
  ])('but this one does: %s', (markdown) => {
    expect(getCount(markdown, 'Acme')).toBe(1)
  })
})
