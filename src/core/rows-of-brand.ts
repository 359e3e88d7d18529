/** Reads rows of a brand by id and in pages. Rows of other brands are not found. */
import { type Selectable, sql } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import type { Context } from './context.ts'
import { notFound } from './errors.ts'
import { cursorId, type Page, toPage } from './paging.ts'

const missing = {
  actions: message('actions.general.noSuchAction'),
  alert_rules: message('alerts.rules.noSuchAlertRule'),
  competitor_suggestions: message('competitorSuggestions.general.noSuchSuggestion'),
  competitors: message('common.texts.noSuchCompetitor'),
  facts: message('claims.facts.noSuchFact'),
  file_imports: message('traffic.files.errors.noSuchImport'),
  goals: message('traffic.funnel.noSuchGoal'),
  keyword_files: message('discovery.keywordFiles.noSuchFile'),
  notes: message('brands.notes.noSuchNote'),
  opportunities: message('opportunities.general.noSuchOpportunity'),
  personas: message('common.texts.noSuchPersona'),
  products: message('common.texts.noSuchProduct'),
  prompts: message('common.texts.noSuchPrompt'),
  topics: message('common.texts.noSuchTopic'),
}

/** Tables with the rows of brands that requests name by id. */
export type BrandTable = keyof typeof missing
type Row<Name extends BrandTable> = Selectable<DB[Name]> & { id: string }

export const noSuchRow = (table: BrandTable) => notFound(missing[table])

/** Throws `not_found` if the brand has no such row. `lock`: holds it until the transaction ends. */
export async function getRow<Name extends BrandTable>(
  { db }: Context,
  table: Name,
  brandId: string,
  id: string,
  lock?: 'update' | 'no key update' | 'key share',
): Promise<Row<Name>> {
  const { rows } = await sql<Row<Name>>`
    select * from ${sql.table(table)} where brand_id = ${brandId} and id = ${id}
    ${lock === undefined ? sql`` : sql`for ${sql.raw(lock)}`}`.execute(db)
  const [row] = rows
  if (!row) throw noSuchRow(table)
  return row
}

/** Throws `not_found` unless the brand has all of these rows. */
export async function requireRows(
  { db }: Context,
  table: BrandTable,
  brandId: string,
  given: readonly string[],
): Promise<void> {
  const ids = [...new Set(given)]
  if (ids.length === 0) return
  const { rows } = await sql`
    select from ${sql.table(table)} where brand_id = ${brandId} and id = any(${ids}::uuid[])`.execute(db)
  if (rows.length < ids.length) throw noSuchRow(table)
}

/** Returns a page of rows, oldest first. */
export async function listRows<Name extends BrandTable>(
  { db }: Context,
  table: Name,
  brandId: string,
  page: Page,
): Promise<{ items: Row<Name>[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const { rows } = await sql<Row<Name>>`
    select * from ${sql.table(table)} where brand_id = ${brandId} ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${page.limit + 1}`.execute(db)
  return toPage(rows, page)
}

export async function countRows(
  { db }: Context,
  table: BrandTable | 'prompt_candidate_decisions',
  brandId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where brand_id = ${brandId}`.execute(db)
  return rows[0]?.count ?? 0
}
