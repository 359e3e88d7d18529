/** Reads the points of the trends of single prompts, from the per-prompt rollups. */
import type { Scope } from '../../../answers/scope.ts'
import type { Context } from '../../../core/context.ts'
import { mondayOf } from '../../../core/days.ts'
import { timeSlicer } from '../../../core/yield-to-event-loop.ts'
import type { Grain } from '../../rollup-rows.ts'
import { readPromptNumbers, readSegments } from '../dimension-ids.ts'
import { bucketCounters, eachPromptRow, readPromptRollups } from './prompt-rollups.ts'

/** The sums of the answers to a prompt on a day or in a week, which `start` is the first day of. */
export type PromptPoint = { prompt_id: string; start: string; answers: number; score_milli: number }

const answersColumn = bucketCounters.indexOf('answers')
const scoreColumn = bucketCounters.indexOf('score_milli')

/** See `readPromptTrends` in rollups.ts. */
export async function readPromptPoints(
  ctx: Context,
  scope: Scope,
  promptIds: ReadonlySet<string>,
  grain: Grain,
): Promise<PromptPoint[]> {
  const segments = await readSegments(ctx, scope)
  const prompts = new Map(
    [...(await readPromptNumbers(ctx, scope))].filter(([, promptId]) => promptIds.has(promptId)),
  )
  const points = new Map<string, PromptPoint>()
  const pause = timeSlicer()
  for (const { day, packed } of await readPromptRollups(ctx, scope, prompts.keys())) {
    const start = grain === 'day' ? day : mondayOf(day)
    eachPromptRow(packed, {
      row: (segment, prompt, sums) => {
        const promptId = prompts.get(prompt)
        if (promptId === undefined || !segments.has(segment)) return
        const key = `${promptId} ${start}`
        const point = points.get(key) ?? { prompt_id: promptId, start, answers: 0, score_milli: 0 }
        point.answers += sums[answersColumn] ?? 0
        point.score_milli += sums[scoreColumn] ?? 0
        points.set(key, point)
      },
      entity: () => undefined,
    })
    await pause()
  }
  return [...points].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, point]) => point)
}
