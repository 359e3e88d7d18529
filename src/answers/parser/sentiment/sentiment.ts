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
import { LEXICONS, type Lexicon, ROLE } from './lexicon.ts'
import { createLayout, findScopes, type Layout, type Scope } from './scopes.ts'
import { type Polarity, sectionPolarities } from './section-polarity.ts'
import { rolesInText, type Tokens, tokenAt, tokenize } from './tokens.ts'

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
  const givesAdvice = isAboutAdvice(answer, tokens, lexicon)
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
function isAboutAdvice({ prompt, folded }: AnswerLayout, tokens: Tokens, lexicon: Lexicon): boolean {
  if (prompt && (rolesInText(prompt, lexicon) & ROLE.asking) !== 0) return true
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
  const weights = sumWeights(layout, polarities, givesAdvice, scopes)
  const { positive, negative, bestSentence, worstSentence } = weights
  const label = labelOf(weights, evaluates)
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
  scopes: readonly Scope[],
): Weights {
  const none = { sentence: -1, weight: 0 }
  const weights: Weights = { positive: 0, negative: 0, bestSentence: { ...none }, worstSentence: { ...none } }
  const relevant = scopes.filter(({ isIncidental }) => !isIncidental)
  if (givesAdvice && relevant.some(({ isLead }) => isLead)) weights.positive += LISTED_AS_ADVICE
  const against = relevant.find(({ token }) => isAdvisedAgainst(layout.tokens, token))
  if (against) {
    weights.negative += ADVISED_AGAINST
    weights.worstSentence = { sentence: against.sentence, weight: ADVISED_AGAINST }
  }
  let done = 0
  for (const { from, to, isLead, token } of relevant.toSorted((a, b) => a.from - b.from)) {
    addRange(layout, isLead ? { polarities } : { near: token }, Math.max(from, done), to, weights)
    done = Math.max(done, to)
  }
  return weights
}

/** Weight of leading an item of a list that answers "which is best?". */
const LISTED_AS_ADVICE = 1
/** Weight of "Avoid Acme": more than the word has elsewhere. */
const ADVISED_AGAINST = 1.5

/**
 * Returns whether a word such as "avoid" comes right before the name and is not negated, as in "no reason to avoid
 * Acme".
 */
function isAdvisedAgainst({ roles, breaks }: Tokens, name: number): boolean {
  if (name === 0 || breaks[name] === 1 || ((roles[name - 1] ?? 0) & ROLE.avoid) === 0) return false
  for (let i = name - 1; i > Math.max(0, name - 1 - MODIFIER_WINDOW_WORDS) && breaks[i] === 0; i--)
    if ((roles[i - 1] ?? 0) & ROLE.negator) return false
  return true
}

/** `polarities` for a name that leads its section; `near`, the token of the name, for a name in running text. */
type Weighting = { polarities?: readonly Polarity[]; near?: number }

/** Adds the valence of a range of tokens, sentence by sentence. */
function addRange(
  { tokens, sentenceTokens }: Layout,
  { polarities, near }: Weighting,
  from: number,
  to: number,
  weights: Weights,
): void {
  let sentence = lastAtOrBefore(sentenceTokens, from, (token) => token)
  for (let i = from; i < to; sentence++) {
    const end = Math.min(to, sentenceTokens[sentence + 1] ?? to)
    const weight = sentenceWeight(tokens, i, end, polarities?.[sentence] ?? 0, near)
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

/** Limits the weight of one sentence, regardless of its length. */
const MAX_SENTENCE_WEIGHT = 3
/** A valence of 2, such as that of "reliable", has the weight 1. */
const VALENCE_PER_WEIGHT = 2
/** Weight of an item among advantages or drawbacks, and the share that its words add. */
const ADVANTAGE = 1
const DRAWBACK = 0.8
const ITEM_WORDS_FACTOR = 0.3

/** Returns the weight of part of a sentence. Praise among drawbacks means "could be better" and does not count. */
function sentenceWeight(tokens: Tokens, from: number, to: number, polarity: Polarity, near?: number): number {
  let sum = 0
  for (let i = from; i < to; i++) {
    const valence = tokens.valences[i] ?? 0
    if (valence === 0) continue
    const factor = near === undefined ? 1 : proximity(Math.abs(i - near))
    sum += (modifiedValence(tokens, from, i, valence) * factor) / VALENCE_PER_WEIGHT
  }
  const weight = Math.max(-MAX_SENTENCE_WEIGHT, Math.min(MAX_SENTENCE_WEIGHT, sum))
  if (polarity === 0) return weight
  // A single word is the label itself, or an item such as "slow".
  const isLabel = ((tokens.roles[from] ?? 0) & (ROLE.pros | ROLE.cons)) !== 0
  if (to - from <= 1 && (weight === 0 || isLabel)) return 0
  return polarity > 0
    ? ADVANTAGE + ITEM_WORDS_FACTOR * Math.max(0, weight)
    : -DRAWBACK + ITEM_WORDS_FACTOR * Math.min(0, weight)
}

function proximity(distance: number): number {
  return distance <= 6 ? 1 : distance <= 14 ? 0.6 : 0.3
}

/** Number of words before a word that can negate, boost or dampen it. */
const MODIFIER_WINDOW_WORDS = 3
const NEGATED = -0.6
const BOOSTED = 1.25
const DAMPED = 0.7

function modifiedValence(
  { roles, reaches, breaks }: Tokens,
  from: number,
  at: number,
  valence: number,
): number {
  let value = valence
  const first = at - (reaches[at] ?? 0)
  for (let i = first - 1; i >= Math.max(from, first - MODIFIER_WINDOW_WORDS) && breaks[i + 1] === 0; i--) {
    const role = roles[i] ?? 0
    if (role & ROLE.negator) value *= NEGATED
    else if (role & ROLE.booster) value *= BOOSTED
    else if (role & ROLE.damper) value *= DAMPED
  }
  return value
}

/** An evaluation needs less weight than a report, which praises and criticizes in passing. */
const POSITIVE_THRESHOLD = { evaluation: 1, report: 2 }
const NEGATIVE_THRESHOLD = { evaluation: 1.2, report: 1.4 }
/** Balance, from -1 to 1, from which an answer takes sides. */
const ONE_SIDED_THRESHOLD = 0.25

function labelOf({ positive, negative }: Weights, evaluates: boolean): 'positive' | 'neutral' | 'negative' {
  const kind = evaluates ? 'evaluation' : 'report'
  const balance = (positive - negative) / (positive + negative || 1)
  if (positive >= POSITIVE_THRESHOLD[kind] && balance >= ONE_SIDED_THRESHOLD) return 'positive'
  if (negative >= NEGATIVE_THRESHOLD[kind] && balance <= -ONE_SIDED_THRESHOLD) return 'negative'
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
