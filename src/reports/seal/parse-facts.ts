/** Parses the answers of a sealed report with the names of its snapshot. */
import {
  analyzeAnswer,
  type BrandParser,
  createBrandParser,
  getSources,
  type NumberedEntity,
} from '../../answers/analysis.ts'
import { sentimentLabels } from '../../answers/sentiment-labels.ts'
import type { StoredSnapshot } from '../snapshot.ts'
import type { Facts, SealedAnswerLine } from './format.ts'

type BrandPart = StoredSnapshot['brands'][number]
type ParsedFacts = { facts: Facts; sentiment: SealedAnswerLine['sentiment'] }

export const getParser = ({ definitions }: BrandPart): BrandParser =>
  createBrandParser(definitions, definitions.entities satisfies NumberedEntity[])

export function parseFacts(
  {
    markdown,
    prompt,
    language,
    citations,
    retrieved,
  }: Omit<SealedAnswerLine, 'markdown'> & { markdown: string },
  parser: BrandParser,
): ParsedFacts {
  const { facts } = analyzeAnswer(
    { markdown, prompt, language: language || null, citations: getSources({ citations, retrieved }) },
    parser,
  )
  return toParsedFacts(facts)
}

/** Separates the sentiment toward the brand, which is always the first entity. */
export function toParsedFacts({ sentiments, ...facts }: Facts & { sentiments: number[] }): ParsedFacts {
  return { facts, sentiment: sentimentLabels[sentiments[0] ?? 0] ?? 'unknown' }
}
