import type { NameMatch } from '../names/match.ts'
import { KINDS } from '../text/characters.ts'
import { unfold } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'

const { LOWER, UPPER } = KINDS

/**
 * Returns whether the text explains a short name in capitals as the abbreviation of common words, as in "choice based
 * conjoint analysis (CBC)", so that it does not refer to the entity. Capitalized words explain a name instead.
 */
export function isExplainedAbbreviation(folded: FoldedText, { term, start, end }: NameMatch): boolean {
  const { units, kinds } = folded
  const letters = term.path.length
  if (units[start - 1] !== PAREN_OPEN || units[end] !== PAREN_CLOSE) return false
  if (letters < 2 || letters > 5 || kinds.subarray(start, end).some((kind) => kind !== UPPER)) return false
  const from = Math.max(0, start - EXPLANATION_WINDOW)
  const words = [...unfold(folded, from, start).matchAll(/[a-z]+/g)].slice(-letters - 2)
  const name = unfold(folded, start, end)
  const first = words.findIndex(([word]) => word[0] === name[0])
  if (first < 0) return false
  const phrase = words.slice(first)
  let letter = 0
  for (const [word] of phrase) if (word[0] === name[letter]) letter++
  const lowerCase = phrase.filter(({ index }) => kinds[from + index] === LOWER).length
  return letter === letters && lowerCase * 2 >= phrase.length
}

const PAREN_OPEN = 40
const PAREN_CLOSE = 41
/** Units before the parenthesis that are searched for the explanation. */
const EXPLANATION_WINDOW = 80
