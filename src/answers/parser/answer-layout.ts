import type { Block } from './markdown/scan-state.ts'
import { extractVisibleText } from './markdown/visible-text.ts'
import { fold } from './text/fold.ts'
import type { FoldedText } from './text/folded.ts'
import { detectLanguage, type Language } from './text/language.ts'
import { type Sentences, splitSentences } from './text/sentences.ts'

/** One answer, laid out for reading. Everything is in folded units. Valid until the next answer is laid out. */
export type AnswerLayout = {
  markdown: string
  prompt: string | undefined
  language: Language | null
  folded: FoldedText
  sentences: Sentences
  /** In order; their ranges are folded units. */
  blocks: Block[]
  /** Ranges of inline code, in order. */
  code: { starts: number[]; ends: number[] }
}

export function layOutAnswer(
  markdown: string,
  prompt: string | undefined,
  language: string | null | undefined,
): AnswerLayout {
  const prose = extractVisibleText(markdown)
  const folded = fold(prose)
  const { runStarts } = folded
  const { blocks } = prose
  for (const block of blocks) {
    block.start = runStarts[block.start] ?? 0
    block.end = runStarts[block.end] ?? 0
  }
  return {
    markdown,
    prompt,
    language: detectLanguage(folded, language),
    folded,
    sentences: splitSentences(folded),
    blocks,
    code: {
      starts: prose.code.map((run) => runStarts[run] ?? 0),
      ends: prose.code.map((run) => runStarts[run + 1] ?? 0),
    },
  }
}
