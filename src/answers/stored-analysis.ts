/**
 * A reading as it is kept with its answer. What the answer says itself, such as the words of a mention or the title of a
 * source, is not written down twice: places are kept, and the words are cut out of the answer when it is shown.
 */
import { z } from 'zod'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import { compressJson, decompress } from './compression.ts'
import type { AnalyzedEntity, AnswerAnalysis, LlmSentiments } from './analysis.ts'
import { articleTypes } from './parser/citations/article-type.ts'
import type { Citation, CitedSource } from './parser/citations/citations.ts'
import { type Mention, mentionReasons } from './parser/mentions.ts'
import type { Prominence } from './parser/prominence.ts'
import { sentimentLabels } from './sentiment-labels.ts'

const Place = z.tuple([z.number(), z.number()])

/** Label, score, confidence, place of the evidence, method. */
const KeptSentiment = z.tuple([
  z.enum(sentimentLabels),
  z.number().nullable(),
  z.number(),
  Place.nullable(),
  z.enum(['rules', 'model']),
])

/** First sentence, last sentence, share of the words, place in a list, length of the list, row of a table. */
const KeptProminence = z.tuple([
  z.boolean(),
  z.boolean(),
  z.number(),
  z.number().nullable(),
  z.number().nullable(),
  z.number().nullable(),
])

/** Id, rank, own citations, spans, prominence, sentiment. Each span is four numbers: start, end, which alias, which reason. */
const KeptEntity = z.tuple([
  z.string(),
  z.number().nullable(),
  z.number(),
  z.array(z.number()),
  KeptProminence,
  KeptSentiment.nullable(),
])

/** Category, type of article, owner, domain, and the address where it differs from what the engine gave. */
const KeptCitation = z.tuple([
  z.enum(sourceCategories),
  z.enum(articleTypes),
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
])

const Kept = z.object({
  entities: z.array(KeptEntity),
  products: z.array(KeptEntity),
  citations: z.array(KeptCitation),
  /** Names and aliases as their owner wrote them. */
  aliases: z.array(z.string()),
})

export type StoredAnalysis = z.output<typeof Kept>

export function encodeAnalysis({ reading, products }: AnswerAnalysis): Buffer {
  const aliases: string[] = []
  return encodeStored({
    entities: reading.entities.filter(isPresent).map((entity) => keptEntity(entity, aliases)),
    products: products.filter(isPresent).map((product) => keptEntity(product, aliases)),
    citations: reading.citations.map(({ category, articleType, ownEntityId, domain, url, originalUrl }) => [
      category,
      articleType,
      ownEntityId,
      domain,
      url === originalUrl ? null : url,
    ]),
    aliases,
  })
}

export const encodeStored = (kept: StoredAnalysis): Buffer => compressJson(kept)

export const decodeStored = (bytes: Buffer): StoredAnalysis => Kept.parse(JSON.parse(decompress(bytes)))

const isPresent = ({ mentioned, ownCitations }: AnalyzedEntity) => mentioned || ownCitations > 0

/** Adds the aliases that it is the first to use. */
function keptEntity(entity: AnalyzedEntity, aliases: string[]): StoredAnalysis['entities'][number] {
  const { id, rank, ownCitations, spans, prominence, sentiment } = entity
  const numbers: number[] = []
  for (const { start, end, alias, reason } of spans) {
    let place = aliases.indexOf(alias)
    if (place < 0) place = aliases.push(alias) - 1
    numbers.push(start, end, place, mentionReasons.indexOf(reason))
  }
  return [id, rank, ownCitations, numbers, keptProminence(prominence), sentiment && keptSentiment(sentiment)]
}

const keptProminence = (prominence: Prominence): z.output<typeof KeptProminence> => [
  prominence.firstSentence,
  prominence.lastSentence,
  prominence.wordShare,
  prominence.listPosition,
  prominence.listLength,
  prominence.tableRow,
]

const keptSentiment = ({
  label,
  score,
  confidence,
  evidence,
  method,
}: NonNullable<AnalyzedEntity['sentiment']>): z.output<typeof KeptSentiment> => [
  label,
  score,
  confidence,
  evidence && [evidence.start, evidence.end],
  method,
]

/** The entities, then the products, that an answer names or cites. */
export function decodeEntities({ entities, products, aliases }: StoredAnalysis, markdown: string) {
  const open = ([id, rank, ownCitations, numbers, prominence, sentiment]: (typeof entities)[number]) => {
    const spans = spansIn(numbers, aliases, markdown)
    return {
      id,
      mentioned: spans.length > 0,
      count: spans.length,
      rank,
      spans,
      ownCitations,
      prominence: prominenceIn(prominence),
      sentiment: sentiment && sentimentIn(sentiment, markdown),
    }
  }
  return { entities: entities.map(open), products: products.map(open) }
}

function spansIn(numbers: readonly number[], aliases: readonly string[], markdown: string): Mention[] {
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

function prominenceIn([firstSentence, lastSentence, wordShare, listPosition, listLength, tableRow]: z.output<
  typeof KeptProminence
>): Prominence {
  return { firstSentence, lastSentence, wordShare, listPosition, listLength, tableRow }
}

function sentimentIn(
  [label, score, confidence, place, method]: z.output<typeof KeptSentiment>,
  markdown: string,
) {
  const evidence = place && { start: place[0], end: place[1], text: markdown.slice(...place) }
  return { label, score, confidence, evidence, method }
}

/** The citations of an answer, in the order of its sources. */
export function decodeCitations(
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

/** The same with a model's judgement of entities, by their number, in place of what was said of them. */
export function replaceSentiments(
  kept: StoredAnalysis,
  judged: LlmSentiments,
  numberOf: (id: string) => number | undefined,
): StoredAnalysis {
  const portray = (entity: StoredAnalysis['entities'][number]): typeof entity => {
    const [id, rank, ownCitations, spans, prominence] = entity
    const sentiment = spans.length > 0 ? judged.get(numberOf(id) ?? -1) : undefined
    return sentiment ? [id, rank, ownCitations, spans, prominence, keptSentiment(sentiment)] : entity
  }
  return { ...kept, entities: kept.entities.map(portray), products: kept.products.map(portray) }
}
