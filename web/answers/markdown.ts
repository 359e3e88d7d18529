/**
 * Markdown as an mdast tree whose text nodes map to the source, so that a span of the source can be highlighted in the
 * rendered text. Offsets are UTF-16 code units. Syntax: CommonMark with GitHub's tables, strikethrough, task lists,
 * footnotes and bare URLs.
 */
import { type CompileContext, fromMarkdown, type Handle } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export type Root = ReturnType<typeof fromMarkdown>
export type Node = Root['children'][number]

/** Rendered text and the source it comes from: unit for unit, unless the lengths differ. */
export type TextSpan = { text: string; start: number; end: number }

const syntax = [
  gfm(),
  // Engines indent loosely and do not write HTML blocks: the text of both is read as Markdown.
  { disable: { null: ['codeIndented', 'htmlFlow'] } },
]

type Token = Parameters<Handle>[0]

/** The default handlers append to the text node before; separate nodes keep each text as long as its source. */
function addText(context: CompileContext, { start, end }: Token) {
  const parent = context.stack.at(-1)
  if (!parent || !('children' in parent)) throw new Error('Text is always inside another node')
  const text = { type: 'text' as const, value: '', position: { start: getPoint(start), end: getPoint(end) } }
  const siblings: Node[] = parent.children
  siblings.push(text)
  return text
}

const getPoint = ({ line, column, offset }: Token['start']) => ({ line, column, offset })

function startText(this: CompileContext, token: Token): void {
  this.stack.push(addText(this, token))
}

/** White space before a line ending is in no node. The default handler then appends the line ending to this text. */
function startLineEnding(this: CompileContext, token: Token): void {
  const isShown = this.config.canContainEols.includes(this.stack.at(-1)?.type ?? '')
  if (isShown && !this.data.atHardBreak && !this.data.setextHeadingSlurpLineEnding) addText(this, token)
}

const compilers = [
  // The transforms search the finished tree for further URLs, and the text nodes they create have no position.
  ...gfmFromMarkdown().map(({ transforms: _, ...compiler }) => compiler),
  {
    enter: {
      data: startText,
      characterEscape: startText,
      characterReference: startText,
      lineEnding: startLineEnding,
    },
  },
]

/** No answer nests lists and quotes this deep in one line; the time to parse them grows with the square of the depth. */
const deepNesting = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){30}/m
const withoutNesting = { disable: { null: ['list', 'blockQuote'] } }

export function parseMarkdown(source: string): Root {
  const extensions = deepNesting.test(source) ? [...syntax, withoutNesting] : syntax
  return fromMarkdown(source, { extensions, mdastExtensions: compilers })
}

export const getStart = (node: Node): number => node.position?.start.offset ?? 0
export const getEnd = (node: Node): number => node.position?.end.offset ?? 0

/** The node exactly as it is written in the source. */
export function getSource(source: string, node: Node): TextSpan {
  const [start, end] = [getStart(node), getEnd(node)]
  return { text: source.slice(start, end), start, end }
}

/**
 * Locates text that a node has as a value (code, the description of an image): each line is searched for in the node's
 * source, after the line before it. A line that is written differently there maps to no source.
 */
export function locateLines(source: string, node: Node, value: string, from: number): TextSpan[] {
  let at = from
  return value.split('\n').flatMap((line, index) => {
    const found = source.indexOf(line, at)
    const isFound = found !== -1 && found + line.length <= getEnd(node)
    const start = isFound ? found : at
    at = isFound ? found + line.length : at
    const span = { text: line, start, end: at }
    return index === 0 ? [span] : [{ text: '\n', start, end: start }, span]
  })
}

/** Returns the URL if a browser opens it as a web page: an answer can contain any address, such as `javascript:`. */
export function webUrl(url: string): string | null {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
}
