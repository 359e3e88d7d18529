import { expect, test } from 'vitest'
import { findQuote } from './find-quote.ts'

const markdown = `## Best kettles

1. **Acme One** is the *quietest* kettle of all. See [the test](https://example.com/quiet).
2. Globex “Steam” boils fast,
   but its lid is loose &amp; rattles.`

test.each([
  [
    'with the exact characters',
    '**Acme One** is the *quietest* kettle',
    '**Acme One** is the *quietest* kettle',
  ],
  [
    'without emphasis',
    'Acme One is the quietest kettle of all.',
    'Acme One** is the *quietest* kettle of all.',
  ],
  ['with different emphasis', '*Acme One* is the **quietest**', 'Acme One** is the *quietest'],
  ['across a link', 'See the test.', 'See [the test](https://example.com/quiet).'],
  ['across a line break', 'boils fast, but its lid', 'boils fast,\n   but its lid'],
  ['with straight quotation marks', 'Globex "Steam" boils', 'Globex “Steam” boils'],
  ['with a decoded character reference', 'loose & rattles', 'loose &amp; rattles'],
  ['with the number of a list item', '1. Acme One is', 'Acme One** is'],
  ['with surrounding space', '  boils fast ', 'boils fast'],
])('a quote is found %s', (_, quote, text) => {
  const found = findQuote(markdown, quote)
  expect(found?.text).toBe(text)
  expect(markdown.slice(found?.start, found?.end)).toBe(text)
})

test.each([
  ['with a different word', 'Acme One is the loudest kettle'],
  ['with omitted words', 'Acme One kettle of all'],
  ['joined from two passages', 'kettle of all. Globex'],
  ['from a link target', 'example com quiet'],
  ['that is empty', ''],
  ['that is only markup', '**'],
])('a quote is not found %s', (_, quote) => {
  expect(findQuote(markdown, quote)).toBeNull()
})
