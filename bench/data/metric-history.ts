/** Writes histories of one brand for benchmarks directly into the tables. */
import { type RawBuilder, sql } from 'kysely'
import type { AppContext, Context } from '../../src/core/context.ts'
import { daysAfter } from '../../src/core/days.ts'
import { newId } from '../../src/core/ids.ts'
import { platforms } from '../../vocabulary/platforms.ts'

/** Every platform answers every prompt once a day. */
type Size = { prompts: number; platforms: number; days: number; competitors: number }

const standard: Size = { prompts: 100, platforms: 8, days: 180, competitors: 5 }

/** In each, a platform changes its model every 120 days, and answers cite up to 100,000 URLs. */
export const histories = {
  standard,
  tenfold: { ...standard, days: 10 * standard.days },
  wide: { ...standard, prompts: 1_000, days: 14, competitors: 20 },
} satisfies Record<string, Size>
export type HistoryName = keyof typeof histories

/** The last day of the history. */
export const today = '2026-06-15'
export const daysAgo = (days: number): string => daysAfter(today, -days)
/** Returns the service at noon of the last day. */
export const atLastDay = (app: AppContext): AppContext => ({
  ...app,
  now: () => new Date(`${today}T12:00:00Z`),
})

const citationsPerAnswer = 8

/**
 * Inserts an answer per prompt, platform and day with its citations, and marks the days as dirty. Returns the ID of the brand.
 */
export async function buildHistory(ctx: Context, size: Size): Promise<string> {
  const brandId = await ctx.db.transaction().execute(async (db) => {
    // Skips foreign key checks, which would run for each of millions of rows.
    await sql`
      select set_config('session_replication_role', 'replica', true) where current_setting('is_superuser') = 'on'`.execute(
      db,
    )
    return insertHistory({ ...ctx, db }, size)
  })
  await sql`vacuum analyze`.execute(ctx.db)
  return brandId
}

/** Finds the brand of a history that was built earlier, with its organization and owner. */
export const findHistory = ({ db }: AppContext) =>
  db
    .selectFrom('brands')
    .innerJoin('members', 'members.organization_id', 'brands.organization_id')
    .select([
      'brands.id as brandId',
      'members.organization_id as organizationId',
      'members.user_id as userId',
    ])
    .executeTakeFirst()

async function insertHistory(
  { db, organizationId }: Context,
  { prompts: promptCount, platforms: platformCount, days: dayCount, competitors: competitorCount }: Size,
): Promise<string> {
  const brandId = newId()
  await sql`
    insert into brands (organization_id, id, slug, name, domain, tracking_code, ai_files_token)
    values (${organizationId}, ${brandId}, 'bench', 'Bench', 'bench.com', ${newId()}, ${newId()})`.execute(db)
  await sql`
    insert into competitors (brand_id, id, entity_no, name, normalized_name)
    select ${brandId}, gen_random_uuid(), n, 'Competitor ' || n, 'competitor ' || n from generate_series(1, ${competitorCount}::int) n`.execute(
    db,
  )
  await sql`insert into entity_numbers (brand_id, next) values (${brandId}, ${competitorCount + 1})`.execute(
    db,
  )
  await sql`
    insert into topics (brand_id, id, name, normalized_name)
    select ${brandId}, gen_random_uuid(), 'Topic ' || n, 'topic ' || n from generate_series(1, 5) n`.execute(
    db,
  )
  await sql`
    insert into prompts (brand_id, id, topic_id, text, text_hash, category, branded, tags, language)
    select ${brandId}, gen_random_uuid(), (select id from topics where brand_id = ${brandId} and name = 'Topic ' || 1 + n % 5),
      'Prompt ' || n, sha256(convert_to(n::text, 'utf8')), 'best', n % 10 = 0,
      array['tag ' || n % 4, 'tag ' || 4 + n % 3], case n % 2 when 0 then 'en' else 'de' end
    from generate_series(1, ${promptCount}::int) n`.execute(db)
  // About half of the answers name the brand. Every answer names all competitors.
  const ofCompetitors = (value: RawBuilder<unknown>) =>
    sql`array(select ${value} from generate_series(1, ${competitorCount}::int) c)`
  await sql`
    insert into answers (
      brand_id, id, prompt_id, platform, backend, surface, model, region, queried_at, answered_at, day, status,
      searched, searches, search_keys, entities, mention_counts, ranks, own_citations, score_millipoints, sentiments, citation_count
    )
    select
      ${brandId}, ${getId(sql`day + time '06:00'`)}, prompt_id, platform, 'openai', 'api', 'model-' || (d / 120), 'US', day + time '06:00', day + time '06:00', day, 'answered',
      true, searches, array(select hashtextextended(search, 0) & x'1fffffffffffff'::bigint from unnest(searches) as search),
      (0::smallint || ${ofCompetitors(sql`c`)}::smallint[]),
      (named * (1 + hash % 3) || ${ofCompetitors(sql`1 + (hash / c) % 3`)})::smallint[],
      (named * 2 || ${ofCompetitors(sql`case c when 1 then 1 else c + 1 end`)})::smallint[],
      (hash % 2 || ${ofCompetitors(sql`(c = 2)::int`)})::smallint[],
      (named * (60000 + 7500) + hash % 2 * 25000 || ${ofCompetitors(sql`60000 + 15000 / c + hash % 500`)})::int[],
      (named * (hash % 4) || ${ofCompetitors(sql`0`)})::smallint[], ${citationsPerAnswer}::int
    from (
      select prompts.id as prompt_id, platform, (${today}::date - d) as day, d,
        hashint8(hashtextextended(prompts.id::text || platform || d, 0)) & x'7fffffff'::int as hash,
        ((hashint8(hashtextextended(prompts.id::text || platform || d, 1)) & x'7fffffff'::int) % 100 < 50)::int as named
      from prompts cross join unnest(${platforms.slice(0, platformCount)}::text[]) as platform
      cross join generate_series(0, ${dayCount - 1}::int) d
      where prompts.brand_id = ${brandId}
    ) planned
    cross join lateral (select ${searchesOfAnswer} as searches) searched
    order by day`.execute(db)
  // Heavy-tailed: few domains and URLs have most of the citations.
  await sql`
    insert into domains (brand_id, id, host, registrable)
    select ${brandId}, n, 'site-' || n || '.com', 'site-' || n || '.com' from generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`
    insert into urls (brand_id, id, domain_id, url)
    select ${brandId}, n, 1 + n % 5000, 'https://site-' || 1 + n % 5000 || '.com/' || n from generate_series(0, 99999) n`.execute(
    db,
  )
  await sql`
    insert into answer_citations (brand_id, answer_id, position, url_id, domain_id, day, cited, category)
    select ${brandId}, answer_id, position, url, 1 + url % 5000, day, true, (array['editorial', 'review', 'forum', 'other'])[1 + url % 5000 % 4]
    from (
      select id as answer_id, day, position, floor(100000 * power(random(), 4))::int as url
      from answers cross join generate_series(1, ${citationsPerAnswer}::int) position where brand_id = ${brandId}
    ) drawn`.execute(db)
  await sql`
    insert into dirty_days (brand_id, day, id)
    select distinct brand_id, day, gen_random_uuid() from answers where brand_id = ${brandId}`.execute(db)
  return brandId
}

/** One to four searches; half of them are among five of the prompt, and the others are rare. One platform reports none. */
const searchesOfAnswer = sql`case when platform = ${platforms[0]} then '{}' else array(
  select case when (hash >> n) % 2 = 0
    then 'best product ' || left(prompt_id::text, 13) || ' feature ' || (hash >> n) % 5
    else 'review ' || (hash / n) % 50000 || ' product ' || left(prompt_id::text, 13) end
  from generate_series(1, 1 + hash % 4) n) end`

/** Starts with the milliseconds like UUIDv7, so that rows of a day are adjacent in every index. */
const getId = (time: RawBuilder<unknown>) => sql`(
  lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13)
)::uuid`

/** The answers of `day` that change: all from one of eight platforms, or a single one. */
type Rewritten = { changed: 'an eighth' | 'one'; day: string }

/** Changes scores, and cites other URLs on the same domains. */
export async function rewriteAnswers(
  { db }: Context,
  brandId: string,
  { changed, day }: Rewritten,
): Promise<void> {
  const ofDay = sql`brand_id = ${brandId} and day = ${day}::date`
  const ids = sql`
    select id from answers where ${ofDay} and platform = 'chatgpt' order by id limit ${changed === 'one' ? 1 : null}`
  await sql`
    update answers set score_millipoints[1] = (score_millipoints[1] + 7000) % 100000
    where ${ofDay} and id in (${ids})`.execute(db)
  await sql`
    update answer_citations set url_id = (url_id + 5000) % 100000 where ${ofDay} and answer_id in (${ids})`.execute(
    db,
  )
  await sql`insert into dirty_days values (${brandId}, ${day}, ${newId()})`.execute(db)
}
