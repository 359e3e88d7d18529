/** The answers of the conversation that contains an answer: the same run, platform, region and sample. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { answerStatuses } from './answer-filters.ts'

export const AnswerConversation = z
  .object({
    turns: z
      .array(
        z.object({
          answer_id: z.uuid(),
          prompt_id: z.uuid(),
          prompt_text: z.string(),
          status: z.enum(answerStatuses),
          mentioned: z.boolean().nullable().describe('Null unless answered.'),
          rank: z.number().int().nullable().describe("The brand's position in the order of first mention."),
          visibility_score: z.number().nullable().describe('0 to 100. Null unless answered.'),
        }),
      )
      .describe(
        'In the order of the conversation: only the answer itself, if its prompt has no follow-ups. Empty for an imported answer, which belongs to no run.',
      ),
  })
  .meta({ id: 'AnswerConversation' })

type Row = Omit<z.input<typeof AnswerConversation>['turns'][number], 'visibility_score'> & {
  score_millipoints: number | null
}

export async function readAnswerConversation(
  ctx: Context,
  brand: Brand,
  id: string,
): Promise<z.input<typeof AnswerConversation>> {
  const { rows } = await sql<Row>`
    select
      turns.id as answer_id, prompts.id as prompt_id, prompts.text as prompt_text, turns.status,
      case when turns.status = 'answered' then coalesce(turns.mention_counts[1], 0) > 0 end as mentioned,
      nullif(turns.ranks[1], 0) as rank, turns.score_millipoints[1] as score_millipoints
    from answers
    join prompts asked on asked.brand_id = answers.brand_id and asked.id = answers.prompt_id
    left join prompts before on before.brand_id = asked.brand_id and before.id = asked.follows
    join answers turns on turns.brand_id = answers.brand_id and turns.job_id = answers.job_id
      and turns.platform = answers.platform and turns.region = answers.region and turns.sample = answers.sample
    join prompts on prompts.brand_id = turns.brand_id and prompts.id = turns.prompt_id
    left join prompts previous on previous.brand_id = prompts.brand_id and previous.id = prompts.follows
    where answers.brand_id = ${brand.id} and answers.id = ${id} and (
      prompts.id in (asked.id, before.id, before.follows) or asked.id in (prompts.follows, previous.follows)
    )
    order by case when prompts.follows is null then 0 when previous.follows is null then 1 else 2 end`.execute(
    ctx.db,
  )
  return {
    turns: rows.map(({ score_millipoints, ...row }) => ({
      ...row,
      visibility_score: score_millipoints === null ? null : score_millipoints / 1000,
    })),
  }
}
