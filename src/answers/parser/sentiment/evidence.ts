import { sentenceAt } from '../text/sentences.ts'
import { ROLE } from './lexicon.ts'
import type { PolarityScope, ScopeLayout } from './scopes.ts'
import { PHRASE, type Tokens } from './tokens.ts'

/** What the words about an entity say: weights of praise and criticism, and the sentence with the most of each. */
export type SentimentEvidence = {
  praise: number
  criticism: number
  /** Whether a sentence advises against the entity: "not recommended", "steer clear of Acme". */
  isAdvisedAgainst: boolean
  bestSentence: number
  worstSentence: number
}

/** Adds up the sentences about an entity; each part of the text counts once. */
export function collectEvidence(
  { answer, tokens, sentenceTokens }: ScopeLayout,
  scopes: readonly PolarityScope[],
): SentimentEvidence {
  const evidence: SentimentEvidence = {
    praise: 0,
    criticism: 0,
    isAdvisedAgainst: false,
    bestSentence: -1,
    worstSentence: -1,
  }
  let [best, worst, done] = [0, 0, 0]
  for (const { from, to, token, isLead } of scopes.toSorted((a, b) => a.from - b.from)) {
    let first = Math.max(from, done)
    done = Math.max(done, to)
    for (let sentence = sentenceAt(answer.sentences, tokens.starts[first] ?? 0); first < to; sentence++) {
      const end = Math.max(first + 1, Math.min(to, sentenceTokens[sentence + 1] ?? to))
      const weight = computeWeight(tokens, first, end, isLead ? null : token)
      if (weight > 0) evidence.praise += weight
      else evidence.criticism -= weight
      if (weight > best) [best, evidence.bestSentence] = [weight, sentence]
      const isAdvice = token >= first && token < end && containsVerdict(tokens, first, end, token)
      if (isAdvice) evidence.isAdvisedAgainst = true
      if (isAdvice || weight < worst)
        [worst, evidence.worstSentence] = [isAdvice ? -Infinity : weight, sentence]
      first = end
    }
  }
  return evidence
}

/** Limits the weight of one sentence, regardless of its length. */
const MAX_WEIGHT = 3
/** The valence of "reliable" is 2, and its weight 1. */
const VALENCE_PER_WEIGHT = 2
/** A sentence whose praise and criticism differ by less than this share of both is mixed and has no weight. */
const MIXED_SHARE = 0.5

/** `near`: the token of a name in running text, where distant words count less. */
function computeWeight(tokens: Tokens, from: number, to: number, near: number | null): number {
  const { valences, roles, breaks, phrases } = tokens
  let [sum, gross, isCompared] = [0, 0, false]
  for (let i = from; i < to; i++) {
    if (breaks[i] === 1) isCompared = false
    // What follows "than" describes something else.
    if ((roles[i] ?? 0) & ROLE.comparator || phrases[i] === PHRASE.comparator) isCompared = true
    if (valences[i] === 0 || isCompared) continue
    const weight =
      (modifiedValence(tokens, from, i) / VALENCE_PER_WEIGHT) *
      (near === null ? 1 : proximity(Math.abs(i - near)))
    sum += weight
    gross += Math.abs(weight)
  }
  return Math.abs(sum) < gross * MIXED_SHARE ? 0 : Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, sum))
}

const proximity = (distance: number): number => (distance <= 6 ? 1 : distance <= 14 ? 0.6 : 0.3)

/** Number of words before a word that can negate, boost or dampen it. */
const MODIFIER_WINDOW_WORDS = 3
const NEGATED = -0.6
const BOOSTED = 1.25
const DAMPED = 0.7

function modifiedValence({ valences, roles, reaches, breaks }: Tokens, from: number, at: number): number {
  let value = valences[at] ?? 0
  const first = at - (reaches[at] ?? 0)
  for (let i = first - 1; i >= Math.max(from, first - MODIFIER_WINDOW_WORDS) && breaks[i + 1] === 0; i--) {
    const role = roles[i] ?? 0
    if (role & ROLE.negator) value *= NEGATED
    else if (role & ROLE.booster) value *= BOOSTED
    else if (role & ROLE.damper) value *= DAMPED
  }
  return value
}

/** Returns whether words advise against the name. Advice for some readers ("not recommended for …") does not count. */
function containsVerdict(tokens: Tokens, from: number, to: number, name: number): boolean {
  const { roles, phrases, reaches, breaks } = tokens
  for (let i = from; i < to; i++) {
    const isBeforeName = i < name && name <= i + OBJECT_WINDOW_WORDS
    const isPhrase = phrases[i] === PHRASE.verdict || (phrases[i] === PHRASE.dismissal && isBeforeName)
    const isAvoided = i + 1 === name && breaks[name] === 0 && ((roles[i] ?? 0) & ROLE.avoid) !== 0
    if (!isPhrase && !isAvoided) continue
    const isConditional = i + 1 < to && breaks[i + 1] === 0 && ((roles[i + 1] ?? 0) & ROLE.condition) !== 0
    if (!isConditional && !isNegated(tokens, from, i - (reaches[i] ?? 0))) return true
  }
  return false
}

/** Words between a dismissal and its object: "steer clear of the old Acme". */
const OBJECT_WINDOW_WORDS = 4

function isNegated({ roles, breaks }: Tokens, from: number, at: number): boolean {
  for (let i = at; i > Math.max(from, at - MODIFIER_WINDOW_WORDS - 1) && breaks[i] === 0; i--)
    if ((roles[i - 1] ?? 0) & ROLE.negator) return true
  return false
}
