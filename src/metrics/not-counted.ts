/** What metrics exclude: failed queries, and refused and empty answers. They are few, so no rollup counts them. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { inAnyStatus, isOfCountedSurface, type Scope } from '../answers/scope.ts'
import { joinFactMessages, type MessageOrText, message } from '../languages/message.ts'
import { Count } from './fields.ts'
import type { Grain } from './rollup-rows.ts'
import type { Window } from './rollups.ts'

export const NotCounted = z.object({
  failed: Count.describe('Queries that failed. With a filter on models 0, because they have none.'),
  refused: Count.describe('Answers in which the engine declined to answer.'),
  empty: Count.describe('Answers without text.'),
})

export type Counts = z.output<typeof NotCounted>

const counts = sql`
  count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status = 'refused')::int as refused,
  count(*) filter (where status = 'empty')::int as empty`

const isNotCounted = (scope: Scope): RawBuilder<unknown> =>
  sql`${inAnyStatus(scope)} and status <> 'answered' and ${isOfCountedSurface(scope.brand.id)}`

export async function countNotCounted({ db, scope }: Window): Promise<Counts> {
  const { rows } = await sql<Counts>`select ${counts} from answers where ${isNotCounted(scope)}`.execute(db)
  return rows[0] ?? noCounts
}

export const noCounts: Counts = { failed: 0, refused: 0, empty: 0 }

export const computeTotal = ({ failed, refused, empty }: Counts): number => failed + refused + empty

/** Lists the counts that are not zero, such as "2 failed, 1 refused". Throws if all are. */
export const listCounts = ({ failed, refused, empty }: Counts): MessageOrText =>
  joinFactMessages([
    ...(failed > 0 ? [message('metrics.notCounted.failedFailed', { failed })] : []),
    ...(refused > 0 ? [message('metrics.notCounted.refusedRefused', { refused })] : []),
    ...(empty > 0 ? [message('metrics.notCounted.emptyEmpty', { empty })] : []),
  ])

/** `prompts`: the numbers of the prompts with replies that are not counted. */
export type BucketCounts = Counts & { prompts: number[] }

/** By the start of each day or week with replies that are not counted. */
export async function countByBucket(
  { db, scope }: Window,
  grain: Grain,
): Promise<ReadonlyMap<string, BucketCounts>> {
  const { rows } = await sql<BucketCounts & { start: string }>`
    select
      date_trunc(${grain}, day)::date as start, ${counts},
      coalesce(array_agg(distinct number) filter (where number is not null), '{}') as prompts
    from answers
    left join prompt_numbers using (brand_id, prompt_id)
    where ${isNotCounted(scope)}
    group by 1`.execute(db)
  return new Map(rows.map(({ start, ...bucket }) => [start, bucket]))
}

/** The replies of a platform on a day that are not counted. `prompts`: ids. */
export type PlatformDay = Counts & { platform: string; day: string; prompts: string[] }

export async function listPlatformDays({ db }: Window, scope: Scope): Promise<PlatformDay[]> {
  const { rows } = await sql<PlatformDay>`
    select platform, day, ${counts}, array_agg(distinct prompt_id) as prompts
    from answers where ${isNotCounted(scope)}
    group by platform, day`.execute(db)
  return rows
}

/** Returns the days on which each platform has answers, without the filters of the scope. */
export async function listAnsweredDays({ db }: Window, scope: Scope): Promise<ReadonlyMap<string, string[]>> {
  const { brand, from, to } = scope
  const { rows } = await sql<{ platform: string; days: string[] }>`
    select platform, array_agg(distinct day)::text[] as days
    from answer_days
    join segments on segments.brand_id = answer_days.brand_id and number = any(answering)
    where answer_days.brand_id = ${brand.id}
      and day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date
    group by platform`.execute(db)
  return new Map(rows.map(({ platform, days }) => [platform, days]))
}
