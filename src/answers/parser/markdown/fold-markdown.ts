import { createScratch } from '../scratch.ts'
import { fold } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'
import { extractVisibleText } from './visible-text.ts'

/** Returns a function that folds the visible text of markdown. A result is valid until the next call. */
export function createMarkdownFolder(): (markdown: string) => FoldedText {
  const scratch = createScratch()
  return (markdown) => fold(extractVisibleText(markdown, scratch), scratch)
}
