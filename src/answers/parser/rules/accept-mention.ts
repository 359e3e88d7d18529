import type { AnswerLayout } from '../answer-layout.ts'
import type { Block } from '../markdown/scan-state.ts'
import { LONGEST_NAME, type Term } from '../names/compile-names.ts'
import type { Candidate } from '../names/match.ts'
import { once } from '../remembered.ts'
import { lastAtOrBefore } from '../text/binary-search.ts'
import { KINDS } from '../text/characters.ts'
import { textOf } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'
import { COMMON_WORDS } from '../text/language.ts'
import { sentenceAt } from '../text/sentences.ts'
import { estimateLikelihood, type Likelihood, type MatchContext } from './common-word-names.ts'
import { hasMissingSpaces, isRunTogether } from './missing-spaces.ts'
import { detectNonAnswer, promptEcho } from './non-answers.ts'
import { isInsideUrl } from './url-context.ts'

const { DIGIT, LOWER, UPPER } = KINDS

/** Why a place where a name stands is, or is not, a mention of its entity. */
export type Decision =
  | 'named'
  | 'inside-another-word'
  | 'in-an-address'
  | 'in-code'
  | 'excluded-phrase'
  | 'other-abbreviation'
  | 'ordinary-word'
  | 'absence'
  | 'prompt-echo'

export type ReviewedCandidate = { candidate: Candidate; verdict: Decision }

/**
 * A verdict for every candidate, in the order given. Cues and excluded phrases among them are never named. `cited` are
 * the entities whose own pages the answer cites: of them it is likely to speak.
 */
export function acceptMentions(
  candidates: readonly Candidate[],
  text: AnswerLayout,
  cited: ReadonlySet<number>,
): ReviewedCandidate[] {
  const around = knownOfAll(candidates, text)
  const opinions = candidates.map(
    (candidate) => objectionTo(candidate, around) ?? likelihoodAt(candidate, around),
  )
  const uses = once(() => usesOf(candidates, opinions, cited))
  return candidates.map((candidate, index) => {
    const opinion = opinions[index] ?? 'sure'
    return { candidate, verdict: verdictOf(opinion, candidate.term, uses) }
  })
}

function verdictOf(opinion: Decision | Likelihood, term: Term, uses: () => Uses): Decision {
  switch (opinion) {
    case 'sure':
    case 'likely':
      return 'named'
    case 'unsure':
      return uses().sure.has(term.entity) || uses().likely.has(term.entity) ? 'named' : 'ordinary-word'
    case 'unlikely':
      return uses().sure.has(term) ? 'named' : 'ordinary-word'
    case 'never':
      return 'ordinary-word'
    default:
      return opinion
  }
}

/** What the answer names in a way that leaves less doubt. Gathered for the places that are in doubt. */
type Uses = {
  /** Entities, and spellings, that it uses surely somewhere. */
  sure: Set<number | Term>
  /** Entities that it likely does. */
  likely: Set<number>
}

function usesOf(
  candidates: readonly Candidate[],
  opinions: readonly (Decision | Likelihood)[],
  cited: ReadonlySet<number>,
): Uses {
  const sure = new Set<number | Term>()
  const likely = new Set(cited)
  for (const [index, { term }] of candidates.entries()) {
    if (opinions[index] === 'sure') sure.add(term.entity).add(term)
    else if (opinions[index] === 'likely') likely.add(term.entity)
  }
  return { sure, likely }
}

/** What is known of all candidates before the first is judged. */
type Around = {
  text: AnswerLayout
  /** Entities of the candidates that end, or (negative) begin, at a place. */
  neighbours: () => ReadonlyMap<number, number>
  /** The same places, for names that cannot be taken for part of a word. */
  solid: () => ReadonlySet<number>
  /** Excluded phrases in order of their start. */
  excluded: Candidate[]
  /** Sentences that hold a cue of an absence clause. */
  cued: Set<number>
  /** Null where no sentence can be the prompt's echo. */
  isEcho: ((from: number, to: number) => boolean) | null
  /** Whether the whole text is run together. */
  losesSpaces: () => boolean
  /** Short names that the text explains as something else. */
  strangers: Set<string>
}

function knownOfAll(candidates: readonly Candidate[], text: AnswerLayout): Around {
  const { folded, sentences, prompt } = text
  const around: Around = {
    text,
    neighbours: once(() => neighboursAmong(candidates)),
    solid: once(() => solidAmong(candidates)),
    excluded: [],
    cued: new Set(),
    isEcho: promptEcho(prompt, folded),
    losesSpaces: once(() => hasMissingSpaces(folded)),
    strangers: new Set(),
  }
  for (const candidate of candidates) {
    const { term, start, end } = candidate
    if (term.role === 'cue') around.cued.add(sentenceAt(sentences, start))
    else if (term.role === 'excluded') around.excluded.push(candidate)
    else if (isExplainedAbbreviation(folded, candidate)) around.strangers.add(textOf(folded, start, end))
  }
  return around
}

function neighboursAmong(candidates: readonly Candidate[]): Map<number, number> {
  const neighbours = new Map<number, number>()
  for (const { term, start, end, right } of candidates) {
    if (term.role !== 'name') continue
    neighbours
      .set(end, term.entity)
      .set(end + right.tail, term.entity)
      .set(-start, term.entity)
  }
  return neighbours
}

function solidAmong(candidates: readonly Candidate[]): Set<number> {
  const solid = new Set<number>()
  for (const { term, start, end, right } of candidates) {
    if (term.role !== 'name' || term.commonWord !== null || term.path.length === 1) continue
    solid
      .add(end)
      .add(end + right.tail)
      .add(-start)
  }
  return solid
}

/** Why a candidate is no mention whatever its word means; null when nothing speaks against it. */
function objectionTo(candidate: Candidate, around: Around): Decision | null {
  const { term, start, end } = candidate
  const { text, excluded, strangers, cued, isEcho } = around
  const { folded, sentences } = text
  if (term.role !== 'name') return 'ordinary-word'
  if (isGlued(candidate) && !isRunTogether(folded, candidate, around)) return 'inside-another-word'
  if (isExcluded(candidate, excluded)) return 'excluded-phrase'
  if (isInsideUrl(folded, start, end, term.address)) return 'in-an-address'
  if (isForeignCode(candidate, text)) return 'in-code'
  if (strangers.size > 0 && isShouted(folded, start, end) && strangers.has(textOf(folded, start, end))) {
    return 'other-abbreviation'
  }
  if (cued.size === 0 && !isEcho) return null
  const sentence = sentenceAt(sentences, start)
  const from = sentence > 0 ? (sentences.ends[sentence - 1] ?? 0) : 0
  const to = sentences.ends[sentence] ?? folded.length
  const silence = cued.has(sentence) ? detectNonAnswer(folded, from, to, start, end) : null
  return silence ?? (isEcho?.(from, to) ? 'prompt-echo' : null)
}

/** Whether a phrase of the entity's own covers the name. Only phrases that begin near enough are looked at. */
function isExcluded({ term, start, end }: Candidate, excluded: readonly Candidate[]): boolean {
  let low = 0
  let high = excluded.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((excluded[middle]?.start ?? 0) < start - LONGEST_NAME * 2) low = middle + 1
    else high = middle
  }
  for (let i = low; i < excluded.length; i++) {
    const phrase = excluded[i]
    if (!phrase || phrase.start > start) return false
    if (phrase.term.entity === term.entity && phrase.end >= end) return true
  }
  return false
}

function isGlued({ left, right }: Candidate): boolean {
  return left.kind === 'glued' || right.kind === 'glued'
}

function likelihoodAt(candidate: Candidate, around: Around): Likelihood {
  if (isGlued(candidate)) return 'likely'
  if (candidate.term.commonWord === null) return 'sure'
  return estimateLikelihood(candidate, surroundingsAt(candidate.start, around))
}

function surroundingsAt(start: number, { text, neighbours }: Around): MatchContext {
  const { folded, sentences, blocks, language } = text
  const sentence = sentenceAt(sentences, start)
  const index = blockAt(blocks, start)
  return {
    folded,
    language,
    from: sentence > 0 ? (sentences.ends[sentence - 1] ?? 0) : 0,
    to: sentences.ends[sentence] ?? folded.length,
    inTableHeader: () => blocks[index]?.kind === 'cell' && blocks[index]?.place === 0,
    amongNames: () => isAmongNames(text, index, neighbours),
    neighbours,
  }
}

/** Inline code shows names too, but `npm install notion` names a package: the capitals must be the owner's own. */
function isForeignCode({ term, start, end }: Candidate, { code, folded }: AnswerLayout): boolean {
  const span = lastAtOrBefore(code.starts, code.starts.length, start)
  if (start < (code.starts[span] ?? Number.POSITIVE_INFINITY) || start >= (code.ends[span] ?? 0)) return false
  let capitals = 0
  for (let k = start; k < end; k++) if (folded.kinds[k] === UPPER) capitals++
  return capitals === 0 || capitals !== term.capitals.reduce((sum, capital) => sum + capital, 0)
}

/** The index of the block that holds a folded unit. */
export function blockAt(blocks: readonly Block[], unit: number): number {
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.end ?? 0) <= unit) low = middle + 1
    else high = middle
  }
  return low
}

/** Blocks looked at on each side of a block. */
const SIBLINGS_SEEN = 40

/** Whether at least half of the other items of a list, cells of a column or headings of a level begin with a name. */
function isAmongNames(
  { blocks, folded }: AnswerLayout,
  index: number,
  neighbours: () => ReadonlyMap<number, number>,
): boolean {
  const block = blocks[index]
  if (!block || block.kind === 'paragraph') return false
  let siblings = 0
  let names = 0
  for (let i = Math.max(0, index - SIBLINGS_SEEN); i < Math.min(blocks.length, index + SIBLINGS_SEEN); i++) {
    const other = blocks[i]
    if (!other || i === index || other.kind !== block.kind || other.level !== block.level) continue
    if (block.kind !== 'heading' && other.group !== block.group) continue
    if (block.kind === 'cell' && (other.column !== block.column || other.place === 0)) continue
    siblings++
    if (beginsWithName(folded, other, neighbours)) names++
  }
  return siblings > 0 && names * 2 >= siblings
}

function beginsWithName(
  folded: FoldedText,
  block: Block,
  neighbours: () => ReadonlyMap<number, number>,
): boolean {
  let { start } = block
  while (start < block.end && (folded.kinds[start] ?? 0) < DIGIT) start++
  if (neighbours().has(-start)) return true
  let end = start
  while (end < block.end && (folded.kinds[end] ?? 0) >= DIGIT) end++
  return folded.kinds[start] === UPPER && end - start > 1 && !COMMON_WORDS.en.has(textOf(folded, start, end))
}

function isShouted({ kinds }: FoldedText, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (kinds[i] !== UPPER) return false
  return true
}

/**
 * A short name in capitals that the text explains as the abbreviation of common words, "choice based conjoint
 * analysis (CBC)", means these and not the entity. Words with capitals explain a name.
 */
function isExplainedAbbreviation(folded: FoldedText, { term, start, end }: Candidate): boolean {
  const letters = term.path.length
  if (folded.units[start - 1] !== PAREN_OPEN || folded.units[end] !== PAREN_CLOSE) return false
  if (letters < 2 || letters > 5 || !isShouted(folded, start, end)) return false
  const from = Math.max(0, start - EXPLANATION_WITHIN)
  const words = [...textOf(folded, from, start).matchAll(/[a-z]+/g)].slice(-letters - 2)
  const name = textOf(folded, start, end)
  const begin = words.findIndex(([word]) => word[0] === name[0])
  if (begin < 0) return false
  const phrase = words.slice(begin)
  let letter = 0
  for (const [word] of phrase) if (word[0] === name[letter]) letter++
  const small = phrase.filter(({ index }) => folded.kinds[from + index] === LOWER).length
  return letter === letters && small * 2 >= phrase.length
}

const PAREN_OPEN = 40
const PAREN_CLOSE = 41
const EXPLANATION_WITHIN = 80
