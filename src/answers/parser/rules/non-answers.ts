import { isWordUnit } from '../text/characters.ts'
import { unfold } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'
import rules from './non-answers.json' with { type: 'json' }

/**
 * Cue words of non-answers, which have no information about a name ("I couldn't find anything about Acme") or only
 * repeat the prompt: every non-answer contains one. They are found together with the names, so most sentences are skipped.
 */
export const NON_ANSWER_CUES: readonly string[] = rules.cues

/**
 * Returns whether the sentence `[from, to)`, which contains one of the cues, says nothing about the name `[start, end)`.
 */
export function isNonAnswer(
  folded: FoldedText,
  from: number,
  to: number,
  start: number,
  end: number,
): boolean {
  const before = unfold(folded, Math.max(from, start - CONTEXT_WINDOW), start)
  const after = unfold(folded, end, Math.min(to, end + CONTEXT_WINDOW))
  const text = `${before}${NAME}${after}`
  if (NEGATION.test(text) && ABSENCE.some((pattern) => pattern.test(text))) return true
  return ASKING.test(text) && ECHO.some((pattern) => pattern.test(text))
}

/** Returns a predicate for sentences that only repeat the prompt exactly, or null if the prompt is too short. */
export function promptEcho(
  promptText: string,
  folded: FoldedText,
): ((from: number, to: number) => boolean) | null {
  if (promptText.split(' ').length < MIN_ECHO_WORDS) return null
  const first = promptText.charCodeAt(0)
  return (from, to) => {
    const hasSimilarLength = Math.abs(to - from - promptText.length) <= promptText.length / 2
    // Comparing the first letter avoids creating a string for most sentences.
    return (
      hasSimilarLength &&
      firstLetter(folded, from, to) === first &&
      getWords(unfold(folded, from, to)) === promptText
    )
  }
}

/** Returns the first unit of the first word, which can be half of a surrogate pair, or 0 for none. */
function firstLetter({ units }: FoldedText, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const unit = units[at] ?? 0
    if (isWordUnit(unit) || (unit & 0xf800) === 0xd800) return unit
  }
  return 0
}

/** Units of the sentence that are examined on each side of the name. */
const CONTEXT_WINDOW = 160
/** Replaces the name in the patterns. Folded text does not contain this character otherwise. */
const NAME = '\ue000'
/** Shorter prompts are names and phrases that an answer can use itself. */
const MIN_ECHO_WORDS = 3

const ABSENCE = [...rules.before, ...rules.after].map(compile)
const ECHO = rules.echo.map(compile)

/** A pattern can match only if one of these does, which is cheaper to test. */
const NEGATION = new RegExp(rules.negation, 'u')
const ASKING = new RegExp(rules.asking, 'u')

function compile(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('{filler}', rules.filler).replaceAll('{name}', NAME), 'u')
}

/** Returns the words of a folded text, separated by spaces. */
export function getWords(folded: string): string {
  return folded
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}
