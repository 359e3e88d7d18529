/** What else was different between two windows whose answers are compared: models, prompts, platforms, failures. */
import { z } from 'zod'
import { formatCount, formatQuantity } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import type { RollupRow } from '../rollups/running-totals.ts'
import { sumBy } from '../statistics/basket.ts'
import { Platform } from '../values.ts'
import { countFailed } from '../visibility-trend.ts'

export const OtherChange = z.object({
  kind: z.enum(['model_changed', 'prompts_changed', 'platforms_changed', 'partial_run']),
  note: z.string(),
  platform: Platform.nullable().describe('Where a model changed.'),
  model_used: z.string().nullable().describe('The one that was not there before.'),
})

type Note = z.input<typeof OtherChange>
/** As far as the answers show them. */
export function findOtherChanges(before: readonly RollupRow[], now: readonly RollupRow[]): Note[] {
  return [
    ...modelChanges(before, now),
    ...leftOut('prompts_changed', 'prompt', before, now, ({ prompt_id }) => prompt_id),
    ...leftOut('platforms_changed', 'platform', before, now, ({ platform }) => platform),
  ]
}

/** Models that a platform answered with now and not before. A platform that was not asked before is no change of model. */
function modelChanges(before: readonly RollupRow[], now: readonly RollupRow[]): Note[] {
  return [...Map.groupBy(now, ({ platform }) => platform)].flatMap(([platform, cells]) => {
    const earlier = before.filter((cell) => cell.platform === platform)
    if (earlier.length === 0) return []
    const known = new Set(earlier.map(({ model }) => model))
    return [...Map.groupBy(cells, ({ model }) => model)]
      .filter(([model]) => model !== '' && !known.has(model))
      .map(([model, of]): Note => {
        const name = Platform.parse(platform)
        return {
          kind: 'model_changed',
          note: `On ${platformLabels[name]}, ${formatCount(answersIn(of))} of ${formatQuantity(answersIn(cells), 'answer')} are by ${model}; in the period before none was.`,
          platform: name,
          model_used: model,
        }
      })
  })
}

/** What was asked in one of the windows only is no part of the change, and people should know. */
function leftOut(
  kind: 'prompts_changed' | 'platforms_changed',
  what: string,
  before: readonly RollupRow[],
  now: readonly RollupRow[],
  of: (cell: RollupRow) => string,
): Note[] {
  const [then, since] = [new Set(before.map(of)), new Set(now.map(of))]
  const come = [...since].filter((each) => !then.has(each)).length
  const gone = [...then].filter((each) => !since.has(each)).length
  if (come + gone === 0) return []
  const note = `${formatQuantity(come, what)} came and ${formatCount(gone)} went since the period before. Answers that only one of the periods has are left out of the change.`
  return [{ kind, note, platform: null, model_used: null }]
}

type Asked = { scope: Scope; earlier: Scope; answers: { before: number; now: number } }

/** Questions that failed in either window. */
export async function listFailures(ctx: Context, { scope, earlier, answers }: Asked): Promise<Note[]> {
  const [before, now] = [await countAllFailed(ctx, earlier), await countAllFailed(ctx, scope)]
  if (before + now === 0) return []
  const part = (failed: number, answered: number) =>
    `${formatCount(failed)} of ${formatQuantity(failed + answered, 'question')}`
  const note = `${part(now, answers.now)} failed in this period, and ${part(before, answers.before)} in the period before. They are not counted.`
  return [{ kind: 'partial_run', note, platform: null, model_used: null }]
}

async function countAllFailed(ctx: Context, scope: Scope): Promise<number> {
  return sumBy([...(await countFailed(ctx, scope, 'day')).values()], (failed) => failed)
}

const answersIn = (cells: readonly RollupRow[]) => sumBy(cells, ({ answers }) => answers)
