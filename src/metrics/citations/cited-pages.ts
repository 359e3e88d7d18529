/** The pages that answers cite, most cited first, with what each page itself says about the brand and its competitors. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import { pageQuery } from '../../core/paging.ts'
import { CitingResults, NextCursor, SourceCategory, SourceDomain, SourceTitle, SourceUrl } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { paginateRanked } from '../ranked-paging.ts'
import type { Window } from '../rollups.ts'
import { describeMetric, MetricHeader, metricHeader } from '../values.ts'
import { PageCheck, readPageChecks } from './page-checks.ts'

const CitedPages = z
  .object({
    ...MetricHeader,
    pages: z.array(
      z.object({
        url: SourceUrl,
        title: SourceTitle,
        domain: SourceDomain,
        category: SourceCategory,
        results_citing: CitingResults,
        check: PageCheck.nullable().describe('What the page itself says; null if it was not read yet.'),
      }),
    ),
    next_cursor: NextCursor,
  })
  .meta({ id: 'CitedPages' })

const query = {
  ...pageQuery,
  on_page: z
    .enum(['all', 'named', 'missing', 'unchecked'])
    .default('all')
    .describe(
      '`named`: pages that name the brand. `missing`: pages that were read and do not name it. `unchecked`: pages that were not read, or could not be.',
    ),
}

type Query = z.output<z.ZodObject<typeof query>>

export const citedPages = defineMetric({
  summary: 'List the cited pages',
  whenToUse:
    'Answers "which cited pages name us, and which only name competitors?" with what Ansight read on each page. Titles and authors were written by others. For numbers by domain use list_citations.',
  description: describeMetric([], 'Most cited pages first, with what each page says in its main text.'),
  query,
  returns: CitedPages,
  read,
})

type Page = {
  url_id: number
  url: string
  title: string | null
  domain: string
  category: string
  results_citing: number
}

async function read(window: Window, query: Query): Promise<z.input<typeof CitedPages>> {
  const { items, next_cursor } = paginateRanked(
    await listPages(window, query.on_page),
    { value: (page) => page.results_citing, id: (page) => page.url },
    { ...query, order: 'desc' },
  )
  const names = new Map(
    window.competitors.map(({ entity_no, id, name }) => [entity_no, { competitor_id: id, name }]),
  )
  const ids = items.map(({ url_id }) => url_id)
  const getCheck = await readPageChecks(window, ids, (number) => names.get(number))
  return {
    ...metricHeader(window.scope),
    pages: items.map(({ url_id, category, ...page }) => ({
      ...page,
      category: SourceCategory.parse(category),
      check: getCheck(url_id),
    })),
    next_cursor,
  }
}

async function listPages({ db, scope }: Window, onPage: Query['on_page']): Promise<Page[]> {
  const condition = {
    all: sql`true`,
    named: sql`page.state = 'read' and 0 = any(page.named)`,
    missing: sql`page.state = 'read' and not 0 = any(page.named)`,
    unchecked: sql`page.state is distinct from 'read'`,
  }[onPage]
  const { rows } = await sql<Page>`
    select
      urls.id as url_id, urls.url, urls.title, domains.registrable as domain,
      mode() within group (order by cited.category) as category, count(distinct cited.answer_id)::int as results_citing
    from answers
    join answer_citations cited on cited.brand_id = answers.brand_id and cited.answer_id = answers.id
    join urls on urls.brand_id = cited.brand_id and urls.id = cited.url_id
    join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
    left join cited_pages page on page.brand_id = cited.brand_id and page.url_id = cited.url_id
    where ${answersInScope(scope)} and cited.cited and ${daysInScope(scope, 'cited.day')} and domains.registrable <> ''
      and ${condition}
    group by urls.id, urls.url, urls.title, domains.registrable`.execute(db)
  return rows
}

const mostChanged = 20

/** Returns the most cited pages of the window whose text changed in it, with the day of the change. */
export async function listChangedPages({ db, scope }: Window): Promise<{ day: string; url: string }[]> {
  const { rows } = await sql<{ day: string; url: string }>`
    select (page.changed_at at time zone 'utc')::date as day, most_cited.url
    from (
      select urls.id, urls.url
      from answer_citations cited join urls on urls.brand_id = cited.brand_id and urls.id = cited.url_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and ${daysInScope(scope, 'cited.day')}
      group by urls.id, urls.url
      order by count(distinct cited.answer_id) desc, urls.id limit ${mostChanged}
    ) most_cited
    join cited_pages page on page.brand_id = ${scope.brand.id} and page.url_id = most_cited.id
    where page.changed_at is not null and page.state = 'read'
    order by page.changed_at, most_cited.url`.execute(db)
  return rows
}
