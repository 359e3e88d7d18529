/** Writes many small brands for benchmarks directly into the tables. */
import { sql } from 'kysely'
import { createOwner } from '../../src/accounts/accounts.ts'
import type { AppContext } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import type { Db } from '../../src/db/database.ts'
import type { Tenant } from '../load/serve-app.ts'
import { account } from '../service.ts'
import { today } from './metric-history.ts'

/** Each brand has 5 prompts on 2 platforms on 3 to 10 days, which are 30 to 100 answers with 3 citations each. */
const [promptsPerBrand, platforms, domainsPerBrand, urlsPerBrand] = [5, ['chatgpt', 'gemini'], 20, 40]

/**
 * Creates organizations, and brands that Zipf's law distributes over them; `largest` is one of the organizations, the one with
 * the most brands. Returns another one, which has a user and a middle number of brands.
 */
export async function addSmallBrands(
  base: AppContext,
  largest: Tenant,
  { brands, organizations }: { brands: number; organizations: number },
): Promise<Tenant> {
  const { organizationId, user } = await createOwner(base, { ...account, email: 'medium@example.com' })
  const medium = { organizationId, userId: user.id }
  const ids = Array.from({ length: organizations }, () => newId())
  ids[0] = largest.organizationId
  ids[Math.floor(organizations / 50)] = medium.organizationId
  const weights = ids.map((_, rank) => 1 / (rank + 1))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const counts = weights.map((weight) => Math.max(1, Math.round((brands * weight) / sum)))
  await base.db.transaction().execute(async (db) => {
    // Skips foreign key checks, which would run for each of millions of rows.
    await sql`
      select set_config('session_replication_role', 'replica', true) where current_setting('is_superuser') = 'on'`.execute(
      db,
    )
    await insertBrands(db, ids, counts)
    await insertAnswers(db)
  })
  await sql`vacuum analyze`.execute(base.db)
  return medium
}

async function insertBrands(db: Db, organizations: string[], counts: number[]): Promise<void> {
  await sql`
    insert into organizations (id, name)
    select id, 'Organization' from unnest(${organizations}::uuid[]) as id on conflict do nothing`.execute(db)
  await sql`
    create temporary table small on commit drop as
    select organization_id, gen_random_uuid() as id, n, 3 + (hashint8(n * 1000 + place) & x'7fffffff'::int) % 8 as days
    from unnest(${organizations}::uuid[], ${counts}::int[]) with ordinality as given (organization_id, brands, place)
    cross join lateral generate_series(1, brands) n`.execute(db)
  await sql`
    insert into brands (organization_id, id, slug, name, domain, tracking_code, ai_files_token)
    select organization_id, id, 'brand-' || n, 'Brand ' || n, 'brand-' || n || '.com', id::text, id::text from small`.execute(
    db,
  )
  await sql`
    insert into competitors (brand_id, id, entity_no, name, normalized_name)
    select id, gen_random_uuid(), c, 'Competitor ' || c, 'competitor ' || c from small, generate_series(1, 3) c`.execute(
    db,
  )
  await sql`insert into entity_numbers (brand_id, next) select id, 4 from small`.execute(db)
  await sql`
    insert into prompts (brand_id, id, text, text_hash, category, branded)
    select id, gen_random_uuid(), 'Prompt ' || p, sha256(convert_to(p::text, 'utf8')), 'best', false
    from small, generate_series(1, ${promptsPerBrand}::int) p`.execute(db)
}

async function insertAnswers(db: Db): Promise<void> {
  await sql`
    insert into answers (
      brand_id, id, prompt_id, platform, backend, surface, model, region, queried_at, answered_at, day, status,
      entities, mention_counts, ranks, own_citations, score_millipoints, sentiments, citation_count
    )
    select
      small.id, gen_random_uuid(), prompts.id, platform, 'openai', 'api', 'model-1', 'US', day + time '06:00', day + time '06:00', day,
      'answered', '{0,1,2,3}', '{1,1,2,1}', '{1,2,3,4}', '{0,1,0,0}', '{80000,70000,60000,50000}', '{1,0,0,0}', 3
    from small join prompts on prompts.brand_id = small.id
    cross join unnest(${platforms}::text[]) as platform
    cross join lateral (select ${today}::date - d as day from generate_series(0, days - 1) d) tracked`.execute(
    db,
  )
  await sql`
    insert into domains (brand_id, id, host, registrable)
    select id, d, 'site-' || d || '.com', 'site-' || d || '.com' from small, generate_series(1, ${domainsPerBrand}::int) d`.execute(
    db,
  )
  await sql`
    insert into urls (brand_id, id, domain_id, url)
    select id, u, 1 + u % ${domainsPerBrand}::int, 'https://site-' || u || '.com/' from small, generate_series(1, ${urlsPerBrand}::int) u`.execute(
    db,
  )
  await sql`
    insert into answer_citations (brand_id, answer_id, position, url_id, domain_id, day, cited, category)
    select brand_id, answer_id, position, url, 1 + url % ${domainsPerBrand}::int, day, true, 'editorial'
    from (
      select brand_id, answers.id as answer_id, day, position, 1 + floor(${urlsPerBrand}::int * random())::int as url
      from small join answers on brand_id = small.id cross join generate_series(1, 3) position
    ) drawn`.execute(db)
  await sql`
    insert into dirty_days (brand_id, day, id)
    select distinct brand_id, day, gen_random_uuid() from (select distinct brand_id, day from small join answers on brand_id = small.id) marked`.execute(
    db,
  )
}
