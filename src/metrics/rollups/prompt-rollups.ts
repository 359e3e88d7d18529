/**
 * What the answers to a prompt sum up to on a day, as far as trends show it: what spans are made of, and filters on prompts,
 * whose spans nobody can foresee, read.
 */
import { sql } from 'kysely'
import { daysInScope, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { deleteChangedRows } from './changed-rows.ts'
import { entityCounters, numberOf, type PromptSum, promptCounters, promptOf } from './counters.ts'
import { Decoder, Encoder } from './packed-rows.ts'
import type { RowBuilder } from './rows.ts'

/** In this order they stand in a list. */
export const bucketCounters = [
  'answers',
  'named',
  'mentions',
  'own_citations',
  'score_milli',
  'score_milli_squared',
] as const satisfies PromptSum[]

const columns = bucketCounters.map((name) => promptCounters.indexOf(name))
const scoreColumn = entityCounters.indexOf('score_milli')

/** The lists of single days. */
export async function writePromptRollups(
  tx: Context,
  brandId: string,
  days: string[],
  counted: { day: string; cells: RowBuilder }[],
): Promise<void> {
  const lists = () =>
    counted.flatMap(({ day, cells }) =>
      [...cellsByPrompt(cells)].map(([prompt, listed]) => ({
        day,
        prompt,
        counters: packList(prompt, listed),
      })),
    )
  const missing = await deleteChangedRows(
    tx,
    { name: 'prompt_rollups', keys: ['day', 'prompt'], packed: ['counters'] },
    sql`brand_id = ${brandId} and day = any(${days}::date[])`,
    lists,
  )
  if (missing.length === 0) return
  await sql`
    insert into prompt_rollups (brand_id, day, prompt, counters)
    select ${brandId}, * from unnest(
      ${missing.map(({ day }) => day)}::date[], ${missing.map(({ prompt }) => prompt)}::int[],
      ${missing.map(({ counters }) => counters)}::bytea[]
    )`.execute(tx.db)
}

/** Of one segment; `scores`: entities that have one, each followed by it. */
type ListedCell = { segment: number; sums: number[]; scores: number[] }

function cellsByPrompt(cells: RowBuilder): Map<number, ListedCell[]> {
  const byPrompt = new Map<number, ListedCell[]>()
  cells.each((segment, { prompts, entities }) => {
    prompts.each((prompt, sums) => {
      const cell = { segment, sums: columns.map((column) => sums[column] ?? 0), scores: [] }
      const others = byPrompt.get(prompt)
      if (others) others.push(cell)
      else byPrompt.set(prompt, [cell])
    })
    entities.each((key, sums) => {
      const score = sums[scoreColumn] ?? 0
      if (score > 0) byPrompt.get(promptOf(key))?.at(-1)?.scores.push(numberOf(key), score)
    })
  })
  return byPrompt
}

/** The prompt, how many segments follow, and for each its number, sums, how many entities follow, and their scores. */
function packList(prompt: number, cells: ListedCell[]): Buffer {
  const packer = new Encoder()
  packer.put(prompt)
  packer.put(cells.length)
  for (const { segment, sums, scores } of cells) {
    packer.put(segment)
    for (const sum of sums) packer.put(sum)
    packer.put(scores.length / 2)
    for (const number of scores) packer.put(number)
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
  const numbers = new Decoder(lists)
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
export async function readPromptRollups(
  ctx: Context,
  scope: Pick<Scope, 'brand' | 'from' | 'to'>,
  prompts?: Iterable<number>,
): Promise<{ day: string; lists: Buffer }[]> {
  const { rows } = await sql<{ day: string; lists: Buffer }>`
    select day, string_agg(counters, '' order by prompt) as lists from prompt_rollups
    where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')}
      and ${prompts ? sql`prompt = any(${[...prompts]}::int[])` : sql`true`}
    group by day order by day`.execute(ctx.db)
  return rows
}
