import type { SourceCategory } from '../../../vocabulary/source-categories.ts'
import { layOutAnswer } from './answer-layout.ts'
import {
  type Citation,
  type CitedSource,
  compileDomains,
  type OwnedDomains,
  parseCitations,
} from './citations/citations.ts'
import { findMentions, type Mention, type Rejection } from './mentions.ts'
import { compileNames, type Entity, type Names } from './names/compile-names.ts'
import { computeProminence, NO_PROMINENCE, type Prominence } from './prominence.ts'
import { NON_ANSWER_CUES } from './rules/non-answers.ts'
import { classifySentiments, type Sentiment } from './sentiment/sentiment.ts'

/**
 * Reading turns one stored answer into facts: which entities its visible prose names, where and in which order, how
 * prominently and in what light, and whose pages it cites. Pure and repeatable: the same answer and the same entities
 * give the same reading, so history can be read again whenever a name or this reader changes.
 *
 * On the way the markdown becomes runs of visible text (prose), these become folded text with a way back (fold), names
 * are looked for in it (match), and each place is held against its context (judge).
 */
export const PARSER_VERSION = 2

export type { Citation, Entity, Mention, Rejection, Sentiment }

export type AnswerText = {
  markdown: string
  citations: readonly CitedSource[]
  /** What was asked: an answer that only repeats it does not name anybody. */
  prompt?: string
  /** BCP 47 tag; found from the text when absent. */
  language?: string | null
}

export type ParsedEntity = {
  id: string
  mentioned: boolean
  /** Occurrences in the visible prose. */
  count: number
  /** 1-based place in the order of first mention among the entities given; null when not named. */
  rank: number | null
  /** In order; `markdown.slice(start, end) === text`. */
  spans: Mention[]
  /** Cited entries whose host is, or lies under, a domain of the entity. */
  ownCitations: number
  prominence: Prominence
  /** How the answer portrays the entity; null when it is not named. */
  sentiment: Sentiment | null
}

export type ParsedAnswer = {
  version: number
  entities: ParsedEntity[]
  citations: Citation[]
  /** Places that look like a mention and are none, with the reason; at most 20. */
  rejected: Rejection[]
}

export type CompiledEntities = { ids: readonly string[]; names: Names; domains: OwnedDomains }

/**
 * Prepares entities for reading: once per brand, then used for any number of answers. `categories` adds a brand's own
 * kinds of sources, by domain, to those that everybody shares.
 */
export function compileEntities(
  entities: readonly Entity[],
  categories: Record<string, SourceCategory> = {},
): CompiledEntities {
  return {
    ids: entities.map(({ id }) => id),
    names: compileNames(entities, NON_ANSWER_CUES),
    domains: compileDomains(entities, categories),
  }
}

export function parseAnswer(answer: AnswerText, { ids, names, domains }: CompiledEntities): ParsedAnswer {
  const text = layOutAnswer(answer.markdown, answer.prompt, answer.language)
  const { citations, ownCounts } = parseCitations(answer.citations, domains)
  const { mentions, rejected } = findMentions(text, names, ids, new Set(ownCounts.keys()))
  // Entities in the order of their first mention: a Map keeps it.
  const spansOf = new Map<number, Mention[]>()
  for (const { entity, start, end, text: words, alias, reason } of mentions) {
    const mention = { start, end, text: words, alias, reason }
    const spans = spansOf.get(entity)
    if (spans) spans.push(mention)
    else spansOf.set(entity, [mention])
  }
  const rankOf = new Map(Array.from(spansOf.keys(), (entity, place) => [entity, place + 1]))
  const sentiments = classifySentiments(text, mentions)
  const prominence = computeProminence(text, mentions)
  return {
    version: PARSER_VERSION,
    entities: ids.map((id, index) => {
      const spans = spansOf.get(index) ?? []
      return {
        id,
        mentioned: spans.length > 0,
        count: spans.length,
        rank: rankOf.get(index) ?? null,
        spans,
        ownCitations: ownCounts.get(index) ?? 0,
        prominence: prominence.get(index) ?? NO_PROMINENCE,
        sentiment: sentiments.get(index) ?? null,
      }
    }),
    citations,
    rejected,
  }
}

/** The words of a language that everybody uses: what a capital must be held against before it makes a name. */
export { COMMON_WORDS, type Language } from './text/language.ts'
