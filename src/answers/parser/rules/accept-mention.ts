import { COMMON_WORDS } from '../../common-words.ts'
import type { AnswerLayout } from '../answer-layout.ts'
import type { OpenBlock } from '../markdown/scan-state.ts'
import { MAX_NAME_LENGTH, type Term } from '../names/compile-names.ts'
import type { NameMatch } from '../names/match.ts'
import { firstAtOrAfter, lastAtOrBefore } from '../text/binary-search.ts'
import { KINDS } from '../text/characters.ts'
import { unfold } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'
import { sentenceAt, sentenceRange } from '../text/sentences.ts'
import { isAmongNames } from './among-names.ts'
import { estimateLikelihood } from './common-word-names.ts'
import { isExplainedAbbreviation } from './explained-abbreviation.ts'
import type { Likelihood, MatchContext } from './likelihood.ts'
import { hasFootnotes, hasMissingSpaces, isMissingSpace } from './missing-spaces.ts'
import { isNonAnswer, promptEcho } from './non-answers.ts'
import { isInsideUrl } from './url-context.ts'

const { UPPER } = KINDS

/**
 * Returns the candidates that are mentions, in the given order. Cues and excluded phrases never are. `cited` are the
 * entities whose own pages the answer cites, which makes it likely that it mentions them.
 */
export function acceptMentions(
  candidates: readonly NameMatch[],
  layout: AnswerLayout,
  cited: ReadonlySet<number>,
): NameMatch[] {
  const context = createContextFor(candidates, layout)
  const likelihoods = candidates.map(
    (candidate): Likelihood =>
      isExcludedByContext(candidate, context) ? 'never' : computeLikelihood(candidate, context),
  )
  let evidence: Evidence | null = null
  return candidates.filter(({ term }, index) => {
    const likelihood = likelihoods[index]
    if (likelihood === 'never') return false
    if (likelihood !== 'unsure' && likelihood !== 'unlikely') return true
    evidence ??= evidenceIn(candidates, likelihoods, cited)
    if (likelihood === 'unlikely') return evidence.sure.has(term)
    return evidence.sure.has(term.entity) || evidence.likely.has(term.entity)
  })
}

/** Entities and spellings that the answer mentions with more certainty elsewhere. */
type Evidence = {
  /** Entities and spellings that it surely mentions somewhere. */
  sure: Set<number | Term>
  /** Entities that it likely mentions. */
  likely: Set<number>
}

function evidenceIn(
  candidates: readonly NameMatch[],
  likelihoods: readonly Likelihood[],
  cited: ReadonlySet<number>,
): Evidence {
  const sure = new Set<number | Term>()
  const likely = new Set(cited)
  for (const [index, { term }] of candidates.entries()) {
    if (likelihoods[index] === 'sure') sure.add(term.entity).add(term)
    else if (likelihoods[index] === 'likely') likely.add(term.entity)
  }
  return { sure, likely }
}

/** Facts about all candidates, needed to assess each one. Getters are computed when first read. */
type Context = {
  layout: AnswerLayout
  /** By offset, the entity of the candidate that ends there; by negative offset, of the one that starts there. */
  readonly entityBoundaries: ReadonlyMap<number, number>
  /** The same offsets, for names that cannot be mistaken for part of a word. */
  readonly nameBoundaries: ReadonlySet<number>
  readonly hasMissingSpaces: boolean
  readonly hasFootnotes: boolean
  /** Excluded phrases, ordered by start. */
  excluded: NameMatch[]
  /** Sentences that contain a cue of a non-answer. */
  cued: Set<number>
  /** Null if no sentence can repeat the prompt. */
  isEcho: ((from: number, to: number) => boolean) | null
  /** Short names that the text explains as an abbreviation of something else. */
  otherAbbreviations: Set<string>
}

function createContextFor(candidates: readonly NameMatch[], layout: AnswerLayout): Context {
  const { folded, sentences, prompt } = layout
  let entityBoundaries: Map<number, number> | undefined
  let nameBoundaries: Set<number> | undefined
  let missingSpaces: boolean | undefined
  let footnotes: boolean | undefined
  const context: Context = {
    layout,
    get entityBoundaries() {
      entityBoundaries ??= getEntityBoundaries(candidates)
      return entityBoundaries
    },
    get nameBoundaries() {
      nameBoundaries ??= getNameBoundaries(candidates)
      return nameBoundaries
    },
    get hasMissingSpaces() {
      missingSpaces ??= hasMissingSpaces(folded)
      return missingSpaces
    },
    get hasFootnotes() {
      footnotes ??= hasFootnotes(folded)
      return footnotes
    },
    excluded: [],
    cued: new Set(),
    isEcho: promptEcho(prompt?.words ?? '', folded),
    otherAbbreviations: new Set(),
  }
  for (const candidate of candidates) {
    const { term, start, end } = candidate
    if (term.role === 'cue') context.cued.add(sentenceAt(sentences, start))
    else if (term.role === 'excluded') context.excluded.push(candidate)
    else if (isExplainedAbbreviation(folded, candidate))
      context.otherAbbreviations.add(unfold(folded, start, end))
  }
  return context
}

function getEntityBoundaries(candidates: readonly NameMatch[]): Map<number, number> {
  const boundaries = new Map<number, number>()
  for (const { term, start, end, right } of candidates) {
    if (term.role !== 'name') continue
    boundaries
      .set(end, term.entity)
      .set(end + right.tail, term.entity)
      .set(-start, term.entity)
  }
  return boundaries
}

function getNameBoundaries(candidates: readonly NameMatch[]): Set<number> {
  const boundaries = new Set<number>()
  for (const { term, start, end, right } of candidates) {
    if (term.role !== 'name' || term.commonWord !== null || term.path.length === 1) continue
    boundaries
      .add(end)
      .add(end + right.tail)
      .add(-start)
  }
  return boundaries
}

/** Returns whether a candidate cannot be a mention, regardless of the meaning of its word. */
function isExcludedByContext(candidate: NameMatch, context: Context): boolean {
  const { term, start, end } = candidate
  const { layout, excluded, otherAbbreviations } = context
  const { folded } = layout
  if (term.role !== 'name') return true
  if (touchesLetters(candidate) && !isMissingSpace(folded, candidate, context)) return true
  if (isOtherPlural(candidate, folded) || isExcluded(candidate, excluded)) return true
  if (isInsideUrl(folded, start, end, term.isDomain) || isOtherCode(candidate, layout)) return true
  if (otherAbbreviations.size > 0 && isAllCaps(folded, start, end)) {
    if (otherAbbreviations.has(unfold(folded, start, end))) return true
  }
  return isInNonAnswer(start, end, context)
}

function isInNonAnswer(start: number, end: number, { layout, cued, isEcho }: Context): boolean {
  if (cued.size === 0 && !isEcho) return false
  const { folded, sentences } = layout
  const sentence = sentenceAt(sentences, start)
  const { from, to } = sentenceRange(sentences, sentence, folded)
  if (cued.has(sentence) && isNonAnswer(folded, from, to, start, end)) return true
  return isEcho?.(from, to) ?? false
}

/**
 * Returns whether an excluded phrase of the entity covers the name. Only phrases that start close enough are examined.
 */
function isExcluded({ term, start, end }: NameMatch, excluded: readonly NameMatch[]): boolean {
  const first = firstAtOrAfter(excluded, start - MAX_NAME_LENGTH * 2, (phrase) => phrase.start)
  for (let i = first; i < excluded.length; i++) {
    const phrase = excluded[i]
    if (!phrase || phrase.start > start) return false
    if (phrase.term.entity === term.entity && phrase.end >= end) return true
  }
  return false
}

/** Returns whether a plural is another word: Canvas is not the plural of Canva. */
function isOtherPlural({ term, start, end, right }: NameMatch, folded: FoldedText): boolean {
  if (right.kind !== 'plural' || term.commonWord !== null) return false
  return COMMON_WORDS.en.has(unfold(folded, start, end + right.tail))
}

function touchesLetters({ left, right }: NameMatch): boolean {
  return left.kind === 'missing-space' || right.kind === 'missing-space'
}

function computeLikelihood(candidate: NameMatch, context: Context): Likelihood {
  if (touchesLetters(candidate)) return 'likely'
  const { commonWord, phraseWord } = candidate.term
  if (commonWord === null && phraseWord === null) return 'sure'
  return estimateLikelihood(candidate, matchContextAt(candidate.start, context))
}

function matchContextAt(start: number, context: Context): MatchContext {
  const { folded, sentences, blocks, language } = context.layout
  const index = blockAt(blocks, start)
  return {
    folded,
    language,
    ...sentenceRange(sentences, sentenceAt(sentences, start), folded),
    inTableHeader: blocks[index]?.kind === 'cell' && blocks[index]?.position === 0,
    isAmongNames: () => isAmongNames(context, index),
    entityAt: (boundary) => context.entityBoundaries.get(boundary),
  }
}

/** Returns whether the name is inline code in other capitals than the name's own, as in `npm install notion`. */
function isOtherCode({ term, start, end }: NameMatch, { code, folded }: AnswerLayout): boolean {
  const span = code[lastAtOrBefore(code, start, (each) => each.start)]
  if (!span || start < span.start || start >= span.end) return false
  let capitals = 0
  for (let k = start; k < end; k++) if (folded.kinds[k] === UPPER) capitals++
  return capitals === 0 || capitals !== term.capitals.reduce((sum, capital) => sum + capital, 0)
}

/** Returns the index of the block that contains a folded offset. */
export function blockAt(blocks: readonly OpenBlock[], offset: number): number {
  return Math.min(
    firstAtOrAfter(blocks, offset + 1, ({ end }) => end),
    Math.max(0, blocks.length - 1),
  )
}

function isAllCaps({ kinds }: FoldedText, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (kinds[i] !== UPPER) return false
  return true
}
