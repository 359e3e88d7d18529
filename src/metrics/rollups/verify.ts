/** Counts answers again in plain SQL, and compares that with the sums which metrics read. */
import { sql } from 'kysely'
import { isCounted, type Scope, unfiltered } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { entityCounters, promptCounters } from './counters.ts'
import { readPromptNumbers, readSegments } from './dimension-ids.ts'
import { bucketCounters, eachCell, readPromptRollups } from './prompt-rollups.ts'
import {
  type EntityRollupRow,
  type RollupRow,
  type RowKey,
  readEntityCells,
  readRollupRows,
} from './running-totals.ts'
import type { Snapshot } from './snapshot.ts'

type Mismatch = { day: string; what: string; counted: string; kept: string }

/**
 * The first sum of these days that is not what the answers say; undefined when all are right. Each day is looked at as its
 * own sums have it, as the running sums do, which most numbers are made of, and as the lists do that trends are made of.
 */
export async function verify(
  at: Snapshot,
  brand: { id: string; name: string },
  days: string[],
): Promise<Mismatch | undefined> {
  for (const day of days) {
    const counted = await countDay(at, brand.id, day)
    const scope = { ...unfiltered, brand, from: day, to: day }
    for (const ends of [undefined, [{ sign: 1 as const, part: 'day' as const, day }]]) {
      const kept = [
        ...(await readRollupRows(at, scope, ends)),
        ...(await readEntityCells(at, scope, { ends })),
      ]
      const wrong = differenceOf(counted, new Map(kept.map((cell) => [nameOf(cell), numbersOf(cell)])))
      if (wrong) return { day, ...wrong }
    }
    const wrong = differenceOf(inSpans(counted), await readListed(at, scope))
    if (wrong) return { day, ...wrong }
  }
  return undefined
}

type Named = Pick<RowKey, 'platform' | 'model' | 'region' | 'prompt_id'> & { entity?: number | null }
/** By the name of the cell. */
type Numbers = Map<string, number[]>

const nameOf = ({ platform, model, region, prompt_id, entity }: Named) =>
  [platform, model, region, 'prompt', prompt_id, ...(entity == null ? [] : ['entity', entity])].join(' ')

const numbersOf = (cell: RollupRow | EntityRollupRow) =>
  'entity' in cell ? entityCounters.map((name) => cell[name]) : promptCounters.map((name) => cell[name])

function differenceOf(counted: Numbers, kept: Numbers): Omit<Mismatch, 'day'> | undefined {
  for (const what of new Set([...counted.keys(), ...kept.keys()])) {
    const [right, found] = [counted, kept].map((numbers) => numbers.get(what)?.join(', ') ?? 'none')
    if (right !== found) return { what, counted: right ?? 'none', kept: found ?? 'none' }
  }
  return undefined
}

/** Of what was counted, what lists hold. */
function inSpans(counted: Numbers): Numbers {
  const ofPrompt = bucketCounters.map((name) => promptCounters.indexOf(name))
  const ofEntity = [entityCounters.indexOf('score_milli')]
  return withoutZeros(
    [...counted].map(([name, numbers]) => [
      name,
      (numbers.length === entityCounters.length ? ofEntity : ofPrompt).map((column) => numbers[column] ?? 0),
    ]),
  )
}

async function readListed(at: Context, scope: Scope): Promise<Numbers> {
  const segments = await readSegments(at, scope)
  const prompts = await readPromptNumbers(at, scope)
  const found: Numbers = new Map()
  const place = (segment: number, prompt: number) => ({
    ...(segments.get(segment) ?? { platform: `segment ${segment}`, model: '', region: '' }),
    prompt_id: prompts.get(prompt) ?? `prompt ${prompt}`,
  })
  for (const { lists } of await readPromptRollups(at, scope))
    eachCell(lists, {
      cell: (segment, prompt, sums) => found.set(nameOf(place(segment, prompt)), [...sums]),
      score: (segment, prompt, entity, score) =>
        found.set(nameOf({ ...place(segment, prompt), entity }), [score]),
    })
  return found
}

const withoutZeros = (numbers: [string, number[]][]): Numbers =>
  new Map(numbers.filter(([, each]) => each.some((number) => number > 0)))

/** In plain SQL: the numbers of each prompt in each place, and of each entity that is named or cited there. */
async function countDay(at: Context, brandId: string, day: string): Promise<Numbers> {
  const { rows } = await sql<Named & { numbers: number[] }>`
    with answered as (
      select * from answers where brand_id = ${brandId} and day = ${day}::date and ${isCounted(brandId)}
    )
    select platform, model, region, prompt_id, null as entity, to_json(array[
      count(*), count(*) filter (where mention_counts[1] > 0), count(*) filter (where own_citations[1] > 0),
      sum(mention_counts[1]), sum(own_citations[1]), sum(ranks[1]), sum(ranks[1]::bigint * ranks[1]), sum(scores_milli[1]),
      sum(scores_milli[1]::bigint * scores_milli[1]), count(*) filter (where sentiments[1] = 1),
      count(*) filter (where sentiments[1] = 2), count(*) filter (where sentiments[1] = 3), sum(citation_count),
      count(*) filter (where citation_count > 0)
    ]::bigint[]) as numbers
    from answered group by platform, model, region, prompt_id
    union all
    select platform, model, region, prompt_id, entity, to_json(array[
      count(*) filter (where mentions > 0), count(*) filter (where own > 0), sum(mentions), sum(own), sum(rank), sum(rank::bigint * rank), sum(score),
      sum(score::bigint * score)
    ]::bigint[])
    from answered
    cross join lateral unnest(entities, mention_counts, own_citations, ranks, scores_milli)
      as fact (entity, mentions, own, rank, score)
    group by platform, model, region, prompt_id, entity`.execute(at.db)
  return withoutZeros(rows.map(({ numbers, ...named }) => [nameOf(named), numbers]))
}
