import { expect, test } from 'vitest'
import { findQuote } from './find-quote.ts'

const markdown = `## Best kettles

1. **Acme One** is the *quietest* kettle of all. See [the test](https://example.com/quiet).
2. Globex “Steam” boils fast,
   but its lid is loose &amp; rattles.`

test.each([
  ['its very characters', '**Acme One** is the *quietest* kettle', '**Acme One** is the *quietest* kettle'],
  [
    'without emphasis',
    'Acme One is the quietest kettle of all.',
    'Acme One** is the *quietest* kettle of all.',
  ],
  ['with emphasis of its own', '*Acme One* is the **quietest**', 'Acme One** is the *quietest'],
  ['across a link', 'See the test.', 'See [the test](https://example.com/quiet).'],
  ['across a line break', 'boils fast, but its lid', 'boils fast,\n   but its lid'],
  ['straight quotation marks', 'Globex "Steam" boils', 'Globex “Steam” boils'],
  ['an entity as it is seen', 'loose & rattles', 'loose &amp; rattles'],
  ['a list item with its number', '1. Acme One is', 'Acme One** is'],
  ['space around it', '  boils fast ', 'boils fast'],
])('a quote is found: %s', (_, quote, text) => {
  const found = findQuote(markdown, quote)
  expect(found?.text).toBe(text)
  expect(markdown.slice(found?.start, found?.end)).toBe(text)
})

test.each([
  ['other words', 'Acme One is the loudest kettle'],
  ['words left out', 'Acme One kettle of all'],
  ['two passages joined', 'kettle of all. Globex'],
  ['what nobody sees', 'example com quiet'],
  ['nothing', ''],
  ['marks alone', '**'],
])('a quote is not found: %s', (_, quote) => {
  expect(findQuote(markdown, quote)).toBeNull()
})
