/** What the parser finds in an answer. */
import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import type { SentimentLabel } from './sentiment-labels.ts'

export type ParsedAnswer = {
  entities: ParsedEntity[]
  citations: Citation[]
  /**
   * UTF-16 offset at which the search for names stopped because its work exceeded the limit; null if all of the answer was
   * searched.
   */
  searchedTo: number | null
}

export type ParsedEntity = {
  id: string
  mentioned: boolean
  /** Occurrences in the visible text. */
  count: number
  /** 1-based position in the order of first mention among the entities; null if not mentioned. */
  rank: number | null
  /** In order; `markdown.slice(start, end) === text`. */
  spans: Mention[]
  /** Cited sources whose host is a domain of the entity or below it. */
  ownCitations: number
  prominence: Prominence
  /** How the answer portrays the entity; null if not mentioned. */
  sentiment: Sentiment | null
}

/** An occurrence in the visible text that mentions an entity. */
export type Mention = {
  /** UTF-16 offsets into the markdown. */
  start: number
  end: number
  /** The text of this range. */
  text: string
  /** The name or alias that was found, as entered. */
  alias: string
  reason: MentionReason
}

/** In the order of the numbers that represent them in the database. */
export const mentionReasons = [
  'exact',
  'folded',
  'suffix-stripped',
  'respelled',
  'separated',
  'joined',
  'split',
  'possessive',
  'plural',
  'script-particle',
  'missing-space',
] as const

export type MentionReason = (typeof mentionReasons)[number]

/** How much of an answer is about an entity, and where. */
export type Prominence = {
  /** Whether the first, or the last, sentence of the answer mentions it. */
  firstSentence: boolean
  lastSentence: boolean
  /**
   * Words of the sentences that mention it / words of the answer, 0 to 1. Each Han, kana or Thai letter is one word.
   */
  wordShare: number
  /** Position of its first list item (or numbered heading) and the length of that list; null if in no list. */
  listPosition: number | null
  listLength: number | null
  /** First table row that mentions it, 1 is the first below the header; null if in no table. */
  tableRow: number | null
}

export type Sentiment = {
  label: SentimentLabel
  /** -100 to 100. */
  score: number
  /** How often such a label was right on labeled answers, 0 to 1. */
  confidence: number
  /** The sentence that decided, as UTF-16 offsets into the markdown and their text. Null if the label is unknown. */
  evidence: { start: number; end: number; text: string } | null
  method: 'rules'
}

/** A source as returned by the engine. `cited` is false for a source that was only retrieved. */
export type CitedSource = { url: string; title: string | null; cited: boolean }

export type Citation = {
  /** 1-based position in the given list. */
  position: number
  /** Without tracking parameters and fragment; unchanged if it cannot be parsed. */
  url: string
  originalUrl: string
  /** ASCII (punycode), lower case; null if the URL cannot be parsed. */
  host: string | null
  /** Registrable domain by the public suffix list, or else the host. */
  domain: string | null
  title: string | null
  cited: boolean
  category: SourceCategory
  articleType: ArticleType
  /** The entity whose domain contains it; of several, the one with the longest domain. */
  ownEntityId: string | null
}

export const articleTypes = [
  'comparison',
  'list',
  'how-to',
  'review',
  'documentation',
  'news',
  'forum-thread',
  'product',
  'homepage',
  'other',
] as const

export type ArticleType = (typeof articleTypes)[number]
