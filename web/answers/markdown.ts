/**
 * Markdown as a tree whose every letter knows where it stands in the source, so that a span of the source can be marked
 * in what is shown. What engines write: headings, paragraphs, emphasis, links, lists, tables, code, quotes. Anything
 * else, HTML too, stays the text that it is. Offsets are UTF-16 units. Syntax: CommonMark 0.31 and GitHub's tables.
 */
import { type Inline, parseInline } from './inline.ts'

export type Block =
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; first: number; items: Block[][] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'code'; lines: Line[] }
  | { kind: 'table'; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

export type Align = 'left' | 'center' | 'right' | null

/** A line without its end, and where its first letter stands in the source. */
export type Line = { text: string; start: number }

export function parseMarkdown(source: string): Block[] {
  return parseBlocks(linesOf(source))
}

function linesOf(source: string): Line[] {
  const lines: Line[] = []
  for (const match of source.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    if (match[0] === '' && match.index === source.length) break
    lines.push({ text: match[1] ?? '', start: match.index })
  }
  return lines
}

const fence = /^ {0,3}(`{3,}|~{3,})[^`]*$/
const heading = /^ {0,3}(#{1,6})(?:[ \t]+|$)/
const underline = /^ {0,3}(=+|-+)[ \t]*$/
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const quote = /^ {0,3}> ?/
const bullet = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?! )| +|\t|$)/
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

const emptyLine: Line = { text: '', start: 0 }

const isBlank = ({ text }: Line) => text.trim() === ''

/** No engine writes a list in a quote in a list … deeper than this; what is goes on as a paragraph. */
const deepest = 12

type Taken = { block: Block; count: number }

/** Each reader looks at the lines from `at` on, and says how many it took; a paragraph takes what nothing else does. */
const readers = [readFence, readHeading, readRule, readQuote, readList, readTable]

function parseBlocks(lines: Line[], depth = 0): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at]
    if (!line || isBlank(line)) {
      at += 1
      continue
    }
    const rest = lines.slice(at)
    const taken = (depth < deepest && firstOf(rest, depth)) || readParagraph(rest)
    blocks.push(taken.block)
    at += taken.count
  }
  return blocks
}

function firstOf(lines: Line[], depth: number): Taken | null {
  for (const read of readers) {
    const taken = read(lines, depth)
    if (taken) return taken
  }
  return null
}

function readFence(lines: Line[]): Taken | null {
  const open = fence.exec(lines[0]?.text ?? '')?.[1]
  if (open === undefined) return null
  const close = new RegExp(`^ {0,3}${open[0]}{${open.length},}[ \\t]*$`)
  const length = lines.slice(1).findIndex(({ text }) => close.test(text))
  // A fence that is never closed goes to the end, as when an answer was cut off.
  const end = length === -1 ? lines.length : length + 1
  return { block: { kind: 'code', lines: lines.slice(1, end) }, count: Math.min(end + 1, lines.length) }
}

function readHeading(lines: Line[]): Taken | null {
  const [line = emptyLine] = lines
  const found = heading.exec(line.text)
  if (!found?.[1]) return null
  const content = cut(line, found[0].length)
  const closed = { ...content, text: content.text.replace(/(^|[ \t]+)#+[ \t]*$/, '') }
  return { block: { kind: 'heading', level: found[1].length, children: parseInline([closed]) }, count: 1 }
}

function readRule(lines: Line[]): Taken | null {
  return rule.test(lines[0]?.text ?? '') ? { block: { kind: 'rule' }, count: 1 } : null
}

function readQuote(lines: Line[], depth: number): Taken | null {
  const inside: Line[] = []
  for (const line of lines) {
    const mark = quote.exec(line.text)?.[0]
    // A line of the same paragraph may do without the mark.
    if (mark === undefined && (inside.length === 0 || isBlank(line) || startsBlock(line))) break
    inside.push(mark === undefined ? line : cut(line, mark.length))
  }
  return inside.length === 0
    ? null
    : { block: { kind: 'quote', children: parseBlocks(inside, depth + 1) }, count: inside.length }
}

function readList(lines: Line[], depth: number): Taken | null {
  const first = bullet.exec(lines[0]?.text ?? '')
  if (!first) return null
  const kind = kindOf(first)
  const items: Block[][] = []
  let at = 0
  while (at < lines.length) {
    const found = bullet.exec(lines[at]?.text ?? '')
    if (!found || kindOf(found) !== kind || rule.test(lines[at]?.text ?? '')) break
    const item = itemLines(lines.slice(at), found)
    items.push(parseBlocks(item, depth + 1))
    at += item.length
    const next = lines.slice(at).findIndex((line) => !isBlank(line))
    if (next > 0 && bullet.test(lines[at + next]?.text ?? '')) at += next
  }
  const ordered = kind === '.' || kind === ')'
  return {
    block: { kind: 'list', ordered, first: ordered ? Number.parseInt(first[2] ?? '1', 10) : 1, items },
    count: at,
  }
}

/** The mark's last sign: lists of different signs are different lists. */
const kindOf = (found: RegExpExecArray) => found[2]?.at(-1)

/** The item's own lines without its mark and indentation: all that are indented as its text is, and what they go on with. */
function itemLines(lines: Line[], found: RegExpExecArray): Line[] {
  const [mark = ''] = found
  const indent = found[3] === '' || found[3] === '\t' ? mark.trimEnd().length + 1 : mark.length
  const [first, ...rest] = lines
  if (!first) return []
  const inside = [cut(first, mark.length)]
  // Engines often indent less than the mark is wide; two columns below a list are meant as "inside" all the same.
  const enough = Math.min(indent, leading(first.text) + 2)
  for (const line of rest) {
    const previous = inside.at(-1)
    if (isBlank(line)) inside.push(line)
    else if (leading(line.text) >= enough) inside.push(cut(line, Math.min(indent, leading(line.text))))
    else if (previous && !isBlank(previous) && !startsBlock(line) && !bullet.test(line.text))
      inside.push(cut(line, leading(line.text)))
    else break
  }
  while (inside.length > 1 && isBlank(inside.at(-1) ?? first)) inside.pop()
  return inside
}

const leading = (text: string) => /^[ \t]*/.exec(text)?.[0].length ?? 0

function readTable(lines: Line[]): Taken | null {
  const [head, marks, ...rest] = lines
  if (!head?.text.includes('|') || !marks || !delimiterRow.test(marks.text)) return null
  const align = cellsOf(marks).map(({ text }) => alignOf(text))
  const titles = cellsOf(head)
  if (titles.length !== align.length) return null
  const end = rest.findIndex((line) => isBlank(line) || startsBlock(line))
  const body = end === -1 ? rest : rest.slice(0, end)
  const row = (line: Line) =>
    cellsOf(line)
      .slice(0, align.length)
      .map((cell) => parseInline([cell]))
  return {
    block: { kind: 'table', align, head: titles.map((cell) => parseInline([cell])), rows: body.map(row) },
    count: 2 + body.length,
  }
}

function cellsOf(line: Line): Line[] {
  const cells: Line[] = []
  let from = /^[ \t]*\|?/.exec(line.text)?.[0].length ?? 0
  for (let at = from; at <= line.text.length; at += 1) {
    const sign = line.text[at]
    if (sign === '\\') at += 1
    else if (sign === '|' || sign === undefined) {
      if (sign === '|' || line.text.slice(from).trim() !== '') cells.push(trimmed(cut(line, from, at)))
      from = at + 1
    }
  }
  return cells
}

function alignOf(marks: string): Align {
  const [left, right] = [marks.startsWith(':'), marks.endsWith(':')]
  if (left && right) return 'center'
  return right ? 'right' : left ? 'left' : null
}

function readParagraph(lines: Line[]): Taken {
  const [first, ...rest] = lines
  const end = rest.findIndex(
    (line, index) =>
      isBlank(line) ||
      underline.test(line.text) ||
      startsBlock(line) ||
      readTable(lines.slice(index + 1)) !== null,
  )
  const own = first ? [first, ...(end === -1 ? rest : rest.slice(0, end))] : []
  const children = parseInline(own.map(trimmed))
  const below = underline.exec(lines[own.length]?.text ?? '')?.[1]
  if (below !== undefined) {
    return {
      block: { kind: 'heading', level: below.startsWith('=') ? 1 : 2, children },
      count: own.length + 1,
    }
  }
  return { block: { kind: 'paragraph', children }, count: own.length }
}

/** What ends a paragraph without an empty line. A number other than 1 does not: "… in\n2024. It" is no list. */
function startsBlock({ text }: Line): boolean {
  if (heading.test(text) || fence.test(text) || quote.test(text) || rule.test(text)) return true
  const mark = bullet.exec(text)
  return mark !== null && mark[0] !== text && (!/\d/.test(mark[2] ?? '') || mark[2]?.slice(0, -1) === '1')
}

function cut(line: Line, from: number, to = line.text.length): Line {
  return { text: line.text.slice(from, to), start: line.start + from }
}

function trimmed(line: Line): Line {
  const from = leading(line.text)
  // Two blanks at the end of a line are a break, which the inline reader still has to see.
  return cut(
    line,
    from,
    from + line.text.slice(from).replace(/[ \t]+$/, (end) => (end.length > 1 ? '  ' : '')).length,
  )
}
