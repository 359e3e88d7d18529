import { parse } from 'tldts'
import { isWordUnit, KINDS } from '../text/characters.ts'
import { textOf } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'

const { UPPER } = KINDS

/**
 * Whether a name stands inside an address (`www.oracle.com/sun`, `sales@acme.com`, a label `JUSTICE.GOV`),
 * where it names nobody. A name that is itself written as an address is named by its bare host.
 */
export function isInsideUrl(folded: FoldedText, start: number, end: number, nameIsAddress: boolean): boolean {
  if (!nameIsAddress && !touchesMore(folded, start, end)) return false
  const { units, length } = folded
  let from = start
  while (from > 0 && start - from < LONGEST_ADDRESS && !isDelimiter(units[from - 1] ?? 0)) from--
  let to = end
  while (to < length && to - end < LONGEST_ADDRESS && !isDelimiter(units[to] ?? 0)) to++
  const token = textOf(folded, from, to)
  if (EMAIL.test(token)) return true
  const host = HOST.exec(token)?.[0]
  if (!host || !isHost(folded, from, host)) return false
  const hasPath = PATH.test(token.slice(host.length))
  if (from === start && host.length === end - start) return hasPath || !nameIsAddress
  return hasPath || end <= from + host.length
}

/** An address goes on beside the name without a space: a cheap test before the thorough one. */
function touchesMore({ units, length }: FoldedText, start: number, end: number): boolean {
  const after = end + 1 < length && JOINTS.has(units[end] ?? 0) && isWordUnit(units[end + 1] ?? 0)
  return after || (start > 1 && JOINTS.has(units[start - 1] ?? 0) && isWordUnit(units[start - 2] ?? 0))
}

const JOINTS = new Set([...'.-/@_'].map((mark) => mark.charCodeAt(0)))
const LONGEST_ADDRESS = 200
const EMAIL = /^[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.\p{L}/u
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?![\p{L}\p{N}-])/u
const PATH = /^[/:?#][\p{L}\p{N}@]/u

function isDelimiter(unit: number): boolean {
  return unit <= 34 || DELIMITERS.has(unit)
}

const DELIMITERS = new Set(
  [..."'()<>[]{}|`*,;·•–—“”„«»（）、。，：；\ufffc…"].map((mark) => mark.charCodeAt(0)),
)

/** A listed top-level domain, not the first word of a new sentence: `life.Asus` and `life.BMW` are run together. */
function isHost({ kinds }: FoldedText, start: number, host: string): boolean {
  const suffix = start + host.lastIndexOf('.') + 1
  const shouted = kinds[suffix - 2] === UPPER && kinds[suffix + 1] === UPPER
  return (kinds[suffix] !== UPPER || shouted) && parse(host).isIcann === true
}
