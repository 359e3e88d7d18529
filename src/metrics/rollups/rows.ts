/**
 * A cell is what the answers to one prompt from one segment sum up to, with what they say of each entity. Packed, the cells
 * of a segment are two texts of bytes; here they are written, and added up.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { deleteChangedRows } from './changed-rows.ts'
import { entityCounters, keyIn, promptCounters } from './counters.ts'
import { RowSums } from './packed-rows.ts'

export type Part = 'day' | 'month' | 'before'

/** The cells of one segment: packed rows by prompt, and by prompt and entity. */
export type PackedRows = { segment: number; prompts: Buffer; entities: Buffer }

/** What an answer says of its entities, in parallel arrays; the brand stands first in those of every answer that was read. */
export type Facts = {
  entities: number[]
  mentions: number[]
  own: number[]
  ranks: number[]
  scores: number[]
  sentiment: number | null
  citations: number
}

/** The cells of many segments, added up. */
export class RowBuilder {
  readonly #segments = new Map<number, { prompts: RowSums; entities: RowSums }>()

  add({ segment, prompts, entities }: PackedRows): void {
    const sums = this.of(segment)
    sums.prompts.addPacked(prompts)
    sums.entities.addPacked(entities)
  }

  addAnswer(segment: number, prompt: number, facts: Facts): void {
    const { prompts, entities } = this.of(segment)
    const { sentiment, citations } = facts
    const own = entityValues(facts, 0)
    prompts.add(prompt, [
      1,
      ...own,
      Number(sentiment === 1),
      Number(sentiment === 2),
      Number(sentiment === 3),
      citations,
      Number(citations > 0),
    ])
    for (const [index, entity] of facts.entities.entries())
      entities.add(keyIn(prompt, entity), index === 0 ? own : entityValues(facts, index))
  }

  of(segment: number): { prompts: RowSums; entities: RowSums } {
    const known = this.#segments.get(segment)
    if (known) return known
    const sums = { prompts: new RowSums(promptCounters.length), entities: new RowSums(entityCounters.length) }
    this.#segments.set(segment, sums)
    return sums
  }

  each(visit: (segment: number, sums: { prompts: RowSums; entities: RowSums }) => void): void {
    for (const [segment, sums] of [...this.#segments].sort(([a], [b]) => a - b)) visit(segment, sums)
  }

  pack(): PackedRows[] {
    return [...this.#segments].map(([segment, { prompts, entities }]) => ({
      segment,
      prompts: prompts.pack(),
      entities: entities.pack(),
    }))
  }
}

/** In the order of `entitySums`. */
function entityValues({ mentions, own, ranks, scores }: Facts, index: number): number[] {
  const [named = 0, cited = 0, rank = 0, score = 0] = [
    mentions[index],
    own[index],
    ranks[index],
    scores[index],
  ]
  return [Number(named > 0), Number(cited > 0), named, cited, rank, rank * rank, score, score * score]
}

/** The cells of single days, from which all others are made. */
export async function writeDays(
  tx: Context,
  brandId: string,
  days: string[],
  counted: { day: string; cells: RowBuilder }[],
): Promise<void> {
  await writeCells(tx, brandId, 'day', sql`day = any(${days}::date[])`, () =>
    counted.flatMap(({ day, cells }) => cells.pack().map((each) => ({ day, ...each }))),
  )
}

/** In place of all those `within`. */
export async function writeCells(
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
  if (missing.length > 0) await insertCells(tx, brandId, part, missing)
}

export async function insertCells(
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

/** Of the days within, both inclusive, in their order; with `segments`, of these alone. */
export async function readPart(
  ctx: Context,
  brandId: string,
  part: Part,
  { from, until }: { from: string; until: string },
  segments?: ReadonlyMap<number, unknown>,
): Promise<Map<string, PackedRows[]>> {
  const { rows } = await sql<PackedRows & { day: string }>`
    select day, segment, prompts, entities from rollup_rows
    where brand_id = ${brandId} and part = ${part} and day between ${from}::date and ${until}::date
      and ${segments ? sql`segment = any(${[...segments.keys()]}::smallint[])` : sql`true`}
    order by day, segment`.execute(ctx.db)
  return Map.groupBy(rows, ({ day }) => day)
}
