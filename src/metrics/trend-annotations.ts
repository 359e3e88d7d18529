/** The annotations of a trend: what differs between two buckets, and which queries failed. */
import { sql } from 'kysely'
import { z } from 'zod'
import { daysInScope, isByPrompt, isOfCountedSurface, promptsInScope } from '../answers/scope.ts'
import type { Grain, TimeBucket } from './rollup-rows.ts'
import type { Window } from './rollups.ts'

export const Annotation = z.object({
  kind: z
    .enum(['model_changed', 'prompts_changed', 'platforms_changed', 'partial_run'])
    .describe('Kind of difference from the previous bucket.'),
  note: z.string().describe('The difference, as a sentence.'),
})

export type Note = z.input<typeof Annotation>

/** Describes what differs from the previous bucket with answers. */
export function changeNotes(previous: TimeBucket, current: TimeBucket): Note[] {
  const newModels = current.models.filter((model) => !previous.models.includes(model))
  // The first model of a new platform is not a change of model.
  const changed = newModels.filter((model) =>
    previous.models.some((other) => platformOf(other) === platformOf(model)),
  )
  const notes: [Note['kind'], string | false | null][] = [
    [
      'model_changed',
      changed.length > 0 &&
        `Answered by ${changed.map(describeModel).join(', ')} for the first time since the previous bucket.`,
    ],
    [
      'prompts_changed',
      current.prompt_set !== previous.prompt_set &&
        `Answers to ${prompts(current.prompts)}, before to ${previous.prompts}; the set of prompts differs.`,
    ],
    ['platforms_changed', platformChange(previous, current)],
  ]
  return notes.flatMap(([kind, note]) => (note ? { kind, note } : []))
}

export const failureNotes = (answers: number, failed: number): Note[] =>
  failed === 0
    ? []
    : [
        {
          kind: 'partial_run',
          note: `${failed} of ${failed + answers} queries failed and are not counted.`,
        },
      ]

/** Null when the same platforms answered. */
function platformChange(previous: TimeBucket, current: TimeBucket): string | null {
  const before = new Set(previous.models.map(platformOf))
  const now = new Set(current.models.map(platformOf))
  const added = [...now].filter((platform) => !before.has(platform))
  const removed = [...before].filter((platform) => !now.has(platform))
  if (added.length + removed.length === 0) return null
  const listed = (platforms: string[]) => platforms.join(', ') || 'none'
  return `Platforms that answered in this bucket only: ${listed(added)}; in the previous bucket only: ${listed(removed)}.`
}

const platformOf = (model: string) => model.split(' ')[0] ?? model
const describeModel = (model: string) =>
  model.slice(model.indexOf(' ') + 1) || `${platformOf(model)} (model not named)`
const prompts = (count: number) => (count === 1 ? '1 prompt' : `${count} prompts`)

/** Counts failed queries by day or week. There are few, so no rollup counts them. */
export async function countFailed({ db, scope }: Window, grain: Grain): Promise<Map<string, number>> {
  const { brand, platforms, models, regions } = scope
  // A failed query has no model, so with a filter on models it is unknown which failures count.
  if (models !== null) return new Map()
  const { rows } = await sql<{ start: string; failed: number }>`
    select date_trunc(${grain}, day)::date as start, count(*) as failed from answers
    where brand_id = ${brand.id} and status = 'failed' and ${isOfCountedSurface(brand.id)} and ${daysInScope(scope, 'day')}
      and ${platforms === null ? sql`true` : sql`platform = any(${platforms}::text[])`}
      and ${regions === null ? sql`true` : sql`region = any(${regions}::text[])`}
      and ${isByPrompt(scope) ? sql`prompt_id in (${promptsInScope(scope)})` : sql`true`}
    group by 1`.execute(db)
  return new Map(rows.map(({ start, failed }) => [start, failed]))
}
