import type { WordListLanguage } from '../../common-words.ts'
import type { FoldedText } from '../text/folded.ts'

/**
 * How likely a capitalized common word (Target, Shark, On) is the name of an entity, by its context. `acceptMentions`
 * resolves the doubtful ones with the other occurrences in the same answer.
 *
 * - `sure`: a capital in mid-sentence, `Target's`, `Target offers`
 * - `likely`: at the start of a heading, list item or cell, where names and words look alike
 * - `unsure`: accepted only if a sure or likely mention occurs elsewhere
 * - `unlikely`: inside a longer name or phrase, or before a surname; accepted only if a sure mention occurs elsewhere
 * - `never`: after a placeholder, the plural of the word, or no mention whatever the word means, such as a part of a URL
 */
export type Likelihood = 'sure' | 'likely' | 'unsure' | 'unlikely' | 'never'

export type MatchContext = {
  folded: FoldedText
  language: WordListLanguage | null
  /** Range of the sentence. */
  from: number
  to: number
  /** Whether the candidate is in the header row of a table. */
  inTableHeader: boolean
  /** Returns whether the sibling items, cells or headings of the candidate's block start with names. */
  isAmongNames: () => boolean
  /** Returns the entity of a candidate that ends at an offset, or that starts at the negated offset. */
  entityAt: (boundary: number) => number | undefined
}
