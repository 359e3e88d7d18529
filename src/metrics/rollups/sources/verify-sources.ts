/** Recounts the citations of a day, and compares them with the counts and per-prompt lists of sources. */
import { sql } from 'kysely'
import { isCounted } from '../../../answers/scope.ts'
import type { Context } from '../../../core/context.ts'
import { dayBefore, type Grain, nextStart, periodStart } from '../../../core/days.ts'
import { type SourceKind, sourceKinds } from '../../rollup-rows.ts'
import { type Counters, type Difference, findDifference } from '../mismatch.ts'
import { addCounts, ListAdder, noSourceCounts, type SourceSums, toCounts } from './source-counts.ts'
import { readHighestSourceNumbers } from './source-ids.ts'

export async function findSourceMismatch(
  ctx: Context,
  brandId: string,
  day: string,
): Promise<Difference | undefined> {
  const counted = await countDay(ctx, brandId, day)
  const stored = await readCounts(ctx, brandId, { grain: 'day', from: day, to: day })
  return (
    findDifference(counted, stored.total) ??
    findDifference(counted, stored.ofSegments) ??
    findDifference(counted, stored.ofGroups) ??
    findDifference(counted, await readLists(ctx, brandId, day)) ??
    (await findPeriodDifference(ctx, brandId, 'week', day)) ??
    (await findPeriodDifference(ctx, brandId, 'month', day)) ??
    (await findPeriodDifference(ctx, brandId, 'year', day))
  )
}

async function countDay(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const { rows } = await sql<{ kind: SourceKind; number: number; counters: number[] }>`
    select source.kind, source.number, json_build_array(
      count(*), count(distinct answers.id), count(distinct answers.id) filter (where mention_counts[1] > 0)
    ) as counters
    from answers
    join answer_citations on answer_citations.brand_id = answers.brand_id and answer_id = answers.id and cited
    join sources on sources.brand_id = answers.brand_id and sources.kind = 'url'
      and sources.url_id = answer_citations.url_id and sources.category = answer_citations.category
    cross join lateral (values
      ('url', sources.number), ('domain', domain_number), ('domain_category', pair_number), ('category', category_number)
    ) as source (kind, number)
    where answers.brand_id = ${brandId} and answers.day = ${day}::date and ${isCounted(brandId)} and source.number > 0
    group by source.kind, source.number`.execute(ctx.db)
  return new Map(rows.map(({ kind, number, counters }) => [`${kind} ${number}`, counters]))
}

type Range = { grain: 'day' | Grain; from: string; to: string }

async function readCounts(ctx: Context, brandId: string, { grain, from, to }: Range) {
  const { rows } = await sql<{ kind: SourceKind; part: keyof typeof sums; counts: string }>`
    select
      kind, case when segment > 0 then 'ofSegments' when prompt_group > 0 then 'ofGroups' else 'total' end as part, counts
    from source_counts
    where brand_id = ${brandId} and grain = ${grain} and start between ${from}::date and ${to}::date`.execute(
    ctx.db,
  )
  const highest = await readHighestSourceNumbers(ctx, brandId)
  const sums = {
    total: noSourceCounts(highest),
    ofSegments: noSourceCounts(highest),
    ofGroups: noSourceCounts(highest),
  }
  for (const { kind, part, counts } of rows) addCounts(sums[part][kind], counts)
  return {
    total: countersOf(sums.total),
    ofSegments: countersOf(sums.ofSegments),
    ofGroups: countersOf(sums.ofGroups),
  }
}

function countersOf(sums: SourceSums): Counters {
  const counters: Counters = new Map()
  for (const kind of sourceKinds) {
    const counts = toCounts(sums[kind])
    for (const number of counts.numbers())
      counters.set(`${kind} ${number}`, [
        counts.citations(number),
        counts.answers(number),
        counts.answersNamingBrand(number),
      ])
  }
  return counters
}

async function readLists(ctx: Context, brandId: string, day: string): Promise<Counters> {
  const { rows: lists } = await sql<{ counts: string }>`
    select counts from prompt_source_counts where brand_id = ${brandId} and day = ${day}::date`.execute(
    ctx.db,
  )
  const highest = await readHighestSourceNumbers(ctx, brandId)
  const sums = noSourceCounts(highest)
  const adder = new ListAdder(sums)
  for (const { counts } of lists) adder.add(counts, () => true)
  return countersOf(sums)
}

/** Compares the stored counts of the period that contains the day, if it is closed, with those of its days or months. */
async function findPeriodDifference(ctx: Context, brandId: string, grain: Grain, day: string) {
  const from = periodStart(grain, day)
  const to = dayBefore(nextStart(grain, day))
  const period = await readCounts(ctx, brandId, { grain, from, to: from })
  if (period.total.size === 0) return undefined
  const parts = await readCounts(ctx, brandId, { grain: grain === 'year' ? 'month' : 'day', from, to })
  return (
    findDifference(parts.total, period.total) ??
    findDifference(parts.ofSegments, period.ofSegments) ??
    findDifference(parts.ofGroups, period.ofGroups)
  )
}
