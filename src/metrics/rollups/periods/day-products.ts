/** Products of the sums of one day, from the counters of that day. Added up over days, they give the variance of days. */
import {
  entityCounters,
  entityProducts,
  promptCounters,
  promptProducts,
  shareSums,
} from '../../rollup-rows.ts'
import { RowSums } from '../packing/packed-rows.ts'
import { numberOf, promptOf } from '../packing/row-keys.ts'

export type DayProducts = { products: RowSums; entity_products: RowSums; shares: RowSums }

const promptColumn = (name: (typeof promptCounters)[number]) => promptCounters.indexOf(name)
const columns = {
  answers: promptColumn('answers'),
  mentions: promptColumn('mentions'),
  cited: promptColumn('cited'),
  positive: promptColumn('positive'),
  neutral: promptColumn('neutral'),
  negative: promptColumn('negative'),
  named: promptColumn('named'),
  ranks: promptColumn('rank_sum'),
  rankSquares: promptColumn('rank_squares'),
  score: promptColumn('score_milli'),
  scoreSquares: promptColumn('score_milli_squared'),
}
const namedColumn = entityCounters.indexOf('named')
const mentionsColumn = entityCounters.indexOf('mentions')

/** `prompts` and `entities`: the counters of one segment on one day. Rows of one answer have no products. */
export function productsOfDay(
  prompts: RowSums,
  entities: RowSums,
  competitors: ReadonlySet<number>,
): DayProducts {
  const days = {
    products: new RowSums(promptProducts.length),
    entity_products: new RowSums(entityProducts.length),
    shares: new RowSums(shareSums.length),
  }
  const answersByPrompt = new Map<number, number>()
  const ownMentions = new Map<number, number>()
  const trackedMentions = new Map<number, number>()
  prompts.each((prompt, sums) => {
    const answers = sums[columns.answers] ?? 0
    const mentions = sums[columns.mentions] ?? 0
    answersByPrompt.set(prompt, answers)
    ownMentions.set(prompt, mentions)
    trackedMentions.set(prompt, mentions)
    if (answers > 1) days.products.add(prompt, productsOfPrompt(sums, answers))
  })
  entities.each((key, sums) => {
    const prompt = promptOf(key)
    const answers = answersByPrompt.get(prompt) ?? 0
    // Those of the brand are among the products of the prompt.
    if (answers > 1 && numberOf(key) > 0)
      days.entity_products.add(key, productsOfNamed(sums[namedColumn] ?? 0, answers))
    if (competitors.has(numberOf(key)))
      trackedMentions.set(prompt, (trackedMentions.get(prompt) ?? 0) + (sums[mentionsColumn] ?? 0))
  })
  for (const [prompt, tracked] of trackedMentions) {
    const own = ownMentions.get(prompt) ?? 0
    const others = (answersByPrompt.get(prompt) ?? 0) - 1
    days.shares.add(prompt, [
      tracked,
      own * own,
      own * tracked,
      tracked * tracked,
      own * others,
      tracked * others,
    ])
  }
  return days
}

/** In the order of `promptProducts`. */
function productsOfPrompt(sums: Float64Array, answers: number): number[] {
  const others = answers - 1
  const [named, score] = [sums[columns.named] ?? 0, sums[columns.score] ?? 0]
  const ranks = sums[columns.ranks] ?? 0
  const before = ranks - named
  const beforeSquares = (sums[columns.rankSquares] ?? 0) - 2 * ranks + named
  const cited = sums[columns.cited] ?? 0
  const positive = sums[columns.positive] ?? 0
  const clear = positive + (sums[columns.neutral] ?? 0) + (sums[columns.negative] ?? 0)
  return [
    others,
    answers * others,
    ...productsOfNamed(named, answers),
    score * score - (sums[columns.scoreSquares] ?? 0),
    score * others,
    before * before - beforeSquares,
    before * named - before,
    before * others,
    cited * cited - cited,
    cited * others,
    positive * positive - positive,
    positive * clear - positive,
    positive * others,
    clear * clear - clear,
    clear * others,
  ]
}

/** In the order of `entityProducts`. */
const productsOfNamed = (named: number, answers: number): number[] => [
  named * named - named,
  named * (answers - 1),
]
