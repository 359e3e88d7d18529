import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { sha256 } from '../../core/ids.ts'
import { readPageText } from './site-texts.ts'

const file = new URL('../labeled-page-texts.csv', import.meta.url)
const labels = parse<{ text: string; keep: string }>(readFileSync(file), { columns: true })

/** Invented titles and headings of pages, labeled before the rules for them were written. */
test.each([
  { half: 0, kept: 14, wrong: [], missed: [] },
  {
    half: 1,
    kept: 20,
    wrong: ['How do I find my size?', 'What happens to my data?'],
    missed: ['A guide to buying your first cargo bike'],
  },
])('half $half of the texts of pages: those that people would ask', ({ half, ...expected }) => {
  const texts = labels
    .filter(({ text }) => (sha256(text)[0] ?? 0) % 2 === half)
    .map((each) => ({ ...each, isKept: readPageText(each.text, ['norvik'], 'en') !== null }))
  expect({
    kept: texts.filter(({ keep, isKept }) => keep === 'yes' && isKept).length,
    wrong: texts.filter(({ keep, isKept }) => keep === 'no' && isKept).map(({ text }) => text),
    missed: texts.filter(({ keep, isKept }) => keep === 'yes' && !isKept).map(({ text }) => text),
  }).toEqual(expected)
})
