/** Creates an opportunity for a source that answers cite without the brand, or for a search of engines. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isCounted, sqlAnd } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { BrandId } from '../core/fields.ts'
import { message } from '../languages/message.ts'
import { evaluateChanges } from '../metrics/changes.ts'
import { getSearchKey } from '../search-queries/search-key.ts'
import { type Assessment, assess } from './assess.ts'
import { describeGap, sourceTitle } from './describe.ts'
import { findGapEvidence, type GapEvidence } from './gap-evidence.ts'
import { onPage } from './gap-query.ts'
import { insertOpportunities } from './insert-opportunities.ts'
import { getOpportunity, type LoadedOpportunity } from './opportunities.ts'
import { type GapData, openStatuses } from './source-data.ts'

export const NewOpportunity = z.strictObject({
  brand_id: BrandId,
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(253)
    .optional()
    .describe('Registrable domain that answers cite.'),
  search: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .optional()
    .describe('A search that engines ran, as in the list of searches.'),
})

/**
 * Creates an opportunity for the prompt with the highest score among those whose answers cite the domain, have the search, or both.
 * Throws `invalid_request` without a domain and a search, and `conflict` when the source has an open opportunity, or no prompt has a
 * gap.
 */
export async function createOpportunity(
  ctx: Context,
  brand: Brand,
  { domain, search }: z.output<typeof NewOpportunity>,
): Promise<LoadedOpportunity> {
  if (domain === undefined && search === undefined)
    throw invalid('domain', message('opportunities.createOpportunity.domainOrSearch'))
  await evaluateChanges(ctx, brand.id)
  return transaction(ctx, async (tx) => {
    const evidence = await findGapEvidence(tx, brand)
    const best = evidence && (await assessBest(tx, brand, evidence, { domain, search }))
    return domain === undefined ? insertForSearch(tx, brand, best) : insertForSource(tx, brand, domain, best)
  })
}

/** Returns the open opportunity of the prompt if there is one: a page that answers the prompt is what engines find with the search. */
async function insertForSearch(
  tx: Context,
  brand: Brand,
  assessment: Assessment<GapData> | null,
): Promise<LoadedOpportunity> {
  if (!assessment) throw conflict(message('opportunities.createOpportunity.noGapForSearch'))
  const [id] = await insertOpportunities(tx, brand.id, [assessment])
  if (id === undefined) return getOpportunity(tx, await findOpen(tx, brand.id, assessment.prompt_id))
  await recordEvent(tx, 'opportunity.created', { brandId: brand.id, data: { opportunity_id: id } })
  return getOpportunity(tx, id)
}

async function findOpen({ db }: Context, brandId: string, promptId: string): Promise<string> {
  const { id } = await db
    .selectFrom('opportunities')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('prompt_id', '=', promptId)
    .where('source_domain', 'is', null)
    .where('url_id', 'is', null)
    .where('status', 'in', openStatuses)
    .executeTakeFirstOrThrow()
  return id
}

async function insertForSource(
  tx: Context,
  brand: Brand,
  domain: string,
  assessment: Assessment<GapData> | null,
): Promise<LoadedOpportunity> {
  if (!assessment) throw conflict(message('opportunities.createOpportunity.inTheLast30DaysNo', { domain }))
  const pages = await listPages(tx, brand, assessment, domain)
  const sources = pages.filter(({ on_page }) => on_page?.names_brand !== true)
  if (sources.length === 0)
    throw conflict(message('opportunities.createOpportunity.pagesNameBrand', { domain, brand: brand.name }))
  const source_data = { ...assessment.source_data, sources }
  const [id] = await insertOpportunities(tx, brand.id, [
    {
      ...assessment,
      type: 'earned',
      title: sourceTitle(brand.name, domain),
      description: describeGap(source_data, 'earned'),
      source_data,
      source_domain: domain,
    },
  ])
  if (id === undefined)
    throw conflict(message('opportunities.createOpportunity.domainAlreadyHasAnOpenOpportunity', { domain }))
  await recordEvent(tx, 'opportunity.created', { brandId: brand.id, data: { opportunity_id: id, domain } })
  return getOpportunity(tx, id)
}

const mostPages = 10

/** Returns the pages of the domain that the answers to the prompt cite most, with what they say. */
async function listPages(
  { db }: Context,
  brand: Brand,
  { prompt_id, source_data: { window } }: Assessment<GapData>,
  domain: string,
): Promise<GapData['sources']> {
  const { rows } = await sql<GapData['sources'][number]>`
    select
      urls.url, domains.registrable as domain, urls.title, mode() within group (order by cited.category) as category,
      count(distinct answers.id)::int as answers, (array_agg(${onPage(brand.id)}))[1] as on_page
    from answers
    join answer_citations cited on cited.brand_id = answers.brand_id and cited.answer_id = answers.id
    join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
    join urls on urls.brand_id = cited.brand_id and urls.id = cited.url_id
    left join cited_pages page on page.brand_id = ${brand.id} and page.url_id = cited.url_id
    where answers.brand_id = ${brand.id} and ${isCounted(brand.id)} and answers.prompt_id = ${prompt_id} and cited.cited
      and answers.day between ${window.date_from}::date and ${window.date_to}::date
      and cited.day between ${window.date_from}::date and ${window.date_to}::date and domains.registrable = ${domain}
    group by urls.url, domains.registrable, urls.title
    order by answers desc, urls.url
    limit ${mostPages}`.execute(db)
  return rows
}

function hasSearch(search: string): RawBuilder<boolean> {
  const key = getSearchKey(search)
  return key === null ? sql`false` : sql`answers.search_keys @> array[${key}::bigint]`
}

const citesDomain = (brandId: string, { from, to }: GapEvidence, domain: string): RawBuilder<boolean> => sql`
  answers.id in (
    select cited.answer_id from answer_citations cited
    join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
    where cited.brand_id = ${brandId} and cited.cited and cited.day between ${from}::date and ${to}::date
      and domains.registrable = ${domain}
  )`

/** Returns the assessment of the prompt with the highest score among those whose answers cite the domain and have the search. */
async function assessBest(
  { db }: Context,
  brand: Brand,
  evidence: GapEvidence,
  { domain, search }: Omit<z.output<typeof NewOpportunity>, 'brand_id'>,
): Promise<Assessment<GapData> | null> {
  const condition = sqlAnd([
    ...(domain === undefined ? [] : [citesDomain(brand.id, evidence, domain)]),
    ...(search === undefined ? [] : [hasSearch(search)]),
  ])
  const { rows } = await sql<{ prompt_id: string }>`
    select distinct prompt_id from answers
    where answers.brand_id = ${brand.id} and ${isCounted(brand.id)}
      and answers.day between ${evidence.from}::date and ${evidence.to}::date and ${condition}`.execute(db)
  const answered = new Set(rows.map((row) => row.prompt_id))
  const [best] = evidence.prompts
    .filter(({ prompt_id }) => answered.has(prompt_id))
    .flatMap((prompt) => assess(prompt, evidence, brand.name)?.opportunity ?? [])
    .sort((a, b) => b.opportunity_score - a.opportunity_score)
  return best ?? null
}
