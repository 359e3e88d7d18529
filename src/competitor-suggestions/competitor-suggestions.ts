/**
 * A candidate is a name that recurs in a brand's answers and that nobody tracks: a competitor, perhaps, that was not
 * listed. It is offered with its counts and examples, and counts nowhere before a person accepts it. A dismissed name is
 * not offered again.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import { addEntity, type EntityUpdate } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { CompetitorSuggestions } from '../db/schema.generated.ts'
import { enqueueOrJoinJob } from '../jobs/job.ts'

export type CandidateRow = Selectable<CompetitorSuggestions>

export const CandidateStatus = z.enum(['open', 'accepted', 'dismissed'])

const Examples = z.array(
  z.object({
    answer_id: z.uuid(),
    start: z.number().int().describe("UTF-16 offset of the name in the answer's `response`."),
    end: z.number().int(),
    snippet: z.string().describe('The visible text around the name.'),
  }),
)
export type Example = z.output<typeof Examples>[number]

export const SuggestionRecord = z
  .object({
    id: z.uuid(),
    name: z.string(),
    domain: z.string().nullable().describe('The site of that name that answers link it to.'),
    answers: z.number().int().describe('How many of the answers looked at name it.'),
    prompts: z.number().int(),
    platforms: z.array(z.enum(platforms)),
    first_day: z.iso.date(),
    last_day: z.iso.date(),
    examples: Examples.describe('The newest answers that name it, at most five.'),
    status: CandidateStatus,
    updated_at: Timestamp,
  })
  .meta({ id: 'Candidate' })

/** The answers that the counts are of: days are inclusive. */
export const ScannedWindow = z.object({ from: z.iso.date(), to: z.iso.date(), answers: z.number().int() })

export const suggestionsKind = 'candidates'

/** A new job that looks for candidates, or the one that waits to begin. */
export const requestCompetitorSuggestions = (tx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(tx, brandId, suggestionsKind)

/** Those that the most answers name first. */
export async function pageOfCandidates(
  ctx: Context,
  brandId: string,
  { status, ...page }: Page & { status: CandidateRow['status'] },
): Promise<{ items: CandidateRow[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await ctx.db
    .selectFrom('competitor_suggestions')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('status', '=', status)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(-answers, id) > (select -last.answers, last.id from competitor_suggestions last where last.brand_id = ${brandId} and last.id = ${after})`,
      ),
    )
    .orderBy('answers', 'desc')
    .orderBy('id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

/** What the last look looked at; null before the first. */
export async function findLookedAt(
  ctx: Context,
  brandId: string,
): Promise<z.output<typeof ScannedWindow> | null> {
  const job = await ctx.db
    .selectFrom('jobs')
    .select('result')
    .where('brand_id', '=', brandId)
    .where('kind', '=', suggestionsKind)
    .where('status', '=', 'completed')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return job ? ScannedWindow.parse(job.result) : null
}

export async function getCandidate(ctx: Context, brandId: string, id: string): Promise<CandidateRow> {
  const row = await ctx.db
    .selectFrom('competitor_suggestions')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('candidate')
  return row
}

/** Makes it a competitor, counted in all of history. Throws `conflict` when it is none any more or the name is taken. */
export function acceptSuggestion(
  ctx: Context,
  brand: Brand,
  { id, name, domain }: CandidateRow,
): Promise<EntityUpdate> {
  return transaction(ctx, async (tx) => {
    // The brand's row first, as the job that looks takes them.
    const competitor = await addEntity(tx, 'competitors', brand, { name, domain })
    await move(tx, brand.id, id, ['open', 'dismissed'], 'accepted')
    await recordEvent(tx, 'candidate.accepted', { brandId: brand.id, data: { name } })
    return competitor
  })
}

export function dismissSuggestion(
  ctx: Context,
  brandId: string,
  { id, name }: CandidateRow,
): Promise<CandidateRow> {
  return transaction(ctx, async (tx) => {
    const row = await move(tx, brandId, id, ['open'], 'dismissed')
    await recordEvent(tx, 'candidate.dismissed', { brandId, data: { name } })
    return row
  })
}

export function restoreSuggestion(
  ctx: Context,
  brandId: string,
  { id, name }: CandidateRow,
): Promise<CandidateRow> {
  return transaction(ctx, async (tx) => {
    const row = await move(tx, brandId, id, ['dismissed'], 'open')
    await recordEvent(tx, 'candidate.restored', { brandId, data: { name } })
    return row
  })
}

async function move(
  tx: Context,
  brandId: string,
  id: string,
  from: CandidateRow['status'][],
  status: CandidateRow['status'],
): Promise<CandidateRow> {
  const row = await tx.db
    .updateTable('competitor_suggestions')
    .set({ status, updated_at: tx.now() })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict(`Only a candidate that is ${from.join(' or ')} can become ${status}.`)
  return row
}

export const showCandidate = (row: CandidateRow): z.input<typeof SuggestionRecord> =>
  SuggestionRecord.parse({ ...row, updated_at: row.updated_at.toISOString() })
