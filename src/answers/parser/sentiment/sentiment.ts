/**
 * Classifies by rules how an answer portrays each entity that it mentions, where a few reliable cues decide: one-sided
 * praise or criticism in words of known valence, advice against the entity, or mentions that are only sources, shops or
 * comparisons. Everything else is `unknown`, and so are all other languages, for which there are too few labeled answers
 * to measure rules: a language model classifies them if the organization has enabled one.
 */
import type { Sentiment } from '../../parsed-answer.ts'
import type { AnswerLayout } from '../answer-layout.ts'
import type { LocatedMention } from '../mentions.ts'
import type { ParserScratch } from '../scratch.ts'
import { KINDS } from '../text/characters.ts'
import { sentenceAt, sentenceRange } from '../text/sentences.ts'
import { markdownRange } from '../text/source-map.ts'
import { collectEvidence, type SentimentEvidence } from './evidence.ts'
import { LEXICONS } from './lexicon.ts'
import { findScopes, type ScopeLayout } from './scopes.ts'
import { type Tokens, tokenAt, tokenize } from './tokens.ts'

/** Further mentions in one answer are ignored: they add cost and hardly change the result. */
const MAX_MENTIONS = 300

/** Returns the sentiment toward every mentioned entity, by its index. */
export function classifySentiments(
  answer: AnswerLayout,
  mentions: readonly LocatedMention[],
  scratch: ParserScratch,
): Map<number, Sentiment> {
  const sentiments = unknownSentiments(mentions)
  if (answer.language !== 'en' || mentions.length === 0) return sentiments
  const tokens = tokenize(answer.folded, LEXICONS.en, scratch.tokens)
  scratch.tokens = tokens
  ignoreNames(tokens, mentions)
  const layout = { answer, tokens, sentenceTokens: getSentenceTokens(answer, tokens) }
  const considered = mentions.slice(0, MAX_MENTIONS)
  const scopes = Map.groupBy(findScopes(layout, considered), ({ entity }) => entity)
  for (const [entity, named] of Map.groupBy(considered, (mention) => mention.entity)) {
    const own = scopes.get(entity)
    if (own) sentiments.set(entity, classify(layout, collectEvidence(layout, own)))
    else if (!named.some((mention) => isNearValence(layout, mention)))
      sentiments.set(entity, neutral(layout, named[0]))
  }
  return sentiments
}

/** Returns whether the sentence of a mention praises or criticizes something, which may be the entity. */
function isNearValence(
  { answer, tokens, sentenceTokens }: ScopeLayout,
  { foldedStart }: LocatedMention,
): boolean {
  const sentence = sentenceAt(answer.sentences, foldedStart)
  return tokens.valences
    .subarray(sentenceTokens[sentence], sentenceTokens[sentence + 1])
    .some((valence) => valence !== 0)
}

const neutral = (layout: ScopeLayout, first: LocatedMention | undefined): Sentiment =>
  getSentiment(layout, 'neutral', NO_EVIDENCE, sentenceAt(layout.answer.sentences, first?.foldedStart ?? 0))

export const unknownSentiments = (mentions: readonly LocatedMention[]): Map<number, Sentiment> =>
  new Map(mentions.map(({ entity }) => [entity, UNKNOWN]))

const UNKNOWN: Sentiment = { label: 'unknown', score: 0, confidence: 0, evidence: null, method: 'rules' }
const NO_EVIDENCE = { praise: 0, criticism: 0 }

/** Clears the meaning of the words of names: Best Buy, Visible. */
function ignoreNames(tokens: Tokens, mentions: readonly LocatedMention[]): void {
  for (const { foldedStart, foldedEnd } of mentions) {
    const [from, to] = [tokenAt(tokens, foldedStart), tokenAt(tokens, foldedEnd)]
    tokens.valences.fill(0, from, to)
    tokens.roles.fill(0, from, to)
  }
}

function getSentenceTokens({ sentences }: AnswerLayout, { starts, length }: Tokens): number[] {
  let token = 0
  const ends = sentences.ends.map((end) => {
    while (token < length && (starts[token] ?? 0) < end) token++
    return token
  })
  return [0, ...ends]
}

/** Weights from which praise or criticism decides, and how much it has to outweigh the other. */
const MIN_PRAISE = 2
const PRAISE_FACTOR = 4
const MIN_CRITICISM = 3
const CRITICISM_FACTOR = 6

function classify(layout: ScopeLayout, evidence: SentimentEvidence): Sentiment {
  const { praise, criticism, isAdvisedAgainst, bestSentence, worstSentence } = evidence
  if (!isAdvisedAgainst && praise >= MIN_PRAISE && praise >= PRAISE_FACTOR * criticism)
    return getSentiment(layout, 'positive', evidence, bestSentence)
  if ((isAdvisedAgainst || criticism >= MIN_CRITICISM) && criticism >= CRITICISM_FACTOR * praise)
    return getSentiment(layout, 'negative', evidence, worstSentence)
  return UNKNOWN
}

/** How often each label is right, measured on labeled answers (docs/parsing.md). */
const CONFIDENCE = { positive: 0.95, neutral: 0.95, negative: 0.9 }

function getSentiment(
  layout: ScopeLayout,
  label: keyof typeof CONFIDENCE,
  { praise, criticism }: Pick<SentimentEvidence, 'praise' | 'criticism'>,
  sentence: number,
): Sentiment {
  return {
    label,
    score: Math.round((100 * (praise - criticism)) / (praise + criticism + 2)),
    confidence: CONFIDENCE[label],
    evidence: sentenceText(layout, sentence),
    method: 'rules',
  }
}

const { SPACE } = KINDS

function sentenceText({ answer }: ScopeLayout, sentence: number): Sentiment['evidence'] {
  const { folded, sentences, markdown } = answer
  let { from, to } = sentenceRange(sentences, sentence, folded)
  while (from < to && folded.kinds[from] === SPACE) from++
  while (to > from && folded.kinds[to - 1] === SPACE) to--
  if (to <= from) return null
  const { start, end } = markdownRange(folded, from, to)
  return { start, end, text: markdown.slice(start, end) }
}
