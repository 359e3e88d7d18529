import { expect, test } from 'vitest'
import { suggestedNames, trackedName } from '../../test/suggested-names.ts'
import { addAnswer, addUsages, candidatesIn, createNameScan } from './name-scan.ts'

/** Returns the names that the job would suggest from these answers, in alphabetical order. */
const suggested = (answers: string[], tracked: string[], dismissed: string[] = []): string[] =>
  suggestedNames(
    answers.map((markdown) => ({ markdown, prompt: '' })),
    tracked,
    'en',
    dismissed,
  ).sort()

/** Returns an answer that lists texts. */
const getList = (...items: string[]) =>
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

test('the line of a product is not part of the name of its company', () => {
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

test('a single common word that lists repeat and that no answer writes in lower case is suggested', () => {
  const answer = 'The best of them are these:\n\n1. Acme: good\n2. Visible: strong\n3. Coverage: wide'
  expect(suggested([answer, `${answer}\n\nIts coverage is good.`], ['Acme'])).toEqual(['Visible'])
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
  const list = getList('Acme: good', ...names.map((name) => `${name}: strong`))
  expect(suggested([list, list], ['Acme'])).toEqual(names.toSorted())
})

test('a brand that few answers list gets the competitors that most answers list', () => {
  const common = getList('Zorbic: good', 'Quorra: strong', 'Velopa: cheap')
  const answers = [...Array.from({ length: 6 }, () => common), getList('Acme: new', 'Klientra: new too')]
  expect(suggested(answers, ['Acme'])).toEqual(['Quorra', 'Velopa', 'Zorbic'])
})

test('a product that mostly follows the name of its maker is not suggested', () => {
  const answer = `${getList('Acme One: good', 'Zorbic Q7: strong')}\n\nTake the Zorbic Q7N or the Acme KX5 in a large size. Of Q7N, KX5 and Acme, it is the Zorbic Q7N.`
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Zorbic'])
})

test('a company in many markets is suggested with the service that answers list', () => {
  const answer = (other: string) =>
    `${getList('Acme: good', 'Google Passkeeper: free', 'Zorbic: strong')}\n\nIt opens with a ${other}, and Google is large.`
  expect(suggested([answer('Google account'), answer('Google phone')], ['Acme'])).toEqual([
    'Google Passkeeper',
    'Zorbic',
  ])
})

test("a shop's own brand is suggested, and not the shop", () => {
  const answer = (product: string) =>
    `${getList('Acme One: good', `Amazon Basics ${product}: cheap`, 'Zorbic Two: far')}\n\nBuy it on Amazon.`
  expect(suggested([answer('Pan'), answer('Kettle')], ['Acme'])).toEqual(['Amazon Basics', 'Zorbic'])
})

test('a name is suggested once, in its most frequent spelling', () => {
  const answer = (name: string) => getList('Acme: good', `${name} One: strong`, 'Quorra Two: far')
  const answers = [answer('Zorbic-Technica'), answer('Zorbic-Technica'), answer('Zorbic Technica')]
  expect(suggested(answers, ['Acme'])).toEqual(['Quorra', 'Zorbic-Technica'])
})

test('a product line that is also listed without its maker is not part of the name of the maker', () => {
  const answers = [
    getList('Acme One: good', 'Zorbic Soundova Life: strong', 'Soundova Two: far'),
    getList('Acme Two: good', 'Zorbic Soundova Space: strong', 'Quorra: far'),
  ]
  expect(suggested(answers, ['Acme'])).toContain('Zorbic')
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
  const candidates = candidatesIn(scan, [trackedName('Acme')], new Set())
  for (const unit of units) addUsages(candidates, unit.repeat(25_000))
})
