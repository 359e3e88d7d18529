/** Products of the sums of one day, from the counters of that day. Added up over days, they give the variance of days. */
import {
  type EntityCounter,
  entityCounters,
  entityProducts,
  promptCounters,
  promptProducts,
  shareSums,
} from '../rollup-rows.ts'
import { RowSums } from './packed-rows.ts'
import { numberOf, promptOf } from './row-keys.ts'

export type DayProducts = { products: RowSums; entity_products: RowSums; shares: RowSums }

const promptColumn = (name: (typeof promptCounters)[number]) => promptCounters.indexOf(name)
const columns = {
  answers: promptColumn('answers'),
  mentions: promptColumn('mentions'),
  cited: promptColumn('cited'),
  positive: promptColumn('positive'),
  neutral: promptColumn('neutral'),
  negative: promptColumn('negative'),
  /** The counters of the brand are in the order of `entityCounters`. */
  brand: promptColumn('named'),
}
const entityColumn = (name: EntityCounter) => entityCounters.indexOf(name)

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
    if (answers > 1 && numberOf(key) > 0) days.entity_products.add(key, productsOfEntity(sums, 0, answers))
    if (competitors.has(numberOf(key)))
      trackedMentions.set(prompt, (trackedMentions.get(prompt) ?? 0) + (sums[entityColumn('mentions')] ?? 0))
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
  const cited = sums[columns.cited] ?? 0
  const positive = sums[columns.positive] ?? 0
  const clear = positive + (sums[columns.neutral] ?? 0) + (sums[columns.negative] ?? 0)
  return [
    others,
    answers * others,
    ...productsOfEntity(sums, columns.brand, answers),
    cited * cited - cited,
    cited * others,
    positive * positive - positive,
    positive * clear - positive,
    positive * others,
    clear * clear - clear,
    clear * others,
  ]
}

/** In the order of `entityProducts`. `offset`: of the entity's counters in `sums`. */
function productsOfEntity(sums: Float64Array, offset: number, answers: number): number[] {
  const counter = (name: EntityCounter) => sums[offset + entityColumn(name)] ?? 0
  const score = counter('score_milli')
  const named = counter('named')
  const before = counter('rank_sum') - named
  const beforeSquares = counter('rank_squares') - 2 * counter('rank_sum') + named
  return [
    score * score - counter('score_milli_squared'),
    score * (answers - 1),
    named * named - named,
    named * (answers - 1),
    before * before - beforeSquares,
    before * named - before,
    before * (answers - 1),
  ]
}
