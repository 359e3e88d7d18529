import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getIntent, getKeywords } from './keywords.ts'

test.each([
  [
    'What are the best running shoes for flat feet?',
    'en',
    ['best running shoes for flat feet', 'best running shoes'],
  ],
  ['Which CRM is best for a small law firm?', 'en', ['crm is best for a small law firm', 'crm is best']],
  ['running shoes', 'en', ['running shoes']],
  ['Can you recommend a C++ course?', 'en-GB', ['c++ course']],
  ["I'm looking for an accountant in Leeds.", null, ['accountant in leeds']],
  [
    'Welche Laufschuhe sind die besten für Plattfüße?',
    'de',
    ['laufschuhe sind die besten für plattfüße', 'laufschuhe sind die besten'],
  ],
  [
    'Quelles sont les meilleures chaussures pour courir ?',
    'fr',
    ['meilleures chaussures pour courir', 'meilleures chaussures'],
  ],
  [
    '¿Cuáles son los mejores zapatos para correr?',
    'es-MX',
    ['mejores zapatos para correr', 'mejores zapatos'],
  ],
  ['最高のランニングシューズは?', 'ja', ['最高のランニングシューズは']],
  ['Shoes for men', 'en', ['shoes for men']],
  [
    'I have flat feet, run thirty miles a week on tarmac and weigh ninety kilos, so what should I buy?',
    'en',
    [],
  ],
  ['???', 'en', []],
])('%s (%s) has the keywords %j', (prompt, language, keywords) => {
  expect(getKeywords(prompt, language)).toEqual(keywords)
})

test('a keyword never exceeds the limits of Google Ads', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('en', 'de', 'fr', 'es', 'ja', null),
      (text, language) => {
        for (const keyword of getKeywords(text, language)) {
          expect(keyword.length).toBeLessThanOrEqual(80)
          expect(keyword.split(' ').length).toBeLessThanOrEqual(10)
          expect(keyword).not.toMatch(/[?!,;|<>]/)
        }
      },
    ),
  )
})

test.each([
  ['Where can I buy trail shoes?', 'best', 'en', 'transactional'],
  ['Wo kann ich Laufschuhe günstig kaufen?', 'other', 'de', 'transactional'],
  ['What are the best trail shoes?', 'best', 'en', 'commercial'],
  ['How do I clean trail shoes?', 'how-to', 'en', 'informational'],
  ['Is Acme any good?', 'branded', 'en', 'navigational'],
  ['ランニング', 'other', 'ja', 'informational'],
])('%s (%s, %s) has the intent %s', (text, category, language, intent) => {
  expect(getIntent({ text, category, language })).toBe(intent)
})
