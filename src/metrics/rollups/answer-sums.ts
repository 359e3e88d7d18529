/** Adds up the counters of answers per segment, prompt and entity. */
import { entityCounters, promptCounters } from '../rollup-rows.ts'
import { RowSums } from './packed-rows.ts'
import { rowKey } from './row-keys.ts'

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

type SegmentSums = { prompts: RowSums; entities: RowSums; entityTotals: RowSums }

/** Adds up answers, per segment. */
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

  pack(): { segment: number; prompts: string; entities: string; entity_totals: string }[] {
    return [...this.#segments].map(([segment, { prompts, entities, entityTotals }]) => ({
      segment,
      prompts: prompts.pack(),
      entities: entities.pack(),
      entity_totals: entityTotals.pack(),
    }))
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
