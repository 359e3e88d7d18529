/**
 * Parses an answer: which entities its visible text mentions, where, in which order, how prominently and with which
 * sentiment, and whose pages it cites. Deterministic: the same answer and the same entities give the same result, so
 * stored answers can be reanalyzed whenever a name or the parser changes.
 *
 * Steps: extract the visible text from the markdown, fold it (with a source map back to the markdown), find the names
 * in it, and decide by context which of them are mentions.
 */
import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import type { CitedSource, Mention, ParsedAnswer } from './parsed-answer.ts'
import { type AnswerLayout, layOutAnswer } from './parser/answer-layout.ts'
import { compileDomains, type OwnedDomains, parseCitations } from './parser/citations/citations.ts'
import { findMentions, type LocatedMention } from './parser/mentions.ts'
import { type CompiledNames, compileNames, type Entity, expandCues } from './parser/names/compile-names.ts'
import { computeProminence, NO_PROMINENCE } from './parser/prominence.ts'
import { getPrompt, type PromptCache } from './parser/prompt.ts'
import { NON_ANSWER_CUES } from './parser/rules/non-answers.ts'
import { createScratch, type ParserScratch } from './parser/scratch.ts'
import { classifySentiments, unknownSentiments } from './parser/sentiment/sentiment.ts'

/** Increase it with every change of results: stored answers are then reanalyzed. */
export const PARSER_VERSION = 5

export type AnswerText = {
  markdown: string
  citations: readonly CitedSource[]
  /** The prompt: a sentence that only repeats it mentions nothing. */
  prompt?: string
  /** BCP 47 tag, used if the text is too short to detect its language. */
  language?: string | null
  /** Leaves every sentiment unknown, because a language model classifies the answer. */
  skipsSentiment?: boolean
}

/** Compiled entities, with buffers that are reused and caches of sources and prompts. None of them changes a result. */
export type Parser = {
  ids: readonly string[]
  names: CompiledNames
  domains: OwnedDomains
  prompts: PromptCache
  scratch: ParserScratch
}

const cues = expandCues(NON_ANSWER_CUES)

/**
 * Compiles entities, once for any number of answers. `categories` adds a brand's own categories of sources, by domain,
 * to the built-in ones.
 */
export function createParser(
  entities: readonly Entity[],
  categories: Record<string, SourceCategory> = {},
): Parser {
  return {
    ids: entities.map(({ id }) => id),
    names: compileNames(entities, cues),
    domains: compileDomains(entities, categories),
    prompts: new Map(),
    scratch: createScratch(),
  }
}

export function parseAnswer(answer: AnswerText, parser: Parser): ParsedAnswer {
  const { ids, names, domains, prompts, scratch } = parser
  const prompt = answer.prompt ? getPrompt(answer.prompt, prompts) : null
  const layout = layOutAnswer(answer.markdown, prompt, answer.language, scratch)
  const { citations, ownCounts } = parseCitations(answer.citations, domains)
  const { mentions, stoppedAt } = findMentions(layout, names, new Set(ownCounts.keys()))
  // A Map keeps insertion order, which is the order of first mention.
  const byEntity = Map.groupBy(mentions, ({ entity }) => entity)
  const ranks = new Map(Array.from(byEntity.keys(), (entity, index) => [entity, index + 1]))
  const sentiments = answer.skipsSentiment
    ? unknownSentiments(mentions)
    : classifySentiments(layout, mentions, scratch)
  const prominence = computeProminence(layout, mentions)
  return {
    entities: ids.map((id, index) => {
      const spans = byEntity.get(index)?.map(toMention) ?? []
      return {
        id,
        mentioned: spans.length > 0,
        count: spans.length,
        rank: ranks.get(index) ?? null,
        spans,
        ownCitations: ownCounts.get(index) ?? 0,
        prominence: prominence.get(index) ?? NO_PROMINENCE,
        sentiment: sentiments.get(index) ?? null,
      }
    }),
    citations,
    searchedTo: stoppedAt,
  }
}

/** Finds the names in a text, with the layout in which they were found. Uses new buffers, so the caller can keep the result. */
export function locateNames(
  markdown: string,
  language: string | null,
  { names }: Parser,
): { layout: AnswerLayout; mentions: LocatedMention[] } {
  const layout = layOutAnswer(markdown, null, language, createScratch())
  return { layout, mentions: findMentions(layout, names, new Set()).mentions }
}

function toMention({ start, end, text, alias, reason }: Mention): Mention {
  return { start, end, text, alias, reason }
}
