/** Recounts answers in plain SQL and compares the result with the rollups that metrics read. */
import { sql } from 'kysely'
import { isCounted, type Scope, unfiltered } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import {
  type EntityRow,
  entityCounters,
  promptCounters,
  type RollupRow,
  type RowKey,
} from '../rollup-rows.ts'
import { readPromptNumbers, readSegments } from './dimension-ids.ts'
import { bucketCounters, eachPromptRow, readPromptRollups } from './prompt-rollups.ts'
import { readEntityRows, readRollupRows } from './running-totals.ts'

/** `row`: the platform, model, region, prompt and entity of the first row that differs. */
export type Mismatch = { day: string; row: string; counted: string; stored: string }

/** Checks the rows of each day, the running totals (which most metrics read) and the per-prompt rollups (for trends). */
export async function findMismatch(
  ctx: Context,
  brand: Scope['brand'],
  days: readonly string[],
): Promise<Mismatch | undefined> {
  for (const day of days) {
    const counted = await countDay(ctx, brand.id, day)
    const scope = { ...unfiltered, brand, from: day, to: day }
    for (const parts of [undefined, [{ sign: 1 as const, part: 'day' as const, day }]]) {
      const rows = [
        ...(await readRollupRows(ctx, scope, parts)),
        ...(await readEntityRows(ctx, scope, { parts })),
      ]
      const difference = findDifference(counted, new Map(rows.map((row) => [nameOf(row), countersOf(row)])))
      if (difference) return { day, ...difference }
    }
    const difference = findDifference(
      selectBucketCounters(counted),
      await readStoredPromptRollups(ctx, scope),
    )
    if (difference) return { day, ...difference }
  }
  return undefined
}

/** Days with answers or rollups. The rollups of dirty days are not expected to match. */
export async function listVerifiableDays(ctx: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from answers where brand_id = ${brandId} and ${isCounted(brandId)}
    union select day from rollup_rows where brand_id = ${brandId} and part = 'day'
    except select day from dirty_days where brand_id = ${brandId}
    order by day`.execute(ctx.db)
  return rows.map(({ day }) => day)
}

type Named = Pick<RowKey, 'platform' | 'model' | 'region' | 'prompt_id'> & { entity?: number | null }
/** The counters of each row, by the row's name. */
type Counters = Map<string, number[]>

const nameOf = ({ platform, model, region, prompt_id, entity }: Named) =>
  [platform, model, region, 'prompt', prompt_id, ...(entity == null ? [] : ['entity', entity])].join(' ')

const countersOf = (row: RollupRow | EntityRow) =>
  'entity' in row ? entityCounters.map((name) => row[name]) : promptCounters.map((name) => row[name])

function findDifference(counted: Counters, stored: Counters): Omit<Mismatch, 'day'> | undefined {
  const describe = (counters: number[] | undefined) => counters?.join(', ') ?? 'none'
  for (const row of new Set([...counted.keys(), ...stored.keys()])) {
    const difference = { row, counted: describe(counted.get(row)), stored: describe(stored.get(row)) }
    if (difference.counted !== difference.stored) return difference
  }
  return undefined
}

/** Selects the counters that per-prompt rollups contain. */
function selectBucketCounters(counted: Counters): Counters {
  const promptColumns = bucketCounters.map((name) => promptCounters.indexOf(name))
  const entityColumns = [entityCounters.indexOf('score_milli')]
  return withoutZeros(
    [...counted].map(([name, counters]) => {
      const columns = counters.length === entityCounters.length ? entityColumns : promptColumns
      return [name, columns.map((column) => counters[column] ?? 0)]
    }),
  )
}

async function readStoredPromptRollups(ctx: Context, scope: Scope): Promise<Counters> {
  const segments = await readSegments(ctx, scope)
  const prompts = await readPromptNumbers(ctx, scope)
  const stored: Counters = new Map()
  const keyOf = (segment: number, prompt: number) => ({
    ...(segments.get(segment) ?? { platform: `segment ${segment}`, model: '', region: '' }),
    prompt_id: prompts.get(prompt) ?? `prompt ${prompt}`,
  })
  for (const { packed } of await readPromptRollups(ctx, scope))
    eachPromptRow(packed, {
      row: (segment, prompt, sums) => stored.set(nameOf(keyOf(segment, prompt)), [...sums]),
      score: (segment, prompt, entity, score) =>
        stored.set(nameOf({ ...keyOf(segment, prompt), entity }), [score]),
    })
  return stored
}

const withoutZeros = (counters: [string, number[]][]): Counters =>
  new Map(counters.filter(([, each]) => each.some((number) => number > 0)))

async function countDay(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const { rows } = await sql<Named & { counters: number[] }>`
    with counted as (
      select * from answers where brand_id = ${brandId} and day = ${day}::date and ${isCounted(brandId)}
    )
    select platform, model, region, prompt_id, null as entity, to_json(array[
      count(*), count(*) filter (where mention_counts[1] > 0), count(*) filter (where own_citations[1] > 0),
      sum(mention_counts[1]), sum(own_citations[1]), sum(ranks[1]), sum(ranks[1]::bigint * ranks[1]), sum(scores_milli[1]),
      sum(scores_milli[1]::bigint * scores_milli[1]), count(*) filter (where sentiments[1] = 1),
      count(*) filter (where sentiments[1] = 2), count(*) filter (where sentiments[1] = 3), sum(citation_count),
      count(*) filter (where citation_count > 0)
    ]::bigint[]) as counters
    from counted group by platform, model, region, prompt_id
    union all
    select platform, model, region, prompt_id, entity, to_json(array[
      count(*) filter (where mentions > 0), count(*) filter (where own > 0), sum(mentions), sum(own), sum(rank), sum(rank::bigint * rank), sum(score),
      sum(score::bigint * score)
    ]::bigint[])
    from counted
    cross join lateral unnest(entities, mention_counts, own_citations, ranks, scores_milli)
      as fact (entity, mentions, own, rank, score)
    group by platform, model, region, prompt_id, entity`.execute(ctx.db)
  return withoutZeros(rows.map(({ counters, ...named }) => [nameOf(named), counters]))
}
