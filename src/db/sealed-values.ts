/** The encrypted values of the database, and their encryption with a new SECRET_KEY. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { decryptSecret, encryptSecret, keyIdPosition, type SecretKeys, secretKeyId } from './encryption.ts'
import type { DB } from './schema.generated.ts'

type Base = SecretKeys & { db: Kysely<DB> }

type SealedColumn = {
  table: keyof DB
  column: string
  /** The row id that the value is bound to, unique within the table. */
  rowId: RawBuilder<string>
}

const sealedColumns: readonly SealedColumn[] = [
  { table: 'engine_keys', column: 'credentials', rowId: sql`organization_id || ' ' || backend` },
  { table: 'sso_providers', column: 'client_secret', rowId: sql`id::text` },
  { table: 'channels', column: 'url', rowId: sql`id::text` },
  { table: 'channels', column: 'secret', rowId: sql`id::text` },
  { table: 'channels', column: 'previous_secret', rowId: sql`id::text` },
  { table: 'log_sources', column: 'secret', rowId: sql`id::text` },
  { table: 'data_connections', column: 'credentials', rowId: sql`id::text` },
  { table: 'totp_secrets', column: 'secret', rowId: sql`user_id::text` },
]

/** `old`: encrypted with a key in SECRET_KEY_PREVIOUS. `unreadable`: with a key that is not known. */
export type SealedCounts = { current: number; old: number; unreadable: number }

/** Counts the encrypted values by the key they were encrypted with. */
export async function countSealedValues(base: Base): Promise<SealedCounts> {
  const counts = { current: 0, old: 0, unreadable: 0 }
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql<SealedCounts>`
      select
        count(*) filter (where key_id = ${currentId(base)})::int as current,
        count(*) filter (where key_id = any(${oldIds(base)}))::int as old,
        count(*) filter (where key_id <> ${currentId(base)} and key_id <> all(${oldIds(base)}))::int as unreadable
      from (
        select ${getKeyId(column)} as key_id from ${sql.table(table)} where ${sql.ref(column)} is not null
      ) as sealed`.execute(base.db)
    for (const row of rows) {
      counts.current += row.current
      counts.old += row.old
      counts.unreadable += row.unreadable
    }
  }
  return counts
}

const batchSize = 500

/**
 * Encrypts every value with SECRET_KEY that was encrypted with a key in SECRET_KEY_PREVIOUS, in batches. Returns how many
 * values changed, and how many could not be decrypted because they were modified. An interrupted call can be repeated.
 */
export async function reencryptSecrets(base: Base): Promise<{ reencrypted: number; damaged: number }> {
  const totals = { reencrypted: 0, damaged: 0 }
  for (const sealed of sealedColumns) {
    for (let after: string | null = ''; after !== null; ) {
      const batch = await reencryptBatch(base, sealed, after)
      totals.reencrypted += batch.reencrypted
      totals.damaged += batch.damaged
      after = batch.last
    }
  }
  return totals
}

/** `last`: the row id that the next batch starts after; null after the last batch. */
function reencryptBatch(base: Base, { table, column, rowId }: SealedColumn, after: string) {
  return base.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: string; value: Buffer }>`
      select ${rowId} as id, ${sql.ref(column)} as value from ${sql.table(table)}
      where ${getKeyId(column)} = any(${oldIds(base)}) and ${rowId} > ${after}
      order by ${rowId} limit ${batchSize}
      for update`.execute(db)
    let reencrypted = 0
    for (const { id, value } of rows) {
      const text = decryptOrNull(base, value, id)
      if (text === null) continue
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${encryptSecret(base, text, id)}
        where ${rowId} = ${id}`.execute(db)
      reencrypted += 1
    }
    const last = rows.length < batchSize ? null : (rows.at(-1)?.id ?? null)
    return { reencrypted, damaged: rows.length - reencrypted, last }
  })
}

function decryptOrNull(base: Base, value: Buffer, rowId: string): string | null {
  try {
    return decryptSecret(base, value, rowId)
  } catch {
    return null
  }
}

const getKeyId = (column: string) =>
  sql<Buffer>`substring(${sql.ref(column)} from ${sql.lit(keyIdPosition.from)} for ${sql.lit(keyIdPosition.length)})`
const currentId = ({ secretKey }: SecretKeys) => sql`${secretKeyId(secretKey)}::bytea`
const oldIds = ({ secretKey, config }: SecretKeys) =>
  sql`${config.SECRET_KEY_PREVIOUS.filter((key) => key !== secretKey).map(secretKeyId)}::bytea[]`
