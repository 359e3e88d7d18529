/**
 * The chain of an action: its opportunity and brief, its page, and what followed from the day of the action on. Each step says since when,
 * and is null if nothing measures it; `gaps` says why, and what contradicts the order of the steps.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { isCounted } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import { dayValue, type Message, message } from '../languages/message.ts'
import { Count } from '../metrics/fields.ts'
import { visitCounts } from '../metrics/rollups.ts'
import { sumBy } from '../metrics/sum-by.ts'
import { findAiAgent } from '../traffic/ai-agents.ts'
import { getPath } from '../traffic/page-path.ts'
import { isOwnPage } from '../traffic/visit-sources.ts'
import type { ActionRow } from './actions.ts'

const Days = {
  first_day: z.iso
    .date()
    .nullable()
    .describe('First day (UTC), from the day of the action on; null if there is none.'),
  last_day: z.iso.date().nullable().describe('Last day (UTC).'),
}

export const ActionChain = z
  .object({
    opportunity: z
      .object({
        id: z.uuid(),
        title: localizedText(),
        status: z.string(),
        created_on: z.iso.date(),
        done_on: z.iso.date().nullable().describe('Null unless it is done.'),
      })
      .nullable(),
    brief: z
      .object({
        written_on: z.iso.date().describe('Day of the newest brief.'),
        model: z
          .string()
          .nullable()
          .describe('Model that wrote it; null if it was composed from the evidence.'),
      })
      .nullable(),
    path: z.string().nullable().describe('Path of the page if it is on a site of the brand.'),
    fetched: z
      .object({
        requests: Count,
        ...Days,
        agents: z.array(z.object({ agent: z.string(), operator: z.string().nullable(), requests: Count })),
      })
      .nullable()
      .describe(
        'Requests of AI agents to the page, without spoofed ones. Null if server logs do not show it.',
      ),
    cited: z
      .object({
        answers: Count.describe('Answers that cite the page.'),
        ...Days,
        platforms: z.array(z.object({ platform: z.enum(platforms), answers: Count })),
        urls: z.array(z.string()).describe('The cited URLs of the page.'),
      })
      .nullable()
      .describe('Null without a page.'),
    visits: z
      .object({
        visits: Count,
        ...Days,
        platforms: z.array(z.object({ platform: z.string(), visits: Count })),
      })
      .nullable()
      .describe('Visits to the page from AI platforms. Null if nothing counts visits of it.'),
    conversions: z
      .object({
        conversions: Count,
        goals: z.array(z.object({ goal_id: z.uuid(), name: z.string(), conversions: Count })),
      })
      .nullable()
      .describe('Conversions of sessions that started on the page. Null without goals.'),
    gaps: z
      .array(z.object({ kind: z.string(), text: localizedText() }))
      .describe('What is not known, and why.'),
  })
  .meta({ id: 'ActionChain' })

type Chain = z.input<typeof ActionChain>
type Gap = Chain['gaps'][number]

export async function readChain(ctx: Context, brand: Brand, action: ActionRow): Promise<Chain> {
  const { url } = action
  const path = url !== null && isOwnPage(brand, url) ? getPath(url) : null
  const cited = url === null ? null : await readCitations(ctx, action, url)
  const fetched = path === null ? null : await readRequests(ctx, action, path)
  const visits = path === null ? null : await readVisits(ctx, action, path)
  return {
    opportunity: await findOpportunity(ctx, action),
    brief: await findBrief(ctx, action),
    path,
    fetched,
    cited: cited?.since ?? null,
    visits,
    conversions: path === null ? null : await readConversions(ctx, action, path),
    gaps: listGaps(action, path, { fetched, cited, visits }),
  }
}

async function findOpportunity({ db }: Context, action: ActionRow): Promise<Chain['opportunity']> {
  if (action.opportunity_id === null) return null
  const row = await db
    .selectFrom('opportunities')
    .select(['id', 'title', 'status', 'created_at', 'done_at'])
    .where('brand_id', '=', action.brand_id)
    .where('id', '=', action.opportunity_id)
    .executeTakeFirst()
  if (!row) return null
  const { id, title, status, created_at, done_at } = row
  return {
    id,
    title: messageOrText.parse(title),
    status,
    created_on: utcDay(created_at),
    done_on: done_at && utcDay(done_at),
  }
}

async function findBrief({ db }: Context, action: ActionRow): Promise<Chain['brief']> {
  if (action.opportunity_id === null) return null
  const row = await db
    .selectFrom('briefs')
    .select(['created_at', 'model'])
    .where('brand_id', '=', action.brand_id)
    .where('opportunity_id', '=', action.opportunity_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { written_on: utcDay(row.created_at), model: row.model } : null
}

/** Without scheme, `www.`, query, fragment and trailing slash: all of these are one page. */
const getKey = (url: string): string => {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.host.replace(/^www\./, '')}${getPath(url)}` : url
}

type Cited = { since: NonNullable<Chain['cited']>; before: { answers: number; last_day: string | null } }

async function readCitations(ctx: Context, action: ActionRow, url: string): Promise<Cited> {
  const { brand_id: brandId, day } = action
  const host = new URL(url).hostname.replace(/^www\./, '')
  const { rows: urls } = await sql<{ id: string; url: string }>`
    select urls.id::text as id, urls.url
    from domains join urls on urls.brand_id = domains.brand_id and urls.domain_id = domains.id
    where domains.brand_id = ${brandId} and domains.host = any(${[host, `www.${host}`]}::text[])
    order by urls.id`.execute(ctx.db)
  const same = urls.filter((each) => getKey(each.url) === getKey(url))
  const { rows } = await sql<{
    platform: string
    is_before: boolean
    answers: number
    first: string
    last: string
  }>`
    select answers.platform, cited.day < ${day}::date as is_before, count(distinct answers.id)::int as answers,
      min(cited.day)::text as first, max(cited.day)::text as last
    from answer_citations cited join answers on answers.brand_id = cited.brand_id and answers.id = cited.answer_id
    where cited.brand_id = ${brandId} and cited.url_id = any(${same.map(({ id }) => id)}::int8[]) and cited.cited
      and ${isCounted(brandId)}
    group by 1, 2 order by answers desc, 1`.execute(ctx.db)
  const [since, before] = [rows.filter((row) => !row.is_before), rows.filter((row) => row.is_before)]
  return {
    since: {
      answers: sumBy(since, ({ answers }) => answers),
      first_day: minOf(since.map(({ first }) => first)),
      last_day: maxOf(since.map(({ last }) => last)),
      platforms: since.map(({ platform, answers }) => ({ platform: Platform.parse(platform), answers })),
      urls: same.map((each) => each.url).slice(0, 10),
    },
    before: {
      answers: sumBy(before, ({ answers }) => answers),
      last_day: maxOf(before.map(({ last }) => last)),
    },
  }
}

const Platform = z.enum(platforms)

async function readRequests(ctx: Context, action: ActionRow, path: string): Promise<Chain['fetched']> {
  const { brand_id: brandId, day } = action
  const { rows } = await sql<{ agent: string; requests: number; first: string; last: string }>`
    select agent, sum(requests)::int8 as requests, min(start)::text as first, max(start)::text as last
    from agent_page_rollups
    where brand_id = ${brandId} and grain = 'day' and start >= ${day}::date and path = ${path} and requests > 0
    group by 1 order by 2 desc, 1`.execute(ctx.db)
  if (rows.length === 0 && !(await hasLogs(ctx, action))) return null
  return {
    requests: sumBy(rows, ({ requests }) => requests),
    first_day: minOf(rows.map(({ first }) => first)),
    last_day: maxOf(rows.map(({ last }) => last)),
    agents: rows.map(({ agent, requests }) => ({
      agent,
      operator: findAiAgent(agent)?.operator ?? null,
      requests,
    })),
  }
}

const hasLogs = async ({ db }: Context, { brand_id: brandId, day }: ActionRow): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from agent_days
    where brand_id = ${brandId} and day >= ${day}::date and requests > 0 limit 1`.execute(db)
  return rows.length > 0
}

async function readVisits(ctx: Context, action: ActionRow, path: string): Promise<Chain['visits']> {
  const { brand_id: brandId, day } = action
  const { rows } = await sql<{ platform: string; visits: number; first: string; last: string }>`
    select platform, sum(visits)::int8 as visits, min(start)::text as first, max(start)::text as last
    from ${visitCounts(brandId)}
    where dimension = 'page' and name = ${path} and grain = 'day' and start >= ${day}::date
    group by 1 order by 2 desc, 1`.execute(ctx.db)
  if (rows.length === 0 && !(await hasVisits(ctx, action))) return null
  return {
    visits: sumBy(rows, ({ visits }) => visits),
    first_day: minOf(rows.map(({ first }) => first)),
    last_day: maxOf(rows.map(({ last }) => last)),
    platforms: rows.map(({ platform, visits }) => ({ platform, visits })),
  }
}

/** Whether the tracking script was seen on a site of the brand, or anything counted visits since. */
async function hasVisits({ db }: Context, { brand_id: brandId, day }: ActionRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pixel_sightings where brand_id = ${brandId} and is_own and seen_at >= ${day}::date
    union all
    select 1 from visit_rollups where brand_id = ${brandId} and dimension = 'all' and grain = 'day' and start >= ${day}::date
    limit 1`.execute(db)
  return rows.length > 0
}

async function readConversions(ctx: Context, action: ActionRow, path: string): Promise<Chain['conversions']> {
  const { rows } = await sql<{ goal_id: string; name: string; conversions: number }>`
    select goals.id as goal_id, goals.name, count(conversions.id)::int as conversions
    from goals left join conversions on conversions.brand_id = goals.brand_id and conversions.goal_id = goals.id
      and conversions.page = ${path} and conversions.day >= ${action.day}::date
    where goals.brand_id = ${action.brand_id}
    group by 1, 2 order by conversions desc, 2`.execute(ctx.db)
  if (rows.length === 0) return null
  return { conversions: sumBy(rows, ({ conversions }) => conversions), goals: rows }
}

type Steps = { fetched: Chain['fetched']; cited: Cited | null; visits: Chain['visits'] }

function listGaps(action: ActionRow, path: string | null, { fetched, cited, visits }: Steps): Gap[] {
  const { url, page_state, kind } = action
  if (url === null) return [{ kind: 'no_page', text: message('actions.gaps.noPage') }]
  const gaps: [string, Message | false][] = [
    ['page_not_read', page_state !== 'read' && message('actions.gaps.pageNotRead')],
    ['not_own_page', path === null && message('actions.gaps.notOwnPage')],
    ['no_logs', path !== null && fetched === null && message('actions.gaps.noLogs')],
    ['no_visits', path !== null && visits === null && message('actions.gaps.noVisits')],
    ['not_fetched', fetched?.requests === 0 && message('actions.gaps.notFetched')],
    ['not_cited', cited?.since.answers === 0 && message('actions.gaps.notCited')],
    [
      'cited_before_published',
      kind === 'published_page' &&
        cited !== null &&
        cited.before.last_day !== null &&
        message('actions.gaps.citedBeforePublished', {
          count: cited.before.answers,
          day: dayValue(cited.before.last_day),
        }),
    ],
    ['cited_before_fetched', isCitedFirst(fetched, cited) && message('actions.gaps.citedBeforeFetched')],
    ['cost_unknown', action.cost === null && action.hours === null && message('actions.gaps.costUnknown')],
  ]
  return gaps.flatMap(([name, text]) => (text ? [{ kind: name, text }] : []))
}

const isCitedFirst = (fetched: Chain['fetched'], cited: Cited | null): boolean =>
  fetched !== null &&
  cited !== null &&
  cited.since.first_day !== null &&
  (fetched.first_day === null || cited.since.first_day < fetched.first_day)

const minOf = (days: readonly string[]): string | null => days.toSorted()[0] ?? null
const maxOf = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null
