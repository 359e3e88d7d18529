import { isInAddress } from './addresses.ts'
import { DIGIT, LOWER, UPPER } from './characters.ts'
import { type Folded, textOf } from './fold.ts'
import { isRunTogether } from './glue.ts'
import { COMMON_WORDS, type Language, languageOf, languageOfTag } from './language.ts'
import type { Candidate } from './match.ts'
import type { Term } from './names.ts'
import { type Likelihood, likelihoodOf } from './ordinary-words.ts'
import type { Block, Prose } from './prose.ts'
import { type Sentences, sentenceAt } from './sentences.ts'
import { promptEcho, silenceIn } from './silence.ts'

/** Why a place where a name stands is, or is not, a mention of its entity. */
export type Verdict =
  | 'named'
  | 'inside-another-word'
  | 'in-an-address'
  | 'in-code'
  | 'excluded-phrase'
  | 'other-abbreviation'
  | 'ordinary-word'
  | 'absence'
  | 'prompt-echo'

export type Text = {
  prompt: string | undefined
  language: Language | null
  prose: Prose
  folded: Folded
  sentences: Sentences
}

/** A verdict for every candidate, in the order given. Cues and excluded phrases among them are never named. */
export function judge(candidates: readonly Candidate[], text: Text): Verdict[] {
  const { folded, sentences, prose } = text
  const names = candidates.filter(({ term }) => term.role === 'name')
  const neighbours = new Map<number, number>()
  for (const { start, end, right, term } of names) {
    neighbours
      .set(end, term.entity)
      .set(end + right.tail, term.entity)
      .set(-start, term.entity)
  }
  const excluded = candidates.filter(({ term }) => term.role === 'excluded')
  const cues = new Set(
    candidates.filter(({ term }) => term.role === 'cue').map(({ start }) => sentenceAt(sentences, start)),
  )
  const solid = new Set<number>()
  for (const { start, end, right, term } of names) {
    if (term.commonWord === null && term.path.length >= 2)
      solid
        .add(end)
        .add(end + right.tail)
        .add(-start)
  }
  const isEcho = promptEcho(text.prompt)
  const strangers = new Map<string, boolean>()
  const sure = new Set<number | Term>()
  const likely = new Set<number>()
  const likelihoods = new Map<Candidate, Likelihood>()

  const verdicts = candidates.map((candidate): Verdict => {
    const { term, start, end } = candidate
    if (term.role !== 'name') return 'ordinary-word'
    const glued = candidate.left.kind === 'glued' || candidate.right.kind === 'glued'
    if (glued && !isRunTogether(folded, candidate, solid)) return 'inside-another-word'
    if (
      excluded.some(
        (phrase) => phrase.term.entity === term.entity && phrase.start <= start && phrase.end >= end,
      )
    ) {
      return 'excluded-phrase'
    }
    if (isInAddress(folded, start, end, term.address)) return 'in-an-address'
    if (prose.code.length > 0 && isInCode(candidate, text)) return 'in-code'
    if (isOtherAbbreviation(folded, candidate, strangers)) return 'other-abbreviation'
    const sentence = sentenceAt(sentences, start)
    const from = sentence > 0 ? (sentences.ends[sentence - 1] ?? 0) : 0
    const to = sentences.ends[sentence] ?? folded.length
    const silence = cues.has(sentence) ? silenceIn(folded, from, to, start, end) : null
    if (silence) return silence
    if (isEcho(folded, from, to)) return 'prompt-echo'
    if (glued) return 'named'
    if (term.commonWord === null) {
      sure.add(term.entity)
      return 'named'
    }
    const block = blockAt(prose, folded.from[start] ?? 0)
    const likelihood = likelihoodOf(candidate, {
      folded,
      language: text.language,
      from,
      to,
      tableHeader: block?.kind === 'cell' && block.place === 0,
      amongNames: block !== undefined && isAmongNames(text, block, neighbours),
      neighbours,
    })
    likelihoods.set(candidate, likelihood)
    if (likelihood === 'sure') sure.add(term.entity).add(term)
    if (likelihood === 'likely') likely.add(term.entity)
    return 'named'
  })

  return verdicts.map((verdict, index) => {
    const candidate = candidates[index]
    const likelihood = candidate && likelihoods.get(candidate)
    if (verdict !== 'named' || !candidate || !likelihood) return verdict
    return isBelieved(likelihood, candidate.term, sure, likely) ? 'named' : 'ordinary-word'
  })
}

function isBelieved(
  likelihood: Likelihood,
  term: Term,
  sure: Set<number | Term>,
  likely: Set<number>,
): boolean {
  if (likelihood === 'sure' || likelihood === 'likely') return true
  if (likelihood === 'unsure') return sure.has(term.entity) || likely.has(term.entity)
  return likelihood === 'unlikely' && sure.has(term)
}

/** Inline code shows names too, but `npm install notion` names a package: the spelling must be the owner's own. */
function isInCode({ term, start, end }: Candidate, { prose, folded }: Text): boolean {
  const unit = folded.from[start] ?? 0
  for (let i = 0; i + 1 < prose.code.length; i += 2) {
    if (unit < (prose.code[i] ?? 0) || unit >= (prose.code[i + 1] ?? 0)) continue
    let capital = 0
    for (let k = start; k < end; k++) if (folded.kinds[k] === UPPER) capital++
    return term.capitals.reduce((sum, one) => sum + one, 0) !== capital || capital === 0
  }
  return false
}

function blockAt({ blocks }: Prose, unit: number): Block | undefined {
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.end ?? 0) <= unit) low = middle + 1
    else high = middle
  }
  return blocks[low]
}

/** Blocks beside this one looked at on each side. */
const SIBLINGS_SEEN = 40

/** Whether at least half of the other items of a list, cells of a column or headings of a level begin with a name. */
function isAmongNames(
  { prose, folded }: Text,
  block: Block,
  neighbours: ReadonlyMap<number, number>,
): boolean {
  if (block.kind === 'paragraph') return false
  const { blocks } = prose
  const index = blocks.indexOf(block)
  let siblings = 0
  let names = 0
  for (let i = Math.max(0, index - SIBLINGS_SEEN); i < Math.min(blocks.length, index + SIBLINGS_SEEN); i++) {
    const other = blocks[i]
    if (!other || i === index || other.kind !== block.kind || other.level !== block.level) continue
    if (block.kind !== 'heading' && other.group !== block.group) continue
    if (block.kind === 'cell' && (other.column !== block.column || other.place === 0)) continue
    siblings++
    if (beginsWithName(folded, foldedAt(folded, other.start), foldedAt(folded, other.end), neighbours))
      names++
  }
  return siblings > 0 && names * 2 >= siblings
}

function beginsWithName(
  folded: Folded,
  from: number,
  to: number,
  neighbours: ReadonlyMap<number, number>,
): boolean {
  let start = from
  while (start < to && (folded.kinds[start] ?? 0) < DIGIT) start++
  if (neighbours.has(-start)) return true
  let end = start
  while (end < to && (folded.kinds[end] ?? 0) >= DIGIT) end++
  return folded.kinds[start] === UPPER && end - start > 1 && !COMMON_WORDS.en.has(textOf(folded, start, end))
}

/** The first folded unit that comes from `unit` or behind it. */
function foldedAt({ from, length }: Folded, unit: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((from[middle] ?? 0) < unit) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A short name in capitals that the text explains as the abbreviation of common words, "choice based
 * conjoint analysis (CBC)", means these and not the entity. Words with capitals explain a name.
 */
function isOtherAbbreviation(
  folded: Folded,
  { term, start, end }: Candidate,
  known: Map<string, boolean>,
): boolean {
  const letters = term.path.length
  if (letters < 2 || letters > 5 || term.joints.some((joint) => joint !== 0)) return false
  for (let i = start; i < end; i++) if (folded.kinds[i] !== UPPER) return false
  const name = textOf(folded, start, end)
  const answer = known.get(name)
  if (answer !== undefined) return answer
  const text = textOf(folded, 0)
  let other = false
  for (let at = text.indexOf(`(${name})`); at >= 0 && !other; at = text.indexOf(`(${name})`, at + 1)) {
    other = isExplainedBefore(folded, at, name)
  }
  known.set(name, other)
  return other
}

function isExplainedBefore(folded: Folded, at: number, name: string): boolean {
  const from = Math.max(0, at - 80)
  const text = textOf(folded, from, at)
  const words = [...text.matchAll(/[a-z]+/g)].slice(-name.length - 2)
  for (const [index, first] of words.entries()) {
    if (first[0][0] !== name[0]) continue
    const phrase = words.slice(index)
    let letter = 0
    for (const [word] of phrase) if (word[0] === name[letter]) letter++
    if (letter < name.length) continue
    const small = phrase.filter(({ index: offset }) => folded.kinds[from + offset] === LOWER).length
    return small * 2 >= phrase.length
  }
  return false
}

/** The language the answer's owner named, or the one its words are of. */
export function languageOfAnswer(folded: Folded, tag: string | null | undefined): Language | null {
  return (tag && languageOfTag(tag)) || languageOf(folded)
}
