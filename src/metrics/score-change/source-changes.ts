/** Which domains are cited by more, or fewer, answers than in the previous window. */
import { sql } from 'kysely'
import { z } from 'zod'
import { Count, SourceDomain } from '../fields.ts'
import type { RollupRow } from '../rollup-rows.ts'
import type { Period, Window } from '../rollups.ts'
import { adjustForMultipleTests } from '../statistics/adjusted-changes.ts'
import { rateChange } from '../statistics/two-rates.ts'
import { sumBy } from '../sum-by.ts'
import { AdjustedChange, rateDifference } from '../values.ts'

export const SourceChange = z.object({
  domain: SourceDomain,
  results_citing: Count.describe('Answers that cite the domain; 0: no longer cited.'),
  previous_results_citing: Count.describe(
    'Answers of the previous window that cite the domain; 0: newly cited.',
  ),
  change: AdjustedChange,
})

/** With fewer citing answers in both windows together, no change can be significant. */
const minResults = 10
const maxListed = 6
/** The share of answers that may be in other cells than in the previous window. */
const maxDifferentShare = 0.1

/**
 * Returns the most changed domains. Returns none when the cells differ too much: rollups do not count citations by
 * cell, so a change of cells would appear as a change of sources.
 */
export async function listSourceChanges(
  window: Window,
  previous: Period,
): Promise<z.input<typeof SourceChange>[]> {
  if (differentShare(previous.rows, window.rows) > maxDifferentShare) return []
  const [answersBefore, answersNow] = [answersIn(previous.rows), answersIn(window.rows)]
  const domainsBefore = (await window.sources(['domain'], previous.scope)).domain
  const domainsNow = (await window.sources(['domain'])).domain
  const changes = []
  for (const number of new Set([...domainsBefore.numbers(), ...domainsNow.numbers()])) {
    const [previous, results] = [domainsBefore.answers(number), domainsNow.answers(number)]
    if (previous + results < minResults) continue
    const change = rateDifference(
      rateChange({ n: answersBefore, hits: previous }, { n: answersNow, hits: results }),
    )
    changes.push({ number, previous_results_citing: previous, results_citing: results, ...change })
  }
  const listed = adjustForMultipleTests(changes)
    .filter(({ state }) => state === 'up' || state === 'down')
    .sort((a, b) => Math.abs(b.delta ?? 0) - Math.abs(a.delta ?? 0))
    .slice(0, maxListed)
  const names = await readNames(
    window,
    listed.map(({ number }) => number),
  )
  return listed.map(({ number, results_citing, previous_results_citing, ...change }) => ({
    domain: names.get(number) ?? '',
    results_citing,
    previous_results_citing,
    change,
  }))
}

/** Returns the total variation distance between the windows' distributions of answers over cells. */
function differentShare(before: readonly RollupRow[], now: readonly RollupRow[]): number {
  const shares = new Map<number, number>()
  const add = (rows: readonly RollupRow[], sign: 1 | -1) => {
    const answers = answersIn(rows)
    for (const row of rows) {
      const { cell } = row
      shares.set(cell, (shares.get(cell) ?? 0) + (sign * row.answers) / answers)
    }
  }
  add(before, -1)
  add(now, 1)
  return sumBy([...shares.values()], Math.abs) / 2
}

const answersIn = (rows: readonly RollupRow[]) => sumBy(rows, ({ answers }) => answers)

async function readNames({ db, scope: { brand } }: Window, numbers: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; name: string }>`
    select number, name from sources
    where brand_id = ${brand.id} and kind = 'domain' and number = any(${numbers}::int[])`.execute(db)
  return new Map(rows.map(({ number, name }) => [number, name]))
}
