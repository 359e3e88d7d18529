/** Adds up the counters of answers per segment, prompt and entity. */
import { entityCounters, promptCounters } from '../rollup-rows.ts'
import { RowSums } from './packing/packed-rows.ts'
import { rowKey } from './packing/row-keys.ts'
import { type DayProducts, productsOfDay } from './periods/day-products.ts'

/** What an answer says about its entities, in parallel arrays; the brand is always the first entity. */
export type StoredFacts = {
  entities: number[]
  mentions: number[]
  own: number[]
  ranks: number[]
  scores: number[]
  /** Of the brand. */
  sentiment: number | null
  citations: number
  simulated: boolean
}

/** The packed sums of one segment on one day. */
export type PackedSums = { prompts: string; entities: string; entity_totals: string } & {
  [name in keyof DayProducts]: string
}

type SegmentSums = { prompts: RowSums; entities: RowSums; entityTotals: RowSums }

/** Adds up the answers of one day, per segment. */
export class AnswerSums {
  readonly #segments = new Map<number, SegmentSums>()

  add(segment: number, prompt: number, facts: StoredFacts): void {
    const { prompts, entities, entityTotals } = this.#sumsOf(segment)
    const { sentiment, citations, simulated } = facts
    const ofBrand = entityValues(facts, 0)
    prompts.add(prompt, [
      1,
      ...ofBrand,
      Number(sentiment === 1),
      Number(sentiment === 2),
      Number(sentiment === 3),
      citations,
      Number(citations > 0),
      Number(simulated),
    ])
    for (const [index, entity] of facts.entities.entries()) {
      const values = index === 0 ? ofBrand : entityValues(facts, index)
      entities.add(rowKey(prompt, entity), values)
      entityTotals.add(entity, values)
    }
  }

  /** Visits the segments in ascending order. */
  each(visit: (segment: number, sums: SegmentSums) => void): void {
    for (const [segment, sums] of [...this.#segments].sort(([a], [b]) => a - b)) visit(segment, sums)
  }

  /** `competitors`: the numbers of the tracked competitors. */
  pack(competitors: ReadonlySet<number>): (PackedSums & { segment: number })[] {
    return [...this.#segments].map(([segment, { prompts, entities, entityTotals }]) => {
      const { products, entity_products, shares } = productsOfDay(prompts, entities, competitors)
      return {
        segment,
        prompts: prompts.pack(),
        entities: entities.pack(),
        entity_totals: entityTotals.pack(),
        products: products.pack(),
        entity_products: entity_products.pack(),
        shares: shares.pack(),
      }
    })
  }

  #sumsOf(segment: number): SegmentSums {
    const known = this.#segments.get(segment)
    if (known) return known
    const sums = {
      prompts: new RowSums(promptCounters.length),
      entities: new RowSums(entityCounters.length),
      entityTotals: new RowSums(entityCounters.length),
    }
    this.#segments.set(segment, sums)
    return sums
  }
}

/** In the order of `entityCounters`. */
function entityValues({ mentions, own, ranks, scores }: StoredFacts, index: number): number[] {
  const [named = 0, cited = 0, rank = 0, score = 0] = [
    mentions[index],
    own[index],
    ranks[index],
    scores[index],
  ]
  return [Number(named > 0), Number(cited > 0), named, cited, rank, rank * rank, score, score * score]
}
