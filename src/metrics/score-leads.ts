/** The days on which a competitor overtook the brand in visibility score, or the reverse (docs/alerts.md). */
import { unfiltered } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { dayAt, dayMs, daysAfter, earlier } from '../core/days.ts'
import { runStepsWithPauses, timeSlicer } from '../core/yield-to-event-loop.ts'
import { dayNumber, readDays } from './rollups.ts'
import { getSeries, type Series } from './statistics/change-detection/daily-sums.ts'
import { computeDifference, leadChangeSteps, leadLookback } from './statistics/change-detection/leads.ts'

export type ScoreLead = {
  /** The number of the competitor. */
  entity: number
  day: string
  /** `down`: the competitor leads now. */
  direction: 'up' | 'down'
  /** Score of the brand minus the competitor's score over the last two weeks, in points. */
  points: number
}

/** Bounds the memory of a long history. */
const daysPerBatch = 35

/** Returns the changes of leads on the days of a range, oldest first. */
export async function listScoreLeads(
  ctx: Context,
  brandId: string,
  { from, to }: { from: string; to: string },
): Promise<ScoreLead[]> {
  const leads: ScoreLead[] = []
  for (let first = from; first <= to; first = daysAfter(first, daysPerBatch))
    leads.push(...(await readLeads(ctx, brandId, first, earlier(to, daysAfter(first, daysPerBatch - 1)))))
  return leads
}

async function readLeads(ctx: Context, brandId: string, from: string, to: string): Promise<ScoreLead[]> {
  const { answers, sums, competitorScores } = await readDays(ctx, {
    ...unfiltered,
    brand: { id: brandId, name: '' },
    from: daysAfter(from, -leadLookback),
    to,
  })
  const competitors = [...competitorScores]
  const pause = timeSlicer()
  const differences: Series[] = []
  for (const [, scores] of competitors) {
    differences.push(getSeries(answers, computeDifference(sums.score, scores, answers.dayCount), null))
    await pause()
  }
  const range = { from: dayNumber(from), to: dayNumber(to) }
  const changes = await runStepsWithPauses(leadChangeSteps(differences, range), pause)
  return changes.flatMap(({ series, day, direction, difference }) => {
    const entity = competitors[series]?.[0]
    return entity === undefined
      ? []
      : [{ entity, day: dayAt(day * dayMs), direction, points: difference / 1000 }]
  })
}
