import { type Folded, fold } from './text/fold.ts'
import { type Language, languageOf } from './text/language.ts'
import type { Block } from './markdown/scan-state.ts'
import { proseOf } from './markdown/visible-text.ts'
import { type Sentences, sentencesOf } from './text/sentences.ts'

/** One answer, laid out for reading. Everything is in folded units. Valid until the next answer is laid out. */
export type Text = {
  markdown: string
  prompt: string | undefined
  language: Language | null
  folded: Folded
  sentences: Sentences
  /** In order; their ranges are folded units. */
  blocks: Block[]
  /** Ranges of inline code, in order. */
  code: { starts: number[]; ends: number[] }
}

export function layOut(
  markdown: string,
  prompt: string | undefined,
  language: string | null | undefined,
): Text {
  const prose = proseOf(markdown)
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
    language: languageOf(folded, language),
    folded,
    sentences: sentencesOf(folded),
    blocks,
    code: {
      starts: prose.code.map((run) => runStarts[run] ?? 0),
      ends: prose.code.map((run) => runStarts[run + 1] ?? 0),
    },
  }
}
