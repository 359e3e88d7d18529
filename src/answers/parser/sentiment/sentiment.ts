import type { AnswerLayout } from '../answer-layout.ts'
import type { LocatedMention } from '../mentions.ts'
import { remembered } from '../remembered.ts'
import { lastAtOrBefore } from '../text/binary-search.ts'
import { KINDS } from '../text/characters.ts'
import { foldString } from '../text/fold.ts'
import type { Language } from '../text/language.ts'
import { markdownRange } from '../text/source-map.ts'
import { LEXICONS, ROLE } from './lexicon.ts'
import { createLayout, findScopes, type Layout, type Scope } from './scopes.ts'
import { sectionPolarities } from './section-polarity.ts'
import { rolesInText, type Tokens, tokenAt, tokenize } from './tokens.ts'

const { SPACE } = KINDS

/** In the order of the numbers that they are stored as. */
export const sentiments = ['unknown', 'positive', 'neutral', 'negative'] as const

/**
 * How an answer portrays each entity that it names, by rules: words with a known sense, negated, strengthened and
 * weakened by their neighbours, counted only where they speak of the entity. Knows English, German, French and
 * Spanish; elsewhere it says `unknown` and not `neutral`.
 */
export type Sentiment = {
  label: (typeof sentiments)[number]
  /** -100 to 100. */
  score: number
  /** 0 to 1. Rules read words and not sense, so it never comes near 1. */
  confidence: number
  /** The sentence that speaks clearest: UTF-16 offsets into the markdown and what they cut out. Null when unknown. */
  evidence: { start: number; end: number; text: string } | null
  method: 'rules'
}

/** Mentions of one answer that are weighed; more would cost and change nothing. */
const MENTIONS_WEIGHED = 300

/** Sentiment toward every entity that is named, by its index. */
export function classifySentiments(
  text: AnswerLayout,
  mentions: readonly LocatedMention[],
): Map<number, Sentiment> {
  const result = new Map<number, Sentiment>()
  for (const { entity } of mentions) result.set(entity, UNKNOWN)
  const lexicon = text.language && LEXICONS[text.language]
  if (!lexicon || mentions.length === 0) return result
  const words = tokenize(text.folded, lexicon, text.language === 'en')
  const layout = createLayout(text, words, mentions.slice(0, MENTIONS_WEIGHED))
  silenceNames(layout)
  const modes = sectionPolarities(layout)
  const advising = asksForAdvice(text, words)
  const judging = advising || modes.some((mode) => mode !== 0)
  const byEntity = Map.groupBy(findScopes(layout), ({ entity }) => entity)
  for (const [entity, scopes] of byEntity)
    result.set(entity, weigh(layout, modes, { advising, judging }, scopes))
  return result
}

const UNKNOWN: Sentiment = { label: 'unknown', score: 0, confidence: 0, evidence: null, method: 'rules' }

/** A name may be a word with a sense of its own: Best Buy, Visible. */
function silenceNames({ words, places }: Layout): void {
  for (const { word, wordEnd } of places) {
    for (let i = word; i < wordEnd; i++) {
      words.valences[i] = 0
      words.roles[i] = 0
    }
  }
}

/** Whether the prompt, or the answer's beginning, is about what to choose: then to be listed is to be recommended. */
function asksForAdvice({ prompt, folded, language }: AnswerLayout, words: Tokens): boolean {
  if (prompt && language && ASKS[language](prompt) !== 0) return true
  const opening = tokenAt(words, Math.min(folded.length, OPENING_UNITS))
  for (let i = 0; i < opening; i++) if ((words.valences[i] ?? 0) >= 3) return true
  return false
}

const OPENING_UNITS = 300

/** By language, whether a prompt holds a word that asks for advice. */
const ASKS = { en: asksIn('en'), de: asksIn('de'), fr: asksIn('fr'), es: asksIn('es') }

function asksIn(language: Language): (prompt: string) => number {
  return remembered(1_000, (prompt) => rolesInText(foldString(prompt), LEXICONS[language]) & ROLE.asking)
}

/** What the scopes of one entity say, and the sentence that says most in either direction. */
type Weights = { positive: number; negative: number; praise: Peak; blame: Peak }
type Peak = { sentence: number; weight: number }

/** The answer says what to choose; it weighs things up, at least. */
type Purpose = { advising: boolean; judging: boolean }

/** Adds up what the scopes of one entity say and names the result. */
function weigh(
  layout: Layout,
  modes: Int8Array,
  { advising, judging }: Purpose,
  scopes: readonly Scope[],
): Sentiment {
  const nothing = { sentence: -1, weight: 0 }
  const weights: Weights = { positive: 0, negative: 0, praise: { ...nothing }, blame: { ...nothing } }
  const speaking = scopes.filter(({ mere }) => !mere)
  if (advising && speaking.some(({ lead }) => lead)) weights.positive += LISTED_AS_ADVICE
  const against = speaking.find(({ word }) => isAdvisedAgainst(layout.words, word))
  if (against) {
    weights.negative += ADVISED_AGAINST
    weights.blame = { sentence: against.sentence, weight: ADVISED_AGAINST }
  }
  let done = 0
  for (const { from, to, lead, word } of speaking.toSorted((a, b) => a.from - b.from)) {
    weighRange(layout, lead ? { modes } : { near: word }, Math.max(from, done), to, weights)
    done = Math.max(done, to)
  }
  const { positive, negative, praise, blame } = weights
  const label = labelOf(weights, judging)
  const clearest = (label === 'negative' ? blame : praise).sentence
  return {
    label,
    score: Math.round((100 * (positive - negative)) / (positive + negative + 2)),
    confidence: confidenceOf(label, weights),
    evidence: sentenceText(layout, clearest >= 0 ? clearest : (scopes[0]?.sentence ?? 0)),
    method: 'rules',
  }
}

/** To head an item of a list that answers "which is best?". */
const LISTED_AS_ADVICE = 1
/** "Avoid Acme": more than a word of that sense says elsewhere. */
const ADVISED_AGAINST = 1.5

/** An order not to take it stands right before the name, and nothing turns it: "no reason to avoid Acme". */
function isAdvisedAgainst({ roles, breaks }: Tokens, word: number): boolean {
  if (word === 0 || breaks[word] !== 0 || ((roles[word - 1] ?? 0) & ROLE.avoid) === 0) return false
  for (let i = word - 1; i > Math.max(0, word - 1 - MODIFIERS_WITHIN) && breaks[i] === 0; i--)
    if ((roles[i - 1] ?? 0) & ROLE.negator) return false
  return true
}

type Bearing = { modes?: Int8Array; near?: number }

/**
 * What is said between two words. A name at the head of its section has its advantages and drawbacks (`modes`); in
 * running text words count the less the farther they stand from the name (`near`).
 */
function weighRange(
  layout: Layout,
  { modes, near }: Bearing,
  from: number,
  to: number,
  weights: Weights,
): void {
  const { words, sentenceWords } = layout
  let sentence = lastAtOrBefore(sentenceWords, sentenceWords.length, from)
  for (let i = from; i < to; sentence++) {
    const end = Math.min(to, sentenceWords[sentence + 1] ?? to)
    const sense = senseOf(words, i, end, modes?.[sentence] ?? 0, near)
    const peak = sense > 0 ? weights.praise : weights.blame
    if (sense > 0) weights.positive += sense
    else weights.negative -= sense
    if (Math.abs(sense) > peak.weight) Object.assign(peak, { sentence, weight: Math.abs(sense) })
    i = Math.max(end, i + 1)
  }
}

/** No sentence says more than this, however many words it heaps up. */
const SENTENCE_MOST = 3
/** A valence of 2, such as "reliable", weighs one. */
const VALENCE_PER_WEIGHT = 2
/** What a point among advantages or drawbacks weighs by itself, and how much its words add to that. */
const POINT_FOR = 1
const POINT_AGAINST = 0.8
const WORDS_OF_A_POINT = 0.3

/** The sense of a stretch of one sentence. Among drawbacks praise means "could be better", so it counts for nothing. */
function senseOf(words: Tokens, from: number, to: number, mode: number, near?: number): number {
  let sum = 0
  for (let i = from; i < to; i++) {
    const valence = words.valences[i] ?? 0
    if (valence === 0) continue
    const weight = near === undefined ? 1 : nearness(Math.abs(i - near))
    sum += (modified(words, from, i, valence) * weight) / VALENCE_PER_WEIGHT
  }
  const sense = Math.max(-SENTENCE_MOST, Math.min(SENTENCE_MOST, sum))
  if (mode === 0) return sense
  // One word is the label itself, or a point such as "slow".
  const isLabel = ((words.roles[from] ?? 0) & (ROLE.pros | ROLE.cons)) !== 0
  if (to - from <= 1 && (sense === 0 || isLabel)) return 0
  return mode > 0
    ? POINT_FOR + WORDS_OF_A_POINT * Math.max(0, sense)
    : -POINT_AGAINST + WORDS_OF_A_POINT * Math.min(0, sense)
}

function nearness(distance: number): number {
  return distance <= 6 ? 1 : distance <= 14 ? 0.6 : 0.3
}

/** Words before a word, in the same breath, that may turn, strengthen or weaken it. */
const MODIFIERS_WITHIN = 3
const NEGATED = -0.6
const BOOSTED = 1.25
const DAMPED = 0.7

function modified(words: Tokens, from: number, at: number, valence: number): number {
  let value = valence
  const first = at - (words.reaches[at] ?? 0)
  for (let i = first - 1; i >= Math.max(from, first - MODIFIERS_WITHIN) && words.breaks[i + 1] === 0; i--) {
    const roles = words.roles[i] ?? 0
    if (roles & ROLE.negator) value *= NEGATED
    else if (roles & ROLE.booster) value *= BOOSTED
    else if (roles & ROLE.damper) value *= DAMPED
  }
  return value
}

/** Where things are weighed up, less is meant as praise; a report about the world praises and blames in passing. */
const POSITIVE_FROM = { advice: 1, report: 2 }
const NEGATIVE_FROM = { advice: 1.2, report: 1.4 }
/** Share of what is said, -1 to 1, from which an answer takes sides. */
const TAKES_SIDES_FROM = 0.25

function labelOf({ positive, negative }: Weights, judging: boolean): 'positive' | 'neutral' | 'negative' {
  const kind = judging ? 'advice' : 'report'
  const balance = (positive - negative) / (positive + negative || 1)
  if (positive >= POSITIVE_FROM[kind] && balance >= TAKES_SIDES_FROM) return 'positive'
  if (negative >= NEGATIVE_FROM[kind] && balance <= -TAKES_SIDES_FROM) return 'negative'
  return 'neutral'
}

/** Grows with how much is said and how one-sided it is; never above 0.8. */
function confidenceOf(label: Sentiment['label'], { positive, negative }: Weights): number {
  const amount = positive + negative
  const sided = Math.abs(positive - negative) / (amount || 1)
  const confidence =
    label === 'neutral' ? 0.6 - 0.3 * Math.min(1, amount / 2) : 0.35 + 0.45 * sided * Math.min(1, amount / 6)
  return Math.round(confidence * 100) / 100
}

function sentenceText({ text }: Layout, sentence: number): Sentiment['evidence'] {
  const { folded, sentences, markdown } = text
  let from = sentence > 0 ? (sentences.ends[sentence - 1] ?? 0) : 0
  let to = sentences.ends[sentence] ?? folded.length
  while (from < to && (folded.kinds[from] ?? 0) === SPACE) from++
  while (to > from && (folded.kinds[to - 1] ?? 0) === SPACE) to--
  if (to <= from) return null
  const { start, end } = markdownRange(folded, from, to)
  return { start, end, text: markdown.slice(start, end) }
}
