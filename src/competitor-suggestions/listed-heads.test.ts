import { expect, test } from 'vitest'
import { suggestedNames } from '../../test/suggested-names.ts'

/** Returns the names that the job would suggest from these answers, in alphabetical order. */
const suggested = (answers: string[], tracked: string[]): string[] =>
  suggestedNames(
    answers.map((markdown) => ({ markdown, prompt: '' })),
    tracked,
    'en',
  ).sort()

/** Returns an answer that lists texts. */
const getList = (...items: string[]) =>
  `The best of them are these:\n\n${items.map((item) => `- ${item}`).join('\n')}`

test('lists of advice and of places to buy contain no competitors', () => {
  const best = getList('Acme: good', 'Zorbic: strong')
  for (const heading of [
    'Things to consider',
    'Key Factors',
    'Where to Buy',
    'Tips',
    'Worauf Sie achten sollten',
  ]) {
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
  const answer = [
    '**Best overall: Acme** – good',
    '**Best budget:** Zorbic – cheap',
    '**Best for teams: Quorra** – big',
  ].join('\n\n')
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

test('an enumeration ends at the end of a sentence, and what a name is made by is not listed with it', () => {
  const answer =
    'We like Acme, Quorra or Zorbic. Velopa has more, and it comes from the makers of Klientra, Acme and others.'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('what something works with is not suggested', () => {
  const answer =
    'The best of them are these:\n\n1. Acme: good\n2. Zorbic: strong\n\nZorbic works with Alexor, Quorra and Acme.'
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Zorbic'])
})

test('technologies in bold below the items of a list are not suggested', () => {
  const answer = ['Acme One', 'Zorbic Two', 'Quorra Three']
    .map((name) => `1. **${name}**\n\n   - **FlyFoam:** light\n   - **QuorBoost:** fast`)
    .join('\n\n')
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Quorra', 'Zorbic'])
})

test('a model code after a hyphen is not part of a name', () => {
  const answers = [
    getList('Acme One: good', 'Zorbic-S27QC: strong'),
    getList('Acme Two: good', 'Zorbic-P2725HE: strong'),
  ]
  expect(suggested(answers, ['Acme'])).toEqual(['Zorbic'])
})

test('an article, a title and a possessive belong to a name', () => {
  const products = (...names: string[]) => getList('Acme: good', ...names.map((name) => `${name}: strong`))
  const answers = [
    products('The Amber Ridge Parka', "Rosa's Choice Gel", 'Mr. Quorra Brewer', "Kelopa's Cream"),
    products('The Amber Ridge Jacket', "Rosa's Choice Oil", 'Mr. Quorra Grinder', "Kelopa's Serum"),
  ]
  expect(suggested(answers, ['Acme'])).toEqual(["Kelopa's", 'Mr Quorra', "Rosa's Choice", 'The Amber Ridge'])
  expect(suggested(answers, ['Acme', "Rosa's Choice"])).not.toContain("Rosa's Choice")
})

test('a name with a connecting word and the word in its host stay whole and are not written in lower case', () => {
  const answer = getList(
    'Acme: good',
    'Pousada de Zorley: see [zorbic.com](https://zorbic.com)',
    'Zorbic: far',
  )
  expect(suggested([answer, answer], ['Acme'])).toEqual(['Pousada de Zorley', 'Zorbic'])
})

test('names with an ampersand or a connecting word stay whole', () => {
  const list =
    'The best of them are these:\n\n- Acme: good\n- Briggs & Zorley Baseline: strong\n- Swimsuits For All: many sizes'
  expect(suggested([list, `${list}\n\nWe like Swimsuits For All.`], ['Acme'])).toEqual([
    'Briggs & Zorley',
    'Swimsuits For All',
  ])
})

test('a name can start with a country or where it is from, which is not a name itself', () => {
  const answer =
    'The best of them are these:\n\n1. Acme: good\n2. American Tourister Burst: strong\n3. Canada Goose Parka: warm\n4. Zorbic: cheap\n5. European: other'
  expect(suggested([answer, answer], ['Acme', 'Zorbic'])).toEqual(['American Tourister', 'Canada Goose'])
})
