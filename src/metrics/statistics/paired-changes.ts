/** Tests the changes of several values of the same answers, such as the scores of all competitors: pairs the questions once. */
import { sumBy } from './basket.ts'
import {
  type Change,
  type ComparedUnit,
  findCommon,
  type KeyedMoments,
  minAnswers,
  minPromptsForT,
  type Pair,
  pairedChange,
  pairedT,
} from './paired-change.ts'

/** The sums of a value and of its square, in the order of the questions. Squares are rarely needed. */
type ValueSums = { sums: Float64Array; squares: () => Float64Array }
export type ComparedValue = { before: ValueSums; after: ValueSums }

/** Returns what `pairedChange` returns for each of the values. */
export function pairedChanges(
  before: readonly ComparedUnit[],
  after: readonly ComparedUnit[],
  values: readonly ComparedValue[],
  { max }: { max: number },
): Change[] {
  const pairs = findCommon(withPositions(before), withPositions(after))
  if (!Array.isArray(pairs)) return values.map(() => pairs)
  const prompts = new Set(pairs.map(({ prompt }) => prompt)).size
  const least = Math.min(
    sumBy(pairs, ({ before }) => before.n),
    sumBy(pairs, ({ after }) => after.n),
  )
  // With fewer prompts, the test needs more than the sums of each question.
  if (max === 1 || prompts < minPromptsForT || least < minAnswers)
    return values.map((value) =>
      pairedChange(withMoments(before, value.before), withMoments(after, value.after), { max }),
    )
  const columns = columnsOf(pairs)
  return values.map((value) => testValue(columns, value))
}

type Positioned = ComparedUnit & { position: number }

const withPositions = (units: readonly ComparedUnit[]): Positioned[] =>
  units.map((unit, position) => ({ ...unit, position }))

function withMoments(units: readonly ComparedUnit[], { sums, squares }: ValueSums): KeyedMoments[] {
  const sumSquares = squares()
  return units.map((unit, position) => ({
    ...unit,
    sum: sums[position] ?? 0,
    sumSquares: sumSquares[position] ?? 0,
  }))
}

/** Columns of the pairs: positions and numbers of answers in both windows, weights, and the index of the prompt. */
type PairColumns = {
  before: Int32Array
  after: Int32Array
  answersBefore: Float64Array
  answersAfter: Float64Array
  weights: Float64Array
  prompts: Int32Array
  promptCount: number
}

function columnsOf(pairs: readonly Pair<Positioned>[]): PairColumns {
  const indexes = new Map<string, number>()
  for (const { prompt } of pairs) if (!indexes.has(prompt)) indexes.set(prompt, indexes.size)
  return {
    before: Int32Array.from(pairs, ({ before }) => before.position),
    after: Int32Array.from(pairs, ({ after }) => after.position),
    answersBefore: Float64Array.from(pairs, ({ before }) => before.n),
    answersAfter: Float64Array.from(pairs, ({ after }) => after.n),
    weights: Float64Array.from(pairs, ({ weight }) => weight),
    prompts: Int32Array.from(pairs, ({ prompt }) => indexes.get(prompt) ?? 0),
    promptCount: indexes.size,
  }
}

function testValue(columns: PairColumns, value: ComparedValue): Change {
  const byPrompt = new Float64Array(columns.promptCount)
  let previous = 0
  let delta = 0
  for (let pair = 0; pair < columns.weights.length; pair += 1) {
    const weight = columns.weights[pair] ?? 0
    const before = (value.before.sums[columns.before[pair] ?? 0] ?? 0) / (columns.answersBefore[pair] ?? 1)
    const after = (value.after.sums[columns.after[pair] ?? 0] ?? 0) / (columns.answersAfter[pair] ?? 1)
    const contribution = weight * (after - before)
    const prompt = columns.prompts[pair] ?? 0
    previous += weight * before
    delta += contribution
    byPrompt[prompt] = (byPrompt[prompt] ?? 0) + contribution
  }
  return { previous, delta, ...pairedT(byPrompt, delta) }
}
