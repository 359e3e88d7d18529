/** Exports all data of an organization, or deletes the organization. */
import { sql } from 'kysely'
import { deleteBrand, listBrands } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { actorOf, addressHash } from '../core/events.ts'
import { exportAnswers } from './export-answers.ts'
import { type ExportedTable, exportedTables } from './organization-tables.ts'

/** A row with the name of its table. */
export type ExportedRow = { table: string } & Record<string, unknown>

/** Rows fetched at a time. */
const batchSize = 500

/**
 * Exports the organization, its users, every row of the exported tables and its answers, each from a consistent
 * snapshot.
 */
export async function* exportOrganization(ctx: Context): AsyncGenerator<ExportedRow> {
  const snapshot = await ctx.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const snapshotCtx = { ...ctx, db: snapshot }
    yield* exportAccount(snapshotCtx)
    for (const [table, options] of exportedTables) yield* exportTable(snapshotCtx, table, options)
  } finally {
    await snapshot.rollback().execute()
  }
  for (const brand of await listBrands(ctx))
    for await (const answer of exportAnswers(ctx, brand, { raw: false }))
      yield { table: 'answers', brand_id: brand.id, ...answer }
}

async function* exportAccount(ctx: Context): AsyncGenerator<ExportedRow> {
  const { rows } = await sql<{ table: string }>`
    select 'organizations' as table, id, name, plan, spend_limit_micros, created_at from organizations where id = ${ctx.organizationId}`.execute(
    ctx.db,
  )
  yield* rows
  const users = await sql<{ table: string }>`
    select 'users' as table, users.id, users.name, users.email
    from members join users on users.id = members.user_id
    where members.organization_id = ${ctx.organizationId}
    order by users.id`.execute(ctx.db)
  yield* users.rows
}

/** Uses a cursor, because a table may have millions of rows. */
async function* exportTable(
  ctx: Context,
  table: string,
  { owner, omit = [] }: ExportedTable,
): AsyncGenerator<ExportedRow> {
  const isOwned =
    owner === 'organization_id'
      ? sql`t.organization_id = ${ctx.organizationId}`
      : sql`t.brand_id in (select id from brands where organization_id = ${ctx.organizationId})`
  await sql`
    declare taken no scroll cursor for
    select to_jsonb(t) - ${sql.lit(`{${omit.join(',')}}`)}::text[] as row from ${sql.table(table)} t where ${isOwned}`.execute(
    ctx.db,
  )
  for (;;) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      fetch ${sql.lit(batchSize)} from taken`.execute(ctx.db)
    yield* rows.map(({ row }) => ({ table, ...row }))
    if (rows.length < batchSize) break
  }
  await sql`close taken`.execute(ctx.db)
}

/**
 * Deletes the organization with all its brands, users and API keys, and keeps a record of the deletion. `name` confirms the deletion. Throws
 * `invalid_request` for another name and `conflict` while a job is active.
 */
export function deleteOrganization(ctx: Context, name: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const organization = await tx.db
      .selectFrom('organizations')
      .select(['name', 'created_at'])
      .where('id', '=', tx.organizationId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (organization.name !== name)
      throw invalid('name', 'must be the name of the organization, as a confirmation')
    for (const brand of await listBrands(tx)) await deleteBrand(tx, brand)
    await tx.db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        tx.db.selectFrom('members').select('user_id').where('organization_id', '=', tx.organizationId),
      )
      .execute()
    await insertTombstone(tx, organization)
    await tx.db.deleteFrom('organizations').where('id', '=', tx.organizationId).execute()
    tx.log.info({ organizationId: tx.organizationId }, 'organization deleted')
  })
}

function insertTombstone(tx: Context, { name, created_at }: { name: string; created_at: Date }) {
  return tx.db
    .insertInto('deleted_organizations')
    .values({
      id: tx.organizationId,
      name,
      created_at,
      deleted_at: tx.now(),
      deleted_by: JSON.stringify(actorOf(tx)),
      request_id: tx.request?.id ?? null,
      address_hash: addressHash(tx),
    })
    .execute()
}
