/**
 * Measures whether the visibility of a prompt has changed since its opportunity was done, no more precisely than the
 * answers allow.
 */
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { daysAfter, utcDay } from '../core/days.ts'
import { Timestamp } from '../core/fields.ts'
import { localizedText } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'
import { readPromptChange, WindowScore } from '../metrics/prompt-change.ts'
import { ChangeRecord } from '../metrics/values.ts'
import type { OpportunityRow } from './opportunities.ts'

export const Effect = z
  .object({
    done_at: Timestamp,
    before: WindowScore.describe('The 30 days before.'),
    after: WindowScore.describe('The 30 days after, as far as they have passed.'),
    change: ChangeRecord.describe(
      "The change of the prompt's visibility score, with the test of the list of prompts (docs/statistics.md).",
    ),
    statement: localizedText(),
  })
  .meta({ id: 'OpportunityEffect' })

const windowDays = 30

/** Returns null unless the opportunity is done. The day itself counts in neither period. */
export async function findEffect(
  ctx: Context,
  { status, done_at, brand_id, prompt_id }: OpportunityRow,
): Promise<z.input<typeof Effect> | null> {
  if (status !== 'done' || done_at === null) return null
  const day = utcDay(done_at)
  const result = await readPromptChange(
    ctx,
    { brandId: brand_id, id: prompt_id },
    {
      before: { from: daysAfter(day, -windowDays), to: daysAfter(day, -1) },
      after: { from: daysAfter(day, 1), to: daysAfter(day, windowDays) },
    },
  )
  return { done_at: done_at.toISOString(), ...result, statement: statements[result.change.state] }
}

const statements = {
  up: message('opportunities.effect.visibilityForThisPromptHasIncreased'),
  down: message('opportunities.effect.visibilityForThisPromptHasDecreased'),
  no_significant_change: message('opportunities.effect.noClearChangeOfVisibilitySo'),
  insufficient_data: message('opportunities.effect.thereAreTooFewAnswersTo'),
  not_comparable: message('opportunities.effect.theQueriesBeforeAndAfterAre'),
} satisfies Record<z.output<typeof ChangeRecord>['state'], Message>
