/**
 * The facts of one day, decoded from its row in `answer_days`. A cell is the answers to a prompt from a segment: what all readers
 * add up. Answers are in the order of cells.
 */
import {
  type AnswerFacts,
  counterNames,
  counters,
  entityCounterNames,
  entityCounters,
  toRecord,
} from '../../numbers.ts'

export type Day = {
  /** The numbers of the segment and the prompt of each cell. */
  segments: Int32Array
  prompts: Int32Array
  /** The weighted counters of each cell, in the order of `counterNames`: the counters of a cell are adjacent, because readers add up all of them. */
  values: Int32Array
  /** The sums of the counters over all cells. */
  totals: Float64Array
  /** By number, without the brand. */
  entities: ReadonlyMap<number, EntityCells>
  /** By how much weights exceed the counts of answers, in the same cells; null while all weights are 1. */
  excess: Pick<Day, 'values' | 'totals' | 'entities'> | null
  /** The cell of each answer, and whether the answer names the brand. */
  cellOfAnswer: Int32Array
  /** The weight of each answer; empty if all are 1. */
  weights: Int32Array
  namesBrand: Uint8Array
}

/** The counters of an entity in the cells whose answers have facts about it, in the order of `entityCounterNames`, and their sums. */
export type EntityCells = { cells: Int32Array; values: Int32Array; totals: Float64Array }

/** The columns of `answer_days` that `decodeDay` reads. */
export const dayColumns = [
  'segments',
  'prompts',
  'sentiments',
  'citations',
  'searchable',
  'simulated',
  'tracked',
  'fact_counts',
  'weights',
  'entities',
  'mentions',
  'ranks',
  'own_citations',
  'scores',
] as const
export type DayRow = Record<(typeof dayColumns)[number], string>

const brandFunctions = counterNames.map((name): ((answer: AnswerFacts) => number) => counters[name])
const entityFunctions = entityCounterNames.map((name) => entityCounters[name])

export function decodeDay(row: DayRow): Day {
  const lists = toRecord(dayColumns, (name) => decodeList(row[name]))
  const answerCount = lists.segments.length
  const { cellOfAnswer, firsts } = findCells(lists.segments, lists.prompts)
  const cellCount = firsts.length
  const valueCount = cellCount * counterNames.length
  const { weights } = lists
  const isWeighted = weights.length > 0
  const [values, blocks] = [new Int32Array(valueCount), emptyBlocks(lists.entities)]
  const [excess, excessBlocks] = isWeighted
    ? [new Int32Array(valueCount), emptyBlocks(lists.entities)]
    : [values, blocks]
  const namesBrand = new Uint8Array(answerCount)
  // One object for all facts: a day has thousands.
  const facts = {
    mentions: 0,
    rank: 0,
    ownCitations: 0,
    scoreMilli: 0,
    sentiment: 0,
    citations: 0,
    searchable: 0,
    simulated: 0,
    tracked: 0,
  }
  const readFact = (at: number) => {
    facts.mentions = lists.mentions[at] ?? 0
    facts.rank = lists.ranks[at] ?? 0
    facts.ownCitations = lists.own_citations[at] ?? 0
    facts.scoreMilli = lists.scores[at] ?? 0
  }
  let fact = 0
  for (let answer = 0; answer < answerCount; answer += 1) {
    const cell = cellOfAnswer[answer] ?? 0
    const end = fact + (lists.fact_counts[answer] ?? 0)
    facts.sentiment = lists.sentiments[answer] ?? 0
    facts.citations = lists.citations[answer] ?? 0
    facts.searchable = lists.searchable[answer] ?? 0
    facts.simulated = lists.simulated[answer] ?? 0
    facts.tracked = lists.tracked[answer] ?? 0
    readFact(fact < end ? fact++ : -1)
    namesBrand[answer] = Number(facts.mentions > 0)
    const weight = weights[answer] ?? 1
    addTo(values, cell, brandFunctions, facts, weight)
    if (isWeighted) addTo(excess, cell, brandFunctions, facts, weight - 1)
    for (; fact < end; fact += 1) {
      const entity = lists.entities[fact] ?? 0
      const [block, excessBlock] = [blocks[entity], excessBlocks[entity]]
      readFact(fact)
      if (block) addTo(block.values, getSlot(block, cell), entityFunctions, facts, weight)
      if (isWeighted && excessBlock)
        addTo(excessBlock.values, getSlot(excessBlock, cell), entityFunctions, facts, weight - 1)
    }
  }
  return {
    segments: firsts.map((first) => lists.segments[first] ?? 0),
    prompts: firsts.map((first) => lists.prompts[first] ?? 0),
    values,
    ...toCounters(values, blocks),
    excess: isWeighted ? { values: excess, ...toCounters(excess, excessBlocks) } : null,
    cellOfAnswer,
    weights: weights.slice(),
    namesBrand,
  }
}

const toCounters = (values: Int32Array, blocks: readonly Block[]): Pick<Day, 'totals' | 'entities'> => ({
  totals: sumUp(values, counterNames.length),
  entities: new Map(blocks.flatMap((block, entity) => [[entity, toCells(block)]])),
})

/** Returns the cell of each answer, and the first answer of each cell. */
function findCells(segments: Int32Array, prompts: Int32Array) {
  const cellOfAnswer = new Int32Array(segments.length)
  const firsts = new Int32Array(segments.length)
  let cells = 0
  for (let answer = 0; answer < segments.length; answer += 1) {
    if (answer === 0 || segments[answer] !== segments[answer - 1] || prompts[answer] !== prompts[answer - 1])
      firsts[cells++] = answer
    cellOfAnswer[answer] = cells - 1
  }
  return { cellOfAnswer, firsts: firsts.slice(0, cells) }
}

/** The cells of an entity while they are added up; `length` of them exist. */
type Block = { cells: Int32Array; values: Int32Array; length: number }

/** By number of the entity. Entities of which the day has no facts are absent. */
function emptyBlocks(entities: Int32Array): Block[] {
  const counts: number[] = []
  for (const entity of entities) if (entity !== 0) counts[entity] = (counts[entity] ?? 0) + 1
  // A sparse array remains sparse.
  return counts.map((count) => ({
    cells: new Int32Array(count),
    values: new Int32Array(count * entityCounterNames.length),
    length: 0,
  }))
}

/** Facts are in the order of cells, so those about an entity in one cell are adjacent. */
function getSlot(block: Block, cell: number): number {
  if (block.length === 0 || block.cells[block.length - 1] !== cell) block.cells[block.length++] = cell
  return block.length - 1
}

/** Adds the weighted value of each function to the values `at` a cell. */
function addTo<F>(
  values: Int32Array,
  at: number,
  functions: readonly ((facts: F) => number)[],
  facts: F,
  weight: number,
): void {
  const first = at * functions.length
  for (let index = 0; index < functions.length; index += 1)
    values[first + index] = (values[first + index] ?? 0) + weight * (functions[index]?.(facts) ?? 0)
}

function toCells({ cells, values, length }: Block): EntityCells {
  const width = entityCounterNames.length
  const used = trim(values, length * width)
  return { cells: trim(cells, length), values: used, totals: sumUp(used, width) }
}

/** Copies a list only if it is too long: mostly each answer has its own cell. */
const trim = (list: Int32Array, length: number): Int32Array =>
  list.length === length ? list : list.slice(0, length)

/** Adds up every `width`-th value. */
function sumUp(values: Int32Array, width: number): Float64Array {
  const totals = new Float64Array(width)
  for (let from = 0; from < values.length; from += width)
    for (let at = 0; at < width; at += 1) totals[at] = (totals[at] ?? 0) + (values[from + at] ?? 0)
  return totals
}

/** Decodes integers separated by commas. The list is a view of a longer array. */
export function decodeList(text: string): Int32Array {
  const numbers = new Int32Array((text.length + 1) >> 1)
  let [length, value] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 44) {
      numbers[length++] = value
      value = 0
    } else value = value * 10 + code - 48
  }
  if (text !== '') numbers[length++] = value
  return numbers.subarray(0, length)
}

/** Returns the memory of a decoded day. */
export function sizeOfDay({ segments, entities, namesBrand, excess, weights }: Day): number {
  let bytes = 4 * (2 + counterNames.length) * segments.length + 5 * namesBrand.length + 4 * weights.length
  for (const { cells } of entities.values()) bytes += 4 * (1 + entityCounterNames.length) * cells.length
  // The excess of weights has the same lists.
  return excess === null ? bytes : 2 * bytes
}
