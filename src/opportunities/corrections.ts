/**
 * Opportunities to correct a page at its source: a cited page whose stored text has wrong or outdated claims about approved facts
 * (claims/page-claims.ts), and answers that cite it and do so as well. Documented in docs/opportunities.md.
 */
import { sql } from 'kysely'
import { isCounted } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { pooledRateIntervalPct, ratioPct } from '../metrics/values.ts'
import type { Assessed, Assessment } from './assess.ts'
import { correctionTitle, describeCorrection } from './describe.ts'
import type { EvidenceWindow } from './evidence-window.ts'
import { type Volume, volumeOfPrompt } from './gap-query.ts'
import { addUp, getImpact, minAnswers, scoreParts, volumeData } from './score.ts'
import type { CorrectionData } from './source-data.ts'

/** No more than this many pages get a new opportunity at once, those that most wrong answers cite. */
const mostPages = 100
const mostPrompts = 50

/** Whether `page`, a row of `page_claims`, was compared with former facts or names. The job compares it again. */
export const isStale = ({ facts_version, names_version }: Brand) => sql<boolean>`
  (page.facts_version, page.names_version) <> (${facts_version}, ${names_version})`

export async function assessCorrections(
  ctx: Context,
  brand: Brand,
  window: EvidenceWindow,
): Promise<Assessed[]> {
  const found = await listEvidence(ctx, brand, window)
  return found.map((evidence, index) => ({
    opportunity: assessCorrection(evidence, window, brand.name),
    open: index < mostPages,
    stay: true,
  }))
}

type Evidence = Pick<CorrectionData, 'answers' | 'simulated' | 'page' | 'wrong' | 'language' | 'facts'> & {
  url_id: number
  is_own: boolean
  /** The weights of `answers` and of `wrong`. */
  n: number
  wrong_n: number
  /** See `pooledRateIntervalPct`. */
  per_day: number
  /** Answers that have a wrong or outdated claim about these facts, also those that do not cite the page. */
  all_wrong: number
  answer_ids: string[]
  prompt_ids: string[]
  category: string
  intent: string | null
  volume: Volume | null
}

function assessCorrection(
  evidence: Evidence,
  window: EvidenceWindow,
  brandName: string,
): Assessment<CorrectionData> {
  const { answers, simulated, page, wrong, language, facts, intent, prompt_ids, url_id, is_own } = evidence
  const wrong_pct = ratioPct(evidence.wrong_n, evidence.n)
  const wrong_interval = pooledRateIntervalPct(evidence.wrong_n, { n: evidence.n, perDay: evidence.per_day })
  const low = wrong_interval?.low ?? 0
  const isEstablished = answers >= minAnswers
  const score_parts = scoreParts(evidence, {
    points: wrong_pct ?? 0,
    low,
    sources: wrong / evidence.all_wrong,
  })
  const source_data: CorrectionData = {
    kind: 'correction',
    window: { date_from: window.from, date_to: window.to },
    simulated,
    answers,
    certainty: isEstablished ? 'established' : 'directional',
    ...volumeData(evidence.volume),
    intent,
    evidence_answer_ids: evidence.answer_ids,
    score_parts,
    page,
    wrong,
    wrong_pct,
    wrong_interval,
    language,
    facts,
    prompt_ids: prompt_ids.slice(0, mostPrompts),
  }
  const type = is_own ? 'owned' : 'earned'
  const [prompt_id] = prompt_ids
  if (prompt_id === undefined) throw new Error('A wrong answer has a prompt')
  return {
    prompt_id,
    url_id,
    type,
    impact: getImpact(isEstablished, low),
    opportunity_score: addUp(score_parts),
    source_data,
    title: correctionTitle(source_data, type),
    description: describeCorrection(source_data, brandName),
  }
}

/** Returns the pages that most wrong answers cite first. */
async function listEvidence(
  { db }: Context,
  brand: Brand,
  { from, to }: EvidenceWindow,
): Promise<Evidence[]> {
  const brandId = brand.id
  const { rows } = await sql<Evidence>`
    with accused as materialized (
      select page.url_id, page.fact_id, page.verdict, page.quote, facts.subject, facts.statement, facts.source_url
      from page_claims page
      join facts on facts.brand_id = ${brandId} and facts.id = page.fact_id and facts.status = 'approved'
      where page.brand_id = ${brandId} and page.verdict in ('wrong', 'outdated') and not ${isStale(brand)}
    ),
    citing as materialized (
      select
        cited.url_id, answers.id, prompt_id, platform, region, answers.day, weight, answered_at, surface,
        bool_or(cited.entity is not distinct from 0) as is_own
      from answer_citations cited
      join answers on answers.brand_id = ${brandId} and answers.id = cited.answer_id
      join fact_comparisons compared on compared.brand_id = ${brandId} and compared.answer_id = answers.id
      where cited.brand_id = ${brandId} and cited.cited and cited.url_id in (select url_id from accused)
        and answers.day between ${from}::date and ${to}::date and ${isCounted(brandId)} and mention_counts[1] > 0
      group by cited.url_id, answers.id, prompt_id, platform, region, answers.day, weight, answered_at, surface
    ),
    wrong_claims as materialized (
      select claims.fact_id, claims.answer_id
      from claims
      join answers on answers.brand_id = ${brandId} and answers.id = claims.answer_id
      where claims.brand_id = ${brandId} and claims.verdict in ('wrong', 'outdated')
        and claims.fact_id in (select fact_id from accused)
        and answers.day between ${from}::date and ${to}::date and ${isCounted(brandId)}
    ),
    stating as materialized (
      select accused.url_id, accused.fact_id, citing.id, citing.prompt_id, citing.weight, citing.answered_at
      from accused
      join wrong_claims using (fact_id)
      join citing on citing.url_id = accused.url_id and citing.id = wrong_claims.answer_id
    ),
    facts_of_page as materialized (
      select url_id, fact_id, count(*)::int as answers from stating group by url_id, fact_id
    ),
    pages as (
      select
        url_id, count(*)::int as answers, sum(weight)::float8 as n, bool_or(surface = 'simulated') as simulated,
        bool_or(is_own) as is_own
      from citing group by url_id
    ),
    days as (
      select url_id, (sum(n * n) / sum(n))::float8 as per_day
      from (
        select url_id, sum(weight) as n from citing group by url_id, prompt_id, platform, region, day
      ) cells
      group by url_id
    ),
    wrong as (
      select
        url_id, count(*)::int as wrong, sum(weight)::float8 as wrong_n,
        (array_agg(id order by answered_at desc, id))[1:5] as answer_ids
      from (select distinct url_id, id, weight, answered_at from stating) answers
      group by url_id
    ),
    all_wrong as (
      select url_id, count(distinct answer_id)::int as all_wrong
      from facts_of_page join wrong_claims using (fact_id) group by url_id
    ),
    fact_lists as (
      select url_id, json_agg(json_build_object(
        'fact_id', fact_id, 'subject', subject, 'statement', statement, 'source_url', source_url, 'verdict', verdict,
        'quote', quote, 'answers', facts_of_page.answers
      ) order by facts_of_page.answers desc, fact_id) as facts
      from facts_of_page join accused using (url_id, fact_id) group by url_id
    ),
    prompt_lists as (
      select url_id, array_agg(prompt_id order by is_tracked desc, answers desc, prompt_id) as prompt_ids
      from (
        select url_id, prompt_id, count(distinct stating.id) as answers, bool_and(deleted_at is null and is_active) as is_tracked
        from stating join prompts on prompts.brand_id = ${brandId} and prompts.id = prompt_id
        group by url_id, prompt_id
      ) counts
      group by url_id
    )
    select
      wrong.url_id, is_own, pages.answers, n, simulated, per_day, wrong, wrong_n, answer_ids, all_wrong, facts, prompt_ids,
      json_build_object('url', urls.url, 'domain', domains.registrable, 'title', urls.title) as page,
      cited_pages.language, prompts.category, volumes.intent, ${volumeOfPrompt} as volume
    from wrong
    join pages using (url_id)
    join days using (url_id)
    join all_wrong using (url_id)
    join fact_lists using (url_id)
    join prompt_lists using (url_id)
    join urls on urls.brand_id = ${brandId} and urls.id = wrong.url_id
    join domains on domains.brand_id = ${brandId} and domains.id = urls.domain_id
    join prompts on prompts.brand_id = ${brandId} and prompts.id = prompt_ids[1]
    left join cited_pages on cited_pages.brand_id = ${brandId} and cited_pages.url_id = urls.id
    left join prompt_volumes volumes on volumes.brand_id = ${brandId} and volumes.prompt_id = prompts.id
    order by wrong desc, wrong.url_id`.execute(db)
  return rows
}
