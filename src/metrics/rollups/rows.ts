/**
 * The table `rollup_rows`: the counters of a segment on a day (or summed up to a day), packed into two byte strings, one row
 * per prompt and one row per prompt and entity.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { entityCounters, promptCounters } from '../rollup-rows.ts'
import { deleteChangedRows } from './changed-rows.ts'
import { RowSums } from './packed-rows.ts'
import { rowKey } from './row-keys.ts'

/** `day`: that day. `month`: its month up to and including that day. `before`: everything before that day. */
export type Part = 'day' | 'month' | 'before'

/** The packed rows of one segment. */
export type PackedRows = { segment: number; prompts: Buffer; entities: Buffer }

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
}

type SegmentSums = { prompts: RowSums; entities: RowSums }

/** Adds up rows of several segments. */
export class RowBuilder {
  readonly #segments = new Map<number, SegmentSums>()

  add({ segment, prompts, entities }: PackedRows): void {
    const sums = this.#sumsOf(segment)
    sums.prompts.addPacked(prompts)
    sums.entities.addPacked(entities)
  }

  addAnswer(segment: number, prompt: number, facts: StoredFacts): void {
    const { prompts, entities } = this.#sumsOf(segment)
    const { sentiment, citations } = facts
    const ofBrand = entityValues(facts, 0)
    prompts.add(prompt, [
      1,
      ...ofBrand,
      Number(sentiment === 1),
      Number(sentiment === 2),
      Number(sentiment === 3),
      citations,
      Number(citations > 0),
    ])
    for (const [index, entity] of facts.entities.entries())
      entities.add(rowKey(prompt, entity), index === 0 ? ofBrand : entityValues(facts, index))
  }

  /** Visits the segments in ascending order. */
  each(visit: (segment: number, sums: SegmentSums) => void): void {
    for (const [segment, sums] of [...this.#segments].sort(([a], [b]) => a - b)) visit(segment, sums)
  }

  pack(): PackedRows[] {
    return [...this.#segments].map(([segment, { prompts, entities }]) => ({
      segment,
      prompts: prompts.pack(),
      entities: entities.pack(),
    }))
  }

  #sumsOf(segment: number): SegmentSums {
    const known = this.#segments.get(segment)
    if (known) return known
    const sums = { prompts: new RowSums(promptCounters.length), entities: new RowSums(entityCounters.length) }
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

/** Writes the rows of single days. */
export async function writeDays(
  tx: Context,
  brandId: string,
  days: string[],
  counted: { day: string; rows: RowBuilder }[],
): Promise<void> {
  await replaceRows(tx, brandId, 'day', sql`day = any(${days}::date[])`, () =>
    counted.flatMap(({ day, rows }) => rows.pack().map((packed) => ({ day, ...packed }))),
  )
}

/** Replaces all rows of a part `within` a condition. */
export async function replaceRows(
  tx: Context,
  brandId: string,
  part: Part,
  within: RawBuilder<unknown>,
  pack: () => (PackedRows & { day: string })[],
): Promise<void> {
  const missing = await deleteChangedRows(
    tx,
    { name: 'rollup_rows', keys: ['day', 'segment'], packed: ['prompts', 'entities'] },
    sql`brand_id = ${brandId} and part = ${part} and ${within}`,
    pack,
  )
  if (missing.length > 0) await insertRows(tx, brandId, part, missing)
}

export async function insertRows(
  tx: Context,
  brandId: string,
  part: Part,
  packed: (PackedRows & { day: string })[],
): Promise<void> {
  await sql`
    insert into rollup_rows (brand_id, part, day, segment, prompts, entities)
    select ${brandId}, ${part}, * from unnest(
      ${packed.map(({ day }) => day)}::date[], ${packed.map(({ segment }) => segment)}::smallint[],
      ${packed.map(({ prompts }) => prompts)}::bytea[], ${packed.map(({ entities }) => entities)}::bytea[]
    )`.execute(tx.db)
}

/** Returns the rows of the days from `from` to `until`, both inclusive, grouped by day in ascending order. */
export async function readPart(
  ctx: Context,
  brandId: string,
  part: Part,
  { from, until }: { from: string; until: string },
): Promise<Map<string, PackedRows[]>> {
  const { rows } = await sql<PackedRows & { day: string }>`
    select day, segment, prompts, entities from rollup_rows
    where brand_id = ${brandId} and part = ${part} and day between ${from}::date and ${until}::date
    order by day, segment`.execute(ctx.db)
  return Map.groupBy(rows, ({ day }) => day)
}
