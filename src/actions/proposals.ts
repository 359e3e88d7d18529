/**
 * Proposals of actions: what was probably done, found in opportunities, cited pages and audits. They are computed for each request; only
 * what someone accepted (`actions.origin`) or dismissed is stored.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { actionKinds } from '../../vocabulary/actions.ts'
import { compareAudits } from '../audits/audit-changes.ts'
import { type AuditRow, listAudits } from '../audits/audits.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { daysAfter, utcDay } from '../core/days.ts'
import { recordEvent } from '../core/events.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

export const Origin = z
  .string()
  .regex(/^(opportunity|page-change|new-page|audit):[\w:-]{1,200}$/)
  .meta({ examples: ['new-page:4207849484'] })
  .describe('The key of a proposal.')

export const ActionProposal = z
  .object({
    origin: z.string().describe('The key of the proposal, to accept or dismiss it.'),
    kind: z.enum(actionKinds),
    title: untrustedText(localizedText()),
    reason: localizedText().describe('Why it is proposed.'),
    day: z.iso.date().describe('When it was probably done.'),
    url: untrustedText(z.string().nullable()),
    opportunity_id: z.uuid().nullable(),
    affected_prompt_ids: z
      .array(z.uuid())
      .describe('The prompts of the opportunity, or those whose answers cite the page.'),
  })
  .meta({ id: 'ActionProposal' })

type Proposal = z.input<typeof ActionProposal>

const proposedDays = 60
const maxProposals = 20

/** Lists proposals, newest first. */
export async function listProposals(ctx: Context, brand: Brand): Promise<Proposal[]> {
  const since = daysAfter(utcDay(ctx.now()), -proposedDays)
  const found = [
    ...(await fromOpportunities(ctx, brand.id, since)),
    ...(await fromChangedPages(ctx, brand.id, since)),
    ...(await fromNewPages(ctx, brand.id, since)),
    ...(await fromAudits(ctx, brand.id, since)),
  ]
  const decided = await listDecided(ctx, brand.id)
  const open = found
    .filter(({ origin, opportunity_id }) => !decided.has(origin) && !decided.has(opportunity_id ?? ''))
    .sort((a, b) => (a.day === b.day ? (a.origin < b.origin ? -1 : 1) : a.day < b.day ? 1 : -1))
    .slice(0, maxProposals)
  const prompts = await listCitingPrompts(
    ctx,
    brand.id,
    since,
    open.flatMap(({ urlId }) => urlId ?? []),
  )
  return open.map(({ urlId, ...proposal }) => ({
    ...proposal,
    affected_prompt_ids: (urlId && prompts.get(urlId)) || proposal.affected_prompt_ids,
  }))
}

/** Dismissing a proposal again has no effect. */
export function dismissProposal(ctx: Context, brand: Brand, origin: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .insertInto('dismissed_actions')
      .values({ brand_id: brand.id, origin, created_at: tx.now() })
      .onConflict((found) => found.doNothing())
      .execute()
    await recordEvent(tx, 'action.dismissed', { brandId: brand.id, data: { origin } })
  })
}

/** The origins of decided proposals, and the opportunities that have an action. */
async function listDecided({ db }: Context, brandId: string): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select origin as key from actions where brand_id = ${brandId} and origin is not null
    union all select opportunity_id::text from actions where brand_id = ${brandId} and opportunity_id is not null
    union all select origin from dismissed_actions where brand_id = ${brandId}`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** `urlId`: of the page whose citing prompts are affected. */
type Found = Proposal & { urlId?: string }

async function fromOpportunities({ db }: Context, brandId: string, since: string): Promise<Found[]> {
  const rows = await db
    .selectFrom('opportunities')
    .select(['id', 'title', 'type', 'prompt_id', 'url_id', 'source_data', 'done_at'])
    .where('brand_id', '=', brandId)
    .where('status', '=', 'done')
    .where('done_at', '>=', new Date(since))
    .orderBy('done_at', 'desc')
    .limit(maxProposals)
    .execute()
  return rows.flatMap(({ id, title, type, prompt_id, url_id, source_data, done_at }) => {
    if (done_at === null) return []
    const correction = url_id === null ? null : Correction.parse(source_data)
    return [
      {
        origin: `opportunity:${id}`,
        kind: type === 'earned' ? 'outreach' : correction ? 'edited_page' : 'published_page',
        title: messageOrText.parse(title),
        reason: message('actions.proposals.opportunityDone'),
        day: utcDay(done_at),
        url: correction?.page.url ?? null,
        opportunity_id: id,
        affected_prompt_ids: correction?.prompt_ids ?? [prompt_id],
      },
    ]
  })
}

/** The page of a correction, and the prompts whose answers it should change. */
const Correction = z.object({ page: z.object({ url: z.string() }), prompt_ids: z.array(z.uuid()) })

type FoundPage = { url_id: string; url: string; title: string | null; day: string }

const ownUrls = sql`sources.kind = 'url' and sources.category = 'owned'`

async function fromChangedPages({ db }: Context, brandId: string, since: string): Promise<Found[]> {
  const { rows } = await sql<FoundPage>`
    select page.url_id::text as url_id, urls.url, coalesce(page.title, urls.title) as title,
      (page.changed_at at time zone 'UTC')::date::text as day
    from cited_pages page
    join urls on urls.brand_id = page.brand_id and urls.id = page.url_id
    where page.brand_id = ${brandId} and page.changed_at >= ${since}::date
      and exists (
        select from sources where sources.brand_id = ${brandId} and sources.url_id = page.url_id and ${ownUrls})
    order by page.changed_at desc, page.url_id limit ${maxProposals}`.execute(db)
  return rows.map((row) => ({
    ...pageProposal(row),
    origin: `page-change:${row.url_id}:${row.day}`,
    kind: 'edited_page',
    reason: message('actions.proposals.pageChanged'),
  }))
}

/** Answers before this many days are needed to call a page new. */
const minDaysBefore = 14

async function fromNewPages({ db }: Context, brandId: string, since: string): Promise<Found[]> {
  const { rows } = await sql<FoundPage>`
    select sources.url_id::text as url_id, urls.url, urls.title, min(cited.day)::text as day
    from sources
    join urls on urls.brand_id = sources.brand_id and urls.id = sources.url_id
    join answer_citations cited on cited.brand_id = sources.brand_id and cited.url_id = sources.url_id and cited.cited
    where sources.brand_id = ${brandId} and ${ownUrls}
      and not exists (select from actions where actions.brand_id = ${brandId} and actions.url = urls.url)
    group by 1, 2, 3
    having min(cited.day) >= ${since}::date
      and min(cited.day) >= (select min(day) from answers where brand_id = ${brandId}) + ${minDaysBefore}::int
    order by 4 desc, 1 limit ${maxProposals}`.execute(db)
  return rows.map((row) => ({
    ...pageProposal(row),
    origin: `new-page:${row.url_id}`,
    kind: 'published_page',
    reason: message('actions.proposals.pageNewlyCited'),
  }))
}

const pageProposal = ({ url_id, url, title, day }: FoundPage) => ({
  title: title || url,
  day,
  url,
  opportunity_id: null,
  affected_prompt_ids: [],
  urlId: url_id,
})

const comparedAudits = 20

/** The newest audit of each page, if checks that failed in the one before pass in it. */
async function fromAudits(ctx: Context, brandId: string, since: string): Promise<Found[]> {
  const { items } = await listAudits(ctx, brandId, { limit: comparedAudits })
  const recent = items.filter(
    ({ status, created_at, url }, index) =>
      status === 'completed' &&
      utcDay(created_at) >= since &&
      items.findIndex((each) => each.status === 'completed' && each.url === url) === index,
  )
  return (await Promise.all(recent.map((audit) => fromAudit(ctx, audit)))).flat()
}

async function fromAudit(ctx: Context, audit: AuditRow): Promise<Found[]> {
  const { checks, before } = await compareAudits(ctx, audit, null)
  const fixed = checks.filter(
    ({ direction, before, after }) =>
      direction === 'better' && after.status === 'pass' && before.status !== 'pass',
  )
  const [first] = fixed
  if (!first || before === null) return []
  return [
    {
      origin: `audit:${audit.id}`,
      kind: 'technical_fix',
      title: first.label,
      reason: message('actions.proposals.findingsDisappeared', { count: fixed.length }),
      day: utcDay(audit.created_at),
      url: audit.url,
      opportunity_id: null,
      affected_prompt_ids: [],
    },
  ]
}

const promptsOfPage = 50

/** By URL: the prompts whose answers cite it, most answers first. */
async function listCitingPrompts(
  { db }: Context,
  brandId: string,
  since: string,
  urlIds: string[],
): Promise<Map<string, string[]>> {
  if (urlIds.length === 0) return new Map()
  const { rows } = await sql<{ url_id: string; prompt_id: string }>`
    select cited.url_id::text as url_id, answers.prompt_id
    from answer_citations cited
    join answers on answers.brand_id = cited.brand_id and answers.id = cited.answer_id
    where cited.brand_id = ${brandId} and cited.url_id = any(${urlIds}::int8[]) and cited.cited
      and cited.day >= ${since}::date
    group by 1, 2 order by 1, count(*) desc, 2`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ url_id }) => url_id)].map(([id, of]) => [
      id,
      of.map(({ prompt_id }) => prompt_id).slice(0, promptsOfPage),
    ]),
  )
}
