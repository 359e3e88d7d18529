/** The brand beside its tracked competitors, and the share of voice each platform gives it. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { mounted } from './metric.ts'
import {
  Count,
  describe,
  IntervalRecord,
  meanScore,
  Pct,
  rateIntervalPct,
  ratioPct,
  Subject,
  shownInterval,
  subjectOf,
  twoDecimals,
} from './numbers.ts'
import { readSettled } from './settle.ts'
import { ratioInterval } from './statistics/bootstrap.ts'
import { type Strata, strataOf } from './strata.ts'
import { entitiesInWindow, findWindowEnds, promptsInWindow, type WindowEnds } from './sums/running.ts'
import { type EntityTotals, entityTotals, readTotals, segmentsOf } from './totals.ts'
import type { Scope } from './window.ts'

const Compared = {
  avg_visibility_score: Pct,
  ai_visibility_score: Pct.describe('The same as avg_visibility_score.'),
  mention_rate_pct: Pct,
  interval: IntervalRecord.describe('Of mention_rate_pct.'),
  avg_position: z
    .number()
    .nullable()
    .describe('Mean order of first mention, over the answers that name the entity.'),
  total_mentions: Count,
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
    ['visibility_score', 'mention_rate', 'average_position'],
    'Share of voice: mentions of the brand / mentions of the brand and its tracked competitors; its interval draws prompts again and again.',
    'Mention rate: answers that name the entity / answers.',
  ),
  query: {},
  returns: CompetitorComparison,
  read,
})

type Sums = EntityTotals & { named_strata: Strata }

function read(ctx: Context, scope: Scope): Promise<z.input<typeof CompetitorComparison>> {
  return readSettled(ctx, scope.brand.id, async (at) => {
    const ends = await findWindowEnds(at, scope)
    const { all, byModel } = await readTotals(at, scope, ends)
    const competitors = await listEntities(at, 'competitors', scope.brand.id)
    const rivals = await readRivals(
      at,
      scope,
      ends,
      competitors.map(({ number }) => number),
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
        interval: shownInterval(ratioInterval(rivals.byPrompt), 100),
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
  /** The brand's mentions over those of all, for each prompt. */
  byPrompt: { numerator: number; denominator: number }[]
}

/** One statement, so that the facts of the window are unpacked once. A prompt that does not name a rival counts for it too. */
async function readRivals(ctx: Context, scope: Scope, ends: WindowEnds, numbers: number[]): Promise<Rivals> {
  const { rows } = await sql<Rivals>`
    with cells as materialized (${promptsInWindow(scope, ends)}),
    facts as materialized (
      select * from (${entitiesInWindow(scope, ends)}) facts where entity = any(${numbers}::smallint[])
    ),
    every_cell as (
      select
        entity, sum(answers)::int8 as answers, sum(named)::int8 as named, sum(cited) as cited, sum(mentions) as mentions,
        sum(own_citations) as own_citations, sum(rank_sum) as rank_sum, sum(score_milli) as score_milli
      from (
        select segment, prompt_id, numbers.entity, answers, 0 as named, 0 as cited, 0 as mentions, 0 as own_citations, 0 as rank_sum, 0 as score_milli
        from cells cross join unnest(${numbers}::smallint[]) as numbers (entity)
        union all
        select segment, prompt_id, entity, 0, named, cited, mentions, own_citations, rank_sum, score_milli from facts
      ) parts
      group by segment, prompt_id, entity having sum(answers) > 0
    )
    select
      (
        select coalesce(json_agg(rival), '[]') from (
          select numbers.entity, ${entityTotals}, ${strataOf({ n: 'answers', sum: 'named', squares: 'named' }, 1)} as named_strata
          from unnest(${numbers}::smallint[]) as numbers (entity)
          left join every_cell using (entity)
          group by numbers.entity
        ) rival
      ) as sums,
      (
        select coalesce(json_agg(by_model), '[]') from (
          select platform, model, sum(mentions) as mentions from facts ${segmentsOf(scope)} group by platform, model
        ) by_model
      ) as "byModel",
      (
        select coalesce(json_agg(prompt order by prompt_id), '[]') from (
          select prompt_id, own.mentions as numerator, own.mentions + coalesce(theirs.mentions, 0) as denominator
          from (select prompt_id, sum(mentions) as mentions from cells group by prompt_id) own
          left join (select prompt_id, sum(mentions) as mentions from facts group by prompt_id) theirs using (prompt_id)
        ) prompt
      ) as "byPrompt"`.execute(ctx.db)
  return rows[0] ?? { sums: [], byModel: [], byPrompt: [] }
}
