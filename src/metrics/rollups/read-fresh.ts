/** Reads of up-to-date rollups, on the primary or on a replica, each in one snapshot of the database. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'
import { logPosition } from '../../db/read-replica.ts'
import { isStale } from './dimensions.ts'
import { refresh } from './refresh.ts'

/** `isRefreshed`: what was committed since the refresh is ignored. */
export type Snapshot = { ctx: Context; isRefreshed: boolean }

/** Returns null if the rollups are not up to date. */
type Read<T> = (snapshot: Snapshot) => Promise<{ value: T } | null>

/** Calls `read` with a snapshot that includes all answers committed before the call. */
export async function readFresh<T>(ctx: Context, brandId: string, read: Read<T>): Promise<T> {
  const onReplica = await readOnReplica(ctx, brandId, read)
  return onReplica ? onReplica.value : readOnPrimary(ctx, brandId, read)
}

/** Calls `read` once more after a refresh if it returns null because the rollups are not up to date. */
async function readOnPrimary<T>(ctx: Context, brandId: string, read: Read<T>): Promise<T> {
  const fresh = await readInSnapshot(ctx, ctx.db, false, read)
  if (fresh) return fresh.value
  await refresh(ctx, brandId)
  const refreshed = await readInSnapshot(ctx, ctx.db, true, read)
  if (!refreshed) throw new Error('A read after a refresh must return a value')
  return refreshed.value
}

/** Refreshes on the primary. Returns null without a replica, or if it is unreachable or has not replayed the refresh yet. */
async function readOnReplica<T>(ctx: Context, brandId: string, read: Read<T>): Promise<{ value: T } | null> {
  const { replica } = ctx.database
  if (replica === null) return null
  let state = await readState(ctx, brandId)
  if (state.isStale) {
    await refresh(ctx, brandId)
    state = await readState(ctx, brandId)
  }
  if (!(await replica.hasReplayed(state.position))) return null
  try {
    return await readInSnapshot(ctx, replica.db, true, read)
  } catch (error) {
    if (replica.isFault(error)) return null
    throw error
  }
}

async function readState(ctx: Context, brandId: string): Promise<{ isStale: boolean; position: string }> {
  const { rows } = await sql<{ isStale: boolean; position: string }>`
    select ${isStale(brandId)} as "isStale", ${logPosition} as position`.execute(ctx.db)
  return rows[0] ?? { isStale: true, position: '' }
}

function readInSnapshot<T>(
  ctx: Context,
  db: Db,
  isRefreshed: boolean,
  read: Read<T>,
): Promise<{ value: T } | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => read({ ctx: { ...ctx, db: snapshot }, isRefreshed }))
}
