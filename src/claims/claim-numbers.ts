/** The numbers of claims: answers by their verdict, as counts and shares with intervals. */
import { sql } from 'kysely'
import { type Verdict, verdicts } from '../../vocabulary/claims.ts'
import { answersInScope } from '../answers/scope.ts'
import { rankOnAnswer, verdictOfRank } from '../metrics/claim-verdicts.ts'
import { Count, Pct } from '../metrics/fields.ts'
import type { Window } from '../metrics/rollups.ts'
import { answersPerDay } from '../metrics/row-groups.ts'
import { sumBy } from '../metrics/sum-by.ts'
import { IntervalRecord, pooledRateIntervalPct, ratioPct } from '../metrics/values.ts'

export const ClaimNumbers = {
  compared: Count.describe('Answers that name the brand and were compared.'),
  stated: Count.describe(
    'Answers among them that state the fact, or a fact: `right` + `wrong` + `outdated`.',
  ),
  stated_by_model: Count.describe('Answers among `stated` whose verdict only a language model gave.'),
  right: Count.describe('Answers with the verdict right.'),
  wrong: Count.describe('Answers with the verdict wrong.'),
  outdated: Count.describe('Answers with the verdict outdated.'),
  right_pct: Pct.describe('Share of the compared answers that are right, in percent.'),
  right_interval: IntervalRecord.describe('Confidence interval of `right_pct`.'),
  wrong_pct: Pct.describe('Share of the compared answers that are wrong, in percent.'),
  wrong_interval: IntervalRecord.describe('Confidence interval of `wrong_pct`.'),
  outdated_pct: Pct.describe('Share of the compared answers that are outdated, in percent.'),
  outdated_interval: IntervalRecord.describe('Confidence interval of `outdated_pct`.'),
  not_stated_pct: Pct.describe('Share of the compared answers that state nothing, in percent.'),
  not_stated_interval: IntervalRecord.describe('Confidence interval of `not_stated_pct`.'),
  wrong_of_stated_pct: Pct.describe('Share of the stating answers that are wrong, in percent.'),
  wrong_of_stated_interval: IntervalRecord.describe('Confidence interval of `wrong_of_stated_pct`.'),
}

/** Answers with one verdict. `n`: with the weights of the answers. `by_model`: whether only a language model gave it. */
export type VerdictCount = { verdict: Verdict; by_model: boolean; results: number; n: number }

const statements = verdicts.filter((verdict) => verdict !== 'not_stated')

/** `perDay`: how many answers are one sample. */
export function claimNumbers(counts: readonly VerdictCount[], perDay: number) {
  const add = (of: readonly Verdict[], field: 'results' | 'n') =>
    sumBy(
      counts.filter(({ verdict }) => of.includes(verdict)),
      (each) => each[field],
    )
  const all = add(verdicts, 'n')
  const share = (verdict: Verdict, n: number) => {
    const hits = add([verdict], 'n')
    return [ratioPct(hits, n), pooledRateIntervalPct(hits, { n, perDay })] as const
  }
  const [right_pct, right_interval] = share('right', all)
  const [wrong_pct, wrong_interval] = share('wrong', all)
  const [outdated_pct, outdated_interval] = share('outdated', all)
  const [not_stated_pct, not_stated_interval] = share('not_stated', all)
  const [wrong_of_stated_pct, wrong_of_stated_interval] = share('wrong', add(statements, 'n'))
  return {
    compared: add(verdicts, 'results'),
    stated: add(statements, 'results'),
    stated_by_model: sumBy(
      counts.filter(({ by_model }) => by_model),
      ({ results }) => results,
    ),
    right: add(['right'], 'results'),
    wrong: add(['wrong'], 'results'),
    outdated: add(['outdated'], 'results'),
    right_pct,
    right_interval,
    wrong_pct,
    wrong_interval,
    outdated_pct,
    outdated_interval,
    not_stated_pct,
    not_stated_interval,
    wrong_of_stated_pct,
    wrong_of_stated_interval,
  }
}

type SegmentCount = VerdictCount & { platform: string; model: string; week: string }

/** Counts answers by their verdict about one fact, or about all of them, by platform, model and ISO week. */
export async function countVerdicts({ db, scope }: Window, factId: string | null): Promise<SegmentCount[]> {
  const { rows } = await sql<SegmentCount>`
    select
      platform, model, week, ${verdictOfRank(sql.ref('rank'))} as verdict, rank % 2 = 1 as by_model, count(*)::int as results,
      sum(weight)::float8 as n
    from (
      select platform, model, weight, date_trunc('week', day)::date as week, ${rankOnAnswer(scope.brand.id, factId)} as rank
      from answers where ${answersInScope(scope)} and mention_counts[1] > 0
    ) compared
    where rank is not null
    group by platform, model, week, rank order by platform, model, week`.execute(db)
  return rows
}

/** Counts answers by their verdict about each approved fact. */
export async function countVerdictsByFact({ db, scope }: Window): Promise<Map<string, VerdictCount[]>> {
  const { rows } = await sql<VerdictCount & { fact_id: string }>`
    with compared as materialized (
      select answers.id, answers.weight, comparison.facts_version
      from answers
      join fact_comparisons comparison on comparison.brand_id = ${scope.brand.id} and comparison.answer_id = answers.id
      where ${answersInScope(scope)} and mention_counts[1] > 0
    ),
    stated as (
      select
        claims.fact_id, claims.verdict, claims.method = 'model' and not claims.is_corrected as by_model, count(*)::int as results,
        sum(weight)::float8 as n
      from compared
      join claims on claims.brand_id = ${scope.brand.id} and claims.answer_id = compared.id and claims.verdict <> 'not_stated'
      join facts on facts.brand_id = ${scope.brand.id} and facts.id = claims.fact_id
        and facts.status = 'approved' and facts.approved_version <= compared.facts_version
      group by claims.fact_id, claims.verdict, by_model
    ),
    versions as (select facts_version, count(*)::int as results, sum(weight)::float8 as n from compared group by facts_version)
    select fact_id, verdict, by_model, results, n from stated
    union all
    select
      facts.id, 'not_stated', false,
      coalesce((select sum(results) from versions where facts.approved_version <= facts_version), 0)::int
        - coalesce((select sum(results) from stated where stated.fact_id = facts.id), 0)::int,
      coalesce((select sum(n) from versions where facts.approved_version <= facts_version), 0)
        - coalesce((select sum(n) from stated where stated.fact_id = facts.id), 0)
    from facts where facts.brand_id = ${scope.brand.id} and facts.status = 'approved'`.execute(db)
  return Map.groupBy(rows, ({ fact_id }) => fact_id)
}

type Segments = Pick<SegmentCount, 'platform' | 'model' | 'week'>

/** Groups counts by one property, in the order of their first rows. */
export const numbersBy = <K extends keyof Segments>(
  counts: readonly SegmentCount[],
  property: K,
  window: Window,
) =>
  [...Map.groupBy(counts, (each) => each[property])].map(([value, group]) => ({
    value,
    ...claimNumbers(group, answersPerDay(window)),
  }))
