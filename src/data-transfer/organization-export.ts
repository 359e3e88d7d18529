/** Exports all data of an organization, or deletes the organization. */
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { deleteBrand, listBrands } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { actorColumns, addressHash, recordEvent } from '../core/events.ts'
import { message } from '../languages/message.ts'
import { exportAnswers, type ReadPage } from './export-answers.ts'
import { claimExport } from './export-limits.ts'
import { listPrimaryKeys, readTable } from './export-table.ts'
import { formatJsonLines } from './json-lines.ts'
import { exportedTables } from './organization-tables.ts'

/** A row with the name of its table. */
type ExportedRow = { table: string } & Record<string, unknown>

/** Returns the export as a stream. Closing the stream ends the export. Throws `conflict` while one is in progress. */
export async function openExport(ctx: Context, limits?: { deadlineMs: number }): Promise<Readable> {
  const { readPage, toStream } = await claimExport(ctx, 'export', limits)
  await recordEvent(ctx, 'organization.exported')
  return toStream(formatJsonLines(exportOrganization(ctx, readPage)))
}

/**
 * Exports the organization, its users, every row of the exported tables and its answers. `readPage` runs the query of
 * each page; between two pages the export holds no connection, however slowly the client reads.
 */
async function* exportOrganization(ctx: Context, readPage: ReadPage): AsyncGenerator<ExportedRow> {
  yield* await readPage(() => listAccount(ctx))
  const brands = await readPage(() => listBrands(ctx))
  const keys = await readPage(() => listPrimaryKeys(ctx))
  for (const [table, options] of exportedTables) {
    const owners = options.owner === 'organization_id' ? [ctx.organizationId] : brands.map(({ id }) => id)
    for (const ownerId of owners)
      for await (const row of readTable(ctx, { table, ownerId, ...options }, keys, readPage))
        yield { table, ...row }
  }
  for (const brand of brands)
    for await (const answer of exportAnswers(ctx, brand, { raw: false }, readPage))
      yield { table: 'answers', brand_id: brand.id, ...answer }
}

async function listAccount(ctx: Context): Promise<ExportedRow[]> {
  const organization = await sql<ExportedRow>`
    select 'organizations' as table, id, name, plan, spend_limit_micros, created_at from organizations where id = ${ctx.organizationId}`.execute(
    ctx.db,
  )
  const users = await sql<ExportedRow>`
    select 'users' as table, users.id, users.name, users.email
    from members join users on users.id = members.user_id
    where members.organization_id = ${ctx.organizationId}
    order by users.id`.execute(ctx.db)
  return [...organization.rows, ...users.rows]
}

/**
 * Deletes the organization with all its brands and API keys, and the accounts that belong to no other organization, and
 * keeps a record of the deletion. `name` confirms the deletion. Throws `invalid_request` for another name and `conflict`
 * while a job is active.
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
      throw invalid('name', message('dataTransfer.organizationExport.mustBeTheNameOfThe'))
    await insertTombstone(tx, organization)
    for (const brand of await listBrands(tx)) await deleteBrand(tx, brand)
    const userIds = await listUsersOfThisOrganizationOnly(tx)
    if (userIds.length > 0) await tx.db.deleteFrom('users').where('id', 'in', userIds).execute()
    await tx.db.deleteFrom('organizations').where('id', '=', tx.organizationId).execute()
    tx.log.info({ organizationId: tx.organizationId }, 'organization deleted')
  })
}

async function listUsersOfThisOrganizationOnly(tx: Context): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', tx.organizationId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members as others')
            .select('others.user_id')
            .whereRef('others.user_id', '=', 'members.user_id')
            .where('others.organization_id', '<>', tx.organizationId),
        ),
      ),
    )
    .execute()
  return rows.map(({ user_id }) => user_id)
}

async function insertTombstone(tx: Context, { name, created_at }: { name: string; created_at: Date }) {
  await tx.db
    .insertInto('deleted_organizations')
    .values({
      id: tx.organizationId,
      name,
      created_at,
      deleted_at: tx.now(),
      ...(await actorColumns(tx)),
      request_id: tx.request?.id ?? null,
      address_hash: addressHash(tx),
    })
    .execute()
}
