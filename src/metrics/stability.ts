/** How much the answers to a prompt vary: from sample to sample of a run, and from run to run. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { answersInScope, PromptIds, requirePrompts, type Scope } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { cursorId, pageQuery, toPage } from '../core/paging.ts'
import { defineMetric } from './metric.ts'
import { memoize } from './rollups/cache.ts'
import { readRollupRows } from './rollups/running-totals.ts'
import { readWindow, type Snapshot } from './rollups/snapshot.ts'
import { computeStability, type Names, type Similarity, type Stability } from './statistics/stability.ts'
import {
  Count,
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  Pct,
  shownInterval,
  twoDecimals,
} from './values.ts'

const Alike = z
  .object({
    pairs: Count.describe(
      'Pairs of answers that were compared; those in which neither names anybody are not.',
    ),
    brand_overlap_pct: Pct.describe(
      'Tracked names in both answers / tracked names in either (Jaccard), the mean over the pairs.',
    ),
    interval: IntervalRecord.describe('Of brand_overlap_pct, over the runs; null with fewer than eight.'),
    order_overlap_pct: Pct.describe(
      'Rank-biased overlap of the names in the order of first mention (p = 0.9), the mean over the pairs.',
    ),
    same_brands_pct: Pct.describe('Pairs that name the very same / pairs.'),
  })
  .meta({ id: 'Alikeness' })

const one = {
  result_count: Count.describe('Answers that were compared.'),
  run_count: Count.describe('Times the prompt was asked, each with one answer or several.'),
  between_samples: Alike.describe('Answers of one run to the same question: chance alone.'),
  between_runs: Alike.describe(
    'Answers of a run with those of the next: chance, and what changed meanwhile.',
  ),
}

export const PromptStability = z
  .object({
    prompt_id: z.uuid(),
    window: z.object({ date_from: z.string().nullable(), date_to: z.string().nullable() }),
    ...one,
    by_platform: z.array(z.object({ platform: z.enum(platforms), region: z.string().nullable(), ...one })),
  })
  .meta({ id: 'PromptStability' })

/** Never across platforms or regions: those differ for other reasons. */
export function readStability(
  ctx: Context,
  scope: Scope,
  prompt: { id: string },
): Promise<z.input<typeof PromptStability>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    const cells = cellsIn(await listNames(at, scope, [prompt.id]))
    return {
      prompt_id: prompt.id,
      window: { date_from: scope.from, date_to: scope.to },
      ...shown(computeStability(cells.map(({ refreshes }) => refreshes))),
      by_platform: cells.map(({ platform, region, refreshes }) => ({
        platform,
        region,
        ...shown(computeStability([refreshes])),
      })),
    }
  })
}

const PromptStabilities = z
  .object({
    ...MetricHeader,
    prompts: z.array(z.object({ prompt_id: z.uuid(), ...one })),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'PromptStabilities' })

const query = { ...pageQuery, prompt_id: PromptIds }

type Query = z.output<z.ZodObject<typeof query>>

export const promptStability = defineMetric({
  summary: 'List how much the answers to prompts vary',
  description: describeMetric(
    [],
    'Compares the tracked names of answers on the same platform and in the same region: those of one run with each other, and those of a run with the next. Prompts without answers in the window are not listed.',
  ),
  query,
  returns: PromptStabilities,
  read: readStabilities,
})

function readStabilities(
  ctx: Context,
  scope: Scope,
  query: Query,
): Promise<z.input<typeof PromptStabilities>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    await requirePrompts(at, scope, query.prompt_id)
    const after = cursorId(query)
    const answered = new Set((await readRollupRows(at, scope)).map(({ prompt_id }) => prompt_id))
    const listed = [...answered]
      .filter((id) => (query.prompt_id?.includes(id) ?? true) && (after === null || id > after))
      .sort()
    const { items, next_cursor } = toPage(
      listed.slice(0, query.limit + 1).map((id) => ({ id })),
      query,
    )
    const ids = items.map(({ id }) => id)
    const prompts = await memoize(at, scope, ['stability', ids], () => compareEach(at, scope, ids))
    return { ...metricHeader(scope), prompts, next_cursor }
  })
}

async function compareEach(at: Snapshot, scope: Scope, ids: string[]) {
  const byPrompt = Map.groupBy(await listNames(at, scope, ids), ({ prompt_id }) => prompt_id)
  const compared = []
  for (const [prompt_id, rows] of byPrompt) {
    compared.push({ prompt_id, ...shown(computeStability(cellsIn(rows).map(({ refreshes }) => refreshes))) })
    // The pairs of fifty prompts take a while.
    await letOthersRun()
  }
  return compared
}

type Row = { prompt_id: string; platform: string; region: string; run: string; named: string[] }

/** In the order of prompt, place and time. What was imported belongs together by its day. */
async function listNames(at: Context, scope: Scope, prompts: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      prompt_id, platform, region, coalesce(job_id::text, day::text) as run,
      array(
        select fact.entity::text from unnest(entities, ranks) as fact (entity, rank)
        where fact.rank > 0 order by fact.rank
      ) as named
    from answers
    where ${answersInScope(scope)} and prompt_id = any(${prompts}::uuid[])
    order by prompt_id, platform, region, answered_at`.execute(at.db)
  return rows
}

/** The answers to one prompt on each platform and in each region, run by run. */
const cellsIn = (rows: Row[]) =>
  [...Map.groupBy(rows, ({ platform, region }) => `${platform} ${region}`).values()].map((answers) => ({
    platform: z.enum(platforms).parse(answers[0]?.platform),
    region: answers[0]?.region || null,
    refreshes: [...Map.groupBy(answers, ({ run }) => run).values()].map((run) => run.map(namesOf)),
  }))

const namesOf = ({ named }: Row): Names => named

function shown({ answers, refreshes, samples, steps }: Stability) {
  return {
    result_count: answers,
    run_count: refreshes,
    between_samples: shownAlike(samples),
    between_runs: shownAlike(steps),
  }
}

const shownAlike = ({ pairs, overlap, interval, order, same }: Similarity): z.input<typeof Alike> => ({
  pairs,
  brand_overlap_pct: pct(overlap),
  interval: shownInterval(interval, 100),
  order_overlap_pct: pct(order),
  same_brands_pct: pct(same),
})

const pct = (share: number | null) => (share === null ? null : twoDecimals(share * 100))
