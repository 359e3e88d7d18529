/**
 * Classifies by rules how an answer portrays each entity that it mentions. Words of known valence count where they
 * describe the entity, and are negated, boosted or dampened by the words before them. Supports English, German, French
 * and Spanish; in other languages the label is `unknown`, which is not `neutral`.
 */
import type { Sentiment } from '../../parsed-answer.ts'
import type { SentimentLabel } from '../../sentiment-labels.ts'
import type { AnswerLayout } from '../answer-layout.ts'
import type { LocatedMention } from '../mentions.ts'
import type { ParserScratch } from '../scratch.ts'
import { lastAtOrBefore } from '../text/binary-search.ts'
import { KINDS } from '../text/characters.ts'
import { sentenceRange } from '../text/sentences.ts'
import { markdownRange } from '../text/source-map.ts'
import { createLayout, type Layout } from './layout.ts'
import { LEXICONS } from './lexicon.ts'
import { findScopes, type Scope } from './scopes.ts'
import { type Polarity, sectionPolarities } from './section-polarity.ts'
import { sentenceWeight } from './sentence-weight.ts'
import { type Tokens, tokenAt, tokenize } from './tokens.ts'
import { sentenceOfVerdict } from './verdicts.ts'

const { SPACE } = KINDS

/** Further mentions in one answer are ignored: they add cost and hardly change the result. */
const MAX_MENTIONS = 300

/** Returns the sentiment toward every mentioned entity, by its index. */
export function classifySentiments(
  answer: AnswerLayout,
  mentions: readonly LocatedMention[],
  scratch: ParserScratch,
): Map<number, Sentiment> {
  const result = new Map<number, Sentiment>()
  for (const { entity } of mentions) result.set(entity, UNKNOWN)
  const lexicon = answer.language && LEXICONS[answer.language]
  if (!lexicon || mentions.length === 0) return result
  const tokens = tokenize(answer.folded, lexicon, answer.language === 'en', scratch.tokens)
  scratch.tokens = tokens
  const layout = createLayout(answer, tokens, mentions.slice(0, MAX_MENTIONS))
  ignoreNames(layout)
  const polarities = sectionPolarities(layout)
  const givesAdvice = isAboutAdvice(answer, tokens)
  const purpose = { givesAdvice, evaluates: givesAdvice || polarities.some((polarity) => polarity !== 0) }
  const byEntity = Map.groupBy(findScopes(layout), ({ entity }) => entity)
  for (const [entity, scopes] of byEntity) result.set(entity, classify(layout, polarities, purpose, scopes))
  return result
}

const UNKNOWN: Sentiment = { label: 'unknown', score: 0, confidence: 0, evidence: null, method: 'rules' }

/** Clears the valences of the words of names: Best Buy, Visible. */
function ignoreNames({ tokens, mentions }: Layout): void {
  for (const mention of mentions) {
    for (let i = mention.token; i < mention.tokenEnd; i++) {
      tokens.valences[i] = 0
      tokens.roles[i] = 0
    }
  }
}

/**
 * Returns whether the prompt, or the start of the answer, is about what to choose, so that a listing is a
 * recommendation.
 */
function isAboutAdvice({ prompt, folded, language }: AnswerLayout, tokens: Tokens): boolean {
  if (language && prompt?.asksForAdvice[language]) return true
  const end = tokenAt(tokens, Math.min(folded.length, OPENING_UNITS))
  return tokens.valences.subarray(0, end).some((valence) => valence >= 3)
}

const OPENING_UNITS = 300

/** `givesAdvice`: the answer says what to choose. `evaluates`: it at least weighs advantages and drawbacks. */
type Purpose = { givesAdvice: boolean; evaluates: boolean }

/** Sums for one entity, and the sentence with the most weight in each direction. */
type Weights = { positive: number; negative: number; bestSentence: Peak; worstSentence: Peak }
type Peak = { sentence: number; weight: number }

function classify(
  layout: Layout,
  polarities: readonly Polarity[],
  { givesAdvice, evaluates }: Purpose,
  scopes: readonly Scope[],
): Sentiment {
  const relevant = scopes.filter(({ isIncidental }) => !isIncidental)
  const weights = sumWeights(layout, polarities, givesAdvice, relevant)
  const { positive, negative, bestSentence, worstSentence } = weights
  const label = labelOf(weights, evaluates, thresholdFactors(layout, relevant, evaluates))
  const { sentence } = label === 'negative' ? worstSentence : bestSentence
  return {
    label,
    score: Math.round((100 * (positive - negative)) / (positive + negative + 2)),
    confidence: confidenceOf(label, weights),
    evidence: sentenceText(layout, sentence >= 0 ? sentence : (scopes[0]?.sentence ?? 0)),
    method: 'rules',
  }
}

function sumWeights(
  layout: Layout,
  polarities: readonly Polarity[],
  givesAdvice: boolean,
  relevant: readonly Scope[],
): Weights {
  const none = { sentence: -1, weight: 0 }
  const weights: Weights = { positive: 0, negative: 0, bestSentence: { ...none }, worstSentence: { ...none } }
  let done = 0
  for (const { from, to, isLead, isInsideOther, token } of relevant.toSorted((a, b) => a.from - b.from)) {
    const praise = isInsideOther ? PRAISE_OF_OTHER : 1
    addRange(
      layout,
      isLead ? { polarities, near: null, praise } : { polarities: null, near: token, praise },
      Math.max(from, done),
      to,
      weights,
    )
    done = Math.max(done, to)
  }
  const verdict = sentenceOfVerdict(layout, relevant)
  if (verdict >= 0) {
    weights.negative += VERDICT
    weights.positive = Math.min(weights.positive, weights.negative / 3)
    weights.worstSentence = { sentence: verdict, weight: VERDICT }
  } else if (
    givesAdvice &&
    weights.negative <= weights.positive &&
    relevant.some(({ isRecommendable }) => isRecommendable)
  )
    weights.positive += LISTED_AS_ADVICE
  return weights
}

/** Weight of a verdict, which outweighs all praise. */
const VERDICT = 2

/** Share of the praise inside an item about something else that is meant for the name. */
const PRAISE_OF_OTHER = 0.1
/** Weight of leading an item of a list that answers "which is best?". */
const LISTED_AS_ADVICE = 1
/** `polarities` for a name that leads its section; `near`, the token of the name, for a name in running text. */
type Weighting = { polarities: readonly Polarity[] | null; near: number | null; praise: number }

/** Adds the valence of a range of tokens, sentence by sentence. */
function addRange(
  { tokens, sentenceTokens }: Layout,
  { polarities, near, praise }: Weighting,
  from: number,
  to: number,
  weights: Weights,
): void {
  let sentence = lastAtOrBefore(sentenceTokens, from, (token) => token)
  for (let i = from; i < to; sentence++) {
    const end = Math.min(to, sentenceTokens[sentence + 1] ?? to)
    const weight = sentenceWeight(tokens, i, end, { polarity: polarities?.[sentence] ?? 0, near, praise })
    const peak = weight > 0 ? weights.bestSentence : weights.worstSentence
    if (weight > 0) weights.positive += weight
    else weights.negative -= weight
    if (Math.abs(weight) > peak.weight) {
      peak.sentence = sentence
      peak.weight = Math.abs(weight)
    }
    i = Math.max(end, i + 1)
  }
}

/** An evaluation needs less weight than a report, which praises and criticizes in passing. */
const POSITIVE_THRESHOLD = { evaluation: 1, report: 2 }
const NEGATIVE_THRESHOLD = { evaluation: 1, report: 1.2 }
/** Balance, from -1 to 1, from which an answer takes sides. */
const ONE_SIDED_THRESHOLD = 0.25

/** Factors of the thresholds. In a short description, one remark decides. */
type ThresholdFactors = { praise: number; criticism: number }

/**
 * A remark is about the name at the head of its item, or in a text of few words. In running text it often is not, and a
 * report praises much in passing.
 */
function thresholdFactors(
  { tokens }: Layout,
  scopes: readonly Scope[],
  evaluates: boolean,
): ThresholdFactors {
  const words = scopes.reduce((sum, { from, to }) => sum + to - from, 0)
  const brevity = Math.min(1, words / USUAL_DESCRIPTION_WORDS)
  const isSubject = tokens.length <= SHORT_TEXT_WORDS || scopes.some(({ isLead }) => isLead)
  const criticism = Math.max(brevity, isSubject ? MIN_FACTOR.subject : MIN_FACTOR.runningText)
  return { criticism, praise: isSubject || evaluates ? criticism : Math.max(criticism, MIN_FACTOR.report) }
}

const USUAL_DESCRIPTION_WORDS = 60
const SHORT_TEXT_WORDS = 80
const MIN_FACTOR = { subject: 0.2, runningText: 0.45, report: 0.8 }

function labelOf(
  { positive, negative }: Weights,
  evaluates: boolean,
  { praise, criticism }: ThresholdFactors,
): 'positive' | 'neutral' | 'negative' {
  const kind = evaluates ? 'evaluation' : 'report'
  const balance = (positive - negative) / (positive + negative || 1)
  if (positive >= POSITIVE_THRESHOLD[kind] * praise && balance >= ONE_SIDED_THRESHOLD) return 'positive'
  if (negative >= NEGATIVE_THRESHOLD[kind] * criticism && balance <= -ONE_SIDED_THRESHOLD) return 'negative'
  return 'neutral'
}

/** Increases with the total weight and with how one-sided it is, up to 0.8. */
function confidenceOf(label: SentimentLabel, { positive, negative }: Weights): number {
  const total = positive + negative
  const oneSided = Math.abs(positive - negative) / (total || 1)
  const confidence =
    label === 'neutral' ? 0.6 - 0.3 * Math.min(1, total / 2) : 0.35 + 0.45 * oneSided * Math.min(1, total / 6)
  return Math.round(confidence * 100) / 100
}

function sentenceText({ answer }: Layout, sentence: number): Sentiment['evidence'] {
  const { folded, sentences, markdown } = answer
  let { from, to } = sentenceRange(sentences, sentence, folded)
  while (from < to && folded.kinds[from] === SPACE) from++
  while (to > from && folded.kinds[to - 1] === SPACE) to--
  if (to <= from) return null
  const { start, end } = markdownRange(folded, from, to)
  return { start, end, text: markdown.slice(start, end) }
}
