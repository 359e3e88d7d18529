import { KINDS, kindOf, SCRIPTS, scriptOf } from './characters.ts'
import { FOLDING, foldCharacter, isConjoiningJamo, profileOf } from './fold-tables.ts'
import type { FoldedText } from './folded.ts'
import { addMapping, createSourceMap, markdownRange } from './source-map.ts'
import { addRun, newRuns, type TextRuns } from './text-runs.ts'
import { findWordStarts } from './word-starts.ts'

const { DIGIT, MARK } = KINDS
const { GREEK, LATIN } = SCRIPTS
const { BEYOND_FLAG, FIRST_BEYOND_LATIN, KIND_SHIFT, PROFILES, SLOW_FLAG, SPACE_FLAG, WORD_FLAG } = FOLDING

/** Folds the visible text of an answer into shared buffers: use the result before calling this again. */
export function fold({ units, runs }: { units: Uint16Array; runs: TextRuns }): FoldedText {
  // Little is seen longer than it is written: `makeRoom` is seldom needed behind this.
  const most = (runs.ends[runs.length - 1] ?? 0) + runs.length + SPARE
  if (shared.units.length < most) shared = buffers(Math.ceil(most * 1.5))
  foldInto(shared, units, runs)
  return shared
}

/** Folds a short text, such as a name or a prompt, into shared buffers of its own: use the result before the next one. */
export function foldString(text: string): FoldedText {
  const most = text.length + SPARE
  if (few.units.length < most) {
    few = buffers(most * 2)
    fewUnits = new Uint16Array(most * 2)
  }
  for (let i = 0; i < text.length; i++) fewUnits[i] = text.charCodeAt(i)
  fewRuns.length = 0
  addRun(fewRuns, 0, text.length)
  foldInto(few, fewUnits, fewRuns)
  return few
}

/** Folds a short text, such as a name. */
export function foldText(text: string): string {
  const folded = foldString(text)
  return textOf(folded, 0, folded.length)
}

/** Folded units as a string. */
export function textOf({ units, bytes }: FoldedText, start: number, end: number): string {
  if (end - start > SHORT_TEXT) return bytes.toString('utf16le', start * 2, end * 2)
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(units[i] ?? 0)
  return text
}

/** Up to so many units are put together faster than by a native call. */
const SHORT_TEXT = 12

function foldInto(folded: FoldedText, source: Uint16Array, runs: TextRuns): void {
  if (folded.runStarts.length <= runs.length) folded.runStarts = new Int32Array(runs.length * 2)
  folded.length = 0
  folded.isBeyondLatin = false
  folded.wayBack.length = 0
  for (let run = 0; run < runs.length; run++) {
    folded.runStarts[run] = folded.length
    const start = runs.starts[run] ?? 0
    const end = runs.ends[run] ?? 0
    const shown = runs.shownAs[run] ?? 0
    if (shown === 0) foldRun(folded, source, start, end)
    else foldShown(folded, start, end, shown)
  }
  folded.runStarts[runs.length] = folded.length
  putZeros(folded)
  findWordStarts(folded)
}

function foldRun(folded: FoldedText, source: Uint16Array, start: number, end: number): void {
  addMapping(folded.wayBack, folded.length, start, 0)
  let i = start
  while (i < end) {
    makeRoom(folded, end - i)
    i += foldFours(folded, source, i, end - i)
    // One of the next four is unusual.
    for (const four = Math.min(i + 4, end); i < four; ) i = foldOne(folded, source, i, end)
  }
}

/**
 * The hot loop: each unit is looked up in one table, and of four together it is asked whether any is unusual, or a space
 * behind a space. Then it stops, and tells how many it has folded. Of the last four some may lie behind `count`: these
 * are written and not counted.
 */
function foldFours(folded: FoldedText, source: Uint16Array, start: number, count: number): number {
  const { units, kinds, length, isBeyondLatin } = folded
  const unusual = isBeyondLatin ? SLOW_FLAG : SLOW_FLAG | BEYOND_FLAG
  let last = isBehindSpace(folded) ? SPACE_FLAG : 0
  let done = 0
  while (done < count) {
    const from = start + done
    const to = length + done
    const a = PROFILES[source[from] ?? 0] ?? 0
    const b = PROFILES[source[from + 1] ?? 0] ?? 0
    const c = PROFILES[source[from + 2] ?? 0] ?? 0
    const d = PROFILES[source[from + 3] ?? 0] ?? 0
    const spaces = (last & a) | (a & b) | (b & c) | (c & d)
    if ((((a | b | c | d) & unusual) | (spaces & SPACE_FLAG)) !== 0) break
    units[to] = a
    kinds[to] = a >>> KIND_SHIFT
    units[to + 1] = b
    kinds[to + 1] = b >>> KIND_SHIFT
    units[to + 2] = c
    kinds[to + 2] = c >>> KIND_SHIFT
    units[to + 3] = d
    kinds[to + 3] = d >>> KIND_SHIFT
    last = d
    done += 4
  }
  const counted = Math.min(done, count)
  folded.length = length + counted
  return counted
}

function foldOne(folded: FoldedText, source: Uint16Array, i: number, end: number): number {
  const profile = profileOf(source[i] ?? 0)
  if (profile & SLOW_FLAG) return foldSlow(folded, source, i, end)
  if (profile & BEYOND_FLAG) folded.isBeyondLatin = true
  if (profile & SPACE_FLAG && isBehindSpace(folded)) addMapping(folded.wayBack, folded.length, i + 1, 0)
  else {
    folded.units[folded.length] = profile
    folded.kinds[folded.length] = profile >>> KIND_SHIFT
    folded.length++
  }
  return i + 1
}

/** The beginning of the text is like a space. */
function isBehindSpace({ units, length }: FoldedText): boolean {
  const last = length === 0 ? BLANK : units[length - 1]
  return last === BLANK || last === LINE_FEED
}

/** A character in place of a range. A line feed takes away the space before it. */
function foldShown(folded: FoldedText, start: number, end: number, codePoint: number): void {
  const last = folded.length > 0 ? (folded.units[folded.length - 1] ?? 0) : BLANK
  if (codePoint === LINE_FEED && folded.length > 0 && last === BLANK) folded.length--
  if (codePoint === BLANK && last <= BLANK) return
  const profile = codePoint > 0xffff ? SLOW_FLAG : profileOf(codePoint)
  if (profile & (SLOW_FLAG | WORD_FLAG)) {
    const character = String.fromCodePoint(codePoint)
    const kind = kindOf(character.normalize('NFKC').charCodeAt(0))
    put(folded, foldCharacter(character), kind, start, end - start)
  } else putGap(folded, profile, start, end - start)
}

/** Folds what is no single simple unit at `i`, and says where to go on. */
function foldSlow(folded: FoldedText, source: Uint16Array, i: number, end: number): number {
  const unit = source[i] ?? 0
  if (kindOf(unit) === MARK) return foldMark(folded, unit, i)
  let to = i + 1
  if ((unit & 0xfc00) === 0xd800 && to < end && ((source[to] ?? 0) & 0xfc00) === 0xdc00) to++
  if (isConjoiningJamo(unit)) while (to < end && to - i < 3 && isConjoiningJamo(source[to] ?? 0)) to++
  const character = String.fromCharCode(...source.subarray(i, to)).normalize('NFKC')
  put(folded, foldCharacter(character), kindOf(character.charCodeAt(0)), i, to - i)
  addMapping(folded.wayBack, folded.length, to, 0)
  return to
}

/** A combining mark: dropped behind Latin and Greek letters, elsewhere made one with its letter where Unicode can. */
function foldMark(folded: FoldedText, mark: number, i: number): number {
  const last = folded.length - 1
  const base = last >= 0 ? (folded.units[last] ?? 0) : 0
  const script = scriptOf(base)
  const composed = `${String.fromCharCode(base, mark)}`.normalize('NFC')
  if (last >= 0 && (script === LATIN || script === GREEK || composed.length === 1 || isVariation(mark))) {
    if (script !== LATIN && script !== GREEK && composed.length === 1)
      folded.units[last] = composed.charCodeAt(0)
    const { start } = markdownRange(folded, last, last + 1)
    addMapping(folded.wayBack, last, start, i + 1 - start)
  } else put(folded, String.fromCharCode(mark), MARK, i, 1)
  addMapping(folded.wayBack, folded.length, i + 1, 0)
  return i + 1
}

function isVariation(mark: number): boolean {
  return mark >= 0xfe00 && mark <= 0xfe0f
}

/** Writes a folded character that stands for `width` units of markdown. */
function put(folded: FoldedText, text: string, kind: number, start: number, width: number): void {
  makeRoom(folded, text.length)
  addMapping(folded.wayBack, folded.length, start, width)
  for (let k = 0; k < text.length; k++) {
    const unit = text.charCodeAt(k)
    const own = k === 0 ? kind : kindOf(unit)
    if (own >= DIGIT && unit >= FIRST_BEYOND_LATIN) folded.isBeyondLatin = true
    folded.units[folded.length] = unit
    folded.kinds[folded.length] = own
    folded.length++
  }
}

/** As `put`, for a line feed, a space, or what stands for an image: most of what is shown, and no beginning of a word. */
function putGap(folded: FoldedText, profile: number, start: number, width: number): void {
  const { length } = folded
  makeRoom(folded, 1)
  addMapping(folded.wayBack, length, start, width)
  folded.units[length] = profile
  folded.kinds[length] = profile >>> KIND_SHIFT
  folded.length = length + 1
}

/** So that looking a few units ahead, or to the end of a word, needs no check. */
function putZeros({ units, kinds, length }: FoldedText): void {
  for (let i = length; i < length + ZEROS; i++) {
    units[i] = 0
    kinds[i] = 0
  }
}

/** For so many units more, and some to spare. */
function makeRoom(folded: FoldedText, units: number): void {
  if (folded.length + units + SPARE > folded.units.length) grow(folded, units)
}

function grow(folded: FoldedText, units: number): void {
  const size = (folded.units.length + units) * 2
  const { units: oldUnits, kinds: oldKinds } = folded
  folded.units = new Uint16Array(size)
  folded.units.set(oldUnits)
  folded.bytes = Buffer.from(folded.units.buffer)
  Object.assign(folded, kindsOf(size))
  folded.kinds.set(oldKinds)
  folded.starts = enlarged(folded.starts, size)
}

function enlarged(old: Int32Array, size: number): Int32Array {
  const next = new Int32Array(size)
  next.set(old)
  return next
}

/** More than `ZEROS`, and than what the hot loop writes too much and is then folded unit by unit. */
const SPARE = 64
const ZEROS = 8
const BLANK = 32
const LINE_FEED = 10

let shared = buffers(0)
let few = buffers(0)
let fewUnits = new Uint16Array(0)
const fewRuns = newRuns()

function buffers(size: number): FoldedText {
  const units = new Uint16Array(size)
  return {
    length: 0,
    units,
    bytes: Buffer.from(units.buffer),
    ...kindsOf(size),
    isBeyondLatin: false,
    starts: new Int32Array(size),
    startCount: 0,
    runStarts: new Int32Array(16),
    wayBack: createSourceMap(),
  }
}

function kindsOf(size: number): Pick<FoldedText, 'kinds' | 'fourKinds'> {
  const memory = new ArrayBuffer(Math.ceil(size / 4) * 4)
  return { kinds: new Uint8Array(memory), fourKinds: new Int32Array(memory) }
}
