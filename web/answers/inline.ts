/** The inside of a paragraph: text, emphasis, code, links and line breaks, each letter with its place in the source. */
import type { Line } from './markdown.ts'

export type Inline =
  /** `text` is what is shown; it stands for the source from `start` to `end`, letter by letter unless the lengths differ. */
  | { kind: 'text'; text: string; start: number; end: number }
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
  | { kind: 'code'; children: Inline[] }
  /** `url` is null where it is no address of the web: the text is then shown as text. */
  | { kind: 'link'; url: string | null; children: Inline[] }
  | { kind: 'break' }

export function parseInline(lines: Line[]): Inline[] {
  return closeEmphasis(scan(joined(lines), false))
}

/** The lines as one text; `places[i]` is where its letter i stands in the source, with one more for the end. */
type Joined = { text: string; places: number[] }

function joined(lines: Line[]): Joined {
  const places: number[] = []
  for (const { text, start } of lines) {
    for (let at = 0; at <= text.length; at += 1) places.push(start + at)
  }
  return { text: lines.map(({ text }) => text).join('\n'), places }
}

/** A run of * or _ or ~ that may open or close emphasis; what is left of it in the end is text. */
type Run = { kind: 'run'; sign: string; length: number; start: number; opens: boolean; closes: boolean }
type Piece = Inline | Run

/** Within a link nothing is a link of its own. */
type Scan = { source: Joined; at: number; pieces: Piece[]; inLink: boolean }

/** What may start with a sign: each takes its piece and moves on, or leaves the sign to be text. */
const takers: Record<string, (scan: Scan) => boolean> = {
  '\\': takeEscape,
  '&': takeEntity,
  '`': takeCode,
  '\n': takeLineEnd,
  '[': takeLink,
  '!': takeImage,
  '<': takeAngle,
  '*': takeRun,
  _: takeRun,
  '~': takeRun,
  h: takeBareUrl,
}

function scan(source: Joined, inLink: boolean): Piece[] {
  const state: Scan = { source, at: 0, pieces: [], inLink }
  let textFrom = 0
  const flush = (to: number) => state.pieces.push(...textsOf(source, textFrom, to))
  while (state.at < source.text.length) {
    const at = state.at
    const before = state.pieces.length
    const taken = takers[source.text[at] ?? '']?.(state)
    if (!taken) {
      state.at = at + 1
      continue
    }
    const made = state.pieces.splice(before)
    flush(at)
    state.pieces.push(...made)
    textFrom = state.at
  }
  flush(state.at)
  return state.pieces
}

const place = ({ places }: Joined, at: number) => places[at] ?? 0

/** One text per line: between lines the source may hold what is not shown, such as the marks of a quote. */
function textsOf(source: Joined, from: number, to: number): Inline[] {
  const texts: Inline[] = []
  let at = from
  for (const text of source.text.slice(from, to).split('\n')) {
    if (at > from) texts.push(lineEnd(source, at - 1))
    const start = place(source, at)
    if (text !== '') texts.push({ kind: 'text', text, start, end: start + text.length })
    at += text.length + 1
  }
  return texts
}

/** Shown as a blank that stands for nothing of the source. */
function lineEnd(source: Joined, at: number): Inline {
  const start = place(source, at)
  return { kind: 'text', text: ' ', start, end: start }
}

function takeEscape(scan: Scan): boolean {
  const { source, at } = scan
  const next = source.text[at + 1]
  if (next === '\n') return take(scan, 2, { kind: 'break' })
  if (next === undefined || !/[!-/:-@[-`{-~]/.test(next)) return false
  return take(scan, 2, { kind: 'text', text: next, start: place(source, at), end: place(source, at + 1) + 1 })
}

/** Those that engines write; any other stays as it is typed. */
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  middot: '·',
  bull: '•',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
}

function takeEntity(scan: Scan): boolean {
  const { source, at } = scan
  const found = /^&(?:(\w{2,8})|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/.exec(source.text.slice(at, at + 12))
  if (!found) return false
  const text = found[1] === undefined ? character(found[2], found[3]) : entities[found[1]]
  if (text === undefined) return false
  const end = place(source, at + found[0].length - 1) + 1
  return take(scan, found[0].length, { kind: 'text', text, start: place(source, at), end })
}

function character(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

function takeCode(scan: Scan): boolean {
  const { source, at } = scan
  const ticks = /^`+/.exec(source.text.slice(at))?.[0] ?? ''
  const close = new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g')
  close.lastIndex = at + ticks.length
  const end = close.exec(source.text)?.index
  if (end === undefined) return take(scan, ticks.length, ...textsOf(source, at, at + ticks.length))
  const children = textsOf(source, at + ticks.length, end)
  return take(scan, end + ticks.length - at, { kind: 'code', children })
}

/** Two blanks before the end of a line, or a backslash, break it; otherwise the paragraph flows on. */
function takeLineEnd(scan: Scan): boolean {
  const { source, at } = scan
  const isHard = source.text.slice(at - 2, at) === '  '
  return take(scan, 1, isHard ? { kind: 'break' } : lineEnd(source, at))
}

function takeLink(scan: Scan): boolean {
  const found = scan.inLink ? null : linkAt(scan.source, scan.at)
  if (!found) return false
  const children = linkText(scan.source, scan.at + 1, found.textEnd)
  return take(scan, found.end - scan.at, { kind: 'link', url: webUrl(found.url), children })
}

/** A picture is never fetched: its description is shown, and leads to it. */
function takeImage(scan: Scan): boolean {
  const found = linkAt(scan.source, scan.at + 1)
  if (!found) return false
  const children = textsOf(scan.source, scan.at + 2, found.textEnd)
  if (scan.inLink) return take(scan, found.end - scan.at, ...children)
  return take(scan, found.end - scan.at, { kind: 'link', url: webUrl(found.url), children })
}

/** `[text](url "title")`; the text may hold brackets in pairs, the address parentheses in pairs. */
function linkAt({ text }: Joined, at: number): { textEnd: number; url: string; end: number } | null {
  if (text[at] !== '[') return null
  const textEnd = closing(text, at, '[', ']')
  if (textEnd === null || text[textEnd + 1] !== '(') return null
  const end = closing(text, textEnd + 1, '(', ')')
  if (end === null) return null
  const target = /^\s*(?:<([^<>\n]*)>|(\S*?))(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*$/.exec(
    text.slice(textEnd + 2, end),
  )
  if (!target) return null
  return { textEnd, url: target[1] ?? target[2] ?? '', end: end + 1 }
}

/** Longest text of a link, and longest address, that is looked for. */
const longestLink = 1_000

function closing(text: string, from: number, open: string, close: string): number | null {
  let depth = 0
  const last = Math.min(text.length, from + longestLink)
  for (let at = from; at < last; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === open) depth += 1
    else if (text[at] === close) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return null
}

/** `<https://…>` is a link and `<br>` a break; other tags are shown as they are written, never obeyed. */
function takeAngle(scan: Scan): boolean {
  const { source, at } = scan
  const rest = source.text.slice(at, at + longestLink)
  const lineBreak = /^<br *\/?>/i.exec(rest)?.[0]
  if (lineBreak !== undefined) return take(scan, lineBreak.length, { kind: 'break' })
  const url = /^<(https?:\/\/[^\s<>]+)>/i.exec(rest)?.[1]
  if (url === undefined || scan.inLink) return false
  const children = textsOf(source, at + 1, at + 1 + url.length)
  return take(scan, url.length + 2, { kind: 'link', url: webUrl(url), children })
}

/** An address in running text, without the punctuation that ends the sentence around it. */
function takeBareUrl(scan: Scan): boolean {
  const { source, at } = scan
  if (scan.inLink || /[\w/]/.test(source.text[at - 1] ?? '')) return false
  const found = /^https?:\/\/[^\s<>"'`|]+/i.exec(source.text.slice(at, at + longestLink))?.[0]
  const url = found?.replace(/[.,;:!?*_~]+$/, '').replace(/\)+$/, (end) => (found.includes('(') ? end : ''))
  if (url === undefined || !/^https?:\/\/./i.test(url)) return false
  return take(scan, url.length, {
    kind: 'link',
    url: webUrl(url),
    children: textsOf(source, at, at + url.length),
  })
}

/** Flanking as CommonMark has it: a run opens before what is not blank, and closes after it; _ not inside a word. */
function takeRun(scan: Scan): boolean {
  const { source, at } = scan
  const sign = source.text[at] ?? ''
  let length = 1
  while (source.text[at + length] === sign) length += 1
  const [before, after] = [source.text[at - 1] ?? ' ', source.text[at + length] ?? ' ']
  const left = !/\s/.test(after) && (!isPunctuation(after) || /\s/.test(before) || isPunctuation(before))
  const right = !/\s/.test(before) && (!isPunctuation(before) || /\s/.test(after) || isPunctuation(after))
  const inWord = sign === '_' && left && right
  const opens = left && (!inWord || isPunctuation(before))
  const closes = right && (!inWord || isPunctuation(after))
  return take(scan, length, { kind: 'run', sign, length, start: place(source, at), opens, closes })
}

const isPunctuation = (sign: string) => /[\p{P}\p{S}]/u.test(sign)

function take(scan: Scan, length: number, ...pieces: Piece[]): true {
  scan.at += length
  scan.pieces.push(...pieces)
  return true
}

/** A part of the same text, read by itself. */
function linkText({ text, places }: Joined, from: number, to: number): Inline[] {
  return closeEmphasis(scan({ text: text.slice(from, to), places: places.slice(from, to + 1) }, true))
}

/** More runs than this are not left open at once: a browser draws only so many elements within each other. */
const mostOpen = 20
const longestRun = 6

/** Pairs each closing run with the nearest opening one of its sign; two signs are strong, one is emphasis. */
function closeEmphasis(pieces: Piece[]): Inline[] {
  const done: Piece[] = []
  let open = 0
  for (const piece of pieces) {
    if (piece.kind !== 'run') {
      done.push(piece)
      continue
    }
    const left = piece.closes ? closeAll(done, piece) : piece
    if (piece.closes) open = done.filter(({ kind }) => kind === 'run').length
    if (left.length === 0) continue
    const isKept = left.opens && left.length <= longestRun && open < mostOpen
    done.push(isKept ? left : textOfRun(left))
    if (isKept) open += 1
  }
  return done.map((piece) => (piece.kind === 'run' ? textOfRun(piece) : piece))
}

/** What is left of the closing run once nothing that it could close is open. */
function closeAll(done: Piece[], close: Run): Run {
  let left = close
  while (left.length > 0) {
    const closed = closeWith(done, left)
    if (closed === null) break
    left = { ...left, length: left.length - closed, start: left.start + closed }
  }
  return left
}

/** Wraps what stands after the opening run, and returns how many signs of the closing one that used; null without one. */
function closeWith(done: Piece[], close: Run): number | null {
  const at = done.findLastIndex((piece) => piece.kind === 'run' && piece.opens && piece.sign === close.sign)
  const open = done[at]
  if (open?.kind !== 'run') return null
  const used = Math.min(open.length, close.length, 2)
  if (close.sign === '~' && used < 2) return null
  const children = done.splice(at + 1).map((piece) => (piece.kind === 'run' ? textOfRun(piece) : piece))
  done.pop()
  if (open.length > used) done.push({ ...open, length: open.length - used })
  done.push({ kind: close.sign === '~' ? 'deleted' : used === 2 ? 'strong' : 'emphasis', children })
  return used
}

const textOfRun = ({ sign, length, start }: Run): Inline => ({
  kind: 'text',
  text: sign.repeat(length),
  start,
  end: start + length,
})

/** Only what a browser opens as a page: an answer can name any address, `javascript:` too. */
function webUrl(url: string): string | null {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
}
