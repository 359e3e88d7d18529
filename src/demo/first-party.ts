/** First-party data of a demo brand, consistent with its visits: goals, conversions, and what a search console, GA4 and Bing would report. */
import { sql } from 'kysely'
import { type Random, random } from '../../simulator/seeded-random.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { encryptSecret } from '../db/encryption.ts'
import { importFile } from '../first-party/file-imports.ts'
import { saveQueryTotals } from '../first-party/query-totals.ts'
import { getKeywords } from '../prompts/keywords.ts'
import { listVolumePrompts } from '../prompts/volume-store.ts'

type Options = { seed: number; days: readonly string[] }

/** Skips a resumed demo that has goals already. */
export async function fillFirstParty(ctx: Context, brand: Brand, options: Options): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { rows } = await sql`select 1 from goals where brand_id = ${brand.id} limit 1`.execute(tx.db)
    if (rows.length > 0) return
    await fillConversions(tx, brand, options)
    await fillSessions(tx, brand, options)
    await fillSearch(tx, brand, options)
    await importReport(tx, brand, options)
  })
}

/** In percent of the visits. */
const goals = [
  { name: 'Order', kind: 'page', pattern: '/order/thanks*', value: 90, currency: 'EUR', share: 3 },
  { name: 'Newsletter', kind: 'event', pattern: 'newsletter', value: null, currency: null, share: 5 },
] as const

async function fillConversions(tx: Context, brand: Brand, { seed, days }: Options): Promise<void> {
  const [first = ''] = days
  const start = new Date(first)
  const added = goals.map((goal) => ({ ...goal, id: newId(start.getTime()) }))
  await tx.db
    .insertInto('goals')
    .values(added.map(({ share: _share, ...goal }) => ({ ...goal, brand_id: brand.id, created_at: start })))
    .execute()
  const { rows: visits } = await sql<{ at: Date; platform: string; page: string }>`
    select visited_at as at, platform, page from visits where brand_id = ${brand.id}
    order by visited_at, platform, page`.execute(tx.db)
  const chance = random(seed, 'demo conversions', brand.domain)
  const conversions = visits.flatMap(({ at, platform, page }) =>
    added
      .filter(({ share }) => chance.between(1, 100) <= share)
      .map(({ id }) => ({ goal: id, at: new Date(at.getTime() + 240_000), platform, page })),
  )
  const column = <T>(pick: (conversion: (typeof conversions)[number]) => T) => conversions.map(pick)
  await sql`
    insert into conversions (brand_id, id, goal_id, converted_at, day, platform, page, simulated)
    select ${brand.id}, id, goal_id, at, (at at time zone 'utc')::date, platform, page, true
    from unnest(
      ${column(({ at }) => newId(at.getTime()))}::uuid[], ${column(({ goal }) => goal)}::uuid[],
      ${column(({ at }) => at)}::timestamptz[], ${column(({ platform }) => platform)}::text[],
      ${column(({ page }) => page)}::text[]
    ) as conversion (id, goal_id, at, platform, page)`.execute(tx.db)
  await sql`
    update pixel_sightings set goals_since = ${start} where brand_id = ${brand.id} and is_own`.execute(tx.db)
}

type NewConnection = { kind: 'ga4' | 'search_console'; property: string; name: string; timeZone: string }

/** A connection that is never imported: it has no next import, and its credentials open nothing. */
async function addConnection(
  tx: Context,
  brand: Brand,
  { kind, property, name, timeZone }: NewConnection,
): Promise<string> {
  const now = tx.now()
  const id = newId(now.getTime())
  await tx.db
    .insertInto('data_connections')
    .values({
      organization_id: tx.organizationId,
      id,
      brand_id: brand.id,
      kind,
      property,
      property_name: name,
      credential_kind: 'service_account',
      credentials: encryptSecret(tx, 'simulated', id),
      account: 'Simulator',
      state: 'active',
      time_zone: timeZone,
      created_at: now,
      last_import_at: now,
    })
    .execute()
  return id
}

type ImportedDays = {
  connectionId: string
  days: readonly string[]
  openDays: number
  thresholdedEvery?: number
}

/** The last `openDays` can still change. */
async function addDays(
  tx: Context,
  brand: Brand,
  { connectionId, days, openDays, thresholdedEvery = 0 }: ImportedDays,
): Promise<void> {
  if (days.length === 0) return
  await tx.db
    .insertInto('connection_days')
    .values(
      days.map((day, index) => ({
        brand_id: brand.id,
        connection_id: connectionId,
        day,
        fetched_at: tx.now(),
        is_final: index < days.length - openDays,
        is_thresholded: thresholdedEvery > 0 && index % thresholdedEvery === 0,
      })),
    )
    .execute()
}

const sources: Record<string, string> = {
  chatgpt: 'chatgpt.com',
  perplexity: 'perplexity.ai',
  gemini: 'gemini.google.com',
  copilot: 'copilot.microsoft.com',
  claude: 'claude.ai',
}

/** GA4 sees about two of three visits, because visitors can refuse it. */
async function fillSessions(tx: Context, brand: Brand, { seed, days }: Options): Promise<void> {
  const connectionId = await addConnection(tx, brand, {
    kind: 'ga4',
    property: 'properties/100000001',
    name: `${brand.name} (GA4)`,
    timeZone: 'Etc/UTC',
  })
  await addDays(tx, brand, { connectionId, days, openDays: 2, thresholdedEvery: 13 })
  const { rows: visits } = await sql<{ day: string; platform: string; page: string; visits: number }>`
    select day::text, platform, page, count(*) as visits from visits
    where brand_id = ${brand.id} group by 1, 2, 3 order by 1, 2, 3`.execute(tx.db)
  const chance = random(seed, 'demo sessions', brand.domain)
  const byPage = visits.flatMap(({ day, platform, page, visits: count }) => {
    const sessions = countHits(chance, count, 67)
    if (sessions === 0) return []
    const row = { day, page, platform, source: sources[platform] ?? platform, sessions }
    return [{ ...row, engaged: countHits(chance, sessions, 70), events: countHits(chance, sessions, 7) }]
  })
  const all = days.map((day) => {
    const sessions = chance.between(900, 1_400)
    const events = countHits(chance, sessions, 4)
    return {
      day,
      page: '',
      platform: null,
      source: '',
      sessions,
      engaged: Math.round(sessions * 0.6),
      events,
    }
  })
  const rows = [...byPage, ...all]
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick)
  await sql`
    insert into session_days (brand_id, connection_id, day, page, source, medium, channel, platform, sessions, engaged_sessions, key_events)
    select ${brand.id}, ${connectionId}, day, page, source,
      case when source = '' then '' else 'ai-assistant' end, case when source = '' then '' else 'AI Assistant' end,
      platform, sessions, engaged, events
    from unnest(
      ${column(({ day }) => day)}::date[], ${column(({ page }) => page)}::text[], ${column(({ source }) => source)}::text[],
      ${column(({ platform }) => platform)}::text[], ${column(({ sessions }) => sessions)}::int[],
      ${column(({ engaged }) => engaged)}::int[], ${column(({ events }) => events)}::float8[]
    ) as counted (day, page, source, platform, sessions, engaged, events)`.execute(tx.db)
}

/** Returns how many of `count` happen. */
const countHits = (chance: Random, count: number, percent: number): number =>
  Array.from({ length: count }, () => chance.between(1, 100)).filter((drawn) => drawn <= percent).length

/** The last days are not available yet, and rows with a query are less than the total, as in a real search console. */
async function fillSearch(tx: Context, brand: Brand, { seed, days }: Options): Promise<void> {
  const connectionId = await addConnection(tx, brand, {
    kind: 'search_console',
    property: `sc-domain:${brand.domain}`,
    name: brand.domain,
    timeZone: 'America/Los_Angeles',
  })
  const available = days.slice(0, -2)
  await addDays(tx, brand, { connectionId, days: available, openDays: 1 })
  const pages = await sql<{ page: string }>`
    select page from visits where brand_id = ${brand.id} group by page order by count(*) desc, page limit 8`.execute(
    tx.db,
  )
  const keywords = (await listVolumePrompts(tx, brand)).flatMap(({ text, language }) =>
    getKeywords(text, language),
  )
  const queries = [...new Set(keywords)].sort().slice(0, 24)
  const chance = random(seed, 'demo search', brand.domain)
  const rows = available.flatMap((day) => {
    const byPage = pages.rows.map(({ page }) => {
      const impressions = chance.between(150, 600)
      return { day, page, query: '', impressions, clicks: countHits(chance, impressions, 3) }
    })
    const byQuery = byPage.flatMap(({ page, impressions, clicks }, index) =>
      queries
        .filter((_, at) => at % byPage.length === index)
        .map((query) => ({
          day,
          page,
          query,
          impressions: Math.floor((impressions * chance.between(5, 14)) / 100),
          clicks: Math.floor((clicks * chance.between(0, 20)) / 100),
        })),
    )
    const total = (of: 'impressions' | 'clicks') => byPage.reduce((sum, row) => sum + row[of], 0)
    return [
      { day, page: '', query: '', impressions: total('impressions'), clicks: total('clicks') },
      ...byPage,
      ...byQuery,
    ]
  })
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick)
  await sql`
    insert into search_days (brand_id, connection_id, day, page, query, clicks, impressions, position)
    select ${brand.id}, ${connectionId}, day, page, query, clicks, impressions, position
    from unnest(
      ${column(({ day }) => day)}::date[], ${column(({ page }) => page)}::text[], ${column(({ query }) => query)}::text[],
      ${column(({ clicks }) => clicks)}::int[], ${column(({ impressions }) => impressions)}::int[],
      ${column(() => chance.between(30, 180) / 10)}::float8[]
    ) as counted (day, page, query, clicks, impressions, position)`.execute(tx.db)
  await saveQueryTotals(tx, { id: connectionId, brand_id: brand.id, kind: 'search_console' })
}

/** A report of Bing's AI Performance, whose citations follow the visits from Copilot. */
async function importReport(tx: Context, brand: Brand, { seed, days }: Options): Promise<void> {
  const { rows } = await sql<{ day: string; visits: number; pages: number }>`
    select day::text as day, count(*) as visits, count(distinct page) as pages from visits
    where brand_id = ${brand.id} and platform = 'copilot' group by day`.execute(tx.db)
  const visited = new Map(rows.map((row) => [row.day, row]))
  const chance = random(seed, 'demo report', brand.domain)
  const lines = days.map((day) => {
    const { visits, pages } = visited.get(day) ?? { visits: 0, pages: 0 }
    const [year, month, date] = day.split('-').map(Number)
    return `${month}/${date}/${year},${40 * visits + chance.between(20, 60)},${pages + chance.between(1, 3)}`
  })
  await importFile(tx, brand, {
    file_name: 'Simulated AI Performance.csv',
    content: Buffer.from(['Date,Citations,Cited Pages', ...lines].join('\n')).toString('base64'),
    replace: false,
  })
}
