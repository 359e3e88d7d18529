/** Reads in one snapshot of the database, from the replica if it is up to date. */
import type { Context } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'

/** Calls `read` with a snapshot that includes everything committed before the call. */
export async function readInSnapshot<T>(ctx: Context, read: (snapshot: Context) => Promise<T>): Promise<T> {
  const onReplica = await readOnReplica(ctx, read)
  return onReplica ? onReplica.value : readFrom(ctx.db, ctx, read)
}

/** Returns null without a replica, or if it is unreachable or behind. */
async function readOnReplica<T>(
  ctx: Context,
  read: (snapshot: Context) => Promise<T>,
): Promise<{ value: T } | null> {
  const { replica } = ctx.database
  if (replica === null || !(await replica.isUpToDate())) return null
  try {
    return { value: await readFrom(replica.db, ctx, read) }
  } catch (error) {
    if (replica.isFault(error)) return null
    throw error
  }
}

const readFrom = <T>(db: Db, ctx: Context, read: (snapshot: Context) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => read({ ...ctx, db: snapshot }))
