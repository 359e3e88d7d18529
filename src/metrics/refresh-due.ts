/**
 * The timer that refreshes rollups and evaluates changes where nothing else did: during runs, after crashes, when a day has ended
 * and when prompts have other topics or tags. Runs, imports and reanalyses do it themselves at their end.
 */
import { sql } from 'kysely'
import { type AppContext, systemContext } from '../core/context.ts'
import { runInTurns } from '../core/in-turns.ts'
import { evaluateChanges, listUnevaluated } from './changes.ts'
import { refresh } from './rollups.ts'

/** Refreshes before it evaluates, because after midnight the changes of all brands are due. */
export async function refreshDueMetrics(app: AppContext, stopping: AbortSignal): Promise<void> {
  for (const { listDue, work } of [
    { listDue: listDirty, work: refresh },
    { listDue: listUnevaluated, work: evaluateChanges },
  ])
    await runInTurns(app, await withOrganizations(app, await listDue(app)), {
      stopping,
      failure: 'metrics of a brand could not be refreshed',
      work: ({ id, organization_id }) => work(systemContext(app, organization_id), id),
    })
}

async function listDirty({ db }: AppContext): Promise<string[]> {
  const { rows } = await sql<{ brand_id: string }>`
    select brand_id from dirty_days union select brand_id from visits where not in_rollups`.execute(db)
  return rows.map(({ brand_id }) => brand_id)
}

/** A further statement, because a join with all brands would not work when the tables are distributed. */
const withOrganizations = ({ db }: AppContext, ids: string[]) =>
  ids.length === 0
    ? []
    : db.selectFrom('brands').select(['id', 'organization_id']).where('id', 'in', ids).execute()
