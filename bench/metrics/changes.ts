/** Measures what a change of answers costs: a refresh of today, a late change of the first day, and the size of the rollups. */
import { sql } from 'kysely'
import type { Context } from '../../src/core/context.ts'
import { refresh } from '../../src/metrics/rollups.ts'
import { rewriteAnswers, today } from '../data/metric-history.ts'
import { quantile, report, timed } from '../report.ts'

const rounds = 15
const lateRounds = 3
const warmUp = 3

const tables = ['answer_days', 'sources', 'segments', 'prompt_numbers']

type Measured = { brandId: string; answers: number; days: number; firstDay: string }

export async function measureChanges(
  ctx: Context,
  { brandId, answers, days, firstDay }: Measured,
): Promise<void> {
  const refreshMs = async (changed: 'one' | 'an eighth', day: string, times: number) => {
    const all: number[] = []
    for (let round = -warmUp; round < times; round += 1) {
      await rewriteAnswers(ctx, brandId, { changed, day })
      const ms = await timed(() => refresh(ctx, brandId))
      if (round >= 0) all.push(ms)
    }
    return quantile(all, 0.5)
  }
  const eighth = await refreshMs('an eighth', today, rounds)
  const one = await refreshMs('one', today, rounds)
  report({
    what: `Refresh of a day of ${Math.round(answers / days)} answers, ${answers} in all, one changed`,
    measured: `median ${one.toFixed(1)} ms; an eighth changed: ${eighth.toFixed(1)} ms`,
    budget: { text: '≤ 60 ms', isMet: one <= 60 },
  })
  const late = await refreshMs('one', firstDay, lateRounds)
  report({
    what: `Refresh after a change of one answer of the first of ${days} days`,
    measured: `median ${late.toFixed(1)} ms`,
  })
  report({
    what: `Rollups of ${answers} answers on disk`,
    measured: `${((await getSize(ctx)) / answers).toFixed(0)} bytes per answer`,
  })
}

async function getSize({ db }: Context): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::int8 as bytes from unnest(${tables}::text[]) as listed (name)`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}
