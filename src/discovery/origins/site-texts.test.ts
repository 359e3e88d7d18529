import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { sha256 } from '../../core/ids.ts'
import { readPageText } from './site-texts.ts'

const file = new URL('../labeled-page-texts.csv', import.meta.url)
const labels = parse<{ text: string; keep: string }>(readFileSync(file), { columns: true })

test.each([
  ['At what age can a child use a kick scooter?', 'en'],
  ['Kick scooter or bike: which is safer?', 'en'],
  ['How to clean a tent', 'en'],
  ['Ab wann lohnt sich eine Markise?', 'de'],
  ['Für welchen Balkon eignet sich eine Klemmmarkise?', 'de'],
  ['Est-ce que le volet roulant résiste au vent ?', 'fr'],
  ['À quelle hauteur faut-il poser un volet ?', 'fr'],
  ['¿A qué altura se instala un toldo?', 'es'],
  ['¿Merece la pena un toldo eléctrico?', 'es'],
  ['電動オーニングとは', 'ja'],
  ['オーニングの耐用年数は何年？', 'ja'],
])('%j is a whole question', (text, language) => {
  expect(readPageText(text, ['norvik'], language)).not.toBeNull()
})

test.each([
  ['Tents for every season and budget', 'en'],
  ['Thinking about your first tent?', 'en'],
  ['Tired of wet tents in the morning?', 'en'],
  ['So, does a tent keep warm in winter?', 'en'],
  ['Are you looking for a family tent?', 'en'],
  ['Does this tent fit four adults?', 'en'],
  ['Markise: alles zu Montage, Pflege und Preisen', 'de'],
  ['Markise für den Balkon gesucht?', 'de'],
  ['Passt diese Markise auf meinen Balkon?', 'de'],
  ['Le store banne sous toutes ses coutures', 'fr'],
  ['Envie de plus d’ombre sur la terrasse ?', 'fr'],
  ['Toldos: todo sobre medidas, telas y motores', 'es'],
  ['¿Listo para comprar un toldo eléctrico?', 'es'],
  ['オーニングの選び方と手入れを解説', 'ja'],
  ['オーニング選びでお悩みですか？', 'ja'],
])('%j is not a whole question', (text, language) => {
  expect(readPageText(text, ['norvik'], language)).toBeNull()
})

/** Invented titles and headings of pages, labeled before the rules for them were written. */
test.each([
  { half: 0, kept: 12, wrong: [], missed: [] },
  {
    half: 1,
    kept: 14,
    wrong: ['How do I find my size?', 'What happens to my data?'],
    missed: [],
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
