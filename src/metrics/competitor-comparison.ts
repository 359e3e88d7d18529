/** The brand beside its tracked competitors, and the share of voice each platform gives it. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { kept } from './kept.ts'
import { mounted } from './metric.ts'
import {
  Count,
  describe,
  IntervalRecord,
  MentionRate,
  Mentions,
  meanScore,
  Pct,
  rateIntervalPct,
  ratioPct,
  Score,
  Subject,
  shownInterval,
  subjectOf,
  twoDecimals,
} from './numbers.ts'
import { readSettled, type Settled } from './settle.ts'
import { type RatioCluster, ratioInterval } from './statistics/bootstrap.ts'
import type { Interval } from './statistics/intervals.ts'
import { emptyStrata, type Strata, strataOf, withSilentCells } from './strata.ts'
import {
  entitiesInWindow,
  entityTotalsInWindow,
  findWindowEnds,
  promptsInWindow,
  type WindowEnds,
} from './sums/running.ts'
import { type EntityTotals, entityTotals, readTotals, segmentsOf } from './totals.ts'
import type { Scope } from './window.ts'

const Compared = {
  avg_visibility_score: Score,
  ai_visibility_score: Pct.describe('The same as avg_visibility_score.'),
  mention_rate_pct: MentionRate,
  interval: IntervalRecord.describe('Of mention_rate_pct.'),
  avg_position: z
    .number()
    .nullable()
    .describe('Mean order of first mention, over the answers that name the entity.'),
  total_mentions: Mentions,
  total_citations: Count.describe("Citations of the entity's own domains."),
  appearance_count: Count.describe('Answers that name the entity.'),
}

const CompetitorComparison = z
  .object({
    ...Subject,
    brand: Subject.brand.extend(Compared),
    result_count: Count.describe('Answers in the denominator.'),
    competitors: z.array(z.object({ competitor_id: z.uuid(), name: z.string(), ...Compared })),
    share_of_voice: z.object({
      overall_sov_pct: Pct,
      interval: IntervalRecord.describe(
        'Of overall_sov_pct, for prompts like these; null with fewer than eight.',
      ),
      total_brand_mentions: Count,
      total_competitor_mentions: Count,
      by_platform: z.array(
        z.object({
          platform: z.enum(platforms),
          model_used: z.string().nullable(),
          brand_mentions: Count,
          competitor_mentions: Count,
          sov_pct: Pct,
        }),
      ),
    }),
  })
  .meta({ id: 'CompetitorComparison' })

export const competitorComparison = mounted({
  summary: 'Compare a brand with its competitors',
  description: describe(
    ['visibility_score', 'mention_rate', 'average_position', 'share_of_voice'],
    'The interval of the share of voice draws prompts again and again.',
    'Mention rate: answers that name the entity / answers.',
  ),
  query: {},
  returns: CompetitorComparison,
  read,
})

type Sums = EntityTotals & { named_strata: Strata }

function read(ctx: Context, scope: Scope): Promise<z.input<typeof CompetitorComparison>> {
  return readSettled(ctx, scope.brand.id, async (at) => {
    const { all, byModel } = await readTotals(at, scope)
    const competitors = await listEntities(at, 'competitors', scope.brand.id)
    const numbers = competitors.map(({ number }) => number)
    const rivals = await kept(at, scope, ['rivals', numbers], () =>
      readRivals(at, scope, { numbers, everyCell: all.named_strata }),
    )
    const rows = competitors.flatMap(({ id, name, number }) => {
      const sums = rivals.sums.find((each) => each.entity === number)
      return sums ? [{ competitor_id: id, name, sums }] : []
    })
    const rivalMentions = rows.reduce((sum, row) => sum + row.sums.mentions, 0)
    return {
      ...subjectOf(scope),
      brand: { id: scope.brand.id, name: scope.brand.name, ...compared(all, all.answers) },
      result_count: all.answers,
      competitors: rows
        .toSorted((a, b) => b.sums.score_milli - a.sums.score_milli || (a.name < b.name ? -1 : 1))
        .map(({ sums, ...row }) => ({ ...row, ...compared(sums, all.answers) })),
      share_of_voice: {
        overall_sov_pct: ratioPct(all.mentions, all.mentions + rivalMentions),
        interval: shownInterval(rivals.share, 100),
        total_brand_mentions: all.mentions,
        total_competitor_mentions: rivalMentions,
        by_platform: byModel.map(({ platform, model, mentions }) => {
          const theirs =
            rivals.byModel.find((row) => row.platform === platform && row.model === model)?.mentions ?? 0
          return {
            platform: z.enum(platforms).parse(platform),
            model_used: model || null,
            brand_mentions: mentions,
            competitor_mentions: theirs,
            sov_pct: ratioPct(mentions, mentions + theirs),
          }
        }),
      },
    }
  })
}

function compared(sums: Sums, answers: number) {
  const score = meanScore(sums.score_milli, answers)
  return {
    avg_visibility_score: score,
    ai_visibility_score: score,
    mention_rate_pct: ratioPct(sums.named, answers),
    interval: rateIntervalPct(sums.named_strata),
    avg_position: sums.named === 0 ? null : twoDecimals(sums.rank_sum / sums.named),
    total_mentions: sums.mentions,
    total_citations: sums.own_citations,
    appearance_count: sums.named,
  }
}

type Rivals = {
  sums: (Sums & { entity: number })[]
  byModel: { platform: string; model: string; mentions: number }[]
  /** The interval of the brand's mentions over those of all. */
  share: Interval | null
}

async function readRivals(
  at: Settled,
  scope: Scope,
  { numbers, everyCell }: { numbers: number[]; everyCell: Strata },
): Promise<Rivals> {
  const ends = await findWindowEnds(at, scope)
  const { rows: totals } = await sql<
    EntityTotals & { entity: number | null; platform: string; model: string }
  >`
    with facts as (${entityTotalsInWindow(scope, ends)})
    select entity, platform, model, ${entityTotals}
    from facts ${segmentsOf(scope)}
    where entity = any(${numbers}::smallint[])
    group by grouping sets ((entity), (platform, model))`.execute(at.db)
  const { strata, byPrompt } = await readRivalCells(at, scope, ends, numbers)
  return {
    sums: numbers.map((entity) => ({
      entity,
      ...(totals.find((row) => row.entity === entity) ?? nothing),
      named_strata: withSilentCells(
        strata.find((row) => row.entity === entity)?.named ?? emptyStrata,
        everyCell,
        1,
      ),
    })),
    byModel: totals.filter((row) => row.entity === null),
    share: ratioInterval(byPrompt),
  }
}

const nothing: EntityTotals = {
  named: 0,
  cited: 0,
  mentions: 0,
  own_citations: 0,
  rank_sum: 0,
  score_milli: 0,
}

type RivalCells = {
  strata: { entity: number; named: Strata }[]
  /** The brand's mentions over those of all, for each prompt. */
  byPrompt: RatioCluster[]
}

/** What intervals need of each prompt; one statement, so that the facts of the window are unpacked once. */
async function readRivalCells(
  ctx: Context,
  scope: Scope,
  ends: WindowEnds,
  numbers: number[],
): Promise<RivalCells> {
  const { rows } = await sql<RivalCells>`
    with cells as materialized (${promptsInWindow(scope, ends)}),
    facts as materialized (
      select * from (${entitiesInWindow(scope, ends, ['named', 'mentions'])}) facts where entity = any(${numbers}::smallint[])
    )
    select
      (
        select coalesce(json_agg(rival), '[]') from (
          select entity, ${strataOf({ n: 'answers', sum: 'facts.named', squares: 'facts.named' }, 1)} as named
          from facts join cells using (segment, prompt_id) group by entity
        ) rival
      ) as strata,
      (
        select coalesce(json_agg(prompt order by prompt_id), '[]') from (
          select prompt_id, own.mentions as numerator, own.mentions + coalesce(theirs.mentions, 0) as denominator
          from (select prompt_id, sum(mentions) as mentions from cells group by prompt_id) own
          left join (select prompt_id, sum(mentions) as mentions from facts group by prompt_id) theirs using (prompt_id)
        ) prompt
      ) as "byPrompt"`.execute(ctx.db)
  return rows[0] ?? { strata: [], byPrompt: [] }
}
