/** One cited source: how often it is cited over time, its pages, and which brands the citing answers mention. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import { daysAfter, getMonday, utcDay } from '../../core/days.ts'
import { notFound } from '../../core/errors.ts'
import { message } from '../../languages/message.ts'
import {
  CitingResults,
  CompetitorId,
  CompetitorName,
  Count,
  PromptId,
  PromptText,
  SourceTitle,
  SourceUrl,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import type { Window } from '../rollups.ts'
import { describeMetric, MetricHeader, metricHeader } from '../values.ts'
import { PageCheck, readPageChecks } from './page-checks.ts'
import { listSources, openTargets, Target } from './source-targets.ts'
import { readDomainChanges } from './usage-changes.ts'

const Mentioning = Count.describe('Answers among them that mention the brand.')
const Missed = Count.describe('Answers among them that mention a tracked competitor but not the brand.')

const SourceDetail = Target.omit({ score: true })
  .extend({
    ...MetricHeader,
    weeks: z
      .array(
        z.object({
          date: z.iso.date().describe('Monday of the ISO week.'),
          results_citing: CitingResults,
          results_mentioning: Mentioning,
        }),
      )
      .describe('The twelve weeks that end with the window, also those before its first day.'),
    pages: z
      .array(
        z.object({
          url: SourceUrl,
          title: SourceTitle,
          results_citing: CitingResults,
          results_mentioning: Mentioning,
          competitors: z.array(z.object({ competitor_id: CompetitorId, name: CompetitorName })),
          check: PageCheck.nullable().describe('What the page itself says; null if it was not read yet.'),
        }),
      )
      .describe(
        'The ten most cited pages, with the competitors that the citing answers mention, and what the pages say.',
      ),
    page_count: Count.describe('All cited pages.'),
    prompts: z
      .array(
        z.object({
          prompt_id: PromptId,
          prompt_text: PromptText,
          results_citing: CitingResults,
          missed_count: Missed,
        }),
      )
      .describe('The five prompts with the highest `missed_count`.'),
  })
  .meta({ id: 'SourceDetail' })

const query = {
  domain: z.string().trim().toLowerCase().min(1).max(253).describe('The domain, as in lists of sources.'),
}

type Query = z.output<z.ZodObject<typeof query>>

export const sourceDetail = defineMetric({
  summary: 'Get a source',
  description: describeMetric(
    [],
    '`check` is about the page itself; the other numbers are about answers. Returns 404 for a domain that no answer of the window cites.',
  ),
  query,
  previous: {},
  returns: SourceDetail,
  read,
})

async function read(window: Window, { domain }: Query): Promise<z.input<typeof SourceDetail>> {
  const [source] = await listSources(window, domain)
  if (!source) throw notFound(message('outreach.general.noAnswerCites', { domain }))
  const { target, getCompetitor } = await openTargets(window)
  const { pages, prompts, page_count } = await readCited(window, domain)
  const checks = await readPageChecks(
    window,
    pages.map(({ url_id }) => url_id),
    getCompetitor,
  )
  return {
    ...metricHeader(window.scope),
    ...target(source),
    change: (await readDomainChanges(window, [domain], 1))(domain),
    weeks: await readWeeks(window, domain),
    pages: pages.map(({ entities, url_id, ...page }) => ({
      ...page,
      check: checks(url_id),
      competitors: entities.flatMap((entity) => getCompetitor(entity) ?? []),
    })),
    page_count,
    prompts,
  }
}

const mostPages = 10
const mostPrompts = 5

type Cited = {
  pages: {
    url_id: number
    url: string
    title: string | null
    results_citing: number
    results_mentioning: number
    entities: number[]
  }[]
  prompts: { prompt_id: string; prompt_text: string; results_citing: number; missed_count: number }[]
  page_count: number
}

async function readCited({ db, scope, competitors }: Window, domain: string): Promise<Cited> {
  const numbers = competitors.map(({ entity_no }) => entity_no)
  const { rows } = await sql<Cited>`
    with cited_pages as materialized (
      select distinct cited.answer_id, cited.url_id
      from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable = ${domain}
        and ${daysInScope(scope, 'cited.day')}
    ),
    citing as materialized (
      select
        answers.id, url_id, prompt_id, mention_counts[1] > 0 as names_brand,
        array(
          select fact.entity from unnest(entities, mention_counts) as fact (entity, mentions)
          where fact.mentions > 0 and fact.entity = any(${numbers}::smallint[])
        ) as mentioned
      from cited_pages join answers on answers.brand_id = ${scope.brand.id} and answers.id = cited_pages.answer_id
      where ${answersInScope(scope)}
    ),
    pages as (
      select
        urls.id as url_id, urls.url, urls.title, count(*)::int as results_citing,
        (count(*) filter (where names_brand))::int as results_mentioning,
        array(
          select entity from citing of_page cross join unnest(of_page.mentioned) as entity
          where of_page.url_id = urls.id group by entity order by count(*) desc, entity
        ) as entities
      from citing join urls on urls.brand_id = ${scope.brand.id} and urls.id = citing.url_id
      group by urls.id, urls.url, urls.title
      order by results_citing desc, urls.url limit ${mostPages}
    ),
    by_prompt as (
      select
        prompt_id, count(distinct id)::int as results_citing,
        (count(distinct id) filter (where not names_brand and mentioned <> '{}'))::int as missed_count
      from citing group by prompt_id
    ),
    affected as (
      select by_prompt.prompt_id, prompts.text as prompt_text, results_citing, missed_count
      from by_prompt join prompts on prompts.brand_id = ${scope.brand.id} and prompts.id = by_prompt.prompt_id
      order by missed_count desc, results_citing desc, prompts.id limit ${mostPrompts}
    )
    select
      (select coalesce(json_agg(pages), '[]') from pages) as pages,
      (select coalesce(json_agg(affected), '[]') from affected) as prompts,
      (select count(distinct url_id)::int from citing) as page_count`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A query without a table always returns a row')
  return found
}

const weekCount = 12

async function readWeeks(window: Window, domain: string) {
  const { db, now } = window
  const last = getMonday(window.scope.to ?? utcDay(now()))
  const first = daysAfter(last, -7 * (weekCount - 1))
  const scope = { ...window.scope, from: first }
  const { rows } = await sql<{ date: string; results_citing: number; results_mentioning: number }>`
    select
      date_trunc('week', answers.day)::date as date, count(*)::int as results_citing,
      (count(*) filter (where mention_counts[1] > 0))::int as results_mentioning
    from answers
    where ${answersInScope(scope)} and answers.id in (
      select cited.answer_id from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable = ${domain}
        and ${daysInScope(scope, 'cited.day')}
    )
    group by 1`.execute(db)
  const byWeek = new Map(rows.map((row) => [row.date, row]))
  return Array.from({ length: weekCount }, (_, index) => {
    const date = daysAfter(first, 7 * index)
    return byWeek.get(date) ?? { date, results_citing: 0, results_mentioning: 0 }
  })
}
