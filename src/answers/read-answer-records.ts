/** Reads stored answers as the API returns them. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import { type Context, seesCosts } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { message } from '../languages/message.ts'
import { type AnswerRecord, type AnswerRow, showAnswer } from './answer-record.ts'

/** Returns the newest answer per prompt, platform and region, except for deleted prompts. Without `limit`, all of them. */
export async function listLatestAnswers(
  ctx: Context,
  brand: Brand,
  {
    platform,
    limit,
    cursor,
  }: { platform?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: z.input<typeof AnswerRecord>[]; next_cursor: string | null }> {
  const after =
    cursor === undefined ? sql`true` : sql`(p.id, a.platform, a.region) > ${buildRow(readCursor(cursor))}`
  const { rows } = await sql<AnswerRow>`
    ${selectFrom(sql`(
      select distinct on (prompt_id, platform, region) *
      from answers
      where brand_id = ${brand.id} and (${platform ?? null}::text is null or platform = ${platform ?? null})
      order by prompt_id, platform, region, answered_at desc, id desc
    )`)}
    where a.brand_id = ${brand.id} and p.deleted_at is null and ${after}
    order by p.id, a.platform, a.region
    ${limit === undefined ? sql`` : sql`limit ${limit + 1}`}`.execute(ctx.db)
  const competitors = await listEntities(ctx, 'competitors', brand.id)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    results: page.map((row) => showAnswer(withCosts(ctx, row), brand, competitors)),
    next_cursor: last && rows.length > page.length ? cursorAt(last) : null,
  }
}

const Position = z.tuple([Uuid, z.string(), z.string()])

const buildRow = ([prompt, platform, region]: z.output<typeof Position>) =>
  sql`(${prompt}::uuid, ${platform}::text, ${region}::text)`

const cursorAt = ({ prompt_id, platform, region }: AnswerRow) =>
  Buffer.from(JSON.stringify([prompt_id, platform, region])).toString('base64url')

function readCursor(cursor: string): z.output<typeof Position> {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid('cursor', message('common.texts.isNotAValidCursor'))
  }
}

export async function getAnswerRecord(
  ctx: Context,
  brand: Brand,
  id: string,
): Promise<z.input<typeof AnswerRecord>> {
  const { rows } = await sql<AnswerRow>`
    ${selectFrom(sql`answers`)} where a.brand_id = ${brand.id} and a.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound(message('common.texts.noSuchAnswer'))
  return showAnswer(withCosts(ctx, rows[0]), brand, await listEntities(ctx, 'competitors', brand.id))
}

const withCosts = (ctx: Context, row: AnswerRow): AnswerRow =>
  seesCosts(ctx) ? row : { ...row, cost_micros: null, cost_estimated: false }

const selectFrom = (answers: RawBuilder<unknown>) => sql`
  select
    a.id, a.prompt_id, p.text as prompt_text, t.name as topic, p.category, personas.name as persona, a.platform, a.model, a.surface, a.region, a.language, a.weight,
    a.answered_at, a.status, a.failure, a.searches, a.cost_micros, a.cost_estimated, a.unrecognized, a.analysis_version, a.score_millipoints[1] as brand_score_milli,
    a.entities, a.mention_counts, a.ranks, a.own_citations,
    x.markdown, x.sources, x.analysis
  from ${answers} a
  join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
  left join topics t on t.brand_id = p.brand_id and t.id = p.topic_id
  left join personas on personas.brand_id = p.brand_id and personas.id = p.persona_id
  left join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id`
