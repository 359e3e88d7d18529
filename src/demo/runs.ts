/** The runs of the demo: one per day, which the answers of that day belong to. */
import { sql } from 'kysely'
import { type Platform, simulatedPlatforms } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { simulatesConversations } from '../engines/registry.ts'
import { listActivePrompts } from '../prompts/prompts.ts'
import { planRun, savePlan } from '../tracking/plan.ts'
import { runKind, type StoredRunCounts } from '../tracking/tracking.ts'

type PlatformDay = {
  day: string
  platform: Platform
  answered: number
  refused: number
  empty: number
  mentions: number
  citations: number
  started_at: Date
  finished_at: Date
}

/**
 * Adds a completed run to each day with answers that belong to no run. Must be the last step of the demo: answers of a run
 * would be imported again.
 */
export async function fillRuns(tx: Context, brand: Brand): Promise<void> {
  const { rows } = await sql<PlatformDay>`
    select
      day, platform, count(*)::int as answered, count(*) filter (where status = 'refused')::int as refused,
      count(*) filter (where status = 'empty')::int as empty, sum(mention_counts[1])::int as mentions,
      sum(citation_count)::int as citations, min(answered_at) as started_at, max(answered_at) as finished_at
    from answers where brand_id = ${brand.id} and job_id is null
    group by day, platform order by day, platform`.execute(tx.db)
  const prompts = await listActivePrompts(tx, brand.id)
  const plan = planRun(
    prompts,
    simulatedPlatforms.map((platform) => ({
      platform,
      runs_per_prompt: 1,
      takesConversations: simulatesConversations(platform),
    })),
  )
  for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) {
    const id = await insertRun(tx, brand.id, ofDay)
    await savePlan(tx, { brand_id: brand.id, id }, plan)
    await sql`
      update answers set job_id = ${id}
      where brand_id = ${brand.id} and day = ${day}::date and job_id is null`.execute(tx.db)
  }
}

async function insertRun(tx: Context, brandId: string, ofDay: readonly PlatformDay[]): Promise<string> {
  const startedMs = Math.min(...ofDay.map((row) => row.started_at.getTime()))
  const started = new Date(startedMs)
  const id = newId(startedMs)
  const result = getResult(ofDay)
  await tx.db
    .insertInto('jobs')
    .values({
      brand_id: brandId,
      id,
      kind: runKind,
      status: 'completed',
      input: JSON.stringify({ platforms: ofDay.map(({ platform }) => platform), prompt_ids: null }),
      result: JSON.stringify(result),
      actor_kind: 'system',
      created_at: started,
      started_at: started,
      finished_at: new Date(Math.max(...ofDay.map((row) => row.finished_at.getTime()))),
    })
    .execute()
  return id
}

function getResult(ofDay: readonly PlatformDay[]): StoredRunCounts {
  const total = (count: (row: PlatformDay) => number) => ofDay.reduce((sum, row) => sum + count(row), 0)
  const answers = total((row) => row.answered)
  return {
    answers,
    refused: total((row) => row.refused),
    empty: total((row) => row.empty),
    simulated: answers,
    failed: 0,
    skipped: 0,
    mentions: total((row) => row.mentions),
    citations: total((row) => row.citations),
    costMicros: 0,
    estimatedMicros: 0,
    stopped: null,
    platforms: ofDay.map((row) => ({
      platform: row.platform,
      answered: row.answered,
      failed: 0,
      skipped: 0,
      error: null,
    })),
  }
}
