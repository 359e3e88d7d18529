/** Whether the visibility of a prompt has changed since its opportunity was done: never more than the answers can tell. */
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { daysAfter, utcDay } from '../core/days.ts'
import { Timestamp } from '../core/fields.ts'
import { readPromptChange, WindowScore } from '../metrics/prompt-change.ts'
import { ChangeRecord } from '../metrics/values.ts'
import type { OpportunityRow } from './opportunities.ts'

export const Effect = z
  .object({
    done_at: Timestamp,
    before: WindowScore.describe('The thirty days before.'),
    after: WindowScore.describe('The thirty days after, as far as they have come.'),
    change: ChangeRecord.describe('Of the visibility score of this prompt.'),
    statement: z.string(),
  })
  .meta({ id: 'OpportunityEffect' })

const watchedDays = 30

/** Null unless it is done. The day itself counts in neither period. */
export async function findEffect(
  ctx: Context,
  { status, done_at, brand_id, prompt_id }: OpportunityRow,
): Promise<z.input<typeof Effect> | null> {
  if (status !== 'done' || done_at === null) return null
  const day = utcDay(done_at)
  const found = await readPromptChange(
    ctx,
    { brandId: brand_id, id: prompt_id },
    {
      before: { from: daysAfter(day, -watchedDays), to: daysAfter(day, -1) },
      after: { from: daysAfter(day, 1), to: daysAfter(day, watchedDays) },
    },
  )
  return { done_at: done_at.toISOString(), ...found, statement: statements[found.change.state] }
}

const statements = {
  up: 'Visibility for this prompt has risen since. What made it rise, the answers do not tell.',
  down: 'Visibility for this prompt has fallen since.',
  no_significant_change: 'No change of visibility can be told from chance so far.',
  insufficient_data: 'There are too few answers yet to tell whether visibility has changed.',
  not_comparable: 'What was asked before and since is too different to compare.',
} satisfies Record<z.output<typeof ChangeRecord>['state'], string>
