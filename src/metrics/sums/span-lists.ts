/**
 * What the answers to a prompt sum up to on a day, as far as trends show it: what spans are made of, and filters on prompts,
 * whose spans nobody can foresee, read.
 */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { daysInScope, type Scope } from '../window.ts'
import { entitySums, type PromptSum, promptSums } from './columns.ts'
import type { CountedDay, CountedEntity, CountedPrompt } from './count.ts'
import { Packer, Unpacker } from './packed.ts'

/** In this order they stand in a list. */
export const spanSums = [
  'answers',
  'named',
  'mentions',
  'own_citations',
  'score_milli',
  'score_milli_squared',
] as const satisfies PromptSum[]

const columns = spanSums.map((name) => promptSums.indexOf(name))
const scoreColumn = entitySums.indexOf('score_milli')

/** The lists of single days. */
export async function writeLists(
  tx: Context,
  brandId: string,
  days: string[],
  counted: CountedDay[],
): Promise<void> {
  await sql`delete from span_lists where brand_id = ${brandId} and day = any(${days}::date[])`.execute(tx.db)
  for (const { day, prompts, entities } of counted) {
    const entitiesOf = Map.groupBy(entities, ({ prompt }) => prompt)
    const byPrompt = Map.groupBy(prompts, ({ prompt }) => prompt)
    const lists = [...byPrompt].map(([prompt, cells]) =>
      packList(prompt, cells, entitiesOf.get(prompt) ?? []),
    )
    await sql`
      insert into span_lists (brand_id, day, prompt, list)
      select ${brandId}, ${day}::date, * from unnest(${[...byPrompt.keys()]}::int[], ${lists}::bytea[])`.execute(
      tx.db,
    )
  }
}

/** The prompt, how many segments follow, and for each its number, sums, how many entities follow, and their scores. */
function packList(prompt: number, cells: CountedPrompt[], entities: CountedEntity[]): Buffer {
  const packer = new Packer()
  packer.put(prompt)
  packer.put(cells.length)
  for (const { segment, sums } of cells) {
    packer.put(segment)
    for (const column of columns) packer.put(sums[column] ?? 0)
    const scored = entities.filter((each) => each.segment === segment && (each.sums[scoreColumn] ?? 0) > 0)
    packer.put(scored.length)
    for (const { entity, sums } of scored) {
      packer.put(entity)
      packer.put(sums[scoreColumn] ?? 0)
    }
  }
  return packer.finish()
}

/** `sums`, in the order of `spanSums`, is the same array every time, filled anew. */
type Visitor = {
  cell(segment: number, prompt: number, sums: Float64Array): void
  score(segment: number, prompt: number, entity: number, score: number): void
}

/** One list, or several joined. */
export function eachCell(lists: Uint8Array, { cell, score }: Visitor): void {
  const numbers = new Unpacker(lists)
  const sums = new Float64Array(columns.length)
  while (!numbers.isAtEnd) {
    const prompt = numbers.take()
    for (let segments = numbers.take(); segments > 0; segments -= 1) {
      const segment = numbers.take()
      for (let column = 0; column < sums.length; column += 1) sums[column] = numbers.take()
      cell(segment, prompt, sums)
      for (let entities = numbers.take(); entities > 0; entities -= 1)
        score(segment, prompt, numbers.take(), numbers.take())
    }
  }
}

/** Of each day in the scope that has answers, its lists joined, in the order of days; `prompts`: of these alone. */
export async function readLists(
  ctx: Context,
  scope: Pick<Scope, 'brand' | 'from' | 'to'>,
  prompts?: Iterable<number>,
): Promise<{ day: string; lists: Buffer }[]> {
  const { rows } = await sql<{ day: string; lists: Buffer }>`
    select day, string_agg(list, '' order by prompt) as lists from span_lists
    where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')}
      and ${prompts ? sql`prompt = any(${[...prompts]}::int[])` : sql`true`}
    group by day order by day`.execute(ctx.db)
  return rows
}
