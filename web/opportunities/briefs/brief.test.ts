import fc from 'fast-check'
import { expect, test } from 'vitest'
import { briefMarkdown, outlineText, toOutline } from './brief.ts'

const brief = {
  title: 'Shoes that last',
  content_type: 'buying_guide',
  target_word_count: 800,
  audience: 'Runners.',
  outline: [
    { heading: 'The short answer', key_points: ['Name Zorvex first.', 'Say why.'] },
    { heading: 'Sizes', key_points: [] },
  ],
  target_keywords: ['running shoes'],
  questions_to_answer: [],
  sources_to_cite: ['https://www.pcmag.com/a_b'],
  competitor_insights: 'Quilmar leads.',
  call_to_action: 'To the shop.',
}

test('the Markdown of a brief contains all of it, without headings of empty lists', () => {
  expect(briefMarkdown(brief)).toBe(`# Shoes that last

- **Content type:** Buying guide
- **Word count:** about 800
- **Audience:** Runners.

## The short answer

- Name Zorvex first.
- Say why.

## Sizes

## Keywords

- running shoes

## Sources to cite

- <https://www.pcmag.com/a_b>

## Competitors

Quilmar leads.

## Call to action

To the shop.
`)
})

test('an outline that is not edited round-trips through its form', () => {
  const line = fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/)
  const outline = fc.array(fc.record({ heading: line, key_points: fc.array(line) }), { minLength: 1 })
  fc.assert(
    fc.property(outline, (given) => {
      expect(toOutline(outlineText(given))).toEqual(given)
    }),
  )
})

test('loosely formatted outlines are parsed', () => {
  expect(toOutline('#In short\nFoam\n* Sole\n\n## Sizes')).toEqual([
    { heading: 'In short', key_points: ['Foam', 'Sole'] },
    { heading: 'Sizes', key_points: [] },
  ])
})
