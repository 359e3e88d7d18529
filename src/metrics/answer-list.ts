/** The answers behind a metric: with the same days and filters, the list contains exactly the answers of its denominator. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { AnswerWeight } from '../answers/answer-record.ts'
import { inAnyStatus, isOfCountedSurface, type Scope, sqlAnd } from '../answers/scope.ts'
import { sentimentLabels } from '../answers/sentiment-labels.ts'
import { type Brand, canSee, getBrand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { noSuchRow, requireRows } from '../core/rows-of-brand.ts'
import type { ResourceLoader } from '../http/route.ts'
import { localizedText, messageSchema } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { type AnswerListQuery, answerStatuses, entityConditions, getConditions } from './answer-filters.ts'
import { readInSnapshot } from './rollups.ts'

const AnswerSummary = z
  .object({
    id: z.uuid(),
    prompt: z.object({
      id: z.uuid(),
      text: z.string(),
      topic: z.string().nullable(),
      branded: z.boolean(),
      persona: z.string().nullable().describe('Name of the persona that asks the prompt; null without one.'),
    }),
    platform: z.enum(platforms),
    model: z.string().nullable(),
    surface: z.enum(['consumer_ui', 'api', 'simulated']),
    region: z.string().nullable(),
    language: z.string().nullable(),
    answered_at: Timestamp,
    status: z.enum(answerStatuses),
    failure: localizedText().nullable(),
    job_id: z.uuid().nullable().describe('The run; null for an imported answer.'),
    sample: z.number().int().describe('Number of the sample within its run.'),
    weight: AnswerWeight,
    mentioned: z.boolean().nullable().describe('Null unless answered.'),
    mention_count: z.number().int().describe('Number of mentions of the brand.'),
    rank: z.number().int().nullable().describe("The brand's position in the order of first mention."),
    visibility_score: z.number().nullable().describe('0 to 100. Null unless answered.'),
    sentiment: z.enum(sentimentLabels).nullable().describe('Null unless the brand is mentioned.'),
    citation_count: z.number().int().describe('Number of citations.'),
    own_citations: z.number().int().describe('Citations of domains of the brand.'),
    competitors: z.array(z.string()).describe('Names of the tracked competitors that the answer mentions.'),
  })
  .meta({ id: 'AnswerSummary' })

export const AnswerList = z.object({
  items: z.array(AnswerSummary),
  total: z.number().int().describe('Number of answers on all pages.'),
  next_cursor: z.string().nullable(),
})

type Row = Omit<z.input<typeof AnswerSummary>, 'prompt' | 'answered_at' | 'sentiment' | 'competitors'> & {
  answered_at: Date
  moment: string
  day: string
  prompt_id: string
  prompt_text: string
  topic: string | null
  persona: string | null
  branded: boolean
  score_millipoints: number | null
  sentiment: number
  named_numbers: number[]
}

/**
 * Returns the newest answers first. Throws `not_found` for a prompt, run, fact, competitor or product of another brand, and
 * `invalid_request` for a cursor that was not returned by a list.
 */
export function listAnswers(
  ctx: Context,
  scope: Scope,
  query: AnswerListQuery,
): Promise<z.input<typeof AnswerList>> {
  return readInSnapshot(ctx, async (snapshot) => {
    await requireOwn(snapshot, scope, query)
    const competitors = await listEntities(snapshot, 'competitors', scope.brand.id)
    const conditions = sqlAnd([
      inAnyStatus(scope),
      isOfCountedSurface(scope.brand.id),
      ...getConditions(scope.brand.id, query),
      ...(await entityConditions(snapshot, scope, { competitors, query })),
    ])
    const { rows: counts } = await sql<{
      total: number
    }>`select count(*) as total from answers where ${conditions}`.execute(snapshot.db)
    const rows = await readPage(snapshot, scope.brand.id, conditions, query)
    const items = rows.slice(0, query.limit)
    const last = items.at(-1)
    const names = new Map(competitors.map(({ entity_no: number, name }) => [number, name]))
    return {
      items: items.map((row) => show(row, names)),
      total: counts[0]?.total ?? 0,
      next_cursor: rows.length > query.limit && last ? cursorAt(last) : null,
    }
  })
}

async function requireOwn(ctx: Context, scope: Scope, query: AnswerListQuery): Promise<void> {
  const brandId = scope.brand.id
  await requireRows(ctx, 'prompts', brandId, query.prompt_id ?? [])
  const { rows } = await sql<{ job: boolean; fact: boolean }>`
    select
      exists (select 1 from facts where brand_id = ${brandId} and id = ${query.fact_id ?? null}) as fact,
      exists (select 1 from jobs where brand_id = ${brandId} and id = ${query.job_id ?? null}) as job`.execute(
    ctx.db,
  )
  if (query.fact_id !== undefined && !rows[0]?.fact) throw noSuchRow('facts')
  if (query.job_id !== undefined && !rows[0]?.job) throw notFound(message('metrics.answerList.noSuchRun'))
}

/** Returns one row more than the limit when another page follows. */
async function readPage(
  { db }: Context,
  brandId: string,
  conditions: RawBuilder<boolean>,
  page: AnswerListQuery,
): Promise<Row[]> {
  const after = page.cursor === undefined ? null : readCursor(page.cursor)
  const { rows } = await sql<Row>`
    select
      page.id, page.platform, page.model, page.surface, page.region, page.language, page.answered_at, page.moment, page.day, page.status,
      page.failure, page.job_id, page.sample, page.weight, page.citation_count,
      prompts.id as prompt_id, prompts.text as prompt_text, prompts.branded, topics.name as topic,
      personas.name as persona,
      coalesce(mention_counts[1], 0) as mention_count, nullif(ranks[1], 0) as rank, score_millipoints[1] as score_millipoints,
      coalesce(sentiments[1], 0) as sentiment, coalesce(own_citations[1], 0) as own_citations,
      array(select entity from unnest(entities, mention_counts) as named (entity, count) where count > 0) as named_numbers
    from (
      select *, answered_at::text as moment from answers
      where ${conditions} and ${after ? sql`day <= ${after.day}::date and (answered_at, id) < (${after.moment}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by day desc, answered_at desc, id desc
      limit ${page.limit + 1}
    ) page
    join prompts on prompts.brand_id = ${brandId} and prompts.id = page.prompt_id
    left join topics on topics.brand_id = ${brandId} and topics.id = prompts.topic_id
    left join personas on personas.brand_id = ${brandId} and personas.id = prompts.persona_id
    order by page.day desc, page.answered_at desc, page.id desc`.execute(db)
  return rows
}

function show(row: Row, names: Map<number, string>): z.input<typeof AnswerSummary> {
  const isAnswered = row.status === 'answered'
  const isNamed = isAnswered && row.mention_count > 0
  return {
    id: row.id,
    prompt: {
      id: row.prompt_id,
      text: row.prompt_text,
      topic: row.topic,
      branded: row.branded,
      persona: row.persona,
    },
    platform: row.platform,
    model: row.model || null,
    surface: row.surface,
    region: row.region || null,
    language: row.language || null,
    answered_at: row.answered_at.toISOString(),
    status: row.status,
    failure: messageSchema.nullable().parse(row.failure),
    job_id: row.job_id,
    sample: row.sample,
    weight: row.weight,
    mentioned: isAnswered ? isNamed : null,
    mention_count: row.mention_count,
    rank: row.rank,
    visibility_score: row.score_millipoints === null ? null : row.score_millipoints / 1000,
    sentiment: isNamed ? (sentimentLabels[row.sentiment] ?? 'unknown') : null,
    citation_count: row.citation_count,
    own_citations: row.own_citations,
    competitors: row.named_numbers.flatMap((number) => names.get(number) ?? []),
  }
}

const Cursor = z.tuple([z.iso.date(), z.string().regex(/^[\d:. +-]{10,40}$/), Uuid])

const cursorAt = ({ day, moment, id }: Row) =>
  Buffer.from(JSON.stringify([day, moment, id])).toString('base64url')

function readCursor(cursor: string): { day: string; moment: string; id: string } {
  try {
    const [day, moment, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { day, moment, id }
  } catch {
    throw invalid('cursor', message('common.texts.isNotAValidCursor'))
  }
}

/** Finds an answer's brand that the caller can access. */
export const answerInPath: ResourceLoader<{ brand: Brand; id: string }> = {
  in: 'params',
  name: 'id',
  schema: Uuid,
  load: async (ctx, given) => {
    const id = String(given)
    const { rows } = await sql<{ brand_id: string }>`
      select brand_id from answers
      where id = ${id} and brand_id in (select id from brands where organization_id = ${ctx.organizationId})`.execute(
      ctx.db,
    )
    const brandId = rows[0]?.brand_id
    if (brandId === undefined || !canSee(ctx, brandId)) throw notFound(message('common.texts.noSuchAnswer'))
    return { brand: await getBrand(ctx, brandId), id }
  },
}
