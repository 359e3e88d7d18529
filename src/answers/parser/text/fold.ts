/**
 * Written for speed: every unit of every answer passes through here. Usual text is folded four units at a time with one
 * table lookup per unit, in buffers that are reused. An answer of 10 KB takes 0.03 ms; the plain version in
 * fold.test.ts, which gives the same result, takes 3 ms.
 */
import { createScratch, type ParserScratch } from '../scratch.ts'
import { getKind, getScript, KINDS, SCRIPTS } from './characters.ts'
import { FOLDING, foldCharacter, isConjoiningJamo } from './fold-tables.ts'
import type { FoldedText } from './folded.ts'
import { addMapping, markdownRange } from './source-map.ts'
import { addVerbatim, endOfRuns, type TextRuns } from './text-runs.ts'

const { DIGIT, MARK, UPPER } = KINDS
const { GREEK, LATIN } = SCRIPTS
const { BEYOND_FLAG, FIRST_BEYOND_LATIN, KIND_SHIFT, PROFILES, SLOW_FLAG, SPACE_FLAG, WORD_FLAG } = FOLDING

/** Folds the visible text of an answer. */
export function fold(
  { units, runs }: { units: Uint16Array; runs: TextRuns },
  scratch: ParserScratch = createScratch(),
): FoldedText {
  const folded = emptyFoldedText(endOfRuns(runs) + runs.length, scratch)
  for (let run = 0; run < runs.length; run++) {
    const start = runs.starts[run] ?? 0
    const end = runs.ends[run] ?? 0
    const shownAs = runs.shownAs[run] ?? 0
    folded.runStarts.push(folded.length)
    if (shownAs === 0) foldRun(folded, units, start, end)
    else foldReplacement(folded, start, end, shownAs)
  }
  folded.runStarts.push(folded.length)
  folded.units.fill(0, folded.length, folded.length + ZEROS)
  folded.kinds.fill(0, folded.length, folded.length + ZEROS)
  scratch.foldedUnits = folded.units
  scratch.kinds = folded.kinds
  folded.starts = findStarts(folded, scratch)
  return folded
}

/** Folds a plain text, such as a name or a prompt. */
export function foldString(text: string): FoldedText {
  const scratch = createScratch()
  addVerbatim(scratch.runs, 0, text.length)
  return fold({ units: utf16Units(text, scratch), runs: scratch.runs }, scratch)
}

/** Folds a plain text to a string. */
export function foldText(text: string): string {
  const folded = foldString(text)
  return unfold(folded, 0, folded.length)
}

/** Returns folded units as a string. */
export function unfold({ units }: FoldedText, start: number, end: number): string {
  if (end - start > MAX_SHORT_TEXT_LENGTH)
    return Buffer.from(units.buffer, start * 2, (end - start) * 2).toString('utf16le')
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(units[i] ?? 0)
  return text
}

/** Up to this many units, concatenation is faster than a native call. */
const MAX_SHORT_TEXT_LENGTH = 12

/** Returns the UTF-16 units of a text, followed by zeros: loops read them several times faster than `charCodeAt`. */
export function utf16Units(text: string, scratch: ParserScratch): Uint16Array {
  const { length } = text
  if (scratch.units.length < length + ZEROS) scratch.units = new Uint16Array((length + ZEROS) * 2)
  const { units } = scratch
  Buffer.from(units.buffer).write(text, 0, 'utf16le')
  return units.fill(0, length, length + ZEROS)
}

/** Zeros after a text, so that reading a few units ahead needs no check. */
const ZEROS = 8
/** Spare capacity after the folded units: more than `ZEROS`, and more than `foldFours` writes past the end. */
const SPARE = 64
const BLANK = 32
const LINE_FEED = 10

type GrowingText = FoldedText & Pick<ParserScratch, 'kinds'> & { units: ParserScratch['foldedUnits'] }

function emptyFoldedText(length: number, scratch: ParserScratch): GrowingText {
  scratch.sourceMap.length = 0
  const isLarge = scratch.foldedUnits.length >= length + SPARE
  return {
    length: 0,
    units: isLarge ? scratch.foldedUnits : new Uint16Array((length + SPARE) * 2),
    kinds: isLarge ? scratch.kinds : new Uint8Array((length + SPARE) * 4),
    isBeyondLatin: false,
    starts: new Int32Array(0),
    runStarts: [],
    sourceMap: scratch.sourceMap,
  }
}

function foldRun(folded: GrowingText, source: Uint16Array, start: number, end: number): void {
  addMapping(folded.sourceMap, folded.length, start, 0)
  let i = start
  while (i < end) {
    reserve(folded, end - i)
    i += foldFours(folded, source, i, end - i)
    // `foldFours` stopped before an unusual unit among the next four.
    for (const four = Math.min(i + 4, end); i < four; ) i = foldOne(folded, source, i, end)
  }
}

/**
 * Folds units until one of the next four is unusual or a space follows a space, and returns how many it folded. It may
 * write up to three units past `count`, which are not counted.
 */
function foldFours(folded: FoldedText, source: Uint16Array, start: number, count: number): number {
  const { units, kinds, length, isBeyondLatin } = folded
  const unusual = isBeyondLatin ? SLOW_FLAG : SLOW_FLAG | BEYOND_FLAG
  let last = isAfterSpace(folded) ? SPACE_FLAG : 0
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

/** Folds one unit, or several that belong together, and returns the offset after them. */
function foldOne(folded: GrowingText, source: Uint16Array, i: number, end: number): number {
  const profile = PROFILES[source[i] ?? 0] ?? 0
  if (profile & SLOW_FLAG) return foldSlow(folded, source, i, end)
  if (profile & BEYOND_FLAG) folded.isBeyondLatin = true
  if (profile & SPACE_FLAG && isAfterSpace(folded)) addMapping(folded.sourceMap, folded.length, i + 1, 0)
  else append(folded, profile)
  return i + 1
}

/** Returns whether the last folded unit is a space; the start of the text counts as one. */
function isAfterSpace({ units, length }: FoldedText): boolean {
  const last = length === 0 ? BLANK : units[length - 1]
  return last === BLANK || last === LINE_FEED
}

/** Folds a character that replaces a range. A line feed removes the space before it. */
function foldReplacement(folded: GrowingText, start: number, end: number, codePoint: number): void {
  const last = folded.length > 0 ? (folded.units[folded.length - 1] ?? 0) : BLANK
  if (codePoint === LINE_FEED && folded.length > 0 && last === BLANK) folded.length--
  if (codePoint === BLANK && last <= BLANK) return
  const profile = codePoint > 0xffff ? SLOW_FLAG : (PROFILES[codePoint] ?? 0)
  if (profile & (SLOW_FLAG | WORD_FLAG)) {
    const character = String.fromCodePoint(codePoint)
    const kind = getKind(character.normalize('NFKC').charCodeAt(0))
    appendText(folded, foldCharacter(character), kind, start, end - start)
  } else {
    reserve(folded, 1)
    addMapping(folded.sourceMap, folded.length, start, end - start)
    append(folded, profile)
  }
}

function foldSlow(folded: GrowingText, source: Uint16Array, i: number, end: number): number {
  const unit = source[i] ?? 0
  if (getKind(unit) === MARK) return foldMark(folded, unit, i)
  let to = i + 1
  if ((unit & 0xfc00) === 0xd800 && to < end && ((source[to] ?? 0) & 0xfc00) === 0xdc00) to++
  if (isConjoiningJamo(unit)) while (to < end && to - i < 3 && isConjoiningJamo(source[to] ?? 0)) to++
  const character = String.fromCharCode(...source.subarray(i, to)).normalize('NFKC')
  appendText(folded, foldCharacter(character), getKind(character.charCodeAt(0)), i, to - i)
  addMapping(folded.sourceMap, folded.length, to, 0)
  return to
}

/**
 * Drops a combining mark after Latin and Greek letters and composes it with its letter elsewhere, where Unicode can.
 */
function foldMark(folded: GrowingText, mark: number, i: number): number {
  const last = folded.length - 1
  const base = last >= 0 ? (folded.units[last] ?? 0) : 0
  const script = getScript(base)
  const composed = `${String.fromCharCode(base, mark)}`.normalize('NFC')
  if (last >= 0 && (script === LATIN || script === GREEK || composed.length === 1 || isVariation(mark))) {
    if (script !== LATIN && script !== GREEK && composed.length === 1)
      folded.units[last] = composed.charCodeAt(0)
    const { start } = markdownRange(folded, last, last + 1)
    addMapping(folded.sourceMap, last, start, i + 1 - start)
  } else appendText(folded, String.fromCharCode(mark), MARK, i, 1)
  addMapping(folded.sourceMap, folded.length, i + 1, 0)
  return i + 1
}

function isVariation(mark: number): boolean {
  return mark >= 0xfe00 && mark <= 0xfe0f
}

function append(folded: FoldedText, profile: number): void {
  folded.units[folded.length] = profile
  folded.kinds[folded.length] = profile >>> KIND_SHIFT
  folded.length++
}

/** Appends the fold of a character that takes `width` units of markdown. */
function appendText(folded: GrowingText, text: string, kind: number, start: number, width: number): void {
  reserve(folded, text.length)
  addMapping(folded.sourceMap, folded.length, start, width)
  for (let k = 0; k < text.length; k++) {
    const unit = text.charCodeAt(k)
    const unitKind = k === 0 ? kind : getKind(unit)
    if (unitKind >= DIGIT && unit >= FIRST_BEYOND_LATIN) folded.isBeyondLatin = true
    folded.units[folded.length] = unit
    folded.kinds[folded.length] = unitKind
    folded.length++
  }
}

/** Grows the arrays if the next `count` units do not fit. Few texts fold to more units than they have. */
function reserve(folded: GrowingText, count: number): void {
  const needed = folded.length + count + SPARE
  if (needed <= folded.units.length) return
  const { units, kinds } = folded
  folded.units = new Uint16Array(needed * 2)
  folded.units.set(units)
  folded.kinds = new Uint8Array(needed * 4)
  folded.kinds.set(kinds)
}

/** Finds where a name can start: at words, at capitals within words, and at each letter beyond Latin. */
function findStarts(folded: FoldedText, scratch: ParserScratch): Int32Array {
  if (scratch.starts.length < folded.length + 4) scratch.starts = new Int32Array((folded.length + 4) * 2)
  const { starts } = scratch
  return starts.subarray(0, folded.isBeyondLatin ? addStarts(folded, starts) : addLatinStarts(folded, starts))
}

function addStarts({ units, kinds, length }: FoldedText, starts: Int32Array): number {
  let count = 0
  let startsWord = true
  for (let i = 0; i < length; i++) {
    const kind = kinds[i] ?? 0
    const isBeyond = (units[i] ?? 0) >= FIRST_BEYOND_LATIN
    if (kind >= DIGIT && (startsWord || isBeyond || kind === UPPER)) starts[count++] = i
    startsWord = kind < DIGIT || isBeyond
  }
  return count
}

/**
 * Tests the kinds of four units at once. Writes every offset and counts only the starts, because a branch would be
 * mispredicted at most words. Kinds are small enough that sums within a byte do not overflow it.
 */
function addLatinStarts({ kinds, length }: FoldedText, starts: Int32Array): number {
  const fourKinds = new Int32Array(kinds.buffer, 0, (length + 3) >> 2)
  let count = 0
  let wordBefore = 0
  for (let i = 0; i < length; i += 4) {
    const four = fourKinds[i >> 2] ?? 0
    const word = (four + AT_LEAST_DIGIT) & EIGHTS
    const notUpper = ((four ^ UPPERS) + NOT_ZERO) & EIGHTS
    const start = word & ~(((word << 8) | wordBefore) & notUpper)
    wordBefore = word >>> 24
    starts[count] = i
    count += (start >>> 3) & 1
    starts[count] = i + 1
    count += (start >>> 11) & 1
    starts[count] = i + 2
    count += (start >>> 19) & 1
    starts[count] = i + 3
    count += (start >>> 27) & 1
  }
  return count
}

const inEveryByte = (value: number) => value * 0x01010101
/** The bit that is set in a byte when its sum reaches 8. */
const EIGHTS = inEveryByte(8)
const AT_LEAST_DIGIT = inEveryByte(8 - DIGIT)
const UPPERS = inEveryByte(UPPER)
const NOT_ZERO = inEveryByte(7)
