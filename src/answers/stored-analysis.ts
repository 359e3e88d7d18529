/**
 * The format in which an analysis is stored with its answer. It contains offsets instead of texts that the answer contains,
 * such as the text of a mention or the title of a source.
 */
import { z } from 'zod'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import {
  type AnswerAnalysis,
  type AssignedSentiments,
  type EntityFacts,
  mergeSentiments,
} from './analysis.ts'
import {
  articleTypes,
  type Citation,
  type CitedSource,
  type Mention,
  mentionReasons,
  type ParsedEntity,
  type Prominence,
  type Sentiment,
} from './parsed-answer.ts'
import { sentimentLabels } from './sentiment-labels.ts'

const Range = z.tuple([z.number(), z.number()])

/** Label, score, confidence, range of the evidence, method. */
const StoredSentiment = z.tuple([
  z.enum(sentimentLabels),
  z.number().nullable(),
  z.number(),
  Range.nullable(),
  z.enum(['rules', 'model', 'person']),
])

/** First sentence, last sentence, word share, position in a list, length of the list, row of a table. */
const StoredProminence = z.tuple([
  z.boolean(),
  z.boolean(),
  z.number(),
  z.number().nullable(),
  z.number().nullable(),
  z.number().nullable(),
])

/** Id, rank, own citations, spans, prominence, sentiment. A span is four numbers: start, end, indexes of alias and reason. */
const StoredEntity = z.tuple([
  z.string(),
  z.number().nullable(),
  z.number(),
  z.array(z.number()),
  StoredProminence,
  StoredSentiment.nullable(),
])

/** Category, article type, owner, domain, and the URL if it differs from the engine's. */
const StoredCitation = z.tuple([
  z.enum(sourceCategories),
  z.enum(articleTypes),
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
])

const Stored = z.object({
  entities: z.array(StoredEntity),
  products: z.array(StoredEntity),
  citations: z.array(StoredCitation),
  /** Names and aliases as entered. */
  aliases: z.array(z.string()),
  /** Offset at which the search for names stopped; null if it is complete. */
  searchedTo: z.number().nullable(),
})

export type StoredAnalysis = z.output<typeof Stored>

/** What the rows of a citation contain of it, or of its URL or host. */
export type IndexedCitation = Omit<Citation, 'originalUrl' | 'articleType'>

/** What is stored of an analysis. `stored` is the format of this file. */
export type EncodedAnalysis = {
  facts: EntityFacts
  /** The first sources; more than any engine returns, to bound a malicious payload. */
  citations: IndexedCitation[]
  /** The number of all cited sources. */
  citedCount: number
  stored: StoredAnalysis
}

const maxCitations = 1_000

export function encodeAnalysis(analysis: AnswerAnalysis): EncodedAnalysis {
  const { facts, parsed } = analysis
  return {
    facts,
    citations: parsed.citations
      .slice(0, maxCitations)
      .map(({ originalUrl: _, articleType: __, ...indexed }) => indexed),
    citedCount: parsed.citations.filter(({ cited }) => cited).length,
    stored: encodeParsed(analysis),
  }
}

function encodeParsed({ parsed, products }: AnswerAnalysis): StoredAnalysis {
  const aliases: string[] = []
  return {
    entities: parsed.entities.filter(isPresent).map((entity) => encodeEntity(entity, aliases)),
    products: products.filter(isPresent).map((product) => encodeEntity(product, aliases)),
    citations: parsed.citations.map(({ category, articleType, ownEntityId, domain, url, originalUrl }) => [
      category,
      articleType,
      ownEntityId,
      domain,
      url === originalUrl ? null : url,
    ]),
    aliases,
    searchedTo: parsed.searchedTo,
  }
}

/** Checks the column `analysis`. */
export const readStored = (analysis: unknown): StoredAnalysis => Stored.parse(analysis)

const isPresent = ({ mentioned, ownCitations }: ParsedEntity) => mentioned || ownCitations > 0

/** Adds the entity's aliases to `aliases`. */
function encodeEntity(entity: ParsedEntity, aliases: string[]): StoredAnalysis['entities'][number] {
  const { id, rank, ownCitations, spans, prominence, sentiment } = entity
  const numbers: number[] = []
  for (const { start, end, alias, reason } of spans) {
    let index = aliases.indexOf(alias)
    if (index < 0) index = aliases.push(alias) - 1
    numbers.push(start, end, index, mentionReasons.indexOf(reason))
  }
  return [
    id,
    rank,
    ownCitations,
    numbers,
    encodeProminence(prominence),
    sentiment && encodeSentiment(sentiment),
  ]
}

const encodeProminence = (prominence: Prominence): z.output<typeof StoredProminence> => [
  prominence.firstSentence,
  prominence.lastSentence,
  prominence.wordShare,
  prominence.listPosition,
  prominence.listLength,
  prominence.tableRow,
]

const encodeSentiment = ({
  label,
  score,
  confidence,
  evidence,
  method,
}: Sentiment): z.output<typeof StoredSentiment> => [
  label,
  score,
  confidence,
  evidence && [evidence.start, evidence.end],
  method,
]

/** Returns the entities and products that an answer mentions or cites. */
export function decodeEntities({ entities, products, aliases }: StoredAnalysis, markdown: string) {
  const decode = ([id, rank, ownCitations, numbers, prominence, sentiment]: (typeof entities)[number]) => {
    const spans = decodeSpans(numbers, aliases, markdown)
    return {
      id,
      mentioned: spans.length > 0,
      count: spans.length,
      rank,
      spans,
      ownCitations,
      prominence: decodeProminence(prominence),
      sentiment: sentiment && decodeSentiment(sentiment, markdown),
    }
  }
  return { entities: entities.map(decode), products: products.map(decode) }
}

function decodeSpans(numbers: readonly number[], aliases: readonly string[], markdown: string): Mention[] {
  const spans: Mention[] = []
  for (let i = 0; i + 4 <= numbers.length; i += 4) {
    const [start = 0, end = 0, alias = 0, reason = 0] = numbers.slice(i, i + 4)
    spans.push({
      start,
      end,
      text: markdown.slice(start, end),
      alias: aliases[alias] ?? '',
      reason: mentionReasons[reason] ?? 'exact',
    })
  }
  return spans
}

function decodeProminence([
  firstSentence,
  lastSentence,
  wordShare,
  listPosition,
  listLength,
  tableRow,
]: z.output<typeof StoredProminence>): Prominence {
  return { firstSentence, lastSentence, wordShare, listPosition, listLength, tableRow }
}

function decodeSentiment(
  [label, score, confidence, range, method]: z.output<typeof StoredSentiment>,
  markdown: string,
) {
  const evidence = range && { start: range[0], end: range[1], text: markdown.slice(...range) }
  return { label, score, confidence, evidence, method }
}

/** Returns the citations of an answer, in the order of its sources. */
export function decodeStoredCitations(
  { citations }: StoredAnalysis,
  sources: readonly CitedSource[],
): Omit<Citation, 'originalUrl' | 'host'>[] {
  return citations.map(([category, articleType, ownEntityId, domain, url], index) => {
    const source = sources[index]
    return {
      position: index + 1,
      url: url ?? source?.url ?? '',
      domain,
      title: source?.title ?? null,
      cited: source?.cited ?? false,
      category,
      articleType,
      ownEntityId,
    }
  })
}

/** How often a model is right depends on the model, and was not measured. */
const CONFIDENCE = { person: 1, model: 0 }

/** Replaces the sentiments of a stored answer by the assigned ones. */
export function assignSentiments(
  facts: Pick<EntityFacts, 'entities' | 'mention_counts' | 'sentiments'>,
  stored: StoredAnalysis,
  sentiments: AssignedSentiments,
  getNumber: (entityId: string) => number | undefined,
): { sentiments: number[]; stored: StoredAnalysis } {
  const replace = (entity: StoredAnalysis['entities'][number]): typeof entity => {
    const [id, rank, ownCitations, spans, prominence] = entity
    const assigned = spans.length > 0 ? sentiments.get(getNumber(id) ?? -1) : undefined
    if (!assigned) return entity
    const { label, evidence, method } = assigned
    const range: z.output<typeof Range> | null = evidence && [evidence.start, evidence.end]
    return [id, rank, ownCitations, spans, prominence, [label, null, CONFIDENCE[method], range, method]]
  }
  return {
    sentiments: mergeSentiments(facts, sentiments),
    stored: {
      ...stored,
      entities: stored.entities.map(replace),
      products: stored.products.map(replace),
    },
  }
}

/** Returns the sentiment of an entity in a stored analysis; null if the answer does not mention it. */
export function sentimentIn(stored: StoredAnalysis, entityId: string) {
  const [, , , , , sentiment] = stored.entities.find(([id]) => id === entityId) ?? []
  return sentiment ? { label: sentiment[0], range: sentiment[3], method: sentiment[4] } : null
}

/** Returns how the answer writes each entity, by id of the entity. */
export function spellingsIn(stored: StoredAnalysis, markdown: string): Map<string, string[]> {
  const { entities, products } = decodeEntities(stored, markdown)
  return new Map(
    [...entities, ...products].map(({ id, spans }) => [id, [...new Set(spans.map(({ text }) => text))]]),
  )
}
