/** The labels of claims and pages agree with themselves, with the answers and with the HTML. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readJsonLines } from './labeled-answers.ts'
import {
  type Claim,
  claimSets,
  type Fact,
  halfOf,
  readClaims,
  readFacts,
  readOwnPageFacts,
  readOwnPages,
  readPageFacts,
  readPages,
} from './labeled-claims.ts'

const folder = new URL('../../../shared/answers/', import.meta.url)
const present = existsSync(folder)
if (!present)
  console.log('../shared/answers does not exist: claims of recorded answers are not compared with them.')

const halves = [...readClaims('rules'), ...readClaims('check')]
const claims = claimSets.flatMap(readClaims)
const pages = [...readPages('rules'), ...readPages('check')]
const allFacts = (['rules', 'unseen', 'blind'] as const).flatMap(readFacts)
const facts = new Map(allFacts.map((fact) => [fact.id, fact]))
const pageFacts = new Map(readPageFacts().map((fact) => [fact.id, fact]))
const written = [
  'written-answers.jsonl',
  'unseen-answers.jsonl',
  'unseen-claim-answers.jsonl',
  'blind-claim-answers.jsonl',
]

test('each claim is about a fact, and has a quote unless the answer does not state the fact', () => {
  expect(facts.size).toBe(allFacts.length)
  expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length)
  expect(new Set(claims.map(({ answer, fact }) => `${answer} ${fact}`)).size).toBe(claims.length)
  expect(new Set(claims.map(({ fact }) => fact))).toEqual(new Set(facts.keys()))
  for (const { id, fact, verdict, start, end } of claims) {
    if (verdict === 'not_stated') expect([start, end], id).toEqual([null, null])
    else expect(start ?? Infinity, id).toBeLessThan(end ?? 0)
    if (verdict === 'outdated') expect(facts.get(fact)?.earlier, id).not.toEqual([])
  }
})

test('the periods of the values of a fact follow each other', () => {
  for (const fact of [...facts.values(), ...pageFacts.values()]) expectPeriods(fact)
})

test('both halves have enough claims of each verdict', () => {
  expect(new Set(halves.map(({ answer }) => answer)).size).toBeGreaterThanOrEqual(80)
  const entities = new Set(halves.map(({ fact }) => facts.get(fact)?.entity))
  expect(entities.size).toBeGreaterThanOrEqual(60)
  for (const half of ['rules', 'check'] as const) {
    const own = readClaims(half)
    expect(own.every(({ id }) => halfOf(id) === half)).toBe(true)
    const count = (...verdicts: string[]) => own.filter(({ verdict }) => verdicts.includes(verdict)).length
    expect(count('wrong', 'outdated'), half).toBeGreaterThanOrEqual(50)
    expect(count('right'), half).toBeGreaterThanOrEqual(100)
    expect(count('not_stated'), half).toBeGreaterThanOrEqual(60)
  }
})

test.each(['unseen', 'blind'] as const)('no %s claim is about an answer of the other sets', (set) => {
  const others = claimSets.filter((other) => other !== set).flatMap(readClaims)
  const answers = new Set(others.map(({ answer }) => answer))
  expect(readClaims(set).filter(({ answer }) => answers.has(answer))).toEqual([])
})

test('the quotes of claims of written answers are inside of the answers', () => {
  expectAllQuotes(written, new URL('.', import.meta.url))
})

test.skipIf(!present)('the quotes of claims of recorded answers are inside of the answers', () => {
  const files = claims.map(({ file }) => file).filter((file) => !written.includes(file))
  expectAllQuotes([...new Set(files)], folder)
})

test('own pages name their brand, and state each of their facts', () => {
  const ownPages = [...readOwnPages('rules'), ...readOwnPages('check')]
  const ownFacts = new Map(readOwnPageFacts().map((fact) => [fact.id, fact]))
  expect(new Set(ownPages.map(({ id }) => id)).size).toBe(ownPages.length)
  expect(new Set(ownPages.map(({ language }) => language)).size).toBe(5)
  expect(new Set(ownPages.flatMap(({ facts }) => facts.map(({ fact }) => fact)))).toEqual(
    new Set(ownFacts.keys()),
  )
  for (const { id, brands, url, facts } of ownPages)
    for (const { fact } of facts) {
      expect(brands[0], id).toBe(ownFacts.get(fact)?.entity)
      expect(new URL(url).hostname, id).toContain(brands[0]?.toLowerCase())
    }
})

test('the truth of a page agrees with its HTML', () => {
  expect(pages.length).toBeGreaterThanOrEqual(60)
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
  for (const { id, html, brands, named, elsewhere, author, published, modified, ...page } of pages) {
    const has = (brand: string) =>
      getNames(brand).some((name) => html.toLowerCase().includes(name.toLowerCase()))
    const outside = elsewhere.map(({ brand }) => brand)
    expect([...named, ...outside].toSorted(), id).toEqual(brands.filter(has).toSorted())
    if (author !== null) expect(html, id).toContain(author)
    if (published !== null && modified !== null) expect(modified >= published, id).toBe(true)
    for (const { fact, verdict } of page.facts) {
      expect(named, id).toContain(pageFacts.get(fact)?.entity)
      if (verdict === 'outdated') expect(pageFacts.get(fact)?.earlier, id).not.toEqual([])
    }
  }
})

/** Returns a brand's names. Brands without facts have no aliases. */
const getNames = (brand: string) => {
  const fact = [...pageFacts.values()].find(({ entity }) => entity === brand)
  return [brand, ...(fact?.aliases ?? [])]
}

function expectPeriods({ id, earlier, value, valid_from }: Fact) {
  const periods = [...earlier, { value, valid_from, valid_until: null }]
  for (const [index, period] of periods.entries()) {
    const before = periods[index - 1]
    if (!before) continue
    const dayAfter = new Date(Date.parse(before.valid_until ?? '') + 86_400_000).toISOString().slice(0, 10)
    expect(period.valid_from, id).toBe(dayAfter)
    expect(period.value, id).not.toBe(before.value)
  }
}

function expectAllQuotes(files: readonly string[], from: URL) {
  const Answer = z.object({ id: z.string(), answer_markdown: z.string() })
  for (const file of files) {
    const answers = readJsonLines(new URL(file, from)).map((line) => Answer.parse(line))
    expectQuotes(
      claims.filter((claim) => claim.file === file),
      new Map(answers.map(({ id, answer_markdown }) => [id, answer_markdown])),
    )
  }
}

function expectQuotes(own: readonly Claim[], texts: ReadonlyMap<string, string>) {
  expect(own).not.toEqual([])
  for (const { id, answer, start, end } of own) {
    const text = texts.get(answer)
    expect(text, `${id}: ${answer}`).toBeDefined()
    if (text === undefined || start === null || end === null) continue
    expect(end, id).toBeLessThanOrEqual(text.length)
    const quote = text.slice(start, end)
    expect(quote, id).toBe(quote.trim())
    expect(quote.isWellFormed(), id).toBe(true)
    expect(quote.length, id).toBeLessThan(200)
  }
}
