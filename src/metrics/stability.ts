/** How much the answers to one prompt vary: from sample to sample of a run, and from run to run. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import type { Prompt } from '../prompts/prompts.ts'
import { Count, IntervalRecord, Pct, shownInterval, twoDecimals } from './numbers.ts'
import { readSettled } from './settle.ts'
import { type Alikeness, type Names, type Stability, stabilityOf } from './statistics/stability.ts'
import { inScope, type Scope } from './window.ts'

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
  prompt: Prompt,
): Promise<z.input<typeof PromptStability>> {
  return readSettled(ctx, scope.brand.id, async (at) => {
    const cells = [...Map.groupBy(await listNames(at, scope, prompt), cellOf).values()].map((answers) => ({
      platform: z.enum(platforms).parse(answers[0]?.platform),
      region: answers[0]?.region || null,
      refreshes: [...Map.groupBy(answers, ({ run }) => run).values()].map((run) => run.map(namesOf)),
    }))
    return {
      prompt_id: prompt.id,
      window: { date_from: scope.from, date_to: scope.to },
      ...shown(stabilityOf(cells.map(({ refreshes }) => refreshes))),
      by_platform: cells.map(({ platform, region, refreshes }) => ({
        platform,
        region,
        ...shown(stabilityOf([refreshes])),
      })),
    }
  })
}

type Row = { platform: string; region: string; run: string; named: string[] }

const cellOf = ({ platform, region }: Row) => `${platform} ${region}`
const namesOf = ({ named }: Row): Names => named

/** In the order of time. What was imported belongs together by its day. */
async function listNames(at: Context, scope: Scope, prompt: Prompt): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      platform, region, coalesce(job_id::text, day::text) as run,
      array(
        select fact.entity::text from unnest(entities, ranks) as fact (entity, rank)
        where fact.rank > 0 order by fact.rank
      ) as named
    from answers
    where ${inScope(scope)} and prompt_id = ${prompt.id}
    order by platform, region, answered_at`.execute(at.db)
  return rows
}

function shown({ answers, refreshes, samples, steps }: Stability) {
  return {
    result_count: answers,
    run_count: refreshes,
    between_samples: shownAlike(samples),
    between_runs: shownAlike(steps),
  }
}

const shownAlike = ({ pairs, overlap, interval, order, same }: Alikeness): z.input<typeof Alike> => ({
  pairs,
  brand_overlap_pct: pct(overlap),
  interval: shownInterval(interval, 100),
  order_overlap_pct: pct(order),
  same_brands_pct: pct(same),
})

const pct = (share: number | null) => (share === null ? null : twoDecimals(share * 100))
