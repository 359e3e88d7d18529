/** Writes a long history of one brand for benchmarks directly into the tables. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import { platforms } from '../../vocabulary/platforms.ts'

export type Size = { prompts: number; platforms: number; days: number }

/** The last day of the history. */
export const today = '2026-06-15'
const competitorCount = 5
const citationsPerAnswer = 8

/** Inserts an answer per prompt, platform and day with its citations, and marks the days as dirty. */
export async function buildHistory(ctx: Context, size: Size): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    // Skips foreign key checks, which would run for each of millions of rows.
    await sql`
      select set_config('session_replication_role', 'replica', true) where current_setting('is_superuser') = 'on'`.execute(
      db,
    )
    await insertHistory({ ...ctx, db }, size)
  })
  await sql`vacuum analyze`.execute(ctx.db)
}

async function insertHistory(
  { db, organizationId }: Context,
  { prompts: promptCount, platforms: platformCount, days: dayCount }: Size,
): Promise<void> {
  const brandId = newId()
  await sql`
    insert into brands (organization_id, id, slug, name, domain, tracking_code, ai_token)
    values (${organizationId}, ${brandId}, 'bench', 'Bench', 'bench.com', ${newId()}, ${newId()})`.execute(db)
  await sql`
    insert into competitors (brand_id, id, number, name, normalized_name)
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
    insert into prompts (brand_id, id, topic_id, text, text_hash, category, branded)
    select ${brandId}, gen_random_uuid(), (select id from topics where brand_id = ${brandId} and name = 'Topic ' || 1 + n % 5),
      'Prompt ' || n, sha256(convert_to(n::text, 'utf8')), 'best', n % 10 = 0
    from generate_series(1, ${promptCount}::int) n`.execute(db)
  // About half of the answers name the brand. Every answer has facts about five competitors.
  await sql`
    insert into answers (
      brand_id, id, prompt_id, platform, backend, surface, model, region, queried_at, answered_at, day, status,
      entities, mention_counts, ranks, own_citations, scores_milli, sentiments, citation_count
    )
    select
      ${brandId}, ${idOf(sql`day + time '06:00'`)}, prompt_id, platform, 'openai', 'api', 'model-' || (d / 120), 'US', day + time '06:00', day + time '06:00', day, 'answered',
      array[0, 1, 2, 3, 4, 5]::smallint[] || array[]::smallint[],
      array[named * (1 + hash % 3), 1 + hash % 2, 1, 2, hash % 4, 1]::smallint[],
      array[named * 2, 1, 3, 4, 5, 6]::smallint[], array[hash % 2, 0, 1, 0, 0, 0]::smallint[],
      array[named * (60000 + 7500) + hash % 2 * 25000, 75000, 90000, 63750, 60000, 62500]::int[],
      array[named * (hash % 4), 0, 0, 0, 0, 0]::smallint[], ${citationsPerAnswer}::int
    from (
      select prompts.id as prompt_id, platform, (${today}::date - d) as day, d,
        abs(hashint8(hashtextextended(prompts.id::text || platform || d, 0))) as hash,
        (abs(hashint8(hashtextextended(prompts.id::text || platform || d, 1))) % 100 < 50)::int as named
      from prompts cross join unnest(${platforms.slice(0, platformCount)}::text[]) as platform
      cross join generate_series(0, ${dayCount - 1}::int) d
      where prompts.brand_id = ${brandId}
    ) planned
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
}

/** Starts with the milliseconds like UUIDv7, so that rows of a day are adjacent in every index. */
const idOf = (time: RawBuilder<unknown>) => sql`(
  lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13)
)::uuid`

/** The answers of today that change: those of one of eight platforms, or a single one. */
export type Changed = 'an eighth' | 'one'

/** Changes scores, and cites other URLs on the same domains. */
export async function rewriteAnswers({ db }: Context, brandId: string, changed: Changed): Promise<void> {
  const ofToday = sql`brand_id = ${brandId} and day = ${today}::date`
  const ids = sql`
    select id from answers where ${ofToday} and platform = 'chatgpt' order by id limit ${changed === 'one' ? 1 : null}`
  await sql`
    update answers set scores_milli[1] = (scores_milli[1] + 7000) % 100000
    where ${ofToday} and id in (${ids})`.execute(db)
  await sql`
    update answer_citations set url_id = (url_id + 5000) % 100000 where ${ofToday} and answer_id in (${ids})`.execute(
    db,
  )
  await sql`insert into dirty_days values (${brandId}, ${today}, ${newId()})`.execute(db)
}
