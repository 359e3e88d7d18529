/** Which domains are cited by more, or fewer, answers than in the previous window. */
import { sql } from 'kysely'
import { z } from 'zod'
import { Count, SourceDomain } from '../fields.ts'
import { RowChange } from '../period-state.ts'
import type { Period } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { readSeriesChanges } from '../series-changes.ts'

export const SourceChange = z.object({
  domain: SourceDomain,
  results_citing: Count.describe('Answers that cite the domain; 0: no longer cited.'),
  previous_results_citing: Count.describe(
    'Answers of the previous window that cite the domain; 0: newly cited.',
  ),
  change: RowChange.describe('Change of the share of answers that cite the domain, in percentage points.'),
})

/** With fewer citing answers in both windows together, a difference is chance. */
const minResults = 10
const maxListed = 10
/** Comparing a domain by prompt and day takes longest, so only the most different ones are compared. */
const maxCompared = 20

/** `previous` and `now`: answers that cite the domain. */
type Candidate = { number: number; previous: number; now: number }
/** Weighted sums of the answers that cite a domain, and of all answers. */
type Share = { citing: number; answers: number }

/** The domains that can be compared, and the numbers of those that are. */
export type Candidates = { all: readonly Candidate[]; compared: readonly number[] }

/** Returns the most changed domains. */
export async function listSourceChanges(
  window: Window,
  { all, compared }: Candidates,
): Promise<z.input<typeof SourceChange>[]> {
  const series = await readSeriesChanges(window, { domain: compared })
  const listed = all
    .filter(({ number }) => compared.includes(number))
    .map((each) => ({ ...each, change: series.compareUsage('domain', each.number, all.length) }))
    .filter(({ change }) => change.delta !== null)
    .sort((a, b) => Math.abs(b.change.delta ?? 0) - Math.abs(a.change.delta ?? 0))
    .slice(0, maxListed)
  const names = await readNames(
    window,
    listed.map(({ number }) => number),
  )
  return listed.map(({ number, now, previous, change }) => ({
    domain: names.get(number) ?? '',
    results_citing: now,
    previous_results_citing: previous,
    change,
  }))
}

/** Returns the domains with enough citing answers, those whose share of all answers differs most first. */
export async function listCandidates(window: Window, previous: Period): Promise<Candidates> {
  const [answersBefore, answersNow] = [previous.total('searchable'), window.total('searchable')]
  const before = (await window.sources(['domain'], previous.scope)).domain
  const now = (await window.sources(['domain'])).domain
  const all = [...new Set([...before.numbers(), ...now.numbers()])]
    .map((number) => ({ number, previous: before.answers(number), now: now.answers(number) }))
    .filter((candidate) => candidate.previous + candidate.now >= minResults)
    .map((candidate) => ({
      candidate,
      difference: standardized(
        { citing: before.weighted(candidate.number).answers, answers: answersBefore },
        { citing: now.weighted(candidate.number).answers, answers: answersNow },
      ),
    }))
    .sort((a, b) => b.difference - a.difference)
    .map(({ candidate }) => candidate)
  return { all, compared: all.slice(0, maxCompared).map(({ number }) => number) }
}

/** The difference of the shares in standard errors, if all answers were independent. */
function standardized(before: Share, now: Share): number {
  const share = (before.citing + now.citing) / (before.answers + now.answers)
  const variance = share * (1 - share) * (1 / before.answers + 1 / now.answers)
  const difference = Math.abs(now.citing / now.answers - before.citing / before.answers)
  return difference === 0 ? 0 : difference / Math.sqrt(variance)
}

async function readNames({ db, scope: { brand } }: Window, numbers: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; name: string }>`
    select number, name from sources
    where brand_id = ${brand.id} and kind = 'domain' and number = any(${numbers}::int[])`.execute(db)
  return new Map(rows.map(({ number, name }) => [number, name]))
}
