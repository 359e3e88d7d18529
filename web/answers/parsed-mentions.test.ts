/** The answer parser and the dashboard read Markdown with different code: both must see the same text. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createParser, parseAnswer } from '../../src/answers/parser.ts'
import { AnswerText } from './AnswerText.tsx'

const entities = createParser([{ id: 'brand', name: 'Zyntra Labs' }])

const answers = [
  'Use Zyntra Labs. Then ask **Zyntra Labs** or *Zyntra Labs*, ***Zyntra Labs*** and ~~Zyntra Labs~~.',
  '# Zyntra Labs\n\n## About Zyntra Labs ##\n\nZyntra Labs\n===',
  '1. **Zyntra Labs**: fast\n   - Zyntra Labs is cheap\n\n2. Other\n\n   Zyntra Labs again',
  '- [x] Zyntra Labs\n* Zyntra Labs\n+ see\n  Zyntra Labs',
  '> Zyntra Labs said\n> that Zyntra Labs\n> > is Zyntra Labs',
  '| Tool | Note |\n|:--|--:|\n| Zyntra Labs | by **Zyntra Labs** \\| new |\n| a<br>Zyntra Labs | R&amp;D of Zyntra Labs |',
  'AT&amp;T &#8364; Zyntra Labs \\*and\\* Zyntra Labs &mdash; Zyntra Labs',
  '[Zyntra Labs](https://zyntra.example "title") and [about Zyntra Labs][1] or <https://a.example> Zyntra Labs\n\n[1]: https://b.example',
  'Visit https://www.example.com/path?x=1, then Zyntra Labs. Mail me@example.com at Zyntra Labs[^1].\n\n[^1]: By Zyntra Labs.',
  'Inline `Zyntra Labs` and ``a ` Zyntra Labs``.',
  'First line of Zyntra Labs  \nsecond of Zyntra Labs\\\nthird of Zyntra Labs   \nfourth of Zyntra Labs\r\nfifth of Zyntra Labs',
  '<div>\nZyntra Labs\n</div>\n\n<b>Zyntra Labs</b> text',
  '🦊 Zyntra Labs é Zyntra Labs — “Zyntra Labs”',
  '***\nZyntra Labs\n\n---\n\n    Zyntra Labs in an indented line',
]

test.each(answers)('each mention in %j is highlighted exactly where the parser found it', (markdown) => {
  const spans = parseAnswer({ markdown, citations: [] }, entities).entities[0]?.spans ?? []
  expect(spans.length).toBeGreaterThan(0)
  const highlights = spans.map(({ start, end }) => ({ start, end, competitor: null }))
  const html = renderToStaticMarkup(createElement(AnswerText, { markdown, highlights }))
  const highlighted = [...html.matchAll(/<mark[^>]*>([^<]*)<\/mark>/g)].map(([, text]) => text)
  expect(highlighted).toEqual(spans.map(({ text }) => text))
})
