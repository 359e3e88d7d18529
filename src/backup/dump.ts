/**
 * A dump of the rows of all tables, written and restored over a database connection, so that neither the container image nor
 * the host needs the client tools of PostgreSQL. It contains no definitions: the migrations of the manifest create the
 * tables. The schema of the job queue is not part of it; the queue is created at the next start, and waiting jobs are sent
 * to it again.
 *
 * Format: frames, compressed with zstd. A frame has a type (one byte), the length of its content (four bytes) and the
 * content. A frame `T` names a table and its columns as JSON; the frames `D` after it contain its rows in the text format
 * of COPY.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import { networkTimeouts } from '../db/database.ts'
import { createTables } from '../db/migrate.ts'

const Table = z.object({ table: z.string(), columns: z.array(z.string()) })
type Table = z.infer<typeof Table>

/** The text format of COPY depends on these. A limit of the role must not end a long COPY. */
const sessionSettings = [
  'client_encoding=UTF8',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'extra_float_digits=1',
  'timezone=UTC',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
]

/** Returns the dump of one snapshot of the database. Destroying it ends the snapshot. */
export function dumpDatabase(url: string): Readable {
  const compressed = createZstdCompress()
  void pipeline(Readable.from(readTables(url), { objectMode: false }), compressed).catch((error: Error) =>
    compressed.destroy(error),
  )
  return compressed
}

async function* readTables(url: string): AsyncGenerator<Buffer> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    for (const table of await listTables(client)) {
      yield frame('T', Buffer.from(JSON.stringify(table)))
      const rows: AsyncIterable<Buffer> = client.query(copyTo(`copy ${target(table)} to stdout`))
      for await (const chunk of rows) yield frame('D', chunk)
    }
  } catch (error) {
    throw describeLostConnection(error)
  } finally {
    await client.end()
  }
}

/**
 * Creates the tables of the migrations in an empty database and fills them, in one transaction: all of it or nothing. Rows
 * of tables that are not Ansight's are skipped.
 */
export async function restoreDump(dump: Readable, url: string, migrations: readonly string[]): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('begin')
    await createTables(client, migrations)
    const recreate = await dropIndexesAndForeignKeys(client)
    await pipeline(dump, createZstdDecompress(), (bytes: AsyncIterable<Buffer>) => writeTables(client, bytes))
    for (const statement of recreate) await client.query(statement)
    await client.query('commit')
    // Without statistics, the first queries would have bad plans.
    await client.query('analyze')
  } catch (error) {
    throw describeLostConnection(error)
  } finally {
    await client.end()
  }
}

async function writeTables(client: pg.Client, bytes: AsyncIterable<Buffer>): Promise<void> {
  const known = new Set((await listTables(client)).map(({ table }) => table))
  const frames = readFrames(bytes)
  let next = await frames.next()
  while (!next.done) {
    const table = Table.parse(JSON.parse(next.value.content.toString()))
    const rows = rowsOfTable()
    if (known.has(table.table))
      await pipeline(rows, client.query(copyFrom(`copy ${target(table)} from stdin`)))
    else for await (const _ of rows);
  }

  /** Leaves the first frame after the rows in `next`. */
  async function* rowsOfTable(): AsyncGenerator<Buffer> {
    for (next = await frames.next(); !next.done && next.value.type === 'D'; next = await frames.next())
      yield next.value.content
  }
}

/** Returns the columns of every table in the schema of Ansight, without tables of extensions. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`)
  return rows
}

/**
 * Tables can then be filled in any order, and indexes are built once from all rows. Returns the statements that create them
 * again: foreign keys last, because they need unique indexes.
 */
async function dropIndexesAndForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ remove: string; create: string }>(`
    select 1 as kind, format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class c on c.oid = indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    order by kind`)
  for (const { remove } of rows) await client.query(remove)
  return rows.map(({ create }) => create).reverse()
}

async function connect(url: string): Promise<pg.Client> {
  const options = sessionSettings.map((each) => `-c ${each}`).join(' ')
  const client = new pg.Client({
    ...networkTimeouts,
    connectionString: url,
    application_name: 'ansight backup',
    options,
  })
  // A lost connection fails the current query.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const describeLostConnection = (error: unknown): unknown =>
  isDatabaseUnavailable(error)
    ? new Error('The connection to the database was lost.', { cause: error })
    : error

const target = ({ table, columns }: Table): string =>
  `${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(', ')})`

type Frame = { type: string; content: Buffer }

const headerBytes = 5

function frame(type: 'T' | 'D', content: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write(type, 'latin1')
  header.writeUInt32BE(content.length, 1)
  return Buffer.concat([header, content])
}

async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= headerBytes) {
      const end = headerBytes + rest.readUInt32BE(1)
      if (rest.length < end) break
      yield { type: rest.toString('latin1', 0, 1), content: rest.subarray(headerBytes, end) }
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) throw new Error('The dump ends within a row.')
}
