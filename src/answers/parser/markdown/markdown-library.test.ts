import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../../../test/soak.ts'
import { outlineAnswer } from '../../outline.ts'

/**
 * The dashboard renders answers with mdast; the parser extracts the visible text by itself. Both must contain the same
 * words. Intended differences: the parser shows U+FFFC for a bare URL, reads a fenced block of prose, removes the tags
 * of HTML but not the text between them, and does not match pairs of emphasis delimiters.
 */
type Node = {
  type: string
  value?: string | undefined
  url?: string | undefined
  lang?: string | null | undefined
  children?: readonly Node[] | undefined
}

const PROSE_FENCES = ['markdown', 'md', 'text', 'txt', 'plaintext']

function renderedText(node: Node): string {
  const { type, value = '', url = '', lang, children = [] } = node
  const inner = children.map(renderedText).join('')
  if (type === 'text' || type === 'inlineCode') return value
  if (type === 'link') return url === inner && inner.includes('://') ? '' : inner
  if (type === 'html')
    return value.replace(/<!--[\s\S]*?-->|<(?:script|style)[\s\S]*?<\/(?:script|style)>|<[^>]*>/gi, ' ')
  if (type === 'code') return PROSE_FENCES.includes(lang ?? '') ? `${renderedText(parse(value))}\n` : ''
  if (type === 'break') return '\n'
  return BLOCKS.has(type) ? `${inner}\n` : inner
}

const BLOCKS = new Set(['paragraph', 'heading', 'listItem', 'tableCell', 'blockquote', 'footnoteDefinition'])

const parse = (markdown: string): Node =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

const wordsIn = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const wordsRendered = (markdown: string) => wordsIn(renderedText(parse(markdown)))
const wordsParsed = (markdown: string) => wordsIn(outlineAnswer(markdown, null).text)

const word = fc.stringMatching(/^[A-Z]?[a-zäéß]{1,8}$/)
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
const inline = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `_${text}_`),
  words.map((text) => `***${text}***`),
  words.map((text) => `~~${text}~~`),
  words.map((text) => `\`${text}\``),
  words.map((text) => `[${text}](https://example.com/path "a title")`),
  words.map((text) => `[**${text}**](https://example.com/a_(b))`),
  words.map((text) => `![${text}](image.png)`),
  words.map((text) => `[${text}][ref]`),
  words.map((text) => `\\*${text}\\* &amp; &eacute; &lt;${text}&gt; &#169;`),
  words.map((text) => `https://example.com/${text.split(' ')[0]} `),
  words.map((text) => `<https://example.com/${text.split(' ')[0]}>`),
)
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const getList = (marker: (index: number) => string) =>
  fc
    .array(line, { minLength: 1, maxLength: 4 })
    .map((lines) => lines.map((text, i) => `${marker(i)}${text}`).join('\n'))
const block = fc.oneof(
  line,
  fc.tuple(line, line).map(([first, second]) => `${first}\n${second}`),
  fc.tuple(line, line).map(([first, second]) => `${first}  \n${second}`),
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  words.map((text) => `${text}\n===`),
  words.map((text) => `${text}\n---`),
  getList(() => '- '),
  getList((index) => `${index + 1}. `),
  getList((index) => (index === 0 ? '- ' : '  - ')),
  line.map((text) => `> ${text}`),
  words.map((text) => `\`\`\`js\n${text}\n\`\`\``),
  words.map((text) => `~~~markdown\n**${text}**\n~~~`),
  fc.constant('---'),
  fc.tuple(words, words, line, words).map(([a, b, c, d]) => `| ${a} | ${b} |\n|---|:-:|\n| ${c} | ${d} |`),
  words.map((text) => `<!-- ${text} -->`),
)
const document = fc
  .array(block, { minLength: 1, maxLength: 8 })
  .map((blocks) => [...blocks, '[ref]: https://example.com/ref "title"'].join('\n\n'))

test('generated markdown has the same words as in the Markdown library', () => {
  fc.assert(
    fc.property(document, (markdown) => {
      expect(wordsParsed(markdown)).toEqual(wordsRendered(markdown))
    }),
    { numRuns: rounds(150, 500) },
  )
})

const FOLDER = new URL('../../../../../shared/answers/', import.meta.url)
const isAbsent = !existsSync(FOLDER)

describe.skipIf(isAbsent)('recorded answers', () => {
  test('at least 99 % have the same words as in the Markdown library', () => {
    const answers = isAbsent ? [] : recordedAnswers()
    const same = answers.filter((markdown) => {
      const parsed = wordsParsed(markdown)
      const rendered = wordsRendered(markdown)
      return parsed.length === rendered.length && parsed.every((each, i) => each === rendered[i])
    })
    console.log(`same words: ${same.length} of ${answers.length} recorded answers`)
    expect(same.length / answers.length).toBeGreaterThanOrEqual(0.99)
  })
})

/** Returns every fifteenth recorded answer, or every fifth in a soak test: the library takes seconds for all of them. */
function recordedAnswers(): string[] {
  const lines = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(new URL(name, FOLDER), 'utf8').split('\n'))
    .filter((text) => text !== '')
  return lines
    .flatMap((text) => {
      const { answer_markdown: markdown }: { answer_markdown?: string } = JSON.parse(text)
      return markdown ? [markdown] : []
    })
    .filter((_, index) => index % rounds(15, 5) === 0)
}
