/** The actions of a brand in one table: what was done, what it changed, what followed, and what it cost. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { Count } from '../metrics/fields.ts'
import { readInSnapshot } from '../metrics/rollups.ts'
import { ActionFields, type ActionRow, listActions, showAction } from './actions.ts'
import { ActionChain, readChain } from './chain.ts'
import { ActionExperiment, ActionResult, readExperiment } from './experiment.ts'

export const ActionWithResult = z
  .object({
    ...ActionFields,
    result: ActionResult,
    brought: z
      .object({
        agent_requests: Count.nullable().describe('Requests of AI agents to its page; null if not measured.'),
        first_request: z.iso.date().nullable(),
        citing_answers: Count.nullable().describe('Answers that cite its page; null without a page.'),
        first_citation: z.iso.date().nullable(),
        visits: Count.nullable().describe('Visits to its page from AI platforms; null if not measured.'),
        conversions: Count.nullable().describe(
          'Conversions of sessions that started on its page; null without goals.',
        ),
      })
      .describe('What followed, from the day of the action on.'),
  })
  .meta({ id: 'ActionWithResult' })

export const ActionTable = z
  .object({
    brand_id: z.uuid(),
    actions: z.array(ActionWithResult).describe('Newest first, 50 at a time.'),
    next_cursor: z.string().nullable(),
    totals: z
      .object({
        actions: Count,
        hours: z.number(),
        costs: z.array(z.object({ currency: z.string(), cost: z.number() })),
      })
      .describe('Over all actions of the brand.'),
  })
  .meta({ id: 'ActionTable' })

const PromptOfAction = z.object({ prompt_id: z.uuid(), text: z.string() })

export const ActionDetail = z
  .object({
    ...ActionFields,
    affected: z.array(PromptOfAction),
    controls: z.array(PromptOfAction),
    result: ActionExperiment,
    chain: ActionChain,
  })
  .meta({ id: 'ActionDetail' })

const rowsAtOnce = 50

type Row = z.input<typeof ActionWithResult>

export function readActionTable(
  ctx: Context,
  brand: Brand,
  cursor: string | undefined,
): Promise<z.input<typeof ActionTable>> {
  return readInSnapshot(ctx, async (snapshot) => {
    const { items, next_cursor } = await listActions(snapshot, brand.id, { limit: rowsAtOnce, cursor })
    const actions = await readRows(snapshot, brand, items)
    return { brand_id: brand.id, actions, next_cursor, totals: await readTotals(snapshot, brand.id) }
  })
}

type ReportedPeriod = { from: string | null; to: string | null; limit: number }

/** Returns the newest actions whose experiment includes days of a period. `snapshot`: all reads agree. */
export async function readActionsOfPeriod(
  snapshot: Context,
  brand: Brand,
  { from, to, limit }: ReportedPeriod,
): Promise<Row[]> {
  const rows = await snapshot.db
    .selectFrom('actions')
    .selectAll()
    .where('brand_id', '=', brand.id)
    .$if(from !== null, (query) => query.where(sql<boolean>`day + 7 * weeks >= ${from}::date`))
    .$if(to !== null, (query) => query.where('day', '<=', to ?? ''))
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return readRows(snapshot, brand, rows)
}

async function readRows(snapshot: Context, brand: Brand, rows: readonly ActionRow[]): Promise<Row[]> {
  if (rows.length === 0) return []
  const all = await listDeclared(snapshot, brand.id)
  const actions: Row[] = []
  for (const row of rows) actions.push(await readRow(snapshot, brand, row, all))
  return actions
}

export function readActionDetail(
  ctx: Context,
  brand: Brand,
  row: ActionRow,
): Promise<z.input<typeof ActionDetail>> {
  return readInSnapshot(ctx, async (snapshot) => {
    const texts = await readTexts(snapshot, row)
    const others = await listDeclared(snapshot, brand.id)
    const list = (ids: readonly string[]) =>
      ids.flatMap((id) => {
        const text = texts.get(id)
        return text === undefined ? [] : [{ prompt_id: id, text }]
      })
    return {
      ...showAction(row),
      affected: list(row.affected_prompt_ids),
      controls: list(row.control_prompt_ids),
      result: await readExperiment(snapshot, row, without(others, row)),
      chain: await readChain(snapshot, brand, row),
    }
  })
}

async function readRow(
  snapshot: Context,
  brand: Brand,
  row: ActionRow,
  all: readonly ActionRow[],
): Promise<Row> {
  const { weeks: _, looks: __, ...result } = await readExperiment(snapshot, row, without(all, row))
  const { fetched, cited, visits, conversions } = await readChain(snapshot, brand, row)
  return {
    ...showAction(row),
    result,
    brought: {
      agent_requests: fetched?.requests ?? null,
      first_request: fetched?.first_day ?? null,
      citing_answers: cited?.answers ?? null,
      first_citation: cited?.first_day ?? null,
      visits: visits?.visits ?? null,
      conversions: conversions?.conversions ?? null,
    },
  }
}

const without = (all: readonly ActionRow[], { id }: ActionRow): ActionRow[] =>
  all.filter((each) => each.id !== id)

/** The experiments of all actions, which can disturb each other. */
export const listDeclared = ({ db }: Context, brandId: string): Promise<ActionRow[]> =>
  db.selectFrom('actions').selectAll().where('brand_id', '=', brandId).orderBy('id').execute()

async function readTotals({ db }: Context, brandId: string): Promise<z.input<typeof ActionTable>['totals']> {
  const { rows } = await sql<{
    currency: string | null
    cost: number | null
    hours: number
    actions: number
  }>`
    select currency, sum(cost) as cost, coalesce(sum(hours), 0) as hours, count(*)::int as actions
    from actions where brand_id = ${brandId} group by currency order by currency`.execute(db)
  return {
    actions: rows.reduce((sum, row) => sum + row.actions, 0),
    hours: rows.reduce((sum, row) => sum + row.hours, 0),
    costs: rows.flatMap(({ currency, cost }) =>
      currency === null || cost === null ? [] : [{ currency, cost }],
    ),
  }
}

async function readTexts({ db }: Context, row: ActionRow): Promise<Map<string, string>> {
  const ids = [...row.affected_prompt_ids, ...row.control_prompt_ids]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('prompts')
    .select(['id', 'text'])
    .where('brand_id', '=', row.brand_id)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}
