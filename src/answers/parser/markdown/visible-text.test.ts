import { describe, expect, test } from 'vitest'
import { fold, unfold } from '../text/fold.ts'
import type { OpenBlock } from './scan-state.ts'
import { extractVisibleText } from './visible-text.ts'

/** Returns the visible text, folded. Line feeds separate blocks. */
function visibleText(markdown: string): string {
  const folded = fold(extractVisibleText(markdown))
  return unfold(folded, 0, folded.length)
}

function blocks(
  markdown: string,
): (Pick<OpenBlock, 'kind' | 'level' | 'group' | 'position' | 'column'> & { text: string })[] {
  const visible = extractVisibleText(markdown)
  const folded = fold(visible)
  return visible.blocks.map(({ start, end, ...block }) => ({
    ...block,
    text: unfold(folded, folded.runStarts[start] ?? 0, folded.runStarts[end] ?? 0),
  }))
}

describe('the visible text is the text of the rendered markdown', () => {
  test.each([
    ['# One\n## Two ##\nThree\n===', 'one\ntwo\nthree'],
    ['a **b** _c_ ***d*** ~~e~~', 'a b c d e'],
    ['E*TRADE snake_case 2 * 3', 'e*trade snake_case 2 * 3'],
    ['\\*a\\* \\[b\\] C:\\dir', '*a* [b] c:\\dir'],
    ['`code` ``a`b`` `open', "code a'b 'open"],
    ['[label](https://x.com "title") [b]( c )', 'label b'],
    ['[a](b(c)d) e', 'a e'],
    ['[**bold** link](x)', 'bold link'],
    ['[not a link] (x)', '[not a link] (x)'],
    ['[a][r] [r][] [r] [s]\n\n[r]: http://x.y "t"', 'a r r [s]'],
    ['see ![alt](i.png) here', 'see \ufffc here'],
    ['[![alt](i.png)](x) a', '\ufffc a'],
    ['<https://a.b> <me@a.b> c < d', '\ufffc \ufffc c < d'],
    ['go to https://a.b/c?d=e. Then', 'go to \ufffc. then'],
    ['(https://a.b/c_(d))', '(\ufffc)'],
    ['a&amp;b &lt;c&gt; &#169; &nosuch; &eacute;', 'a&b <c> © &nosuch; e'],
    ['<b>a</b><br>b<p>c</p>', 'a\nb\nc\n'],
    ['a <!-- b\nc --> d', 'a d'],
    ['a <script>b</script> c', 'a c'],
    ['a\nb  \nc\\\nd\n\ne', 'a b\nc\nd\ne'],
    ['> a\n> > b', 'a b'],
    ['```js\nx\n```\na\n~~~\ny\n~~~', 'a'],
    ['```markdown\n# A\n```', 'a'],
    ['a\n\n    indented code\n\nb', 'a\nb'],
    ['a[^1] b\n\n[^1]: note', 'a b\nnote'],
    ['---\na\n* * *\nb', 'a\nb'],
    ['a \ue200cite\ue202turn0search1\ue201 b', 'a b'],
    ['| a | b\\|c |\n|---|:-:|\n| d | |', 'a\nb|c\nd\n'],
    ['a\r\nb\r\n\r\nc', 'a b\nc'],
  ])('%j shows %j', (markdown, text) => {
    expect(visibleText(markdown)).toBe(text)
  })
})

test('items have a list, a position and a depth', () => {
  const markdown = '1. a\n   - b\n   - c\n2. d\n\n   more\n\nbetween\n\n3. e\n\n- f'
  expect(
    blocks(markdown).map(({ text, kind, level, group, position }) => [text, kind, level, group, position]),
  ).toEqual([
    ['a', 'item', 1, 0, 1],
    ['b', 'item', 2, 1, 1],
    ['c', 'item', 2, 1, 2],
    ['d', 'item', 1, 0, 2],
    ['more', 'item', 1, 0, 2],
    ['between', 'paragraph', 0, -1, 0],
    ['e', 'item', 1, 0, 3],
    ['f', 'item', 1, 2, 1],
  ])
})

test('numbered headings form a list', () => {
  const headings = blocks('## 1. A\n\nx\n\n## **2.** B\n\n## C').filter(({ kind }) => kind === 'heading')
  expect(headings.map(({ group, position }) => [group, position])).toEqual([
    [0, 1],
    [0, 2],
    [-1, 0],
  ])
})

test('cells have a row and a column', () => {
  const cells = blocks('| a | b |\n|---|---|\n| c | d |')
  expect(cells.map(({ text, position, column }) => [text, position, column])).toEqual([
    ['a', 0, 0],
    ['b', 0, 1],
    ['c', 1, 0],
    ['d', 1, 1],
  ])
})
