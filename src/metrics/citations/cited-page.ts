/** One page that answers cite: how many, which, when, and whom these answers name. */
import { sql } from 'kysely'
import { z } from 'zod'
import { sourceCategories } from '../../../vocabulary/source-categories.ts'
import { classifySource } from '../../answers/analysis.ts'
import type { Scope } from '../../answers/scope.ts'
import { getBrand } from '../../brands/brands.ts'
import { listEntities, trackedEntities } from '../../brands/entities.ts'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { pageQuery } from '../../core/paging.ts'
import { defineMetric } from '../metric.ts'
import { readPromptNames } from '../prompt-names.ts'
import { paginateRanked } from '../ranked-paging.ts'
import { memoize } from '../rollups/cache.ts'
import { readWindow, type Snapshot } from '../rollups/snapshot.ts'
import { sumBy } from '../statistics/basket.ts'
import { strataOf } from '../statistics/strata.ts'
import {
  Count,
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  Pct,
  Platform,
  pooledRateIntervalPct,
  rateIntervalPct,
  rateMoments,
  ratioPct,
} from '../values.ts'
import { type Citing, type CitingCell, countCitingAnswers } from './citing-answers.ts'

const Usage = {
  result_count: Count.describe('Answers in the denominator.'),
  results_citing: Count.describe('Answers that cite it.'),
  usage_pct: Pct.describe('Of these answers, those that cite it.'),
  interval: IntervalRecord.describe('Of usage_pct.'),
}

const CitedPage = z
  .object({
    ...MetricHeader,
    url: z.string(),
    title: z.string().nullable(),
    domain: z.string().nullable().describe('Registrable; null for an address on no domain.'),
    category: z.enum(sourceCategories),
    article_type: z.string().describe('What kind of page it is, as far as address and title tell.'),
    owner: z
      .object({ competitor_id: z.uuid().nullable().describe('Null: the brand.'), name: z.string() })
      .nullable()
      .describe('Whose domain it lies under; null: nobody tracked.'),
    ...Usage,
    total_citations: Count.describe('An answer that lists it twice cites it twice.'),
    first_cited: z.iso
      .date()
      .nullable()
      .describe('The first day of the window that has an answer citing it.'),
    last_cited: z.iso.date().nullable(),
    prompts: z.array(
      z.object({
        prompt_id: z.uuid(),
        prompt_text: z.string(),
        topic_name: z.string().nullable(),
        ...Usage,
      }),
    ),
    by_platform: z.array(z.object({ platform: Platform, ...Usage })),
    named: z
      .array(
        z.object({
          competitor_id: z.uuid().nullable().describe('Null: the brand.'),
          name: z.string(),
          results_naming: Count.describe('Of the answers that cite the page, those that name it.'),
          pct: Pct.describe('results_naming / results_citing.'),
          interval: IntervalRecord.describe('Of pct, all questions taken as one.'),
        }),
      )
      .describe('The brand, and the competitors that these answers name, most often named first.'),
    granularity: z.enum(['day', 'week']),
    buckets: z
      .array(z.object({ date: z.iso.date().describe('The day, or the Monday of the ISO week.'), ...Usage }))
      .describe('Days or weeks that have answers; their intervals take all questions as one.'),
    next_cursor: z.string().nullable().describe('Of prompts; all else is whole always.'),
  })
  .meta({ id: 'CitedPage' })

const query = {
  url: z.string().min(1).max(8_192).describe('The page, as answers and lists of citations show it.'),
  granularity: z.enum(['day', 'week']).default('day'),
  ...pageQuery,
}

type Query = z.output<z.ZodObject<typeof query>>

export const citedPage = defineMetric({
  summary: 'Show one page that answers cite',
  description: describeMetric(
    [],
    'Usage: answers that cite the page / answers. `prompts` lists those with an answer that cites it, most such answers first. Not found is a page that no answer to the brand’s prompts ever had among its sources.',
  ),
  query,
  returns: CitedPage,
  read,
})

/** Throws `not_found` for a page that no answer has among its sources. */
function read(ctx: Context, scope: Scope, query: Query): Promise<z.input<typeof CitedPage>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    const page = await getPage(at, scope, query.url)
    const key = ['cited page', page.id, query.granularity]
    const citing = await memoize(at, scope, key, () =>
      countCitingAnswers(at, scope, page.id, query.granularity),
    )
    const { items, next_cursor } = paginateRanked(
      [...Map.groupBy(citing.places, ({ prompt_id }) => prompt_id)]
        .map(([prompt_id, places]) => ({ prompt_id, places, citing: sumBy(places, (each) => each.citing) }))
        .filter((prompt) => prompt.citing > 0),
      { value: (prompt) => prompt.citing, id: (prompt) => prompt.prompt_id },
      { ...query, order: 'desc' },
    )
    const prompts = await readPromptNames(
      at,
      scope.brand.id,
      items.map(({ prompt_id }) => prompt_id),
    )
    return {
      ...metricHeader(scope),
      ...(await describePage(at, scope, page)),
      ...usageOf(citing.places),
      total_citations: citing.citations,
      first_cited: citing.first,
      last_cited: citing.last,
      prompts: items.flatMap(({ prompt_id, places }) => {
        const prompt = prompts.get(prompt_id)
        if (!prompt) return []
        const { text, topic_name } = prompt
        return [{ prompt_id, prompt_text: text, topic_name, ...usageOf(places) }]
      }),
      by_platform: [...Map.groupBy(citing.places, ({ platform }) => platform)]
        .map(([platform, places]) => ({ platform: Platform.parse(platform), ...usageOf(places) }))
        .sort((a, b) => b.results_citing - a.results_citing || (a.platform < b.platform ? -1 : 1)),
      named: await showNamed(at, scope, citing),
      granularity: query.granularity,
      buckets: citing.spans.map(({ start, answers, citing }) => ({
        date: start,
        result_count: answers,
        results_citing: citing,
        usage_pct: ratioPct(citing, answers),
        interval: pooledRateIntervalPct(answers, citing),
      })),
      next_cursor,
    }
  })
}

type Page = { id: number; url: string; title: string | null; domain: string }

/** Throws `not_found`. */
async function getPage(ctx: Context, { brand }: Scope, url: string): Promise<Page> {
  const { rows } = await sql<Page>`
    select urls.id, urls.url, urls.title, coalesce(domains.registrable, '') as domain
    from urls left join domains on domains.brand_id = urls.brand_id and domains.id = urls.domain_id
    where urls.brand_id = ${brand.id} and urls.url = ${url}`.execute(ctx.db)
  if (!rows[0]) throw notFound('page')
  return rows[0]
}

/** Classifies the page with the brand's current names and domains. */
async function describePage(ctx: Context, { brand: { id } }: Scope, { url, title, domain }: Page) {
  const brand = await getBrand(ctx, id)
  const { citation, owner } = classifySource(brand, await trackedEntities(ctx, brand), { url, title })
  return {
    url,
    title,
    domain: domain || null,
    category: citation?.category ?? 'other',
    article_type: citation?.articleType ?? 'other',
    owner: owner ? { competitor_id: owner.kind === 'brand' ? null : owner.id, name: owner.name } : null,
  }
}

function usageOf(places: readonly CitingCell[]) {
  const answers = sumBy(places, (place) => place.answers)
  const citing = sumBy(places, (place) => place.citing)
  return {
    result_count: answers,
    results_citing: citing,
    usage_pct: ratioPct(citing, answers),
    interval: rateIntervalPct(
      strataOf(
        places.map((place) => rateMoments(place.answers, place.citing)),
        1,
      ),
    ),
  }
}

async function showNamed(at: Snapshot, { brand }: Scope, { named, places }: Citing) {
  const citing = sumBy(places, (place) => place.citing)
  const shown = (competitor_id: string | null, name: string, number: number) => {
    const results = named.find(({ entity }) => entity === number)?.results ?? 0
    return {
      competitor_id,
      name,
      results_naming: results,
      pct: ratioPct(results, citing),
      interval: pooledRateIntervalPct(citing, results),
    }
  }
  const rivals = (await listEntities(at, 'competitors', brand.id))
    .map(({ id, name, number }) => shown(id, name, number))
    .filter(({ results_naming }) => results_naming > 0)
  return [shown(null, brand.name, 0), ...rivals.sort((a, b) => b.results_naming - a.results_naming)]
}
