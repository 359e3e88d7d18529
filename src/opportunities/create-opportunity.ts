/** Creates an opportunity for a source that answers cite without the brand. */
import { sql } from 'kysely'
import { z } from 'zod'
import { isCounted } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { BrandId } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { message } from '../languages/message.ts'
import { evaluateChanges } from '../metrics/changes.ts'
import { type Assessment, assess } from './assess.ts'
import { describeGap, sourceTitle } from './describe.ts'
import { findGapEvidence, type GapEvidence } from './gap-evidence.ts'
import { onPage } from './gap-query.ts'
import { getColumns, getOpportunity, type LoadedOpportunity } from './opportunities.ts'
import type { SourceData } from './source-data.ts'
import { insertStatusChanges } from './status.ts'

export const NewSourceOpportunity = z.strictObject({
  brand_id: BrandId,
  domain: z.string().trim().toLowerCase().min(1).max(253).describe('Registrable domain that answers cite.'),
})

/** Throws `conflict` when the source has an open opportunity, no prompt with a gap cites it, or its pages name the brand. */
export async function createSourceOpportunity(
  ctx: Context,
  brand: Brand,
  domain: string,
): Promise<LoadedOpportunity> {
  await evaluateChanges(ctx, brand.id)
  const creation = transaction(ctx, async (tx) => {
    const evidence = await findGapEvidence(tx, brand)
    const assessment = evidence && (await assessSource(tx, brand, evidence, domain))
    if (!assessment)
      throw conflict(
        message('opportunities.createOpportunity.inTheLast30DaysNo', {
          domain,
        }),
      )
    const pages = await listPages(tx, brand, assessment, domain)
    const sources = pages.filter(({ on_page }) => on_page?.names_brand !== true)
    if (sources.length === 0)
      throw conflict(message('opportunities.createOpportunity.pagesNameBrand', { domain, brand: brand.name }))
    const id = newId(tx.now().getTime())
    const source_data = { ...assessment.source_data, sources }
    await tx.db
      .insertInto('opportunities')
      .values({
        ...getColumns({
          ...assessment,
          type: 'earned',
          title: sourceTitle(brand.name, domain),
          description: describeGap(source_data, 'earned'),
          source_data,
        }),
        source_domain: domain,
        brand_id: brand.id,
        id,
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .execute()
    await insertStatusChanges(tx, brand.id, [{ id, from: null, to: 'new', note: null }])
    await recordEvent(tx, 'opportunity.created', { brandId: brand.id, data: { opportunity_id: id, domain } })
    return getOpportunity(tx, id)
  })
  return onUniqueViolation(
    creation,
    conflict(message('opportunities.createOpportunity.domainAlreadyHasAnOpenOpportunity', { domain })),
  )
}

const mostPages = 10

/** Returns the pages of the domain that the answers to the prompt cite most, with what they say. */
async function listPages(
  { db }: Context,
  brand: Brand,
  { prompt_id, source_data: { window } }: Assessment,
  domain: string,
): Promise<SourceData['sources']> {
  const { rows } = await sql<SourceData['sources'][number]>`
    select
      urls.url, domains.registrable as domain, urls.title, mode() within group (order by cited.category) as category,
      count(distinct answers.id)::int as answers, (array_agg(${onPage}))[1] as on_page
    from answers
    join answer_citations cited on cited.brand_id = answers.brand_id and cited.answer_id = answers.id
    join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
    join urls on urls.brand_id = cited.brand_id and urls.id = cited.url_id
    left join cited_pages page on page.brand_id = cited.brand_id and page.url_id = cited.url_id
    where answers.brand_id = ${brand.id} and ${isCounted(brand.id)} and answers.prompt_id = ${prompt_id} and cited.cited
      and answers.day between ${window.date_from}::date and ${window.date_to}::date
      and cited.day between ${window.date_from}::date and ${window.date_to}::date and domains.registrable = ${domain}
    group by urls.url, domains.registrable, urls.title
    order by answers desc, urls.url
    limit ${mostPages}`.execute(db)
  return rows
}

/** Returns the assessment of the prompt with the highest score among those whose answers cite the domain. */
async function assessSource(
  { db }: Context,
  brand: Brand,
  evidence: GapEvidence,
  domain: string,
): Promise<Assessment | null> {
  const { rows } = await sql<{ prompt_id: string }>`
    select distinct prompt_id from answers
    join answer_citations cited on cited.brand_id = answers.brand_id and cited.answer_id = answers.id
    join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
    where answers.brand_id = ${brand.id} and ${isCounted(brand.id)} and cited.cited
      and answers.day between ${evidence.from}::date and ${evidence.to}::date
      and cited.day between ${evidence.from}::date and ${evidence.to}::date and domains.registrable = ${domain}`.execute(
    db,
  )
  const citing = new Set(rows.map((row) => row.prompt_id))
  const [best] = evidence.prompts
    .filter(({ prompt_id }) => citing.has(prompt_id))
    .flatMap((prompt) => assess(prompt, evidence, brand.name)?.opportunity ?? [])
    .sort((a, b) => b.opportunity_score - a.opportunity_score)
  return best ?? null
}
