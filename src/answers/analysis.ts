/** Analyzes an answer: parses it for all entities of its brand and derives the integers that are stored with it. */
import { z } from 'zod'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import type {
  Citation,
  CitedSource,
  Mention,
  ParsedAnswer,
  ParsedEntity,
  Sentiment,
} from './parsed-answer.ts'
import { compileDomains, parseCitations } from './parser/citations/citations.ts'
import type { Entity } from './parser/names/compile-names.ts'
import { type AnswerText, createParser, type Parser, parseAnswer } from './parser.ts'
import { type SentimentLabel, sentimentCode } from './sentiment-labels.ts'
import { visibilityScoreMilli } from './visibility-score.ts'

/** An entity of one brand; `number` is 0 for the brand itself. */
export type NumberedEntity = Entity & { number: number; kind: 'brand' | 'competitor' | 'product' }

/** A brand's columns on which the analysis of its answers depends. `source_categories` maps domains to categories. */
export type AnalyzedBrand = { id: string; names_version: number; source_categories: unknown }

/**
 * Parses the answers of one brand. Products are parsed separately from the brand and its competitors: "Google Pixel"
 * mentions both the product and the brand, and a product has no rank among brands.
 */
export type BrandParser = {
  /** The `names_version` of the brand whose names are compiled. */
  namesVersion: number
  /** Whether a language model classifies sentiment, so that rules must not. */
  usesModel: boolean
  tracked: Parser
  products: Parser | null
  byId: Map<string, NumberedEntity>
}

type Source = { url: string; title: string | null }

/** Returns the sources of an answer in the order in which they are numbered: cited ones, then those only retrieved. */
export function getSources({
  citations,
  retrieved,
}: {
  citations: readonly Source[]
  retrieved: readonly Source[]
}): CitedSource[] {
  return [
    ...citations.map(({ url, title }) => ({ url, title, cited: true })),
    ...retrieved.map(({ url, title }) => ({ url, title, cited: false })),
  ]
}

export type ParserInput = AnswerText & {
  /** The known sentiments of a simulated answer, by name of the entity. They replace the rules. */
  sentiments?: KnownSentiments
}

export type KnownSentiments = Readonly<Record<string, SentimentLabel>>

/** Parallel arrays: the brand first, then every other entity that is mentioned or cited. */
export type EntityFacts = {
  entities: number[]
  mention_counts: number[]
  ranks: number[]
  own_citations: number[]
  score_millipoints: number[]
  sentiments: number[]
}

/** A sentiment that a language model or a person assigned. `evidence` of a person: the one of the classified label. */
export type AssignedSentiment = {
  label: Sentiment['label']
  evidence: Sentiment['evidence']
  method: 'model' | 'person'
}

/** The assigned sentiments of an answer, by number of the entity. */
export type AssignedSentiments = ReadonlyMap<number, AssignedSentiment>

export type AnswerAnalysis = {
  parsed: ParsedAnswer
  products: ParsedEntity[]
  facts: EntityFacts
}

const SourceCategories = z.record(z.string(), z.enum(sourceCategories))

/** A language model is never sent simulated answers. */
export const skipsSentiment = ({ usesModel }: BrandParser, surface: string): boolean =>
  usesModel && surface !== 'simulated'

export function createBrandParser(
  brand: Pick<AnalyzedBrand, 'names_version' | 'source_categories'>,
  entities: readonly NumberedEntity[],
  usesModel = false,
): BrandParser {
  const products = entities.filter((entity) => entity.kind === 'product')
  return {
    namesVersion: brand.names_version,
    usesModel,
    tracked: createParser(
      entities.filter((entity) => entity.kind !== 'product').map(asParserEntity),
      SourceCategories.parse(brand.source_categories),
    ),
    products: products.length > 0 ? createParser(products) : null,
    byId: new Map(entities.map((entity) => [entity.id, entity])),
  }
}

const asParserEntity = (entity: NumberedEntity): Entity => ({
  ...entity,
  competitor: entity.kind === 'competitor',
})

/** Longer than any answer of an engine. Bounds the memory of an analysis: a name can be mentioned every other character. */
export const MAX_SEARCHED_LENGTH = 250_000

export function analyzeAnswer(
  { markdown, sentiments, ...answer }: ParserInput,
  parser: BrandParser,
): AnswerAnalysis {
  const searched = { ...answer, markdown: markdown.slice(0, MAX_SEARCHED_LENGTH) }
  const found = parseAnswer(searched, parser.tracked)
  const tracked = sentiments ? withSentiments(found, sentiments, parser, markdown) : found
  const { entities: products, searchedTo } = parser.products
    ? parseAnswer(searched, parser.products)
    : { entities: [], searchedTo: null }
  const end = markdown.length > MAX_SEARCHED_LENGTH ? MAX_SEARCHED_LENGTH : null
  const parsed = { ...tracked, searchedTo: earliest(earliest(tracked.searchedTo, searchedTo), end) }
  return { parsed, products, facts: getFacts([...parsed.entities, ...products], parser) }
}

function withSentiments(
  parsed: ParsedAnswer,
  sentiments: KnownSentiments,
  { byId }: BrandParser,
  markdown: string,
): ParsedAnswer {
  const entities = parsed.entities.map((entity) => {
    const label = sentiments[byId.get(entity.id)?.name ?? '']
    const [first] = entity.spans
    if (label === undefined || first === undefined) return entity
    const evidence = sentenceAround(markdown, first)
    const score = label === 'positive' ? 100 : label === 'negative' ? -100 : 0
    return { ...entity, sentiment: { label, score, confidence: 1, evidence, method: 'rules' as const } }
  })
  return { ...parsed, entities }
}

/** The sentence of a mention, within its line. */
function sentenceAround(markdown: string, { start, end }: Mention) {
  const previous = markdown.lastIndexOf('. ', start)
  const from = Math.max(markdown.lastIndexOf('\n', start) + 1, previous < 0 ? 0 : previous + 2)
  const [line, stop] = [markdown.indexOf('\n', end), markdown.indexOf('. ', end)]
  const to = Math.min(line < 0 ? markdown.length : line, stop < 0 ? markdown.length : stop + 1)
  return { start: from, end: to, text: markdown.slice(from, to) }
}

const earliest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

/** Classifies one source of a brand's answers and returns the entity that owns it. */
export function classifyUrl(
  brand: Pick<AnalyzedBrand, 'source_categories'>,
  entities: readonly NumberedEntity[],
  source: Source,
): { citation: Citation | undefined; owner: NumberedEntity | undefined } {
  // Products own no sources.
  const owners = entities.filter(({ kind }) => kind !== 'product')
  const domains = compileDomains(owners.map(asParserEntity), SourceCategories.parse(brand.source_categories))
  const [citation] = parseCitations([{ ...source, cited: true }], domains).citations
  return { citation, owner: owners.find(({ id }) => id === citation?.ownEntityId) }
}

/** Returns the sentiment codes of `facts` with the assigned ones. */
export function mergeSentiments(
  facts: Pick<EntityFacts, 'entities' | 'mention_counts' | 'sentiments'>,
  sentiments: AssignedSentiments,
): number[] {
  return facts.entities.map((number, index) => {
    const sentiment = (facts.mention_counts[index] ?? 0) > 0 ? sentiments.get(number) : undefined
    return sentiment ? sentimentCode(sentiment.label) : (facts.sentiments[index] ?? sentimentCode('unknown'))
  })
}

/** Returns the facts of an answer that was not analyzed. */
export const noFacts = (): EntityFacts => ({
  entities: [],
  mention_counts: [],
  ranks: [],
  own_citations: [],
  score_millipoints: [],
  sentiments: [],
})

function getFacts(parsedEntities: ParsedEntity[], { byId }: BrandParser): EntityFacts {
  const facts = noFacts()
  const numbered = parsedEntities.map((parsed) => ({ parsed, entity: byId.get(parsed.id) }))
  const brandFirst = numbered.toSorted((a, b) => (a.entity?.number ?? 0) - (b.entity?.number ?? 0))
  for (const { parsed, entity } of brandFirst) {
    const { mentioned, ownCitations } = parsed
    if (!entity || (entity.number !== 0 && !mentioned && ownCitations === 0)) continue
    const rank = entity.kind === 'product' ? null : parsed.rank
    facts.entities.push(entity.number)
    facts.mention_counts.push(toSmallint(parsed.count))
    facts.ranks.push(toSmallint(rank ?? 0))
    facts.own_citations.push(toSmallint(ownCitations))
    facts.score_millipoints.push(visibilityScoreMilli({ named: mentioned, cited: ownCitations > 0, rank }))
    facts.sentiments.push(sentimentCode(parsed.sentiment?.label ?? 'unknown'))
  }
  return facts
}

/** Limits a count to the range of a `smallint` column. */
const toSmallint = (count: number) => Math.min(count, 32_767)
