/**
 * Per-prompt rollups: the counters of each prompt and day that a trend shows. Time buckets are computed from them, and a
 * trend with a filter on prompts reads them directly.
 */
import { sql } from 'kysely'
import { daysInScope, type Scope } from '../../../answers/scope.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Context } from '../../../core/context.ts'
import {
  bucketEntityCounters,
  entityCounters,
  type PromptCounter,
  promptCounters,
} from '../../rollup-rows.ts'
import type { AnswerSums } from '../answer-sums.ts'
import { Decoder, Encoder } from '../packing/packed-rows.ts'
import { numberOf, promptOf } from '../packing/row-keys.ts'
import { replaceRows } from '../replace-rows.ts'

/** In the order in which a per-prompt rollup contains them. */
export const bucketCounters = [
  'answers',
  'named',
  'cited',
  'mentions',
  'own_citations',
  'rank_sum',
  'score_milli',
  'positive',
  'neutral',
  'negative',
] as const satisfies PromptCounter[]

const columns = bucketCounters.map((name) => promptCounters.indexOf(name))
const entityColumns = bucketEntityCounters.map((name) => entityCounters.indexOf(name))
const scoreColumn = entityCounters.indexOf('score_milli')

/** Writes the per-prompt rollups of single days. */
export async function writePromptRollups(
  tx: Context,
  brandId: string,
  days: string[],
  counted: { day: string; sums: AnswerSums }[],
): Promise<void> {
  const rows = counted.flatMap(({ day, sums }) =>
    [...segmentsByPrompt(sums)].map(([prompt, segments]) => ({
      day,
      prompt,
      counters: pack(prompt, segments),
    })),
  )
  await replaceRows(tx, brandId, table, sql`day = any(${days}::date[])`, rows)
}

const table = {
  name: 'prompt_rollups',
  keys: { day: 'date', prompt: 'int' },
  values: { counters: 'text' },
}

/** `entities`: the number and the counters of each entity, without those that no answer names or cites. */
type SegmentCounters = { segment: number; sums: number[]; entities: number[][] }

function segmentsByPrompt(answers: AnswerSums): Map<number, SegmentCounters[]> {
  const byPrompt = new Map<number, SegmentCounters[]>()
  answers.each((segment, { prompts, entities }) => {
    prompts.each((prompt, sums) => {
      const counters = { segment, sums: columns.map((column) => sums[column] ?? 0), entities: [] }
      const others = byPrompt.get(prompt)
      if (others) others.push(counters)
      else byPrompt.set(prompt, [counters])
    })
    entities.each((key, sums) => {
      // An answer that names or cites the entity has a score above 0.
      if (!sums[scoreColumn]) return
      const counters = [numberOf(key), ...entityColumns.map((column) => sums[column] ?? 0)]
      byPrompt.get(promptOf(key))?.at(-1)?.entities.push(counters)
    })
  })
  return byPrompt
}

/** Format: prompt, number of segments; per segment its number, its sums, number of entities; per entity its number and sums. */
function pack(prompt: number, segments: SegmentCounters[]): string {
  const packer = new Encoder()
  packer.put(prompt)
  packer.put(segments.length)
  for (const { segment, sums, entities } of segments) {
    packer.put(segment)
    for (const sum of sums) packer.put(sum)
    packer.put(entities.length)
    for (const counters of entities) for (const number of counters) packer.put(number)
  }
  return packer.finish()
}

/** `sums` is in the order of `bucketCounters` or `bucketEntityCounters`, and one array that is reused for every call. */
type Visitor = {
  row(segment: number, prompt: number, sums: Float64Array): void
  entity(segment: number, prompt: number, entity: number, sums: Float64Array): void
}

/** Reads one packed per-prompt rollup, or several concatenated ones. */
export function eachPromptRow(packed: string, { row, entity }: Visitor): void {
  const numbers = new Decoder(packed)
  const sums = new Float64Array(columns.length)
  const entitySums = new Float64Array(entityColumns.length)
  while (!numbers.isAtEnd) {
    const prompt = numbers.take()
    for (let segments = numbers.take(); segments > 0; segments -= 1) {
      const segment = numbers.take()
      for (let column = 0; column < sums.length; column += 1) sums[column] = numbers.take()
      row(segment, prompt, sums)
      for (let entities = numbers.take(); entities > 0; entities -= 1) {
        const number = numbers.take()
        for (let column = 0; column < entitySums.length; column += 1) entitySums[column] = numbers.take()
        entity(segment, prompt, number, entitySums)
      }
    }
  }
}

/** Returns the concatenated per-prompt rollups of each day with answers, in ascending order; `prompts` limits them to these numbers. */
export async function readPromptRollups(
  ctx: Context,
  { brand, ...days }: { brand: Pick<Brand, 'id'> } & Pick<Scope, 'from' | 'to'>,
  prompts?: Iterable<number>,
): Promise<{ day: string; packed: string }[]> {
  const { rows } = await sql<{ day: string; packed: string }>`
    select day, string_agg(counters, '' order by prompt) as packed from prompt_rollups
    where brand_id = ${brand.id} and ${daysInScope(days, 'day')}
      and ${prompts ? sql`prompt = any(${[...prompts]}::int[])` : sql`true`}
    group by day order by day`.execute(ctx.db)
  return rows
}
