import {
  countOf,
  keysIn,
  leadKeys,
  linkAt,
  namesEntity,
  namesOtherModel,
  segmentsWith,
  windowAt,
} from './evidence.ts'
import { itemsIn, type Passage, type Range, type ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'
import type { Statement } from './statements.ts'
import type { Word } from './words.ts'

/** Finds the statements that something is or is not so. */
export function compareBoolean(text: ReadText, fact: PreparedFact): Statement[] {
  const keys = [...fact.identifiers, ...fact.attributes]
  if (keys.length === 0) return []
  return [
    ...segmentsWith(text, keys).flatMap((segment) => readSegment(text, fact, keys, segment)),
    ...markedCells(text).flatMap((cell) => readCell(text, fact, keys, cell)),
  ]
}

function readSegment(
  text: ReadText,
  fact: PreparedFact,
  keys: readonly string[],
  segment: Passage,
): Statement[] {
  const window = windowAt(text, segment)
  const own = keysIn(text, segment)
  const leads = leadKeys(text, segment.block)
  const near = new Set([...own, ...leads])
  const isWhole = countOf(keys, near) === keys.length
  const all = new Set([...near, ...keysIn(text, window)])
  // A quote that names the product alone does not state the feature.
  if (countOf(fact.attributes, own) * 2 < fact.attributes.length) return []
  if (countOf(keys, all) < keys.length || isHeading(text.blocks[segment.block])) return []
  const said = text.text.slice(segment.start, segment.end)
  if (YES.test(said) || NO.test(said) || isTitle(text.text, segment, text.blocks[segment.block])) return []
  const isNegated = NEGATION.test(said)
  const isNegatedElsewhere = !isNegated && NEGATION.test(window.text) && !NEW_CLAUSE.test(said)
  const words = itemsIn(text.words, segment).map((word) => ({
    ...word,
    start: word.start - segment.start,
    end: word.end - segment.start,
  }))
  const polarity = polarityOf(said, words, keys)
  if (polarity === null || isNegatedElsewhere || /\?\s*$/.test(window.text)) return []
  const link = linkAt(text, fact, segment)
  if (link === 'none') return []
  // A name without an attribute can be a common word: "there is no slack in the schedule" is not about Slack.
  const isNameOnly = fact.attributes.length === 0
  const isStated = VERB.test(said) || polarity === false
  const hasCapital = words.some(({ key, isCapital }) => isCapital && fact.identifiers.includes(key))
  if (isNameOnly && (link !== 'clear' || !isStated || !hasCapital)) return []
  const score = countOf(keys, own) / keys.length + (isWhole ? 1 : 0) + (link === 'clear' ? 1 : 0)
  const isHedged = HEDGE.test(window.text)
  if (polarity === fact.value && link !== 'clear' && (isHedged || !text.isAboutOwn)) return []
  if (polarity === fact.value) return [{ verdict: 'right', start: segment.start, end: segment.end, score }]
  const isCertain =
    link === 'clear' &&
    isWhole &&
    countOf(fact.attributes, own) === fact.attributes.length &&
    keys.length > 1 &&
    (!polarity || VERB.test(said)) &&
    !namesOtherModel(text, [segment, ...(text.leads[segment.block] ?? [])], fact) &&
    !isHedged
  if (!isCertain) return []
  const isEarlier = fact.earlier.some(({ value }) => value === polarity)
  return [{ verdict: isEarlier ? 'outdated' : 'wrong', start: segment.start, end: segment.end, score }]
}

function readCell(text: ReadText, fact: PreparedFact, keys: readonly string[], cell: Passage): Statement[] {
  const leads = leadKeys(text, cell.block)
  if (countOf(keys, new Set([...leads, ...keysIn(text, cell)])) < keys.length) return []
  const link = linkAt(text, fact, cell)
  const said = text.text.slice(cell.start, cell.end)
  const polarity = YES.test(said) ? true : NO.test(said) ? false : null
  if (link !== 'clear' || polarity === null || isOtherColumn(text, cell.block)) return []
  const isEarlier = fact.earlier.some(({ value }) => value === polarity)
  const verdict = polarity === fact.value ? 'right' : isEarlier ? 'outdated' : 'wrong'
  return [{ verdict, ...cell, score: 3 }]
}

/** Returns whether the header of another column of the table names the entity, and the header of this one does not. */
function isOtherColumn(text: ReadText, block: number): boolean {
  let index = block
  const first = block - MAX_CELLS
  while (index > first && text.blocks[index]?.kind === 'cell' && text.blocks[index]?.position !== 0) index--
  const columns: number[] = []
  for (
    let cell = text.blocks[index];
    cell?.kind === 'cell' && cell.position === 0;
    cell = text.blocks[--index]
  )
    if (namesEntity(text, cell)) columns.push(cell.column)
  return columns.length > 0 && !columns.includes(text.blocks[block]?.column ?? -1)
}

/** Larger tables are not searched, so that the time stays in proportion to the length of the text. */
const MAX_CELLS = 500

const markedCells = ({ blocks }: ReadText): Passage[] =>
  blocks.flatMap(({ kind, position, column, start, end }, block) =>
    kind === 'cell' && position > 0 && column > 0 && end > start && end - start < 40
      ? [{ start, end, block }]
      : [],
  )

const YES = /^(?:✅|✔|✓|☑|◎|○|yes\b|ja\b|oui\b|si\b|sim\b|included$|はい|あり|対応)/u
const NO = /^(?:❌|✗|✘|✖|×|no\b|none$|nein\b|non\b|nao\b|not included$|いいえ|なし|非対応)/u

const NEGATION =
  /(?<!\p{L})(?:no|not|non|without|never|cannot|can't|won't|lacks?|lacking|none|neither|nor|discontinued|ended|kein\w*|nicht|ohne|nie|pas|sans|aucune?|ne|sin|nunca|ningun\w*|não|nao|sem|senza|geen|niet|zonder|evite[rz]?|\p{L}+n't)(?!\p{L})|ない|ません|なし|なく|不可|非対応|없/u

/** Null if two negations, a negation of other words, or words such as "not only" leave doubt. */
function polarityOf(said: string, words: readonly Word[], keys: readonly string[]): boolean | null {
  const isFree = ({ key, end }: Word) => keys.includes(key) && said.startsWith('-free', end)
  if (!keys.includes('free') && words.some(isFree)) return false
  const negations = [...said.matchAll(ALL_NEGATIONS)]
  const [negation] = negations
  if (negations.length > 1 || /not only|with (?:and|or) without|nicht nur|no solo|non seulement/.test(said))
    return null
  if (!negation) return true
  // In Japanese and Korean, the negation follows.
  if (/[\u3040-\uffff]/.test(negation[0])) return false
  const next = words.filter(({ start }) => start >= negation.index).slice(0, MAX_NEGATED)
  return next.some(({ key }) => keys.includes(key)) ? false : null
}

/** "Does not yet offer free single sign-on": a negation reaches this many words. */
const MAX_NEGATED = 6
const ALL_NEGATIONS = new RegExp(NEGATION.source, 'gu')

/** A segment that is a clause with its own verb is not negated by the clauses before it. */
const NEW_CLAUSE =
  /^\s*(?:and|but|while|und|aber|et|mais|y|pero)\s(?:\S+\s){0,4}?(?:is|are|has|have|had|offers?|supports?|includes?|comes|can|will|provides?|ist|sind|hat|haben|bietet|est|sont|offre|propose|es|son|tiene|ofrece|incluye)\s/u

/** Words that make a segment a statement. */
const VERB =
  /(?<!\p{L})(?:is|are|has|have|offers?|supports?|includes?|included|comes?|works?|can|provides?|features?|runs?|integrates?|needs?|requires?|charges?|sells?|takes?|gets?|adds?|certified|ist|sind|hat|haben|bietet|unterstutzt|kann|enthalt|est|sont|offre|propose|comprend|inclut|es|son|tiene|ofrece|incluye|incluido|incluida|esta)(?!\p{L})|です|ます|でき|可能|対応|^\s*(?:with|mit|avec|con)\s/u

const HEDGE =
  /(?<!\p{L})(?:limited|often|only|some|optional\w*|paid|if|unless|except|most|many|third-party|plugins?|planned|plans to|soon|beta|unlike|instead|alternative\w*|others?|may|might|could|would|should|depend\w*|higher|upgrade|extra|separate\w*|nur|teilweise|wenn|limite\w*|seulement|solo|limitado)(?!\p{L})/u

const isHeading = (block: ReadText['blocks'][number] | undefined) =>
  block?.kind === 'heading' || (block?.kind === 'cell' && (block.position === 0 || block.column === 0))

/** A short paragraph without a stop, which states nothing. */
const isTitle = (text: string, segment: Range, block: ReadText['blocks'][number] | undefined) =>
  block?.kind === 'paragraph' &&
  block.end - block.start <= 70 &&
  segment.start === block.start &&
  !/[.!?。]$/.test(text.slice(block.start, block.end))
