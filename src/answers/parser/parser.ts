import type { SourceCategory } from '../../../vocabulary/source-categories.ts'
import { type Citation, type CitedSource, compileDomains, type Domains, readCitations } from './citations/citations.ts'
import { findMentions, type Mention, type Rejection } from './mentions.ts'
import { compileNames, type Entity, type Names } from './names/compile-names.ts'
import { NO_PROMINENCE, type Prominence, prominenceOf } from './prominence.ts'
import { SILENCE_CUES } from './rules/non-answers.ts'
import { layOut } from './answer-layout.ts'
import { type Sentiment, sentimentsOf } from './sentiment/sentiment.ts'

/**
 * Reading turns one stored answer into facts: which entities its visible prose names, where and in which order, how
 * prominently and in what light, and whose pages it cites. Pure and repeatable: the same answer and the same entities
 * give the same reading, so history can be read again whenever a name or this reader changes.
 *
 * On the way the markdown becomes runs of visible text (prose), these become folded text with a way back (fold), names
 * are looked for in it (match), and each place is held against its context (judge).
 */
export const READER_VERSION = 2

export type { Citation, Entity, Mention, Rejection, Sentiment }

export type Answer = {
  markdown: string
  citations: readonly CitedSource[]
  /** What was asked: an answer that only repeats it does not name anybody. */
  prompt?: string
  /** BCP 47 tag; found from the text when absent. */
  language?: string | null
}

export type EntityReading = {
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

export type Reading = {
  version: number
  entities: EntityReading[]
  citations: Citation[]
  /** Places that look like a mention and are none, with the reason; at most 20. */
  rejected: Rejection[]
}

export type CompiledEntities = { ids: readonly string[]; names: Names; domains: Domains }

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
    names: compileNames(entities, SILENCE_CUES),
    domains: compileDomains(entities, categories),
  }
}

export function readAnswer(answer: Answer, { ids, names, domains }: CompiledEntities): Reading {
  const text = layOut(answer.markdown, answer.prompt, answer.language)
  const { citations, ownCounts } = readCitations(answer.citations, domains)
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
  const sentiments = sentimentsOf(text, mentions)
  const prominence = prominenceOf(text, mentions)
  return {
    version: READER_VERSION,
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
