/** An organization takes all that is its own along, or ends. */
import { sql } from 'kysely'
import { deleteBrand, listBrands } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { exportAnswers } from './export-answers.ts'
import { exportedTables, type Kept } from './organization-tables.ts'

/** `table` → whose row it is; its columns follow. */
export type TakenRow = { table: string } & Record<string, unknown>

/** So many rows are held at once. */
const batchRows = 500

/** The organization, its people, every row of the tables that are told, and its answers: as each was at one moment. */
export async function* exportOrganization(ctx: Context): AsyncGenerator<TakenRow> {
  const moment = await ctx.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const at = { ...ctx, db: moment }
    yield* organizationOf(at)
    for (const [table, how] of Object.entries(exportedTables)) yield* rowsOf(at, table, how)
  } finally {
    await moment.rollback().execute()
  }
  for (const brand of await listBrands(ctx))
    for await (const answer of exportAnswers(ctx, brand, { raw: false }))
      yield { table: 'answers', brand_id: brand.id, ...answer }
}

async function* organizationOf(ctx: Context): AsyncGenerator<TakenRow> {
  const { rows } = await sql<{ table: string }>`
    select 'organizations' as table, id, name, plan, spend_limit_micros, created_at from organizations where id = ${ctx.organizationId}`.execute(
    ctx.db,
  )
  yield* rows
  const people = await sql<{ table: string }>`
    select 'users' as table, users.id, users.name, users.email
    from members join users on users.id = members.user_id
    where members.organization_id = ${ctx.organizationId}
    order by users.id`.execute(ctx.db)
  yield* people.rows
}

/** By a cursor: a table may hold millions. */
async function* rowsOf(ctx: Context, table: string, { owner, without = [] }: Kept): AsyncGenerator<TakenRow> {
  const owned =
    owner === 'organization_id'
      ? sql`t.organization_id = ${ctx.organizationId}`
      : sql`t.brand_id in (select id from brands where organization_id = ${ctx.organizationId})`
  await sql`
    declare taken no scroll cursor for
    select to_jsonb(t) - ${sql.lit(`{${without.join(',')}}`)}::text[] as row from ${sql.table(table)} t where ${owned}`.execute(
    ctx.db,
  )
  for (;;) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      fetch ${sql.lit(batchRows)} from taken`.execute(ctx.db)
    yield* rows.map(({ row }) => ({ table, ...row }))
    if (rows.length < batchRows) break
  }
  await sql`close taken`.execute(ctx.db)
}

/**
 * The organization with all its brands, people and keys, for good. `name` is said again by whoever means it. Throws
 * `invalid_request` for another name and `conflict` while a job is under way.
 */
export function deleteOrganization(ctx: Context, name: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const organization = await tx.db
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', tx.organizationId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (organization.name !== name)
      throw invalid('name', 'must be the name of the organization, as a sign that it is meant')
    for (const brand of await listBrands(tx)) await deleteBrand(tx, brand)
    await tx.db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        tx.db.selectFrom('members').select('user_id').where('organization_id', '=', tx.organizationId),
      )
      .execute()
    await tx.db.deleteFrom('organizations').where('id', '=', tx.organizationId).execute()
    tx.log.info({ organization_id: tx.organizationId }, 'an organization was ended by its owner')
  })
}
