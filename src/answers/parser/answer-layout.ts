import type { WordListLanguage } from '../common-words.ts'
import type { OpenBlock } from './markdown/scan-state.ts'
import { extractVisibleText } from './markdown/visible-text.ts'
import type { AskedPrompt } from './prompt.ts'
import type { ParserScratch } from './scratch.ts'
import { fold } from './text/fold.ts'
import type { FoldedText } from './text/folded.ts'
import { detectLanguage } from './text/language.ts'
import { type Sentences, splitSentences } from './text/sentences.ts'

/** One answer, prepared for parsing. All offsets are folded offsets. */
export type AnswerLayout = {
  markdown: string
  /** Null if the prompt is not known. */
  prompt: AskedPrompt | null
  language: WordListLanguage | null
  folded: FoldedText
  sentences: Sentences
  /** In order; their ranges are folded offsets. */
  blocks: OpenBlock[]
  /** Ranges of inline code, in order. */
  code: { start: number; end: number }[]
}

export function layOutAnswer(
  markdown: string,
  prompt: AskedPrompt | null,
  language: string | null | undefined,
  scratch: ParserScratch,
): AnswerLayout {
  const visible = extractVisibleText(markdown, scratch)
  const folded = fold(visible, scratch)
  const foldedOffset = (run: number) => folded.runStarts[run] ?? 0
  const { blocks } = visible
  for (const block of blocks) {
    block.start = foldedOffset(block.start)
    block.end = foldedOffset(block.end)
  }
  return {
    markdown,
    prompt,
    language: detectLanguage(folded, language),
    folded,
    sentences: splitSentences(folded),
    blocks,
    code: visible.code.map((run) => ({ start: foldedOffset(run), end: foldedOffset(run + 1) })),
  }
}
