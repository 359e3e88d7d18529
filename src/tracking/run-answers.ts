/** The stored answers of a run: which queries have one, and the conversation that a follow-up continues. */
import { sql } from 'kysely'
import type { Platform } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import type { Turn } from '../engines/engine.ts'
import type { Job } from '../jobs/job.ts'
import { type PlannedQuery, queryKey } from './plan.ts'

type Run = Pick<Job, 'brand_id' | 'id'>

/** `key`: of the query. */
export async function listRunAnswers(
  ctx: Context,
  run: Run,
  platform?: Platform,
): Promise<{ key: string; status: string }[]> {
  const rows = await ctx.db
    .selectFrom('answers')
    .select(['prompt_id', 'platform', 'region', 'sample', 'status'])
    .where('brand_id', '=', run.brand_id)
    .where('job_id', '=', run.id)
    .$if(platform !== undefined, (query) => query.where('platform', '=', platform ?? ''))
    .execute()
  return rows.map(({ prompt_id: promptId, status, ...row }) => ({
    key: queryKey({ promptId, ...row }),
    status,
  }))
}

export const getKey = ({ prompt, platform, region, sample }: PlannedQuery): string =>
  queryKey({ promptId: prompt.id, platform, region, sample })

/** Returns the key of the query before a follow-up in its conversation; null for a first question. */
export const getPreviousKey = ({ before, platform, region, sample }: PlannedQuery): string | null => {
  const previous = before.at(-1)
  return previous ? queryKey({ promptId: previous.prompt_id, platform, region, sample }) : null
}

/** Returns the conversation that a follow-up continues, with the answers of the same run. */
export async function readConversation(
  ctx: Context,
  run: Run,
  { before, platform, region, sample }: PlannedQuery,
): Promise<Turn[]> {
  const { rows } = await sql<{ prompt_id: string; markdown: string }>`
    select answers.prompt_id, answer_texts.markdown
    from answers
    join answer_texts on answer_texts.brand_id = answers.brand_id and answer_texts.answer_id = answers.id
    where answers.brand_id = ${run.brand_id} and answers.job_id = ${run.id}
      and answers.prompt_id = any(${before.map(({ prompt_id }) => prompt_id)}::uuid[])
      and answers.platform = ${platform} and answers.region = ${region} and answers.sample = ${sample}`.execute(
    ctx.db,
  )
  return before.map(({ prompt_id, text }) => {
    const answer = rows.find((row) => row.prompt_id === prompt_id)
    if (!answer) throw new Error('The answer that a follow-up continues is not stored')
    return { question: text, answer: answer.markdown }
  })
}
