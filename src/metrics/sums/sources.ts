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
  promptsInScope,
  type Scope,
  segmentsInScope,
} from '../window.ts'
import { list } from './columns.ts'
import { withHashJoins } from './joins.ts'
import { packTally, type Tally, TallySum } from './tally.ts'

export type SourceKind = 'domain' | 'domain_category' | 'url' | 'category'
const sourceKinds: SourceKind[] = ['domain', 'domain_category', 'url', 'category']

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

/** Every cited address in its category, with the domain it lies on; one that cannot be read lies on none. */
const citedPlaces = (brandId: string, days: string[]) => sql`
  select url_id, category, min(registrable) as registrable
  from answer_citations
  join domains on domains.brand_id = answer_citations.brand_id and domains.id = answer_citations.domain_id
  where answer_citations.brand_id = ${brandId} and day = any(${days}::date[]) and cited
  group by url_id, category`

async function numberSources(tx: Context, brandId: string, days: string[]): Promise<void> {
  await sql`
    create temporary table if not exists new_places (url_id bigint, category text, registrable text) on commit drop`.execute(
    tx.db,
  )
  await sql`truncate new_places`.execute(tx.db)
  const { numAffectedRows } = await sql`
    insert into new_places
    select url_id, category, registrable from (${citedPlaces(brandId, days)}) places
    where not exists (
      select from sources
      where brand_id = ${brandId} and kind = 'url' and sources.url_id = places.url_id and name = '' and sources.category = places.category
    )`.execute(tx.db)
  if (numAffectedRows === 0n) return
  await addSources(
    tx,
    brandId,
    'category',
    sql`select 0::bigint as url_id, '' as name, category from new_places`,
  )
  const onDomain = sql`from new_places where registrable <> ''`
  await addSources(
    tx,
    brandId,
    'domain',
    sql`select 0::bigint as url_id, registrable as name, '' as category ${onDomain}`,
  )
  await addSources(
    tx,
    brandId,
    'domain_category',
    sql`select 0::bigint as url_id, registrable as name, category ${onDomain}`,
  )
  const named = (kind: SourceKind) =>
    sql`source.brand_id = ${brandId} and source.kind = ${kind} and source.url_id = 0`
  await sql`
    insert into sources (brand_id, kind, number, url_id, name, category, domain_number, pair_number, category_number)
    select
      ${brandId}, 'url', ${lastNumber(brandId, 'url')} + row_number() over (), url_id, '', new_places.category,
      coalesce(domain.number, 0), coalesce(pair.number, 0), category.number
    from new_places
    join (select category, number from sources source where ${named('category')}) category using (category)
    left join (select name, number from sources source where ${named('domain')} and category = '') domain on domain.name = registrable
    left join (select name, category, number from sources source where ${named('domain_category')}) pair
      on pair.name = registrable and pair.category = new_places.category`.execute(tx.db)
}

async function addSources(
  tx: Context,
  brandId: string,
  kind: SourceKind,
  found: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into sources (brand_id, kind, number, url_id, name, category)
    select ${brandId}, ${kind}, ${lastNumber(brandId, kind)} + row_number() over (), url_id, name, category
    from (
      ${found} except select url_id, name, category from sources where brand_id = ${brandId} and kind = ${kind}
    ) added`.execute(tx.db)
}

const lastNumber = (brandId: string, kind: SourceKind) =>
  sql`(select coalesce(max(number), 0) from sources where brand_id = ${brandId} and kind = ${kind})`

/**
 * Rows (kind, number, and each of `keys`) with how often each source was cited, in how many answers, and in how many that
 * name the brand. `answers`: rows (id, named, and each of `keys`) of those that count; `where`: on answer_citations.
 */
function counted(
  brandId: string,
  answers: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  keys: readonly string[],
): RawBuilder<unknown> {
  const key = (names: readonly string[]) => list([...names, ...keys])
  const byAnswer = (kind: SourceKind, number: string) => sql`
    select ${sql.lit(kind)} as kind, ${sql.ref(number)} as number, ${key(['named'])}, count(*) as citations
    from cited where ${sql.ref(number)} > 0 group by ${key(['id', number, 'named'])}`
  return sql`
    with cited as materialized (
      select answers.*, number as url_number, domain_number, pair_number, category_number
      from (${answers}) answers
      join answer_citations
        on answer_citations.brand_id = ${brandId} and answer_citations.answer_id = answers.id and cited and ${where}
      join sources
        on sources.brand_id = ${brandId} and kind = 'url' and sources.url_id = answer_citations.url_id and name = ''
        and sources.category = answer_citations.category
    ),
    by_answer as (
      ${byAnswer('url', 'url_number')} union all ${byAnswer('domain', 'domain_number')}
      union all ${byAnswer('domain_category', 'pair_number')} union all ${byAnswer('category', 'category_number')}
    )
    select
      ${key(['kind', 'number'])}, sum(citations)::int8 as citations, count(*) as results,
      count(*) filter (where named) as named
    from by_answer group by ${key(['kind', 'number'])}`
}

async function tallyDays(tx: Context, brandId: string, days: string[]): Promise<void> {
  const answers = sql`
    select id, named, day as start, number as segment
    from settled_answers join segments using (brand_id, platform, model, region) where brand_id = ${brandId}`
  const onDays = sql`answer_citations.day = any(${days}::date[])`
  const { rows } = await sql<Key & Packed>`
    select kind, start, segment, ${packedTally}
    from (${counted(brandId, answers, onDays, ['start', 'segment'])}) tallies
    group by kind, start, segment`.execute(tx.db)
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
  if (isByPrompt(scope)) await addByPrompt(ctx, scope, sums)
  else await addTallies(ctx, scope, sums)
  return sums
}

/** Of most prompts it is quicker to count those of the few others, and take them away from all. */
async function addByPrompt(ctx: Context, scope: Scope, sums: SourceSums): Promise<void> {
  const { rows } = await sql<{ chosen: boolean; prompts: number }>`
    select id in (${promptsInScope(scope)}) as chosen, count(*) as prompts
    from prompts where brand_id = ${scope.brand.id} group by 1`.execute(ctx.db)
  const number = (chosen: boolean) => rows.find((row) => row.chosen === chosen)?.prompts ?? 0
  const isMost = number(true) > number(false)
  if (isMost) await addTallies(ctx, scope, sums)
  await withHashJoins(ctx, () => addCitations(ctx, scope, sums, isMost ? -1 : 1))
}

/** `sign`: 1 adds what answers to the scope's prompts cite, -1 takes away what those to all other prompts do. */
async function addCitations(ctx: Context, scope: Scope, sums: SourceSums, sign: 1 | -1): Promise<void> {
  const ofPrompts = sign === 1 ? sql`prompt_id in` : sql`prompt_id not in`
  const answers = sql`
    select id, mention_counts[1] > 0 as named from answers
    where ${inScope({ ...scope, topicIds: null, branded: null }, 'answers')} and ${ofPrompts} (${promptsInScope(scope)})`
  const { rows } = await sql<{ kind: SourceKind } & Packed>`
    select kind, ${packedTally}
    from (${counted(scope.brand.id, answers, daysInScope(scope, 'answer_citations.day'), [])}) tallies
    group by kind`.execute(ctx.db)
  for (const row of rows) sums[row.kind].add(unpack(row), sign)
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
