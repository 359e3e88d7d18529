/**
 * Reanalyzes stored answers of one brand. Skips an answer if no change of names since its analysis can affect it. Pure,
 * and needs no database.
 */
import { z } from 'zod'
import type { NameChange } from '../brands/name-changes.ts'
import {
  analyzeAnswer,
  type BrandParser,
  getSources,
  type KnownSentiments,
  skipsSentiment,
} from './analysis.ts'
import { type CompiledNameChanges, compileNameChanges, couldAffectAnswer } from './name-changes.ts'
import { PARSER_VERSION } from './parser.ts'
import { type EncodedAnalysis, encodeAnalysis, readStored } from './stored-analysis.ts'

export type StoredAnswer = {
  id: string
  names_version: number
  analysis_version: number
  prompt: string
  language: string
  surface: string
  markdown: string
  sources: unknown
  /** The stored analysis of an answer of a demo brand, whose sentiments are known; null for other answers. */
  known?: unknown
}

/** Returns null if no change of names since the stored analysis can affect the answer. */
export type Reanalyzer = (stored: StoredAnswer) => EncodedAnalysis | null

/** Creates a reanalyzer. `changes` are the brand's changes of names, by the `names_version` that they led to. */
export function createReanalyzer(parser: BrandParser, changes: ReadonlyMap<number, NameChange>): Reanalyzer {
  const changesSince = memoizeChanges(parser.namesVersion, changes)
  return (stored) => {
    const { markdown } = stored
    const sources = Sources.parse(stored.sources)
    const since = stored.analysis_version === PARSER_VERSION ? changesSince(stored.names_version) : null
    if (since && !couldAffectAnswer(searchedTexts(markdown, sources), since)) return null
    const { prompt, language, surface } = stored
    const input = { markdown, prompt, language: language || null, citations: getSources(sources) }
    const sentiments = stored.known ? { sentiments: getSentiments(stored.known, parser) } : {}
    return encodeAnalysis(
      analyzeAnswer({ ...input, ...sentiments, skipsSentiment: skipsSentiment(parser, surface) }, parser),
    )
  }
}

/** Returns the stored sentiments by the current names of the entities. */
const getSentiments = (analysis: unknown, { byId }: BrandParser): KnownSentiments =>
  Object.fromEntries(
    readStored(analysis).entities.flatMap(([id, , , , , sentiment]) => {
      const name = byId.get(id)?.name
      return name === undefined || sentiment === null ? [] : [[name, sentiment[0]]]
    }),
  )

const Source = z.object({ url: z.string(), title: z.string().nullable() })
const Sources = z.object({
  citations: z.array(Source),
  retrieved: z.array(Source),
  shopping_cards: z.array(z.object({ product_title: z.string(), product_brand: z.string().nullable() })),
})

/**
 * Returns all texts in which names are searched. Shopping cards are included, because the rollups assign them to the
 * entities that they mention.
 */
function searchedTexts(markdown: string, sources: z.output<typeof Sources>) {
  const cards = sources.shopping_cards.flatMap((card) => [card.product_title, card.product_brand ?? ''])
  return {
    texts: [markdown, ...cards],
    urls: [...sources.citations, ...sources.retrieved].map(({ url }) => url),
  }
}

/** Returns a function from a version of the names to what has changed since, or null if a change is not known. */
function memoizeChanges(current: number, changes: ReadonlyMap<number, NameChange>) {
  const memoized = new Map<number, CompiledNameChanges | null>()
  return (namesVersion: number): CompiledNameChanges | null => {
    let compiled = memoized.get(namesVersion)
    if (compiled === undefined) {
      const versions = Array.from({ length: current - namesVersion }, (_, index) => namesVersion + 1 + index)
      const each = versions.map((version) => changes.get(version))
      compiled = each.every((change) => change !== undefined) ? compileNameChanges(each) : null
      memoized.set(namesVersion, compiled)
    }
    return compiled
  }
}
