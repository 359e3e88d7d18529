/** Which domains answers cite more, or less, than those of the window before. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import type { RollupRow } from '../rollups/running-totals.ts'
import type { Snapshot } from '../rollups/snapshot.ts'
import { answersOf } from '../rollups/source-counts.ts'
import { readSources } from '../rollups/source-rollups.ts'
import { sumBy } from '../statistics/basket.ts'
import { adjustForMultipleTests } from '../statistics/paired-change.ts'
import { comparisonKey } from '../totals.ts'
import { ChangeRecord, Count, QValue, rateChange, rateMoments } from '../values.ts'

export const SourceChange = z.object({
  domain: z.string(),
  results_citing: Count.describe('Answers that cite it. 0: it went.'),
  previous_results_citing: Count.describe('Answers of the window before that cite it. 0: it came.'),
  change: ChangeRecord.extend({ q_value: QValue }).describe(
    'Of the share of all answers that cite it, in points of percent, judged together with all domains.',
  ),
})

/** A domain in fewer answers of both windows together cannot be told from chance. */
const fewestResults = 10
const shown = 6
/** The share of answers that may be to other questions than before. */
const mostOthers = 0.1

type Compared = { scope: Scope; earlier: Scope; before: readonly RollupRow[]; now: readonly RollupRow[] }

/** Citations are not kept by question: where the questions are not the same ones, it would be these that changed. */
export async function listSourceChanges(
  at: Snapshot,
  { scope, earlier, before, now }: Compared,
): Promise<z.input<typeof SourceChange>[]> {
  if (shareToOthers(before, now) > mostOthers) return []
  const [answersBefore, answersNow] = [answersIn(before), answersIn(now)]
  const [then, since] = [(await readSources(at, earlier)).domain, (await readSources(at, scope)).domain]
  const rest = timeSlicer()
  const changes = []
  for (const number of new Set([...then.keys(), ...since.keys()])) {
    const [previous, results] = [answersOf(then, number), answersOf(since, number)]
    if (previous + results < fewestResults) continue
    const change = rateChange(cellsOf(answersBefore, previous), cellsOf(answersNow, results))
    changes.push({ number, previous_results_citing: previous, results_citing: results, ...change })
    await rest()
  }
  const found = adjustForMultipleTests(changes)
    .filter(({ state }) => state === 'up' || state === 'down')
    .sort((a, b) => Math.abs(b.delta ?? 0) - Math.abs(a.delta ?? 0))
    .slice(0, shown)
  const names = await readNames(
    at,
    scope,
    found.map(({ number }) => number),
  )
  return found.map(({ number, results_citing, previous_results_citing, ...change }) => ({
    domain: names.get(number) ?? '',
    results_citing,
    previous_results_citing,
    change,
  }))
}

/** How much of the answers would have to be to other questions for both windows to have asked the same. */
function shareToOthers(before: readonly RollupRow[], now: readonly RollupRow[]): number {
  const shares = new Map<string, number>()
  const add = (cells: readonly RollupRow[], sign: 1 | -1) => {
    const answers = answersIn(cells)
    for (const cell of cells)
      shares.set(
        comparisonKey(cell),
        (shares.get(comparisonKey(cell)) ?? 0) + (sign * cell.answers) / answers,
      )
  }
  add(before, -1)
  add(now, 1)
  return sumBy([...shares.values()], Math.abs) / 2
}

const answersIn = (cells: readonly RollupRow[]) => sumBy(cells, ({ answers }) => answers)

/** All prompts as one: which of them an answer is to is not known here, and that makes the test a cautious one. */
const cellsOf = (answers: number, citing: number) => [
  { key: '', prompt: '', ...rateMoments(answers, citing) },
]

async function readNames(ctx: Context, { brand }: Scope, numbers: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; name: string }>`
    select number, name from sources
    where brand_id = ${brand.id} and kind = 'domain' and number = any(${numbers}::int[])`.execute(ctx.db)
  return new Map(rows.map(({ number, name }) => [number, name]))
}
