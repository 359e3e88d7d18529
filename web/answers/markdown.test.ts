import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Inline } from './inline.ts'
import { type Block, parseMarkdown } from './markdown.ts'

/** The tree in a few signs, so that a test shows at a glance what it expects. */
const shown = (source: string) => parseMarkdown(source).map(showBlock).join(' ')

test('headings, paragraphs, rules and quotes', () => {
  expect(shown('# One\nText *of* it\nGoes on\n\n---\n> Quoted\n> > deeper')).toBe(
    'h1(One) p(Text em(of) it Goes on) hr quote(p(Quoted) quote(p(deeper)))',
  )
  expect(shown('Title\n=====\nSub ##\n---')).toBe('h1(Title) h2(Sub ##)')
  expect(shown('## Closed ##')).toBe('h2(Closed)')
})

test('lists nest by their indentation and count from their first number', () => {
  expect(shown('- one\n- two\n  - inner\n\n    more\n- three')).toBe(
    'ul[p(one) | p(two) ul[p(inner) p(more)] | p(three)]',
  )
  expect(shown('3. **Acme**: good\n4. Beta\n   - cheap\n\n5) other')).toBe(
    'ol3[p(strong(Acme): good) | p(Beta) ul[p(cheap)]] ol5[p(other)]',
  )
  expect(shown('1. one\n\n2. two\n\nAfter')).toBe('ol1[p(one) | p(two)] p(After)')
})

test('a number at the start of a line of running text is no list', () => {
  expect(shown('It was founded in\n2024. It grew.')).toBe('p(It was founded in 2024. It grew.)')
})

test('tables, with cells that hold escaped bars and emphasis', () => {
  expect(shown('Before\n| Tool | Price |\n|:--|--:|\n| **A** \\| B | 1 |\n| C |\n\nAfter')).toBe(
    'p(Before) table left,right [Tool][Price] / [strong(A) | B][1] / [C] p(After)',
  )
})

test('code is shown as typed', () => {
  expect(shown('```js\nlet a = "*b*"\n\n# no heading\n```\n`x **y**`')).toBe(
    'pre(let a = "*b*"//# no heading) p(code(x **y**))',
  )
  expect(shown('~~~\ncut off')).toBe('pre(cut off)')
})

test('emphasis opens and closes where CommonMark says', () => {
  expect(shown('**bold** _em_ ***both*** ~~gone~~ snake_case_name 2 * 3 * 4 **open')).toBe(
    'p(strong(bold) em(em) em(strong(both)) del(gone) snake_case_name 2 * 3 * 4 **open)',
  )
})

test('links are links only to the web; a picture is its description', () => {
  expect(shown('[A (b)](https://a.example/x_(y) "t") <https://b.example> see https://c.example/d.')).toBe(
    'p(a<https://a.example/x_(y)>(A (b)) a<https://b.example>(https://b.example) see a<https://c.example/d>(https://c.example/d).)',
  )
  expect(shown('[x](javascript:alert(1)) [y](data:text/html,1) ![pic](https://d.example/p.png)')).toBe(
    'p(a<>(x) a<>(y) a<https://d.example/p.png>(pic))',
  )
  expect(shown('([site](https://e.example))')).toBe('p((a<https://e.example>(site)))')
})

test('escapes, entities and HTML become the letters they stand for, and nothing more', () => {
  expect(shown('\\*no\\* AT&amp;T &#8364; &unknown; a<br>b <script>x</script>')).toBe(
    'p(*no* AT&T € &unknown; a/b <script>x</script>)',
  )
})

test('every letter shown knows its place in the source, whatever the source is', () => {
  const piece = fc.constantFrom(
    ...[
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
      '  ',
      '    ',
    ],
    ...[
      '[',
      '](https://a.example)',
      '![',
      '\\',
      '&amp;',
      '~~',
      '<br>',
      'https://b.example/c',
      '---\n',
      '\t',
      '🦊',
      'é',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const source = pieces.join('')
      let last = 0
      for (const { text, start, end } of textsIn(parseMarkdown(source))) {
        if (text.length === end - start) expect(source.slice(start, end)).toBe(text)
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeLessThanOrEqual(source.length)
        last = end
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a long answer of nothing but signs is read in a moment, and nests only so deep', () => {
  const signs = ['*', '[', '`', '> ', '- ', '| ', '<', '![', '_a', '**a ', '[a](']
  const sources = signs.map((sign) => sign.repeat(20_000 / sign.length) + '](b)*'.repeat(100))
  // Time of the processor, which does not depend on who else is at work; it is about 0.3 s.
  const before = process.cpuUsage()
  const trees = sources.map(parseMarkdown)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000_000).toBeLessThan(3)
  for (const blocks of trees) expect(depthOf(blocks)).toBeLessThan(200)
})

/** Of everything within everything, so that it can be drawn. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

type Text = Extract<Inline, { kind: 'text' }>

function textsIn(blocks: Block[]): Text[] {
  return blocks.flatMap((block): Text[] => {
    if (block.kind === 'heading' || block.kind === 'paragraph') return block.children.flatMap(textsOf)
    if (block.kind === 'quote') return textsIn(block.children)
    if (block.kind === 'list') return block.items.flatMap(textsIn)
    if (block.kind === 'table') return [block.head, ...block.rows].flat(2).flatMap(textsOf)
    if (block.kind === 'code')
      return block.lines.map(({ text, start }) => ({ kind: 'text', text, start, end: start + text.length }))
    return []
  })
}

const textsOf = (inline: Inline): Text[] => {
  if (inline.kind === 'text') return [inline]
  return 'children' in inline ? inline.children.flatMap(textsOf) : []
}

function showBlock(block: Block): string {
  if (block.kind === 'heading') return `h${block.level}(${showAll(block.children)})`
  if (block.kind === 'paragraph') return `p(${showAll(block.children)})`
  if (block.kind === 'quote') return `quote(${block.children.map(showBlock).join(' ')})`
  if (block.kind === 'code') return `pre(${block.lines.map(({ text }) => text).join('/')})`
  if (block.kind === 'rule') return 'hr'
  if (block.kind === 'list') {
    const items = block.items.map((item) => item.map(showBlock).join(' ')).join(' | ')
    return `${block.ordered ? `ol${block.first}` : 'ul'}[${items}]`
  }
  const rows = [block.head, ...block.rows].map((row) => row.map((cell) => `[${showAll(cell)}]`).join(''))
  return `table ${block.align.join(',')} ${rows.join(' / ')}`
}

const showAll = (inlines: Inline[]): string => inlines.map(showInline).join('')

function showInline(inline: Inline): string {
  if (inline.kind === 'text') return inline.text
  if (inline.kind === 'break') return '/'
  if (inline.kind === 'link') return `a<${inline.url ?? ''}>(${showAll(inline.children)})`
  const names = { strong: 'strong', emphasis: 'em', deleted: 'del', code: 'code' }
  return `${names[inline.kind]}(${showAll(inline.children)})`
}
