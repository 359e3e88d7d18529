import type { Layout } from './layout.ts'
import { ROLE } from './lexicon.ts'
import type { Scope } from './scopes.ts'
import { PHRASE, type Tokens } from './tokens.ts'

/**
 * Returns the sentence of a verdict against the entity, or -1: "not recommended", "steer clear of Acme", "avoid it".
 * A verdict that is negated or limited to some readers ("not recommended for beginners") is plain criticism instead.
 */
export function sentenceOfVerdict(layout: Layout, scopes: readonly Scope[]): number {
  for (const scope of scopes) {
    if (isAdvisedAgainst(layout.tokens, scope.token)) return scope.sentence
    const at = verdictIn(layout.tokens, scope)
    if (at >= 0) return sentenceOf(layout, at)
  }
  return -1
}

function verdictIn(tokens: Tokens, { from, to, token, isLead }: Scope): number {
  for (let i = from; i < to; i++) {
    const kind = tokens.phrases[i]
    if (kind !== PHRASE.verdict && kind !== PHRASE.dismissal) continue
    if (isNegated(tokens, i - (tokens.reaches[i] ?? 0))) continue
    if (kind === PHRASE.dismissal ? takesObject(tokens, i, token, isLead) : !isConditional(tokens, i))
      return i
  }
  return -1
}

/**
 * Returns whether a word such as "avoid" comes right before the name and is not negated, as in "no reason to avoid
 * Acme".
 */
export function isAdvisedAgainst(tokens: Tokens, name: number): boolean {
  const { roles, breaks } = tokens
  if (name === 0 || breaks[name] === 1 || ((roles[name - 1] ?? 0) & ROLE.avoid) === 0) return false
  return !isNegated(tokens, name - 1)
}

function isNegated({ roles, breaks }: Tokens, at: number): boolean {
  for (let i = at; i > Math.max(0, at - NEGATION_WINDOW_WORDS) && breaks[i] === 0; i--)
    if ((roles[i - 1] ?? 0) & ROLE.negator) return true
  return false
}

/** Returns whether the name, or a pronoun for it, follows a dismissal: "steer clear of it". */
function takesObject(tokens: Tokens, at: number, name: number, isLead: boolean): boolean {
  const { roles, breaks, length } = tokens
  for (let i = at + 1; i < Math.min(length, at + 1 + OBJECT_WINDOW_WORDS); i++) {
    if (breaks[i] === 1) return isLead && i === at + 1
    if (i === name) return true
    if ((roles[i] ?? 0) & ROLE.pronoun) return true
  }
  return at + 1 >= length
}

function isConditional({ roles, breaks, length }: Tokens, at: number): boolean {
  return at + 1 < length && breaks[at + 1] === 0 && ((roles[at + 1] ?? 0) & ROLE.condition) !== 0
}

function sentenceOf({ sentenceTokens }: Layout, token: number): number {
  let sentence = 0
  while (sentence + 1 < sentenceTokens.length && (sentenceTokens[sentence + 1] ?? 0) <= token) sentence++
  return sentence
}

const NEGATION_WINDOW_WORDS = 4
const OBJECT_WINDOW_WORDS = 4
