/** Editing a brief. The edit replaces the brief that the user opened, and fails if a newer one exists. */
import { z } from 'zod'
import type { Context } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { Line, Timestamp } from '../../core/fields.ts'
import { localizedIssue } from '../../languages/localized.ts'
import { message } from '../../languages/message.ts'
import type { LoadedOpportunity } from '../opportunities.ts'
import { claimBrief, newestBrief, saveBrief, toWrittenBrief, type WrittenBrief } from './brief.ts'
import type { BriefContent } from './compose-brief.ts'

const maxItems = 50
const list = (max: number) => z.array(Line(max)).max(maxItems)

const Source = z
  .url({
    protocol: /^https?$/,
    error: localizedIssue(message('common.texts.mustBeAnHttpOrHttps')),
    normalize: true,
  })
  .max(2_000)
  .meta({ examples: ['https://review-site.example/running-shoes'] })

export const EditedBrief = z.strictObject({
  replaces: Timestamp.nullable().describe(
    '`brief_written_at` of the brief that was opened; null: there was none.',
  ),
  brief: z.strictObject({
    title: Line(300),
    content_type: Line(60),
    target_word_count: z.number().int().min(0).max(100_000),
    audience: Line(500),
    outline: z.array(z.strictObject({ heading: Line(300), key_points: list(2_000) })).max(maxItems),
    target_keywords: list(200),
    questions_to_answer: list(500),
    sources_to_cite: z.array(Source).max(maxItems),
    competitor_insights: Line(4_000, 0),
    call_to_action: Line(1_000),
  } satisfies Record<keyof BriefContent, z.ZodType>),
})

/** Throws `conflict` when a newer brief exists or one is being written. */
export async function editBrief(
  ctx: Context,
  found: LoadedOpportunity,
  { replaces, brief }: z.output<typeof EditedBrief>,
): Promise<z.input<typeof WrittenBrief>> {
  const release = await claimBrief(ctx, found)
  try {
    const newest = await newestBrief(ctx, found.row)
    if ((newest?.created_at.toISOString() ?? null) !== replaces)
      throw conflict(message('opportunities.editBrief.thisBriefWasRewrittenAfterYou'))
    const written = { brief: { ...brief, method: 'person' as const }, model: null, paid: null }
    return toWrittenBrief(found, await saveBrief(ctx, found, written, 'brief.edited'), false)
  } finally {
    await release(ctx)
  }
}
