/**
 * An answer with the names in it: its folded visible text, blocks, sentences and mentions. For features that compare
 * what an answer says about an entity.
 */
import type { WordListLanguage } from './common-words.ts'
import type { OpenBlock } from './parser/markdown/scan-state.ts'
import type { Entity } from './parser/names/compile-names.ts'
import { KINDS } from './parser/text/characters.ts'
import { foldText, unfold } from './parser/text/fold.ts'
import { markdownRange } from './parser/text/source-map.ts'
import { createParser, locateNames } from './parser.ts'

export type NamedText = {
  /** Folded: lower case, without accents. All offsets are offsets into it, except in `toMarkdown`. */
  text: string
  language: WordListLanguage | null
  blocks: readonly OpenBlock[]
  /** The offset at which each sentence ends. */
  sentenceEnds: readonly number[]
  /** Mentions of the entities, by their index, in order. */
  mentions: readonly { entity: number; start: number; end: number }[]
  /** Returns whether the unit was a capital before folding. */
  isCapital: (offset: number) => boolean
  /** Returns the range of the markdown from which a range came that is not empty. */
  toMarkdown: (start: number, end: number) => { start: number; end: number }
}

/** Folds a plain text, such as a word to search for in the folded text. */
export const foldPlainText = foldText

/** Compiles names once for any number of texts. */
export function createNameFinder(entities: readonly Entity[]) {
  const parser = createParser(entities)
  return (markdown: string, language: string | null): NamedText => {
    const { layout, mentions } = locateNames(markdown, language, parser)
    const { folded, blocks, sentences } = layout
    return {
      text: unfold(folded, 0, folded.length),
      language: layout.language,
      blocks,
      sentenceEnds: sentences.ends,
      mentions: mentions.map(({ entity, foldedStart: start, foldedEnd: end }) => ({ entity, start, end })),
      isCapital: (offset) => folded.kinds[offset] === KINDS.UPPER,
      toMarkdown: (start, end) => markdownRange(folded, start, end),
    }
  }
}
