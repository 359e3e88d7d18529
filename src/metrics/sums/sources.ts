/**
 * What was cited, how often: tallies per day, closed month and closed year in each segment, of domains, of domains by
 * category, of addresses and of categories. Any range is added up whole, so that a top list and a count are never a guess.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import {
  dayBefore,
  daysInScope,
  inScope,
  isByPrompt,
  nextStart,
  periodStart,
  periodsOf,
  type Scope,
  segmentsInScope,
} from '../window.ts'
import { withHashJoins } from './joins.ts'
import { packTally, type Tally, TallySum } from './tally.ts'

export type SourceKind = 'domain' | 'domain_category' | 'url' | 'category'
const sourceKinds: SourceKind[] = ['domain', 'domain_category', 'url', 'category']

/**
 * Rows (answer_id, kind, url_id, name, category): every citation as a source of each kind. What makes two citations one
 * source are the last four. An address that cannot be read lies on no domain.
 */
const citedAs = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select answer_id, source.*
  from answer_citations
  join domains on domains.brand_id = answer_citations.brand_id and domains.id = answer_citations.domain_id
  cross join lateral (values
    ('domain', 0::bigint, registrable, ''),
    ('domain_category', 0, registrable, answer_citations.category),
    ('url', url_id, '', answer_citations.category),
    ('category', 0, '', answer_citations.category)
  ) as source (kind, url_id, name, category)
  where cited and (registrable <> '' or source.kind in ('url', 'category')) and ${where}`

/** As many days as are read at once, so that a long history does not have to fit into memory. */
const daysAtOnce = 31

export async function sumSources(tx: Context, brandId: string, changedDays: string[]): Promise<void> {
  const days = changedDays.toSorted()
  for (let at = 0; at < days.length; at += daysAtOnce) {
    const some = days.slice(at, at + daysAtOnce)
    await numberSources(tx, brandId, some)
    await tallyDays(tx, brandId, some)
  }
  for (const grain of ['month', 'year'] as const) await closePeriods(tx, brandId, grain, days)
}

const onDays = (brandId: string, days: string[]) =>
  sql`answer_citations.brand_id = ${brandId} and answer_citations.day = any(${days}::date[])`

async function numberSources(tx: Context, brandId: string, days: string[]): Promise<void> {
  await sql`
    insert into sources (brand_id, kind, number, url_id, name, category)
    select ${brandId}, kind, coalesce(last, 0) + row_number() over (partition by kind), url_id, name, category
    from (
      select kind, url_id, name, category from (${citedAs(onDays(brandId, days))}) citations
      except select kind, url_id, name, category from sources where brand_id = ${brandId}
    ) added
    left join (
      select kind, max(number) as last from sources where brand_id = ${brandId} group by kind
    ) numbered using (kind)`.execute(tx.db)
}

async function tallyDays(tx: Context, brandId: string, days: string[]): Promise<void> {
  const { rows } = await sql<{ kind: SourceKind; start: string; segment: number } & Packed>`
    select kind, day as start, segment, ${packedTally}
    from (
      select day, segment, sources.kind, sources.number, sum(citations)::int8 as citations, count(*) as results, count(*) filter (where named) as named
      from (
        select answer.id, answer.day, segments.number as segment, answer.named, citation.kind, citation.url_id, citation.name, citation.category, count(*) as citations
        from settled_answers answer
        join segments on segments.brand_id = ${brandId}
          and (segments.platform, segments.model, segments.region) = (answer.platform, answer.model, answer.region)
        join (${citedAs(onDays(brandId, days))}) citation on citation.answer_id = answer.id
        group by answer.id, answer.day, segments.number, answer.named, citation.kind, citation.url_id, citation.name, citation.category
      ) by_answer
      ${joinSources(brandId)}
      group by day, segment, sources.kind, sources.number
    ) tallies
    group by kind, day, segment`.execute(tx.db)
  await sql`delete from source_tallies where brand_id = ${brandId} and grain = 'day' and start = any(${days}::date[])`.execute(
    tx.db,
  )
  const tallies: (Key & { tally: Buffer })[] = []
  for (const row of rows) {
    tallies.push({ ...keyOf(row), tally: packTally(unpack(row)) })
    await letOthersRun()
  }
  await insertTallies(tx, brandId, 'day', tallies)
}

/** Periods that hold changed days are made anew, and those that have been closed since are made. */
async function closePeriods(
  tx: Context,
  brandId: string,
  grain: 'month' | 'year',
  days: string[],
): Promise<void> {
  const changed = [...new Set(days.map((day) => periodStart(grain, day)))]
  await sql`delete from source_tallies where brand_id = ${brandId} and grain = ${grain} and start = any(${changed}::date[])`.execute(
    tx.db,
  )
  const lastDay = await findLastDay(tx, brandId)
  if (lastDay === null) return
  const finer = grain === 'month' ? 'day' : 'month'
  const { rows } = await sql<{ start: string }>`
    select distinct date_trunc(${grain}, start)::date as start from source_tallies
    where brand_id = ${brandId} and kind = 'category' and grain = ${finer} and start < ${periodStart(grain, lastDay)}::date
    except select start from source_tallies where brand_id = ${brandId} and kind = 'category' and grain = ${grain}`.execute(
    tx.db,
  )
  for (const { start } of rows) await mergePeriod(tx, brandId, { grain, finer, start })
}

type Key = { kind: SourceKind; start: string; segment: number }
const keyOf = ({ kind, start, segment }: Key): Key => ({ kind, start, segment })

type Merge = { grain: 'month' | 'year'; finer: 'day' | 'month'; start: string }

async function mergePeriod(tx: Context, brandId: string, { grain, finer, start }: Merge): Promise<void> {
  const until = dayBefore(nextStart(grain, start))
  const { rows } = await sql<Key & { tally: Buffer }>`
    select kind, ${start}::date as start, segment, tally from source_tallies
    where brand_id = ${brandId} and grain = ${finer} and start between ${start}::date and ${until}::date`.execute(
    tx.db,
  )
  const sizes = await countSources(tx, brandId)
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)))
  const merged: (Key & { tally: Buffer })[] = []
  for (const parts of groups.values()) {
    const [first] = parts
    if (!first) continue
    const sum = new TallySum(sizes[first.kind])
    for (const { tally } of parts) sum.addPacked(tally)
    merged.push({ ...keyOf(first), tally: packTally(sum.toTally()) })
    await letOthersRun()
  }
  await insertTallies(tx, brandId, grain, merged)
}

async function insertTallies(
  tx: Context,
  brandId: string,
  grain: 'day' | 'month' | 'year',
  tallies: (Key & { tally: Buffer })[],
): Promise<void> {
  if (tallies.length === 0) return
  await tx.db
    .insertInto('source_tallies')
    .values(tallies.map((tally) => ({ brand_id: brandId, grain, ...tally })))
    .execute()
}

export type SourceSums = Record<SourceKind, TallySum>

/** What a scope's answers cite. A filter on prompts, which the tallies do not know, counts the citations themselves. */
export async function readSources(ctx: Context, scope: Scope): Promise<SourceSums> {
  const sizes = await countSources(ctx, scope.brand.id)
  const sums = {
    domain: new TallySum(sizes.domain),
    domain_category: new TallySum(sizes.domain_category),
    url: new TallySum(sizes.url),
    category: new TallySum(sizes.category),
  }
  if (isByPrompt(scope)) await withHashJoins(ctx, () => addCitations(ctx, scope, sums))
  else await addTallies(ctx, scope, sums)
  return sums
}

async function addCitations(ctx: Context, scope: Scope, sums: SourceSums): Promise<void> {
  const { brand } = scope
  const where = sql`answer_citations.brand_id = ${brand.id} and ${daysInScope(scope, 'answer_citations.day')}`
  const { rows } = await sql<{ kind: SourceKind } & Packed>`
    select kind, ${packedTally}
    from (
      select sources.kind, sources.number, sum(citations)::int8 as citations, count(*) as results, count(*) filter (where named) as named
      from (
        select citation.kind, citation.url_id, citation.name, citation.category, count(*) as citations, bool_or(mention_counts[1] > 0) as named
        from answers
        join (${citedAs(where)}) citation on citation.answer_id = answers.id
        where ${inScope(scope, 'answers')}
        group by answers.id, citation.kind, citation.url_id, citation.name, citation.category
      ) by_answer
      ${joinSources(brand.id)}
      group by sources.kind, sources.number
    ) tallies
    group by kind`.execute(ctx.db)
  for (const row of rows) sums[row.kind].add(unpack(row))
}

async function addTallies(ctx: Context, scope: Scope, sums: SourceSums): Promise<void> {
  const lastDay = await findLastDay(ctx, scope.brand.id)
  const periods = lastDay === null ? [] : periodsOf(scope.from, scope.to, lastDay)
  const { rows } = await sql<{ kind: SourceKind; tally: Buffer }>`
    select kind, tally
    from unnest(
      ${periods.map(({ grain }) => grain)}::text[], ${periods.map(({ from }) => from)}::date[], ${periods.map(({ until }) => until)}::date[]
    ) as period (grain, first, last)
    join source_tallies on source_tallies.grain = period.grain and start between period.first and period.last
    where brand_id = ${scope.brand.id} and kind = any(${sourceKinds}::text[]) and ${segmentsInScope(scope)}`.execute(
    ctx.db,
  )
  for (const { kind, tally } of rows) sums[kind].addPacked(tally)
}

/** The highest number of each kind. */
async function countSources(ctx: Context, brandId: string): Promise<Record<SourceKind, number>> {
  const { rows } = await sql<Record<SourceKind, number>>`
    select ${sql.join(
      sourceKinds.map(
        (kind) =>
          sql`coalesce((select max(number) from sources where brand_id = ${brandId} and kind = ${kind}), 0) as ${sql.ref(kind)}`,
      ),
    )}`.execute(ctx.db)
  return rows[0] ?? { domain: 0, domain_category: 0, url: 0, category: 0 }
}

async function findLastDay(ctx: Context, brandId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(start) as day from span_sums where brand_id = ${brandId} and grain = 'day' and platform = ''`.execute(
    ctx.db,
  )
  return rows[0]?.day ?? null
}

/** Joins rows of `by_answer` to the numbers of the sources that they are. */
const joinSources = (brandId: string) => sql`
  join sources on sources.brand_id = ${brandId} and sources.kind = by_answer.kind and sources.url_id = by_answer.url_id
    and sources.name = by_answer.name and sources.category = by_answer.category`

/** Parallel arrays as text: thousands of numbers come as one value each. */
type Packed = { numbers: string; citations: string; results: string; named: string }

const packedTally = sql`
  array_to_json(array_agg(number))::text as numbers, array_to_json(array_agg(citations))::text as citations,
  array_to_json(array_agg(results))::text as results, array_to_json(array_agg(named))::text as named`

function unpack({ numbers, citations, results, named }: Packed): Tally {
  return {
    numbers: wholeNumbers(numbers),
    citations: wholeNumbers(citations),
    results: wholeNumbers(results),
    named: wholeNumbers(named),
  }
}

/** Of an array that the database wrote of integers: checking each of a hundred thousand would take longer than the query. */
function wholeNumbers(text: string): number[] {
  return JSON.parse(text) as number[]
}
