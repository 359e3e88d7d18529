/** The parameters of the answer list, and its filters as conditions on the table `answers`. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { verdicts } from '../../vocabulary/claims.ts'
import { type Scope, sqlAnd } from '../answers/scope.ts'
import { PromptIds } from '../answers/scope-parameters.ts'
import { sentimentCode, sentimentLabels } from '../answers/sentiment-labels.ts'
import { type EntityRow, listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { CalendarDay } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery } from '../core/paging.ts'
import { type Message, message } from '../languages/message.ts'
import { getSearchKey } from '../search-queries/search-key.ts'
import { verdictOnAnswer } from './claim-verdicts.ts'

export const answerStatuses = ['answered', 'empty', 'refused', 'failed'] as const

const Flag = z.enum(['true', 'false'])

export const answerListQuery = {
  ...pageQuery,
  prompt_id: PromptIds,
  job_id: Uuid.optional().describe('Only answers of this run.'),
  status: z
    .enum([...answerStatuses, 'any'])
    .default('answered')
    .describe('Only answers with this status. Metrics count only `answered`.'),
  mentioned: Flag.optional().describe(
    '`true`: only answers that mention the brand. `false`: only those that do not.',
  ),
  cited: Flag.optional().describe(
    '`true`: only answers that cite a domain of the brand. `false`: only those that do not.',
  ),
  sentiment: z
    .enum(sentimentLabels)
    .optional()
    .describe(
      'Only answers with this sentiment toward the brand. Answers that do not mention the brand have none.',
    ),
  competitor_id: Uuid.optional().describe('Only answers that mention this competitor.'),
  without_competitor_id: Uuid.optional().describe('Only answers that do not mention this competitor.'),
  product_id: Uuid.optional().describe('Only answers that mention this product in their text.'),
  domain: z.string().min(1).max(253).optional().describe('Only answers that cite this registrable domain.'),
  url: z.string().min(1).max(8_192).optional().describe('Only answers that cite this URL.'),
  fact_id: Uuid.optional().describe('Only answers that state this approved fact.'),
  verdict: z
    .enum(verdicts)
    .optional()
    .describe(
      'Only answers with this verdict about the fact; without `fact_id`, with this verdict as the worst about all facts.',
    ),
  search: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .optional()
    .describe('Only answers for which the engine ran this search, also in other words.'),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Only answers that contain this text, or whose prompt contains it, ignoring case.'),
  from: CalendarDay.optional().describe('Alias of date_from.'),
  to: CalendarDay.optional().describe('Alias of date_to.'),
}

export type AnswerListQuery = z.output<z.ZodObject<typeof answerListQuery>>

/** The filters by competitor and product. Throws `not_found` for one of another brand. */
export async function entityConditions(
  ctx: Context,
  scope: Scope,
  { competitors, query }: { competitors: EntityRow[]; query: AnswerListQuery },
): Promise<RawBuilder<boolean>[]> {
  const { competitor_id, without_competitor_id, product_id } = query
  const getNumber = (entities: EntityRow[], id: string, unknown: Message) => {
    const entity = entities.find((each) => each.id === id)
    if (!entity) throw notFound(unknown)
    return entity.entity_no
  }
  const noCompetitor = message('common.texts.noSuchCompetitor')
  const conditions = []
  if (competitor_id !== undefined)
    conditions.push(isNamed(getNumber(competitors, competitor_id, noCompetitor)))
  if (without_competitor_id !== undefined)
    conditions.push(
      sql<boolean>`${isNamed(getNumber(competitors, without_competitor_id, noCompetitor))} is not true`,
    )
  if (product_id !== undefined) {
    const products = await listEntities(ctx, 'products', scope.brand.id)
    conditions.push(isNamed(getNumber(products, product_id, message('common.texts.noSuchProduct'))))
  }
  return conditions
}

/** All other filters. */
export function getConditions(brandId: string, query: AnswerListQuery): RawBuilder<boolean>[] {
  const cites = (source: RawBuilder<unknown>) => sql<boolean>`id in (
    select answer_id from answer_citations where brand_id = ${brandId} and cited and ${source})`
  return [
    ...(query.status === 'any' ? [] : [sql<boolean>`status = ${query.status}`]),
    ...(query.q === undefined
      ? []
      : [
          sql<boolean>`(
            prompt_id in (
              select id from prompts where brand_id = ${brandId} and position(lower(${query.q}) in lower(text)) > 0)
            or exists (
              select 1 from answer_texts
              where answer_texts.brand_id = ${brandId} and answer_texts.answer_id = answers.id
                and position(lower(${query.q}) in lower(markdown)) > 0))`,
        ]),
    ...hasVerdict(brandId, query),
    ...(query.search === undefined ? [] : [hasSearch(query.search)]),
    ...(query.prompt_id === undefined ? [] : [sql<boolean>`prompt_id = any(${query.prompt_id}::uuid[])`]),
    ...(query.job_id === undefined ? [] : [sql<boolean>`job_id = ${query.job_id}`]),
    ...(query.mentioned === undefined ? [] : [isOwn('mention_counts', query.mentioned)]),
    ...(query.cited === undefined ? [] : [isOwn('own_citations', query.cited)]),
    ...(query.sentiment === undefined
      ? []
      : [sqlAnd([isOwn('mention_counts', 'true'), sql`sentiments[1] = ${sentimentCode(query.sentiment)}`])]),
    ...(query.domain === undefined
      ? []
      : [
          cites(
            sql`domain_id in (select id from domains where brand_id = ${brandId} and registrable = ${query.domain.toLowerCase()})`,
          ),
        ]),
    ...(query.url === undefined
      ? []
      : [cites(sql`url_id in (select id from urls where brand_id = ${brandId} and url = ${query.url})`)]),
  ]
}

const isOwn = (counts: 'mention_counts' | 'own_citations', wanted: 'true' | 'false') =>
  sql<boolean>`(status = 'answered' and (${sql.ref(counts)}[1] > 0) = ${wanted === 'true'})`

function hasVerdict(
  brandId: string,
  { fact_id, verdict }: Pick<AnswerListQuery, 'fact_id' | 'verdict'>,
): RawBuilder<boolean>[] {
  if (fact_id === undefined && verdict === undefined) return []
  const on = verdictOnAnswer(brandId, fact_id ?? null)
  const condition = verdict === undefined ? sql`<> 'not_stated'` : sql`= ${verdict}`
  return [sql<boolean>`(mention_counts[1] > 0 and ${on} ${condition})`]
}

function hasSearch(search: string): RawBuilder<boolean> {
  const key = getSearchKey(search)
  return key === null ? sql`false` : sql`search_keys @> array[${key}::bigint]`
}

const isNamed = (number: number) =>
  sql<boolean>`mention_counts[array_position(entities, ${number}::smallint)] > 0`
