import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AnswerText } from './AnswerText.tsx'
import type { Highlight } from './highlights.ts'
import { type Node, parseMarkdown } from './markdown.ts'

/** The HTML without the attributes and elements that only style it. */
const html = (markdown: string, highlights: Highlight[] = []) =>
  renderToStaticMarkup(createElement(AnswerText, { markdown, highlights }))
    .replace(/^<div class="answer-text">|<\/div>$/g, '')
    .replace(/<svg.*?<\/svg>|<span class="sr-only">.*?<\/span>/g, '')
    .replace(/<section[^>]*>|<\/section>/g, '')
    .replace(/ (?:class|target|rel|scope|title)="[^"]*"/g, '')
    .replaceAll('\n', ' ')

test('headings start below the heading of the page', () => {
  expect(html('### One\nText *of* it\n\n---\n> Quoted\n> > deeper')).toBe(
    '<h2>One</h2><p>Text <em>of</em> it</p><hr/><blockquote><p>Quoted</p><blockquote><p>deeper</p></blockquote></blockquote>',
  )
})

test('lists nest, keep their first number and show tasks', () => {
  expect(html('3. **Acme**: good\n4. Beta\n   - cheap\n\nAfter')).toBe(
    '<ol start="3"><li><strong>Acme</strong>: good</li><li>Beta<ul><li>cheap</li></ul></li></ol><p>After</p>',
  )
  expect(html('- [x] done\n- [ ] open')).toBe('<ul><li>☑ done</li><li>☐ open</li></ul>')
})

test('an indented paragraph is text, not code', () => {
  expect(html('Intro:\n\n    **Acme** is good')).toBe('<p>Intro:</p><p><strong>Acme</strong> is good</p>')
})

test('tables keep escaped bars, emphasis and line breaks in their cells', () => {
  expect(html('| Tool | Price |\n|:--|--:|\n| **A** \\| B | 1<br>2 |')).toBe(
    '<table><thead><tr><th>Tool</th><th>Price</th></tr></thead><tbody><tr><td><strong>A</strong> | B</td><td>1<br/>2</td></tr></tbody></table>',
  )
})

test('code is shown as written', () => {
  expect(html('```js\nlet a = "*b*"\n\n# no heading\n```\n`x **y**`')).toBe(
    '<pre><code>let a = &quot;*b*&quot;  # no heading</code></pre><p><code>x **y**</code></p>',
  )
})

test('only web addresses become links; an image is its description', () => {
  expect(html('[A](https://a.example/x_(y) "t") and https://c.example/d.')).toBe(
    '<p><a href="https://a.example/x_(y)">A<span> (a.example)</span></a> and <a href="https://c.example/d">https://c.example/d</a>.</p>',
  )
  expect(html('[x](javascript:alert(1)) [y](data:text/html,1) [z](vbscript:1)')).toBe('<p>x y z</p>')
  expect(html('![pic](https://d.example/p.png)')).toBe(
    '<p><a href="https://d.example/p.png">pic<span> (d.example)</span></a></p>',
  )
  expect(html('[![pic](https://d.example/p.png)](https://e.example)')).toBe(
    '<p><a href="https://e.example">pic<span> (e.example)</span></a></p>',
  )
  expect(html('See [one][1].\n\n[1]: https://a.example')).toBe(
    '<p>See <a href="https://a.example">one<span> (a.example)</span></a>.</p>',
  )
})

test('HTML is text, inline and as a block', () => {
  expect(html('a<br>b <script>x</script>')).toBe('<p>a<br/>b &lt;script&gt;x&lt;/script&gt;</p>')
  expect(html('<div onclick="x">\n**bold**\n</div>')).toBe(
    '<p>&lt;div onclick=&quot;x&quot;&gt; <strong>bold</strong> &lt;/div&gt;</p>',
  )
})

test('every mention in the text is highlighted', () => {
  const highlighted = (markdown: string) => {
    const highlights = [...markdown.matchAll(/Acme/g)].map(({ index }) => ({
      start: index,
      end: index + 4,
      competitor: null,
    }))
    return html(markdown, highlights)
  }
  const acme = '<mark>Acme</mark>'
  expect(highlighted('R&amp;D at Acme \\*here\\*')).toBe(`<p>R&amp;D at ${acme} *here*</p>`)
  expect(highlighted('> one\n> **Acme** two')).toBe(
    `<blockquote><p>one <strong>${acme}</strong> two</p></blockquote>`,
  )
  expect(highlighted('`` Acme` ``')).toBe(`<p><code>${acme}\`</code></p>`)
  expect(highlighted('- ```Acme\n  in Acme\n  ```')).toBe(
    `<ul><li><pre><code>in ${acme}</code></pre></li></ul>`,
  )
  expect(highlighted('![the Acme logo](data:x)')).toBe(`<p>the ${acme} logo</p>`)
  expect(highlighted('|Acme|\n|-|\n|x Acme|')).toBe(
    `<table><thead><tr><th>${acme}</th></tr></thead><tbody><tr><td>x ${acme}</td></tr></tbody></table>`,
  )
  expect(highlighted('visit https://acme.example or mail a@acme.example, says Acme')).toContain(
    `says ${acme}`,
  )
})

test('every text node maps to the source, whatever the source is', () => {
  const pieces = [
    'Acme',
    ' ',
    '\n',
    '\r\n',
    '**',
    '*',
    '_',
    '`',
    '```\n',
    '- ',
    '1. ',
    '> ',
    '# ',
    '|',
    '|-|-|\n',
  ]
  const more = [
    '  ',
    '    ',
    '[',
    '](https://a.example)',
    '![',
    '\\',
    '&amp;',
    '~~',
    '<br>',
    '---\n',
    '\t',
    '🦊',
    'é',
  ]
  const urls = ['https://b.example/c', 'www.d.example', 'a@e.example', '[^1]', '[^1]: ', '[1]: /x\n']
  const piece = fc.constantFrom(...pieces, ...more, ...urls)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
      const source = parts.join('')
      let last = 0
      for (const { value, position } of textsIn(parseMarkdown(source).children)) {
        const [start, end] = [position?.start.offset ?? -1, position?.end.offset ?? -1]
        if (value.length === end - start) expect(source.slice(start, end)).toBe(value)
        // A line ending can include the marker of a quote on the next line.
        else expect(source.slice(start, end)).toMatch(/^(\\.|&amp;|[\t ]*)[\r\n]*[\t >]*$/)
        expect(start).toBeGreaterThanOrEqual(last)
        last = end
      }
      html(source)
    }),
    { numRuns: 1_000 },
  )
})

type Text = Extract<Node, { type: 'text' }>

const textsIn = (nodes: readonly Node[]): Text[] =>
  nodes.flatMap((node) => (node.type === 'text' ? [node] : 'children' in node ? textsIn(node.children) : []))

test('an answer of nothing but markup is drawn', () => {
  for (const markup of ['*', '[', '`', '> ', '- ', '| ', '<', '![', '_a', '**a ', '[a](', '&', '\\']) {
    const text = markup.repeat(8_000 / markup.length)
    expect(html(`${text}](b)*`).length).toBeGreaterThan(0)
  }
})
