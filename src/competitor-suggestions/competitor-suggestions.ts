/**
 * A competitor suggestion is a name that recurs in a brand's answers and is not tracked. It has counts and examples,
 * and is part of no metric until a user accepts it. A dismissed name is not suggested again. The API calls it a
 * candidate.
 */

import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import { addEntity, type EntityUpdate } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { CompetitorSuggestions } from '../db/schema.generated.ts'
import { enqueueOrJoinJob } from '../jobs/job.ts'
import { message } from '../languages/message.ts'

export type SuggestionRow = Selectable<CompetitorSuggestions>

export const SuggestionStatus = z.enum(['open', 'accepted', 'dismissed'])

const Examples = z.array(
  z.object({
    answer_id: z.uuid(),
    start: z.number().int().describe("UTF-16 offset of the name in the answer's `response`."),
    end: z.number().int(),
    snippet: z.string().describe('The text around the name.'),
  }),
)
export type Example = z.output<typeof Examples>[number]

export const SuggestionRecord = z
  .object({
    id: z.uuid(),
    name: z.string(),
    domain: z.string().nullable().describe('The site that answers link this name to.'),
    answers: z.number().int().describe('Scanned answers that mention it.'),
    prompts: z.number().int(),
    platforms: z.array(z.enum(platforms)),
    first_day: z.iso.date(),
    last_day: z.iso.date(),
    examples: Examples.describe('The newest answers that mention it, at most five.'),
    status: SuggestionStatus,
    updated_at: Timestamp,
  })
  .meta({ id: 'Candidate' })

/** The answers on which the counts are based. Days are inclusive. */
export const ScannedWindow = z.object({ from: z.iso.date(), to: z.iso.date(), answers: z.number().int() })

export const suggestionsKind = 'candidates' satisfies JobKind

/** Returns the id of a new scan, or of the one that is waiting to start. */
export const requestCompetitorSuggestions = (tx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(tx, brandId, suggestionsKind)

/** Lists suggestions by number of answers, descending. */
export async function listSuggestions(
  ctx: Context,
  brandId: string,
  { status, ...page }: Page & { status: SuggestionRow['status'] },
): Promise<{ items: SuggestionRow[]; next_cursor: string | null }> {
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

/** Returns the window of the last scan, or null before the first. */
export async function findScannedWindow(
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

/** Makes it a competitor in all of history. Throws `conflict` if it was accepted already or the name is taken. */
export function acceptSuggestion(
  ctx: Context,
  brand: Brand,
  { id, name, domain }: SuggestionRow,
): Promise<EntityUpdate> {
  return transaction(ctx, async (tx) => {
    // Locks the brand's row first, in the same order as the scan.
    const competitor = await addEntity(tx, 'competitors', brand, { name, domain })
    await setStatus(tx, brand.id, id, 'accepted')
    await recordEvent(tx, 'candidate.accepted', { brandId: brand.id, data: { name } })
    return competitor
  })
}

export const dismissSuggestion = (ctx: Context, brandId: string, { id, name }: SuggestionRow) =>
  transaction(ctx, async (tx) => {
    const row = await setStatus(tx, brandId, id, 'dismissed')
    await recordEvent(tx, 'candidate.dismissed', { brandId, data: { name } })
    return row
  })

export const restoreSuggestion = (ctx: Context, brandId: string, { id, name }: SuggestionRow) =>
  transaction(ctx, async (tx) => {
    const row = await setStatus(tx, brandId, id, 'open')
    await recordEvent(tx, 'candidate.restored', { brandId, data: { name } })
    return row
  })

/** Per new status: the earlier statuses that allow it, and the error otherwise. */
const transitions = {
  accepted: {
    from: ['open', 'dismissed'],
    refusal: message('competitorSuggestions.general.onlyOpenOrDismissedCanBeAccepted'),
  },
  dismissed: { from: ['open'], refusal: message('competitorSuggestions.general.onlyASuggestionThatIsOpen') },
  open: {
    from: ['dismissed'],
    refusal: message('competitorSuggestions.general.onlyASuggestionThatIsDismissed'),
  },
}

async function setStatus(
  tx: Context,
  brandId: string,
  id: string,
  status: keyof typeof transitions,
): Promise<SuggestionRow> {
  const { from, refusal } = transitions[status]
  const row = await tx.db
    .updateTable('competitor_suggestions')
    .set({ status, updated_at: tx.now() })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict(refusal)
  return row
}

export const showSuggestion = (row: SuggestionRow): z.input<typeof SuggestionRecord> =>
  SuggestionRecord.parse({ ...row, updated_at: row.updated_at.toISOString() })
