import { expect, test } from 'vitest'
import { outlineAnswer } from '../answers/outline.ts'
import { createParser, parseAnswer } from '../answers/parser.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import { addAnswer, addUsages, candidatesIn, competitorsAmong, createNameScan } from './name-scan.ts'

const entity = (name: string): TrackedEntity => ({
  id: name,
  number: 1,
  kind: 'competitor',
  name,
  aliases: [],
  domains: [],
  case_sensitive: null,
  exclude_phrases: [],
})

/** Returns the names that the job would suggest from these answers, in alphabetical order. */
function suggested(answers: string[], trackedNames: string[], dismissed: string[] = []): string[] {
  const tracked = trackedNames.map(entity)
  const scan = createNameScan()
  for (const answer of answers) addAnswer(scan, answer, 'en')
  const candidates = candidatesIn(scan, tracked, new Set(dismissed))
  const parser = createParser([...tracked, ...candidates.map(({ key, name }) => ({ id: key, name }))])
  const counts = new Map<string, number>()
  for (const answer of answers) {
    addUsages(candidates, outlineAnswer(answer, 'en').text)
    const { entities } = parseAnswer({ markdown: answer, citations: [] }, parser)
    for (const { id, mentioned } of entities) if (mentioned) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const counted = candidates.map((candidate) => ({ candidate, answers: counts.get(candidate.key) ?? 0 }))
  return competitorsAmong(counted.filter(({ answers: count }) => count >= 2))
    .map(({ candidate }) => candidate.name)
    .sort()
}

/** Returns an answer that lists texts. */
const listOf = (...items: string[]) =>
  `The best of them are these:\n\n${items.map((item) => `- ${item}`).join('\n')}`

test('names of common words in plain lists with a tracked name are suggested', () => {
  const list = 'These are the cameras that we like:\n\n1. Wyze\n2. Ring\n3. Blink\n4. Zorbcam'
  const prose =
    'For most homes the Ring app is the best one. Of Wyze, Ring and Blink, it is Blink that costs least.'
  expect(suggested([list, `${list}\n\n${prose}`], ['Wyze'])).toEqual(['Blink', 'Ring', 'Zorbcam'])
})

test('products are reduced to their brand, also where its name is two common words', () => {
  const answers = [
    '### 1. **Quorra Classic 10-Piece Cookware Set**\n\nIt is good.\n\n### 2. **Made In CeramiClad Frying Pan**\n\nSo is this.\n\n### 3. **Zorbclad HA1 Pan**\n\nAnd this.',
    '### 1. **Zorbclad D3 Pan**\n\nIt is good.\n\n### 2. **Made In ProCoat Pan**\n\nFor this, the Made In pan is best.\n\n### 3. **Quorra Signature Set**\n\nAnd this.',
  ]
  expect(suggested(answers, ['Zorbclad'])).toEqual(['Made In', 'Quorra'])
})

test('the line of a product is no part of the name of its company', () => {
  const answers = ['Quorra CordZero A9', 'Quorra CordZero Kompressor', 'Zorbic Velopa Pro 7'].map(
    (product) => `The best of them are these:\n\n1. Acme One: good\n2. ${product}: strong`,
  )
  expect(suggested([...answers, ...answers], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('a name that answers write in lower case before its products is suggested', () => {
  const answer =
    'The best of them are these:\n\n1. Acme One: good\n2. Zorbi 6+: strong\n\nThe zorbi 6+ is fast, and the zorbi app is good.'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Zorbi'])
})

test('a heading of common words and a phrase with a verb before a tracked name are not suggested', () => {
  const answer =
    'The best of them are these:\n\n1. Acme One: good\n2. Zorbic Two: strong\n3. Dual Basket: both have it\n4. Utilizes Zorbic: fast\n\nA dual zone and a large basket help. A Dual Basket is best.'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Zorbic'])
})

test('labels in text that lost its line feeds are names if they are next to tracked names', () => {
  const text = (more: string) =>
    `Here are the top ones for this: Acme Air: It is loved for its range of many miles and its looks.Zorbic Taycan: A strong one for those who like to drive, and it has a good range.Lucid Air: It is often cited as the top one of them all, with the longest range.${more} Price: Set a budget first. Range: Think of how far you drive.`
  expect(
    suggested(
      [text(''), text(' Drivers like Lucid for it.'), text(' They also like Lucid and Zorbic.')],
      ['Acme'],
    ),
  ).toEqual(['Lucid', 'Zorbic'])
})

test('publishers, features and shops that are listed without competitors are not suggested', () => {
  const answer = (first: string, second: string) =>
    [
      `1. **Acme One**: it has ${first}\n2. **Zorbic Two**: it has ${second}`,
      '**Noise Level:** low\n\n**Battery Life:** long\n\nThe noise level of both is low, and the battery life is long.',
      'Read the reviews of Quorrapress, Finchbook and Vintnews. It is sold at Bigmart, Shopzone and Acme.',
    ].join('\n\n')
  expect(suggested([answer('HEPA', 'GPS'), answer('GPS', 'HEPA'), answer('USB', 'GPS')], ['Acme'])).toEqual([
    'Zorbic',
  ])
})

test('a known shop is suggested only where answers list it as they list competitors, or if a shop is tracked', () => {
  const brands = 'The best of them are these:\n\n- Acmewear: good\n- Zorbwear: cheap'
  const bought = `${brands}\n\nWe like Acmewear, Nordstrom and Zorbwear.`
  expect(suggested([bought, bought], ['Acmewear'])).toEqual(['Zorbwear'])
  expect(suggested([bought, bought], ['Acmewear', 'Target'])).toContain('Nordstrom')
  const listed = `${brands}\n- Nordstrom: dear`
  expect(suggested([listed, listed], ['Acmewear'])).toEqual(['Nordstrom', 'Zorbwear'])
})

test('a browser, system or network is suggested only where answers list it as they list competitors', () => {
  const browsers = 'The best of them are these:\n\n- Acme: good\n- Firefox: strong\n- Zorbic: cheap'
  expect(suggested([browsers, browsers], ['Acme'])).toEqual(['Firefox', 'Zorbic'])
  const tools = 'The best of them are these:\n\n- Acme: for Firefox, Safari and Zorbic\n- Zorbic: cheap'
  expect(suggested([tools, tools], ['Acme'])).toEqual(['Zorbic'])
})

test('names with an ampersand or a connecting word stay whole', () => {
  const list =
    'The best of them are these:\n\n- Acme: good\n- Briggs & Zorley Baseline: strong\n- Swimsuits For All: many sizes'
  expect(suggested([list, `${list}\n\nWe like Swimsuits For All.`], ['Acme'])).toEqual([
    'Briggs & Zorley',
    'Swimsuits For All',
  ])
})

test('without a tracked name in any list, names of a clear form are suggested', () => {
  const list = 'The best of them are these:\n\n- Zorbic: good\n- Quorra: strong\n- Security: high'
  expect(suggested([list, list], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('products of a common word that no answer writes in lower case are reduced to it', () => {
  const answers = ['Genesis G80', 'Genesis Electrified G80', 'Genesis GV60'].map(
    (product) => `The best of them are these:\n\n1. Acme One: good\n2. ${product}: strong`,
  )
  expect(suggested([...answers, ...answers], ['Acme'])).toEqual(['Genesis'])
})

test('a word of a company belongs to its name', () => {
  const answer =
    'The best of them are these:\n\n1. Acme One: good\n2. Zorley Co-op Ridge Jacket: strong\n3. Zorley Co-op Peak Jacket: warm'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Zorley Co-op'])
})

test('technologies in bold below the items of a list are not suggested', () => {
  const answer = ['Acme One', 'Zorbic Two', 'Quorra Three']
    .map((name) => `1. **${name}**\n\n   - **FlyFoam:** light\n   - **QuorBoost:** fast`)
    .join('\n\n')
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('a single common word that lists repeat and that no answer writes in lower case is suggested', () => {
  const answer = 'The best of them are these:\n\n1. Acme: good\n2. Visible: strong\n3. Coverage: wide'
  expect(suggested([answer, `${answer}\n\nIts coverage is good.`], ['Acme'])).toEqual(['Visible'])
})

test('a name can start with a country or where it is from, which is no name itself', () => {
  const answer =
    'The best of them are these:\n\n1. Acme: good\n2. American Tourister Burst: strong\n3. Canada Goose Parka: warm\n4. Zorbic: cheap\n5. European: other'
  expect(suggested([answer, answer], ['Acme', 'Zorbic'])).toEqual(['American Tourister', 'Canada Goose'])
})

test('what something works with is not suggested', () => {
  const answer =
    'The best of them are these:\n\n1. Acme: good\n2. Zorbic: strong\n\nZorbic works with Alexor, Quorra and Acme.'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Zorbic'])
})

test('two names with "and" between them are not one name', () => {
  const answer =
    'The best of them are these:\n\n1. Acme: good\n2. Zorbic: strong\n3. Quorra: cheap\n4. Zorbic and Quorra: both'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('names are found through the names that lists have in common', () => {
  const list = (names: string[]) =>
    `The best of them are these:\n\n${names.map((name) => `- ${name}: good`).join('\n')}`
  const answers = [
    list(['Acme', 'Zorbic']),
    list(['Zorbic', 'Quorra']),
    list(['Zorbic', 'Quorra']),
    list(['Quorra', 'Velopa']),
    list(['Quorra', 'Velopa']),
    list(['Zorbic', 'Acme']),
  ]
  expect(suggested(answers, ['Acme'])).toEqual(['Quorra', 'Velopa', 'Zorbic'])
})

test('a list of many names needs only one tracked name', () => {
  const names = ['Zorbic', 'Quorra', 'Velopa', 'Klientra', 'Pipewell', 'Relatrova', 'Finchley', 'Vintova']
  const list = listOf('Acme: good', ...names.map((name) => `${name}: strong`))
  expect(suggested([list, list], ['Acme'])).toEqual(names.toSorted())
})

test('a brand that few answers list gets the competitors that most answers list', () => {
  const common = listOf('Zorbic: good', 'Quorra: strong', 'Velopa: cheap')
  const answers = [...Array.from({ length: 6 }, () => common), listOf('Acme: new', 'Klientra: new too')]
  expect(suggested(answers, ['Acme'])).toEqual(['Quorra', 'Velopa', 'Zorbic'])
})

test('lists of advice and of places to buy contain no competitors', () => {
  const best = listOf('Acme: good', 'Zorbic: strong')
  for (const heading of ['Things to consider', 'Key Factors', 'Where to Buy', 'Tips', 'Worauf Sie achten sollten']) {
    const answer = `${best}\n\n### ${heading}\n\n- Velopane: how wide\n- Acme: how far\n- Klientray: how long`
    expect(suggested([answer, answer], ['Acme']), heading).toEqual(['Zorbic'])
  }
  const options = `${best}\n\n### Other options to consider\n\n- Velopane: wide\n- Acme: far`
  expect(suggested([options, options], ['Acme'])).toEqual(['Velopane', 'Zorbic'])
  const runTogether =
    'The best of them are these for all who like to run far: Acme One: It is light and it is made for long runs of many miles.Zorbic Two: A strong one for those who run often.Things to Consider:\u00a0Velopane: Think of it before you buy.Acme: It has many.Other Good Options:\u00a0Quorra Three: A new one.Acme Two: As well.'
  expect(suggested([runTogether, runTogether], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('the name after a label such as "Best overall" is the head of an item', () => {
  const answer = ['**Best overall: Acme** – good', '**Best budget:** Zorbic – cheap', '**Best for teams: Quorra** – big']
    .join('\n\n')
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('products in shopping cards of a text that lost its line feeds are names, also with a number at the start', () => {
  const answer =
    'See more of them here.Zorbic Max Running Set$59.994.2(2k+)Acme Air Running Set$69.99$79.994.7(179)Zorbic Max Running Set$59.994.2(2k+)1Quorra Sky Set$39.984.6(9k+)'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['1Quorra', 'Zorbic'])
})

test('items after bullets within a line are heads', () => {
  const answer = `For most people one of these is enough, and here are some that cost little or nothing at all in the first year. Options to look at: - Acme (free) — it is simple and quick to learn for all - Zorbic (paid) — it has more of what a team needs - Quorra: new.`
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('a product is not suggested beside its maker, which it follows in the answers', () => {
  const answer = `${listOf('Acme One: good', 'Zorbic Q7: strong')}\n\nTake the Zorbic Q7N or the Acme KX5 in a large size. Of Q7N, KX5 and Acme, it is the Zorbic Q7N.`
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Zorbic'])
})

test('a company in many markets is suggested with the service that answers list', () => {
  const answer = (other: string) =>
    `${listOf('Acme: good', 'Google Passkeeper: free', 'Zorbic: strong')}\n\nIt opens with a ${other}, and Google is large.`
  expect(suggested([answer('Google account'), answer('Google phone')], ['Acme'])).toEqual([
    'Google Passkeeper',
    'Zorbic',
  ])
})

test("a shop's own brand is suggested, and not the shop", () => {
  const answer = (product: string) =>
    `${listOf('Acme One: good', `Amazon Basics ${product}: cheap`, 'Zorbic Two: far')}\n\nBuy it on Amazon.`
  expect(suggested([answer('Pan'), answer('Kettle')], ['Acme'])).toEqual(['Amazon Basics', 'Zorbic'])
})

test('an article, a title and a possessive belong to a name', () => {
  const products = (...names: string[]) => listOf('Acme: good', ...names.map((name) => `${name}: strong`))
  const answers = [
    products('The Amber Ridge Parka', "Rosa's Choice Gel", 'Mr. Quorra Brewer', "Kelopa's Cream"),
    products('The Amber Ridge Jacket', "Rosa's Choice Oil", 'Mr. Quorra Grinder', "Kelopa's Serum"),
  ]
  expect(suggested(answers, ['Acme'])).toEqual(["Kelopa's", 'Mr Quorra', "Rosa's Choice", 'The Amber Ridge'])
  expect(suggested(answers, ['Acme', "Rosa's Choice"])).not.toContain("Rosa's Choice")
})

test('a name is suggested once, in its most frequent spelling', () => {
  const answer = (name: string) => listOf('Acme: good', `${name} One: strong`, 'Quorra Two: far')
  const answers = [answer('Zorbic-Technica'), answer('Zorbic-Technica'), answer('Zorbic Technica')]
  expect(suggested(answers, ['Acme'])).toEqual(['Quorra', 'Zorbic-Technica'])
})

test('a product line that is also listed without its maker is not part of the name of the maker', () => {
  const answers = [
    listOf('Acme One: good', 'Zorbic Soundova Life: strong', 'Soundova Two: far'),
    listOf('Acme Two: good', 'Zorbic Soundova Space: strong', 'Quorra: far'),
  ]
  expect(suggested(answers, ['Acme'])).toContain('Zorbic')
})

test('a model code after a hyphen is not part of a name', () => {
  const answers = [
    listOf('Acme One: good', 'Zorbic-S27QC: strong'),
    listOf('Acme Two: good', 'Zorbic-P2725HE: strong'),
  ]
  expect(suggested(answers, ['Acme'])).toEqual(['Zorbic'])
})

test('an enumeration ends at the end of a sentence, and what a name is made by is not listed with it', () => {
  const answer =
    'We like Acme, Quorra or Zorbic. Velopa has more, and it comes from the makers of Klientra, Acme and others.'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('a name with a connecting word and the word in its host stay whole and are not written in lower case', () => {
  const answer = listOf('Acme: good', 'Pousada de Zorley: see [zorbic.com](https://zorbic.com)', 'Zorbic: far')
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Pousada de Zorley', 'Zorbic'])
})

// Quadratic work takes minutes and exceeds the test timeout.
test('hostile answers are scanned in linear time', () => {
  const scan = createNameScan()
  const units = [
    'A',
    'aA',
    '**Aa** ',
    '- [A](',
    'A, ',
    '| A ',
    'Ab Cd Ef ',
    'Ab.Cd:',
    'Ab/',
    '### Ab\n',
    'Ab and ',
    '. Ab of ',
  ]
  for (const unit of units) addAnswer(scan, unit.repeat(200_000), 'en')
  addAnswer(scan, Array.from({ length: 20_000 }, (_, n) => `- Q${n.toString(36)}z Xa\n`).join(''), 'en')
  const candidates = candidatesIn(scan, [entity('Acme')], new Set())
  for (const unit of units) addUsages(candidates, unit.repeat(25_000))
})
