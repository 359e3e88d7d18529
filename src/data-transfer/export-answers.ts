/**
 * Exports stored answers in the import format. Ordered by content and time, not by id, so that two brands with the same
 * answers produce the same lines.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { unpackPayload } from '../answers/raw-payload.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { messageSchema } from '../languages/localized.ts'
import { inEnglish } from '../languages/message.ts'
import type { AnswerLineInput } from './data-transfer.ts'

/** Answers in memory at a time. */
const batchSize = 100

/** Runs the query of one page. The connection is free again before the page is used. */
export type ReadPage = <T>(query: () => Promise<T>) => Promise<T>

const readDirectly: ReadPage = (query) => query()

/**
 * Yields the answers of a brand. `raw` includes the raw engine responses, several times the size. Each page is read by
 * separate statements, so a slow consumer holds no connection; for a consistent snapshot, pass a context in a
 * transaction.
 */
export async function* exportAnswers(
  ctx: Context,
  brand: Brand,
  { raw }: { raw: boolean },
  readPage: ReadPage = readDirectly,
): AsyncGenerator<AnswerLineInput> {
  for (const day of await readPage(() => listDays(ctx, brand))) {
    const ids = await readPage(() => listIds(ctx, brand, day))
    for (let start = 0; start < ids.length; start += batchSize) {
      const rows = await readPage(() => findRows(ctx, brand, ids.slice(start, start + batchSize), raw))
      yield* rows.map(toLine)
    }
  }
}

async function listDays(ctx: Context, brand: Brand): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from answers where brand_id = ${brand.id} order by day`.execute(ctx.db)
  return rows.map(({ day }) => day)
}

/**
 * Lists the ids of a day's answers by time and content, compared by bytes, because collations differ between databases.
 */
async function listIds(ctx: Context, brand: Brand, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id
    from answers a join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
    where a.brand_id = ${brand.id} and a.day = ${day}
    order by a.answered_at, p.text collate "C", a.region collate "C", a.language collate "C", a.platform collate "C", a.sample, a.id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

type Row = {
  id: string
  prompt: string
  follows: string[]
  topic: string | null
  tags: string[]
  persona_name: string | null
  persona_instruction: string
  category: AnswerLineInput['category']
  is_tracked: boolean
  platform: AnswerLineInput['platform']
  model: string
  surface: AnswerLineInput['surface']
  backend: string
  region: string
  language: string
  sample: number
  weight: number
  queried_at: Date
  answered_at: Date
  status: AnswerLineInput['status']
  failure: unknown
  searches: string[]
  searched: boolean | null
  input_tokens: number | null
  output_tokens: number | null
  cost_micros: number | null
  cost_estimated: boolean
  markdown: string | null
  sources: unknown
  raw: Buffer | null
}

async function findRows(ctx: Context, brand: Brand, ids: string[], raw: boolean): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      a.id, p.text as prompt, array_remove(array[before_last.text, before.text], null) as follows, t.name as topic, p.category, p.tags,
      personas.name as persona_name, personas.instruction as persona_instruction, p.is_active and p.deleted_at is null as is_tracked, a.platform, a.model,
      a.surface, a.backend, a.region, a.language, a.sample, a.weight, a.queried_at, a.answered_at, a.status, a.failure, a.searches,
      a.searched, a.input_tokens, a.output_tokens, a.cost_micros, a.cost_estimated, x.markdown, x.sources, case when ${raw} then x.raw end as raw
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, ordinal)
    join answers a on a.brand_id = ${brand.id} and a.id = wanted.id
    join prompts p on p.brand_id = ${brand.id} and p.id = a.prompt_id
    left join prompts before on before.brand_id = ${brand.id} and before.id = p.follows
    left join prompts before_last on before_last.brand_id = ${brand.id} and before_last.id = before.follows
    left join topics t on t.brand_id = ${brand.id} and t.id = p.topic_id
    left join personas on personas.brand_id = ${brand.id} and personas.id = p.persona_id
    left join answer_texts x on x.brand_id = ${brand.id} and x.answer_id = a.id
    order by wanted.ordinal`.execute(ctx.db)
  return rows
}

const Cited = z.object({ url: z.string(), title: z.string().nullable() })
const Sources = z.object({
  citations: z.array(Cited.extend({ start: z.number().nullable(), end: z.number().nullable() })),
  retrieved: z.array(Cited),
  shopping_cards: z.array(z.looseObject({ product_title: z.string() })),
})
const noSources: z.output<typeof Sources> = { citations: [], retrieved: [], shopping_cards: [] }

function toLine(row: Row): AnswerLineInput {
  const sources = row.sources === null ? noSources : Sources.parse(row.sources)
  const cited = sources.citations.map(({ url, title, start, end }) => ({
    url,
    title,
    ...(start !== null && { start }),
    ...(end !== null && { end }),
  }))
  const retrieved = sources.retrieved.map((source) => ({ ...source, retrieved: true }))
  return {
    id: row.id,
    prompt: row.prompt,
    ...(row.follows.length > 0 && { follows: row.follows }),
    topic: row.topic,
    category: row.category,
    ...(row.tags.length > 0 && { tags: row.tags }),
    ...(row.persona_name !== null && {
      persona: { name: row.persona_name, instruction: row.persona_instruction },
    }),
    ...(!row.is_tracked && { is_active: false }),
    platform: row.platform,
    model: row.model || null,
    surface: row.surface,
    backend: row.backend,
    region: row.region || null,
    language: row.language || null,
    sample: row.sample,
    ...(row.weight > 1 && { weight: row.weight }),
    queried_at: row.queried_at.toISOString(),
    answered_at: row.answered_at.toISOString(),
    status: row.status,
    ...(row.failure !== null && { failure: inEnglish(messageSchema.parse(row.failure)) }),
    answer_markdown: row.markdown ?? '',
    citations: [...cited, ...retrieved].map((source, index) => ({ position: index + 1, ...source })),
    searches: row.searches,
    searched: row.searched,
    shopping_cards: sources.shopping_cards,
    cost_micros: row.cost_micros,
    ...(row.cost_estimated && { cost_estimated: true }),
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    ...(row.raw && { raw: unpackPayload(row.raw) }),
  }
}
