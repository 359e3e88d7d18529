/** From a reading to the whole numbers that are kept with the answer and summed up by day. */
import { z } from 'zod'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import {
  type Parser,
  createParser,
  type Entity,
  type ParsedAnswer,
  type ParsedEntity,
  parseAnswer,
  type Sentiment,
} from './parser.ts'
import { sentiments } from './parser/sentiment/sentiment.ts'
import { visibilityScoreMilli } from './visibility-score.ts'

/** An entity of one brand; `number` is 0 for the brand itself. */
export type NumberedEntity = Entity & { number: number; kind: 'brand' | 'competitor' | 'product' }

/**
 * What reads the answers of one brand. Products are read apart from the brand and its competitors: "Google Pixel" names
 * the product and the brand alike, and a product takes no place in the order of brands.
 */
export type BrandParser = {
  /** The brand's `names_version` that the names are of. */
  namesVersion: number
  tracked: Parser
  products: Parser | null
  byId: Map<string, NumberedEntity>
}

type Sourced = { url: string; title: string | null }

/** The sources of an answer in the order in which they are numbered: the cited ones, then those only retrieved. */
export function sourcesOf({
  citations,
  retrieved,
}: {
  citations: readonly Sourced[]
  retrieved: readonly Sourced[]
}) {
  return [
    ...citations.map(({ url, title }) => ({ url, title, cited: true })),
    ...retrieved.map(({ url, title }) => ({ url, title, cited: false })),
  ]
}

export type ParserInput = {
  markdown: string
  prompt: string
  language: string | null
  citations: { url: string; title: string | null; cited: boolean }[]
}

/** Parallel arrays, the brand first, then each other entity that is named or cited. */
export type EntityFacts = {
  entities: number[]
  mention_counts: number[]
  ranks: number[]
  own_citations: number[]
  scores_milli: number[]
  sentiments: number[]
}

/** As `Sentiment`, found by a language model; it gives no score. */
export type LlmSentiment = {
  label: Sentiment['label']
  score: null
  confidence: number
  evidence: Sentiment['evidence']
  method: 'model'
}

/** What a language model said of an answer, by the number of the entity. */
export type LlmSentiments = ReadonlyMap<number, LlmSentiment>

export type AnalyzedEntity = Omit<ParsedEntity, 'sentiment'> & {
  sentiment: Sentiment | LlmSentiment | null
}

export type AnswerAnalysis = {
  reading: Omit<ParsedAnswer, 'entities'> & { entities: AnalyzedEntity[] }
  products: AnalyzedEntity[]
  facts: EntityFacts
}

/** `source_categories` as it is stored: domain → category. */
const SourceCategories = z.record(z.string(), z.enum(sourceCategories))

export function createBrandParser(
  brand: { names_version: number; source_categories: unknown },
  entities: readonly NumberedEntity[],
): BrandParser {
  const products = entities.filter((entity) => entity.kind === 'product')
  return {
    namesVersion: brand.names_version,
    tracked: createParser(
      entities
        .filter((entity) => entity.kind !== 'product')
        .map((entity) => ({ ...entity, competitor: entity.kind === 'competitor' })),
      SourceCategories.parse(brand.source_categories),
    ),
    products: products.length > 0 ? createParser(products) : null,
    byId: new Map(entities.map((entity) => [entity.id, entity])),
  }
}

export function analyzeAnswer(answer: ParserInput, reader: BrandParser): AnswerAnalysis {
  const reading = parseAnswer(answer, reader.tracked)
  const products = reader.products ? parseAnswer(answer, reader.products).entities : []
  return { reading, products, facts: factsOf([...reading.entities, ...products], reader) }
}

/** The reading with the model's judgement in place of the rules'. Where it is silent, the rules' stands. */
export function withLlmSentiment(
  read: AnswerAnalysis,
  judged: LlmSentiments,
  reader: BrandParser,
): AnswerAnalysis {
  const numberOf = (id: string) => reader.byId.get(id)?.number
  return {
    reading: { ...read.reading, entities: portray(read.reading.entities, judged, numberOf) },
    products: portray(read.products, judged, numberOf),
    facts: { ...read.facts, sentiments: mergeSentiments(read.facts, judged) },
  }
}

function portray<E extends { id: string; mentioned: boolean; sentiment: unknown }>(
  entities: readonly E[],
  judged: LlmSentiments,
  numberOf: (id: string) => number | undefined,
): (Omit<E, 'sentiment'> & { sentiment: E['sentiment'] | LlmSentiment })[] {
  return entities.map((entity) => {
    const sentiment = entity.mentioned ? judged.get(numberOf(entity.id) ?? -1) : undefined
    return sentiment ? { ...entity, sentiment } : entity
  })
}

export function mergeSentiments(
  facts: Pick<EntityFacts, 'entities' | 'mention_counts' | 'sentiments'>,
  judged: LlmSentiments,
): number[] {
  return facts.entities.map((number, index) => {
    const sentiment = (facts.mention_counts[index] ?? 0) > 0 ? judged.get(number) : undefined
    return sentiment ? sentimentCode(sentiment.label) : (facts.sentiments[index] ?? sentimentCode('unknown'))
  })
}

export const sentimentCode = (label: Sentiment['label']): number => sentiments.indexOf(label)

/** Of an answer that was not read; each caller has arrays of its own. */
export const noFacts = (): EntityFacts => ({
  entities: [],
  mention_counts: [],
  ranks: [],
  own_citations: [],
  scores_milli: [],
  sentiments: [],
})

function factsOf(readings: ParsedEntity[], reader: BrandParser): EntityFacts {
  const facts = noFacts()
  const numbered = readings.map((reading) => ({ reading, entity: reader.byId.get(reading.id) }))
  const brandFirst = numbered.toSorted((a, b) => (a.entity?.number ?? 0) - (b.entity?.number ?? 0))
  for (const { reading, entity } of brandFirst) {
    if (!entity || (entity.number !== 0 && !reading.mentioned && reading.ownCitations === 0)) continue
    const rank = entity.kind === 'product' ? null : reading.rank
    facts.entities.push(entity.number)
    facts.mention_counts.push(small(reading.count))
    facts.ranks.push(small(rank ?? 0))
    facts.own_citations.push(small(reading.ownCitations))
    facts.scores_milli.push(
      visibilityScoreMilli({ named: reading.mentioned, cited: reading.ownCitations > 0, rank }),
    )
    facts.sentiments.push(sentimentCode(reading.sentiment?.label ?? 'unknown'))
  }
  return facts
}

/** What a smallint column holds. A text with more mentions than that is no answer of an engine. */
const small = (count: number) => Math.min(count, 32_767)
