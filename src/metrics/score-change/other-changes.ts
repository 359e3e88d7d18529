/** Other differences between two compared windows: models, prompts, platforms and failed queries. */
import { z } from 'zod'
import { formatCount, formatQuantity } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { Platform } from '../fields.ts'
import type { RollupRow } from '../rollup-rows.ts'
import type { Period, Window } from '../rollups.ts'
import { sumBy } from '../statistics/basket.ts'
import { countFailed } from '../trend-annotations.ts'

export const OtherChange = z.object({
  kind: z
    .enum(['model_changed', 'prompts_changed', 'platforms_changed', 'partial_run'])
    .describe('Kind of difference between the windows.'),
  note: z.string().describe('The difference, as a sentence.'),
  platform: Platform.nullable().describe('Platform whose model changed; null for other differences.'),
  model_used: z.string().nullable().describe('The new model; null for other differences.'),
})

type Note = z.input<typeof OtherChange>

/** Returns the differences that the rollup rows show. */
export function findOtherChanges(before: readonly RollupRow[], now: readonly RollupRow[]): Note[] {
  return [
    ...modelChanges(before, now),
    ...addedAndRemoved('prompts_changed', 'prompt', before, now, ({ prompt_id }) => prompt_id),
    ...addedAndRemoved('platforms_changed', 'platform', before, now, ({ platform }) => platform),
  ]
}

/** Lists the new models of platforms that answered in both windows. */
function modelChanges(before: readonly RollupRow[], now: readonly RollupRow[]): Note[] {
  return [...Map.groupBy(now, ({ platform }) => platform)].flatMap(([platform, rows]) => {
    const rowsBefore = before.filter((row) => row.platform === platform)
    if (rowsBefore.length === 0) return []
    const known = new Set(rowsBefore.map(({ model }) => model))
    return [...Map.groupBy(rows, ({ model }) => model)]
      .filter(([model]) => model !== '' && !known.has(model))
      .map(([model, ofModel]): Note => {
        const name = Platform.parse(platform)
        return {
          kind: 'model_changed',
          note: `On ${platformLabels[name]}, ${formatCount(answersIn(ofModel))} of ${formatQuantity(answersIn(rows), 'answer')} are by ${model}; in the previous period none were.`,
          platform: name,
          model_used: model,
        }
      })
  })
}

/** Describes prompts or platforms that have answers in one of the windows only, which the change leaves out. */
function addedAndRemoved(
  kind: 'prompts_changed' | 'platforms_changed',
  what: string,
  before: readonly RollupRow[],
  now: readonly RollupRow[],
  idOf: (row: RollupRow) => string,
): Note[] {
  const [idsBefore, idsNow] = [new Set(before.map(idOf)), new Set(now.map(idOf))]
  const added = [...idsNow].filter((id) => !idsBefore.has(id)).length
  const removed = [...idsBefore].filter((id) => !idsNow.has(id)).length
  if (added + removed === 0) return []
  const note = `${formatQuantity(added, what)} added and ${formatCount(removed)} removed since the previous period. Answers to questions that only one of the periods has are not part of the change.`
  return [{ kind, note, platform: null, model_used: null }]
}

/** Describes the failed queries of both windows. */
export async function listFailures(window: Window, previous: Period): Promise<Note[]> {
  const [before, now] = [await countAllFailed(window, previous), await countAllFailed(window, window)]
  if (before + now === 0) return []
  const part = (failed: number, answered: number) =>
    `${formatCount(failed)} of ${formatQuantity(failed + answered, 'query', 'queries')}`
  const note = `${part(now, answersIn(window.rows))} failed in this period and ${part(before, answersIn(previous.rows))} in the previous period. They are not counted.`
  return [{ kind: 'partial_run', note, platform: null, model_used: null }]
}

async function countAllFailed(window: Window, { scope }: Period): Promise<number> {
  return sumBy([...(await countFailed({ ...window, scope }, 'day')).values()], (failed) => failed)
}

const answersIn = (rows: readonly RollupRow[]) => sumBy(rows, ({ answers }) => answers)
