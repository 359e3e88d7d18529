import { ROLE } from './lexicon.ts'
import { type Polarity, WARNED } from './section-polarity.ts'
import { PHRASE, type Tokens } from './tokens.ts'

/** How a part of a sentence is read. */
export type Reading = {
  /** Whether it is among advantages or drawbacks. */
  polarity: Polarity
  /** The token of a name in running text: distant words count less. Null for a name that leads its section. */
  near: number | null
  /** Factor for praise, below 1 inside an item about something else. */
  praise: number
}

/** Limits the weight of one sentence, regardless of its length. */
const MAX_SENTENCE_WEIGHT = 3
/** A valence of 2, such as that of "reliable", has the weight 1. */
const VALENCE_PER_WEIGHT = 2
/** Weight of an item among advantages or drawbacks, and the share that its words add. */
const ADVANTAGE = 1
const DRAWBACK = 0.8
const ITEM_WORDS_FACTOR = 0.3
/** Weight of a sentence below a heading such as "Brands to avoid". */
const WARNING = 1.2
/** A sentence whose praise and criticism differ by less than this share of both is mixed and has no weight. */
const MIXED_SHARE = 0.25
/** Factors for a concession ("while it has …, …") and for the words before a "but". */
const CONCEDED = 0.25
const BEFORE_CONTRAST = 0.8

/** Returns the weight of part of a sentence. Praise among drawbacks means "could be better" and does not count. */
export function sentenceWeight(
  tokens: Tokens,
  from: number,
  to: number,
  { polarity, near, praise }: Reading,
): number {
  const sum = sumOfValences(tokens, from, to, near, praise)
  const weight = Math.max(-MAX_SENTENCE_WEIGHT, Math.min(MAX_SENTENCE_WEIGHT, sum))
  if (polarity === 0) return weight
  if (polarity === WARNED) return -WARNING
  // A single word is the label itself, or an item such as "slow".
  const isLabel = ((tokens.roles[from] ?? 0) & (ROLE.pros | ROLE.cons)) !== 0
  if (to - from <= 1 && (weight === 0 || isLabel)) return 0
  return polarity > 0
    ? ADVANTAGE + ITEM_WORDS_FACTOR * Math.max(0, weight)
    : -DRAWBACK + ITEM_WORDS_FACTOR * Math.min(0, weight)
}

function sumOfValences(
  tokens: Tokens,
  from: number,
  to: number,
  near: number | null,
  praise: number,
): number {
  const { valences, roles, breaks, phrases } = tokens
  const contrast = lastContrast(tokens, from, to)
  if (contrast === null) return 0
  const conceded = concessionIn(tokens, from, to)
  let sum = 0
  let gross = 0
  // Sign of the last word with a valence in this clause, and whether "for" or "if" followed it.
  let sign = 0
  let isPurpose = false
  let isCompared = false
  for (let i = from; i < to; i++) {
    if (breaks[i] === 1 || i === contrast) {
      sign = 0
      isPurpose = false
      isCompared = false
    }
    const role = roles[i] ?? 0
    if (role === 0 && valences[i] === 0 && phrases[i] === 0) continue
    const valence = valences[i] || (near === null ? deniedValence(tokens, i, to) : 0)
    if (valence !== 0 && !isCompared) {
      let weight = modifiedValence(tokens, from, i, valence) / VALENCE_PER_WEIGHT
      if (isPurpose && weight * sign < 0) continue
      if (!isPurpose) sign = weight
      if (near !== null) weight *= proximity(Math.abs(i - near))
      if (i >= conceded.from && i < conceded.to) weight *= CONCEDED
      else if (i < contrast) weight *= BEFORE_CONTRAST
      if (weight > 0) weight *= praise
      sum += weight
      gross += Math.abs(weight)
    }
    if (sign !== 0 && role & ROLE.condition) isPurpose = true
    if (sign < 0 && role & ROLE.equality) isCompared = true
    const isComparator = (role & ROLE.comparator) !== 0 || phrases[i] === PHRASE.comparator
    // "Compared to Globex, Acme is …": what follows the name describes it.
    if (isComparator && (near === null || i > near)) isCompared = true
  }
  return Math.abs(sum) < gross * MIXED_SHARE ? 0 : sum
}

/** Returns the valence of a denial ("doesn't fold") if no word with a valence follows that it negates, otherwise 0. */
function deniedValence({ roles, valences, breaks }: Tokens, at: number, to: number): number {
  if (((roles[at] ?? 0) & ROLE.denial) === 0) return 0
  const end = Math.min(to, at + 1 + MODIFIER_WINDOW_WORDS)
  if (at + 1 >= end || breaks[at + 1] === 1) return 0
  for (let i = at + 1; i < end && breaks[i] === 0; i++) {
    const isComparator = ((roles[i] ?? 0) & ROLE.comparator) !== 0
    if (isComparator && i > at + 1) break
    if (isComparator || valences[i] !== 0 || (roles[i] ?? 0) & ROLE.negator) return 0
  }
  return DENIED
}

/** Valence of a denied ability. */
const DENIED = -1

/** Returns the range of a concession: from "while" to the next comma, if words follow it. Empty if there is none. */
function concessionIn({ roles, breaks }: Tokens, from: number, to: number): { from: number; to: number } {
  for (let i = from; i < Math.min(to, from + CONCESSION_WINDOW_WORDS); i++) {
    if (((roles[i] ?? 0) & ROLE.concession) === 0) continue
    for (let end = i + 2; end < to; end++) if (breaks[end] === 1) return { from: i, to: end }
  }
  return { from, to: from }
}

/**
 * Returns the token of the last "but" of a sentence, -1 for none, or null if no word of the sentence has a valence, as in
 * most sentences of a report.
 */
function lastContrast({ roles, valences }: Tokens, from: number, to: number): number | null {
  let contrast = -1
  let hasValence = false
  for (let i = from; i < to; i++) {
    const role = roles[i] ?? 0
    if (valences[i] !== 0 || role & ROLE.denial) hasValence = true
    if (i > from && (role & (ROLE.contrast | ROLE.concession)) === ROLE.contrast) contrast = i
  }
  return hasValence ? contrast : null
}

/** Words before "while" in its sentence, such as the label of its item. */
const CONCESSION_WINDOW_WORDS = 4

function proximity(distance: number): number {
  return distance <= 6 ? 1 : distance <= 14 ? 0.6 : 0.3
}

/** Number of words before a word that can negate, boost or dampen it. */
const MODIFIER_WINDOW_WORDS = 3
const NEGATED = -0.6
const BOOSTED = 1.25
const DAMPED = 0.7

function modifiedValence(
  { roles, reaches, breaks }: Tokens,
  from: number,
  at: number,
  valence: number,
): number {
  let value = valence
  const first = at - (reaches[at] ?? 0)
  for (let i = first - 1; i >= Math.max(from, first - MODIFIER_WINDOW_WORDS) && breaks[i + 1] === 0; i--) {
    const role = roles[i] ?? 0
    if (role & ROLE.negator) value *= NEGATED
    else if (role & ROLE.booster) value *= BOOSTED
    else if (role & ROLE.damper) value *= DAMPED
  }
  return value
}
