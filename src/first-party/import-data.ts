/** The timer that imports the data of connections. Each connection has a turn of minutes, and continues in the next run. */
import { type AppContext, type Context, systemContext } from '../core/context.ts'
import { runInTurns } from '../core/in-turns.ts'
import { acquireLease } from '../jobs/lease.ts'
import { message } from '../languages/message.ts'
import { getSource, openApi } from './connections.ts'
import { saveQueryTotals } from './query-totals.ts'
import type { ConnectionRow, TurnOutcome } from './source.ts'

const minuteMs = 60_000
const turnMs = 3 * minuteMs
/** Longer than a turn whose last day waits for every timeout; the lease of a crashed process expires after it. */
const leaseMs = 15 * minuteMs
const firstRetryMs = 5 * minuteMs
const longestRetryMs = 6 * 60 * minuteMs
/** Bing rejects valid keys now and then. */
const rejectionsOfBing = 3

export async function importConnectionData(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const due = await app.db
    .selectFrom('data_connections')
    .select(['organization_id', 'id'])
    .where('state', '=', 'active')
    .where('next_import_at', '<=', app.now())
    .orderBy('next_import_at')
    .execute()
  await runInTurns(app, due, {
    work: ({ organization_id, id }) => importConnection(systemContext(app, organization_id), id, stopping),
    failure: 'the import of a connection failed',
    ...(stopping && { stopping }),
  })
}

async function importConnection(ctx: Context, id: string, stopping?: AbortSignal): Promise<void> {
  const listed = await findDue(ctx, id)
  if (listed === null) return
  // The vendor counts requests per property, and two brands can have the same one.
  const release = await acquireLease(ctx, `import ${listed.kind} ${listed.property}`, leaseMs)
  if (release === null) return
  try {
    // Another process may have finished its turn before the lease was acquired.
    const connection = await findDue(ctx, id)
    if (connection !== null) await takeTurn(ctx, connection, stopping)
  } finally {
    await release(ctx)
  }
}

async function findDue({ db, organizationId, now }: Context, id: string): Promise<ConnectionRow | null> {
  const found = await db
    .selectFrom('data_connections')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('next_import_at', '<=', now())
    .executeTakeFirst()
  return found ?? null
}

async function takeTurn(ctx: Context, connection: ConnectionRow, stopping?: AbortSignal): Promise<void> {
  const deadline = new Date(ctx.now().getTime() + turnMs)
  const api = openApi(ctx, connection, stopping)
  try {
    const outcome = await getSource(connection).importTurn({ ctx, api, connection, deadline, stopping })
    await saveQueryTotals(ctx, connection)
    // The process stops: the next one continues.
    if (!stopping?.aborted) await saveOutcome(ctx, connection, outcome)
  } catch (error) {
    if (stopping?.aborted) return
    await saveOutcome(ctx, connection, { outcome: 'retry', problem: message('traffic.search.failed') })
    throw error
  }
}

function saveOutcome(ctx: Context, connection: ConnectionRow, outcome: TurnOutcome) {
  const { failures } = connection
  const after = (ms: number) => new Date(ctx.now().getTime() + ms)
  if (outcome.outcome === 'imported')
    return saveState(ctx, connection, {
      problem: null,
      failures: 0,
      last_import_at: ctx.now(),
      next_import_at: outcome.hasMore ? ctx.now() : after(getSource(connection).intervalMs),
    })
  const problem = JSON.stringify(outcome.problem)
  if (outcome.outcome === 'wait')
    return saveState(ctx, connection, { problem, next_import_at: outcome.until })
  const isDoubtful = connection.kind === 'bing' && failures + 1 < rejectionsOfBing
  if (outcome.outcome === 'retry' || isDoubtful)
    return saveState(ctx, connection, {
      problem,
      // The column is a small integer.
      failures: Math.min(failures + 1, 1000),
      next_import_at: after(Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10))),
    })
  return saveState(ctx, connection, { problem, state: outcome.outcome, next_import_at: null })
}

type State = {
  problem: string | null
  next_import_at: Date | null
  failures?: number
  last_import_at?: Date
  state?: 'revoked' | 'lost'
}

/** Leaves the connection alone when a person has replaced its credentials during the turn. */
const saveState = ({ db, organizationId }: Context, { id, credentials }: ConnectionRow, state: State) =>
  db
    .updateTable('data_connections')
    .set(state)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('credentials', '=', credentials)
    .execute()
