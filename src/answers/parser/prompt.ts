import { getWords } from './rules/non-answers.ts'
import { foldString, unfold } from './text/fold.ts'

/** What parsing needs to know of a prompt, whatever the answer. */
export type AskedPrompt = {
  /** Its folded words, separated by spaces. */
  words: string
}

/** The prompts of the answers that were parsed before. A brand has few prompts and many answers to each. */
export type PromptCache = Map<string, AskedPrompt>

export function getPrompt(text: string, cache: PromptCache): AskedPrompt {
  const cached = cache.get(text)
  if (cached) return cached
  const prompt = preparePrompt(text)
  if (cache.size >= MAX_CACHED_PROMPTS) cache.clear()
  if (text.length <= MAX_CACHED_LENGTH) cache.set(text, prompt)
  return prompt
}

const MAX_CACHED_PROMPTS = 1_000
/** In UTF-16 units; bounds the memory of the cache. */
const MAX_CACHED_LENGTH = 2_000

function preparePrompt(text: string): AskedPrompt {
  const folded = foldString(text)
  return { words: getWords(unfold(folded, 0, folded.length)) }
}
