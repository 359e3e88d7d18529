import { remembered } from '../remembered.ts'
import { isWordUnit } from '../text/characters.ts'
import { foldText, textOf } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'
import rules from './non-answers.json' with { type: 'json' }

/**
 * Names that an answer writes without saying anything of their owner: it knows nothing of it ("I couldn't
 * find any information about Acme"), or it only repeats the question.
 */
export type NonAnswer = 'absence' | 'prompt-echo'

/** Words without which no such clause is made: looked for together with the names, so that most sentences are spared. */
export const NON_ANSWER_CUES: readonly string[] = rules.cues

/** What the sentence `[from, to)` says of the name `[start, end)` when one of the cues stands in it. */
export function detectNonAnswer(
  folded: FoldedText,
  from: number,
  to: number,
  start: number,
  end: number,
): NonAnswer | null {
  const before = textOf(folded, Math.max(from, start - REACH), start)
  const after = textOf(folded, end, Math.min(to, end + REACH))
  const text = `${before}${NAME}${after}`
  if (NEGATION.test(text) && ABSENCE.some((pattern) => pattern.test(text))) return 'absence'
  return ASKING.test(text) && ECHO.some((pattern) => pattern.test(text)) ? 'prompt-echo' : null
}

/** Tells whether a sentence is nothing but the prompt again, word for word. Null for a prompt that says too little. */
export function promptEcho(
  prompt: string | undefined,
  folded: FoldedText,
): ((from: number, to: number) => boolean) | null {
  const asked = prompt ? wordsOfPrompt(prompt) : ''
  if (asked.split(' ').length < SHORTEST_ECHO_WORDS) return null
  const first = asked.charCodeAt(0)
  return (from, to) => {
    const alike = Math.abs(to - from - asked.length) <= asked.length / 2
    // The first letter tells nearly all others apart, without making a text of the sentence.
    return alike && firstLetter(folded, from, to) === first && wordsOf(textOf(folded, from, to)) === asked
  }
}

/** The unit that the first word begins with, be it half of a letter beyond 16 bits; 0 for none. */
function firstLetter({ units }: FoldedText, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const unit = units[at] ?? 0
    if (isWordUnit(unit) || (unit & 0xf800) === 0xd800) return unit
  }
  return 0
}

/** Units of a sentence looked at on each side of the name. */
const REACH = 160
/** Stands for the name in the patterns; nothing else in folded prose is this character. */
const NAME = '\ue000'
/** Shorter prompts are names and phrases that an answer may well use itself. */
const SHORTEST_ECHO_WORDS = 3

const ABSENCE = [...rules.before, ...rules.after].map(compile)
const ECHO = rules.echo.map(compile)

/** Without one of these no pattern can hold: most sentences with a cue are spared the patterns. */
const NEGATION = new RegExp(rules.negation, 'u')
const ASKING = new RegExp(rules.asking, 'u')

function compile(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('{filler}', rules.filler).replaceAll('{name}', NAME), 'u')
}

const wordsOfPrompt = remembered(1_000, (prompt) => wordsOf(foldText(prompt)))

function wordsOf(folded: string): string {
  return folded
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}
