/** How much the answers to a prompt vary, within a run and from run to run. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../../vocabulary/platforms.ts'
import { answersInScope, requirePrompts } from '../../answers/scope.ts'
import { PromptIds } from '../../answers/scope-parameters.ts'
import { Uuid } from '../../core/ids.ts'
import { pageQuery } from '../../core/paging.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { Count, NextCursor, Pct, Platform, PromptId, RegionCode } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import type { Window } from '../rollups.ts'
import { computeStability, type Names, type Similarity, type Stability } from '../statistics/stability.ts'
import {
  describeMetric,
  formatInterval,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  twoDecimals,
} from '../values.ts'
import { pageOfAnsweredPrompts } from './answered-prompts.ts'

const SimilarityRecord = z
  .object({
    pairs: Count.describe(
      'Compared pairs of answers, excluding pairs in which neither answer mentions a tracked name.',
    ),
    brand_overlap_pct: Pct.describe(
      'Tracked names in both answers / tracked names in either (Jaccard index), averaged over the pairs.',
    ),
    interval: IntervalRecord.describe(
      'Confidence interval of `brand_overlap_pct`, over the runs; null with fewer than eight runs.',
    ),
    order_overlap_pct: Pct.describe(
      'Rank-biased overlap of the names in the order of first mention (p = 0.9), averaged over the pairs.',
    ),
    same_brands_pct: Pct.describe('Pairs with exactly the same tracked names / pairs, in percent.'),
  })
  .meta({ id: 'Alikeness' })

const counts = {
  result_count: Count.describe('Compared answers.'),
  run_count: Count.describe('Runs with at least one answer to the prompt.'),
  between_samples: SimilarityRecord.describe(
    'Compares the answers of one run to the same prompt on the same platform and in the same region. Differences are random.',
  ),
  between_runs: SimilarityRecord.describe(
    'Compares the answers of a run with the answers of the next run. Differences are random or caused by changes between the runs.',
  ),
}

const PromptStability = z
  .object({
    ...MetricHeader,
    prompt_id: PromptId,
    ...counts,
    by_platform: z.array(z.object({ platform: Platform, region: RegionCode, ...counts })),
  })
  .meta({ id: 'PromptStability' })

export const promptStabilityByPlatform = defineMetric({
  summary: 'Get how consistent the answers to a prompt are',
  description:
    'Compares the tracked brands in answers on the same platform and in the same region: within a run, and between a run and the next.',
  query: { prompt_id: Uuid.describe('Id of the prompt.') },
  returns: PromptStability,
  read: readStability,
})

/** Never compares across platforms or regions, which differ for other reasons. */
async function readStability(
  window: Window,
  { prompt_id }: { prompt_id: string },
): Promise<z.input<typeof PromptStability>> {
  await requirePrompts(window, window.scope, [prompt_id])
  const cells = groupByCell(await listNames(window, [prompt_id]))
  return {
    ...metricHeader(window.scope),
    prompt_id,
    ...show(computeStability(cells.map(({ runs }) => runs))),
    by_platform: cells.map(({ platform, region, runs }) => ({
      platform,
      region,
      ...show(computeStability([runs])),
    })),
  }
}

const PromptStabilities = z
  .object({
    ...MetricHeader,
    prompts: z.array(z.object({ prompt_id: PromptId, ...counts })),
    next_cursor: NextCursor,
  })
  .meta({ id: 'PromptStabilities' })

const query = { ...pageQuery, prompt_id: PromptIds }

type Query = z.output<z.ZodObject<typeof query>>

export const promptStability = defineMetric({
  summary: 'List how consistent the answers to prompts are',
  description: describeMetric(
    [],
    'Compares the tracked brands in answers on the same platform and in the same region: within a run, and between a run and the next. Prompts without answers in the window are not listed.',
  ),
  query,
  returns: PromptStabilities,
  read: readStabilities,
})

async function readStabilities(window: Window, query: Query): Promise<z.input<typeof PromptStabilities>> {
  const { ids, next_cursor } = await pageOfAnsweredPrompts(window, query)
  return { ...metricHeader(window.scope), prompts: await compareEach(window, ids), next_cursor }
}

async function compareEach(window: Window, ids: string[]) {
  const byPrompt = Map.groupBy(await listNames(window, ids), ({ prompt_id }) => prompt_id)
  const pause = timeSlicer()
  const compared = []
  for (const [prompt_id, rows] of byPrompt) {
    const runs = groupByCell(rows).map((cell) => cell.runs)
    compared.push({ prompt_id, ...show(computeStability(runs)) })
    // Comparing all pairs of fifty prompts would block the event loop.
    await pause()
  }
  return compared
}

type Row = { prompt_id: string; platform: string; region: string; run: string; named: string[] }

/** Ordered by prompt, platform, region and time. Imported answers have no run: the answers of one day are taken as one. */
async function listNames({ db, scope }: Window, prompts: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      prompt_id, platform, region, coalesce(job_id::text, day::text) as run,
      array(
        select fact.entity::text from unnest(entities, ranks) as fact (entity, rank)
        where fact.rank > 0 order by fact.rank
      ) as named
    from answers
    where ${answersInScope(scope)} and prompt_id = any(${prompts}::uuid[])
    order by prompt_id, platform, region, answered_at`.execute(db)
  return rows
}

/** Groups the answers to one prompt by platform and region, and by run within these. */
const groupByCell = (rows: Row[]) =>
  [...Map.groupBy(rows, ({ platform, region }) => `${platform} ${region}`).values()].map((answers) => ({
    platform: z.enum(platforms).parse(answers[0]?.platform),
    region: answers[0]?.region || null,
    runs: [...Map.groupBy(answers, ({ run }) => run).values()].map((run) => run.map(getNames)),
  }))

const getNames = ({ named }: Row): Names => named

function show({ answers, runs, withinRuns, betweenRuns }: Stability) {
  return {
    result_count: answers,
    run_count: runs,
    between_samples: showSimilarity(withinRuns),
    between_runs: showSimilarity(betweenRuns),
  }
}

const showSimilarity = ({
  pairs,
  overlap,
  interval,
  order,
  same,
}: Similarity): z.input<typeof SimilarityRecord> => ({
  pairs,
  brand_overlap_pct: pct(overlap),
  interval: formatInterval(interval, 100),
  order_overlap_pct: pct(order),
  same_brands_pct: pct(same),
})

const pct = (share: number | null) => (share === null ? null : twoDecimals(share * 100))
