import { parse } from 'tldts'
import { isWordUnit, KINDS } from '../text/characters.ts'
import { unfold } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'

const { UPPER } = KINDS

/**
 * Returns whether a name is part of a URL or an e-mail address (`www.oracle.com/sun`, `sales@acme.com`, a label
 * `JUSTICE.GOV`), where it is not a mention. A name that is itself a domain is mentioned by its bare host.
 */
export function isInsideUrl(folded: FoldedText, start: number, end: number, nameIsDomain: boolean): boolean {
  if (!nameIsDomain && !continuesAround(folded, start, end)) return false
  const { units, length } = folded
  let from = start
  while (from > 0 && start - from < MAX_URL_LENGTH && !isDelimiter(units[from - 1] ?? 0)) from--
  let to = end
  while (to < length && to - end < MAX_URL_LENGTH && !isDelimiter(units[to] ?? 0)) to++
  const token = unfold(folded, from, to)
  if (EMAIL.test(token)) return true
  const host = HOST.exec(token)?.[0]
  if (!host || !isHost(folded, from, host)) return false
  const hasPath = PATH.test(token.slice(host.length))
  if (from === start && host.length === end - start) return hasPath || !nameIsDomain
  return hasPath || end <= from + host.length
}

/** Returns whether a URL can continue on either side of the name: a cheap test before the thorough one. */
function continuesAround({ units, length }: FoldedText, start: number, end: number): boolean {
  const after = end + 1 < length && CONNECTORS.has(units[end] ?? 0) && isWordUnit(units[end + 1] ?? 0)
  return after || (start > 1 && CONNECTORS.has(units[start - 1] ?? 0) && isWordUnit(units[start - 2] ?? 0))
}

const CONNECTORS = new Set([...'.-/@_'].map((character) => character.charCodeAt(0)))
const MAX_URL_LENGTH = 200
const EMAIL = /^(?:mailto:)?[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.\p{L}/u
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?![\p{L}\p{N}-])/u
const PATH = /^[/:?#][\p{L}\p{N}@]/u

function isDelimiter(unit: number): boolean {
  return unit <= 34 || DELIMITERS.has(unit)
}

const DELIMITERS = new Set(
  [..."'()<>[]{}|`*,;·•–—“”„«»（）、。，：；\ufffc…"].map((character) => character.charCodeAt(0)),
)

/** Returns whether the top-level domain is listed, and not the first word of a sentence: `life.Asus` lacks a space. */
function isHost({ kinds }: FoldedText, start: number, host: string): boolean {
  const suffix = start + host.lastIndexOf('.') + 1
  const isAllCaps = kinds[suffix - 2] === UPPER && kinds[suffix + 1] === UPPER
  return (kinds[suffix] !== UPPER || isAllCaps) && parse(host).isIcann === true
}
