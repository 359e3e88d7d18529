/** Reads the points of the trends of single prompts. */
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { getMonday } from '../../core/days.ts'
import { counterNames } from '../numbers.ts'
import type { Grain } from '../rollup-rows.ts'
import { eachDay } from './days/read-days.ts'
import { indexRows, readScopeRows } from './dimensions.ts'

/** The sums of the answers to a prompt on a day or in a week, which `start` is the first day of. `n`: the answers with their weights. */
export type PromptPoint = {
  prompt_id: string
  start: string
  answers: number
  n: number
  score_millipoints: number
}

const answersAt = counterNames.indexOf('answers')
const scoreAt = counterNames.indexOf('score_millipoints')

/** See `readPromptTrends` in rollups.ts. */
export async function readPromptPoints(
  ctx: Context,
  scope: Scope,
  promptIds: ReadonlySet<string>,
  grain: Grain,
): Promise<PromptPoint[]> {
  const rows = await readScopeRows(ctx, scope)
  const prompts = rows.prompts.filter(({ id }) => promptIds.has(id))
  const ids = new Map(prompts.map(({ number, id }) => [number, id]))
  const index = indexRows({ ...rows, prompts })
  const points = new Map<string, PromptPoint>()
  await eachDay(ctx, rows, (day, date) => {
    const start = grain === 'day' ? date : getMonday(date)
    for (const [cell, row] of index.toRows(day).entries()) {
      const prompt_id = ids.get(day.prompts[cell] ?? 0)
      if (row < 0 || prompt_id === undefined) continue
      const key = `${prompt_id} ${start}`
      const point = points.get(key) ?? { prompt_id, start, answers: 0, n: 0, score_millipoints: 0 }
      const at = cell * counterNames.length + answersAt
      point.n += day.values[at] ?? 0
      point.answers += (day.values[at] ?? 0) - (day.excess?.values[at] ?? 0)
      point.score_millipoints += day.values[cell * counterNames.length + scoreAt] ?? 0
      points.set(key, point)
    }
  })
  return [...points].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, point]) => point)
}
