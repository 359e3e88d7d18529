import endings from '../lists/word-endings.json' with { type: 'json' }
import {
  ARABIC,
  CYRILLIC,
  DIGIT,
  HAN,
  HANGUL,
  HEBREW,
  isUnspacedScript,
  isWordUnit,
  KANA,
  kindOf,
  LATIN,
  scriptOf,
  UPPER,
} from './characters.ts'
import type { Folded } from './fold.ts'

/** What stands at one side of a possible mention. `null`: the name goes on there, so it is another word. */
export type Edge = {
  /** `plain`: nothing belongs to the name. The others say what was written onto it. */
  kind: 'plain' | 'possessive' | 'plural' | 'particle' | 'glued'
  /** Units of the tail that belong to the mention's word but not to its name. */
  tail: number
}

const PLAIN: Edge = { kind: 'plain', tail: 0 }
const GLUED: Edge = { kind: 'glued', tail: 0 }

/** The edge before `start`. `source` are the units before folding, for their capitals. */
export function leftEdge(folded: Folded, source: Uint16Array, start: number): Edge | null {
  const { units } = folded
  const unit = units[start] ?? 0
  const before = start > 0 ? (units[start - 1] ?? 0) : 0
  if (!isWordUnit(before)) return PLAIN
  if (!isWordUnit(unit)) return null
  const script = scriptOf(unit)
  const other = scriptOf(before)
  if (script === KANA && other === KANA) return null
  if (isUnspacedScript(script) || isUnspacedScript(other)) return PLAIN
  if (script !== other && script !== 0 && other !== 0) return PLAIN
  if (script === ARABIC) return prefixed(units, start, ARABIC, endings.arabicPrefixes)
  if (script === HEBREW) return prefixed(units, start, HEBREW, endings.hebrewPrefixes)
  if (script === LATIN && kindOf(source[folded.from[start] ?? 0] ?? 0) === UPPER) {
    const origin = source[folded.from[start - 1] ?? 0] ?? 0
    if (kindOf(origin) !== UPPER) return GLUED
  }
  return null
}

function prefixed(units: Uint16Array, start: number, script: number, prefixes: string[]): Edge | null {
  let from = start
  while (from > 0 && start - from < 4 && scriptOf(units[from - 1] ?? 0) === script) from--
  return prefixes.includes(String.fromCharCode(...units.subarray(from, start)))
    ? { kind: 'particle', tail: 0 }
    : null
}

/** The edge at `end`, the index after the name's last unit. */
export function rightEdge(folded: Folded, source: Uint16Array, end: number, nameLength: number): Edge | null {
  const { units, length } = folded
  const last = units[end - 1] ?? 0
  const next = end < length ? (units[end] ?? 0) : 0
  if (!isWordUnit(next)) {
    if (nameLength === 1 && (next === PLUS || next === SHARP)) return null
    if (next === APOSTROPHE) return apostropheEdge(folded, end, last)
    return PLAIN
  }
  if (!isWordUnit(last)) return PLAIN
  const script = scriptOf(last)
  const other = scriptOf(next)
  if (other === HANGUL) return hangulEdge(folded, end, script === HANGUL)
  if (script === KANA && other === KANA) return nameLength >= 4 ? PLAIN : null
  if (script === HAN || other === HAN || isUnspacedScript(script) || isUnspacedScript(other)) return PLAIN
  if (script !== other && script !== 0 && other !== 0) return PLAIN
  if (script === CYRILLIC) return tailEdge(folded, end, CYRILLIC, endings.cyrillicEndings)
  if (script === LATIN) {
    if (kindOf(next) === DIGIT) return nameLength >= 4 ? PLAIN : null
    const plural = pluralEdge(folded, source, end, last, nameLength)
    if (plural) return plural
  }
  const origin = source[folded.from[end] ?? 0] ?? 0
  if (kindOf(origin) === UPPER && kindOf(source[folded.from[end - 1] ?? 0] ?? 0) !== UPPER) return GLUED
  return null
}

const PLUS = 43
const SHARP = 35
const APOSTROPHE = 39
const S = 115
const E = 101

/** `Apple's`, `Starbucks'`, Turkish `Notion'un`: at most four letters behind the apostrophe. */
function apostropheEdge({ units, length }: Folded, end: number, last: number): Edge {
  let to = end + 1
  while (to < length && isWordUnit(units[to] ?? 0)) to++
  const letters = to - end - 1
  if (letters === 0) return last === S ? { kind: 'possessive', tail: 1 } : PLAIN
  return letters <= 4 ? { kind: 'possessive', tail: letters + 1 } : PLAIN
}

function pluralEdge(
  folded: Folded,
  source: Uint16Array,
  end: number,
  last: number,
  nameLength: number,
): Edge | null {
  const { units, length } = folded
  let to = end
  if (nameLength < 2) return null
  if (units[to] === E && (last === S || last === 120 || last === 122 || last === 104) && units[to + 1] === S)
    to += 2
  else if (units[to] === S && last !== S) to += 1
  else return null
  const origin = source[folded.from[to] ?? 0] ?? 0
  if (to < length && isWordUnit(units[to] ?? 0) && kindOf(origin) !== UPPER) return null
  if (to < length && units[to] === APOSTROPHE && units[to + 1] === S) to += 2
  return { kind: 'plural', tail: to - end }
}

function hangulEdge(folded: Folded, end: number, required: boolean): Edge | null {
  if (!required) return { kind: 'particle', tail: 0 }
  return tailEdge(folded, end, HANGUL, endings.hangulParticles)
}

/** Accepts a tail of one script only when it is one of the endings known. */
function tailEdge({ units, length }: Folded, end: number, script: number, known: string[]): Edge | null {
  let to = end
  while (to < length && to - end < 8 && scriptOf(units[to] ?? 0) === script) to++
  return known.includes(String.fromCharCode(...units.subarray(end, to)))
    ? { kind: 'particle', tail: to - end }
    : null
}
