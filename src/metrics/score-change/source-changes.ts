/** Which domains are cited by more, or fewer, answers than in the previous window. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import { type RowKey, segmentKey, toCitingRows } from '../citations/citing-answers.ts'
import { compareRows } from '../competitors/comparison.ts'
import { Count, SourceDomain } from '../fields.ts'
import type { Period } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { columnsOfMeans, type DayColumns } from '../statistics/day-sums.ts'
import { benjaminiHochberg } from '../statistics/false-discovery.ts'
import { significance } from '../statistics/window-change.ts'
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
/** Reading the citations of a domain by prompt and day takes longest, so only the most different ones are tested. */
const maxTested = 20

/** `previous` and `now`: answers that cite the domain. */
type Candidate = { number: number; previous: number; now: number }

/** Returns the most changed domains. */
export async function listSourceChanges(
  window: Window,
  previous: Period,
): Promise<z.input<typeof SourceChange>[]> {
  const candidates = await listCandidates(window, previous)
  const tested = candidates.slice(0, maxTested).map(({ number }) => number)
  const getColumns = await readColumns(window, window, tested)
  const columnsBefore = await readColumns(window, previous, tested)
  const comparison = compareRows(previous, window)
  const changes = candidates.slice(0, maxTested).map((candidate) => {
    const { number } = candidate
    return { ...candidate, change: comparison.change(columnsBefore(number), getColumns(number)) }
  })
  // Domains that are not tested count as such that certainly did not change.
  const qValues = benjaminiHochberg(candidates.map((_, index) => changes[index]?.change.p_value ?? 1))
  const listed = changes
    .map((each, index) => ({ ...each, q_value: qValues[index] ?? 1 }))
    .filter(({ q_value }) => q_value <= significance)
    .sort((a, b) => Math.abs(b.change.delta ?? 0) - Math.abs(a.change.delta ?? 0))
    .slice(0, maxListed)
  const names = await readNames(
    window,
    listed.map(({ number }) => number),
  )
  return listed.map(({ number, now, previous, change, q_value }) => ({
    domain: names.get(number) ?? '',
    results_citing: now,
    previous_results_citing: previous,
    change: { ...rateDifference(change), q_value },
  }))
}

/** Returns the domains with enough citing answers, those whose share of all answers differs most first. */
async function listCandidates(window: Window, previous: Period): Promise<Candidate[]> {
  const [answersBefore, answersNow] = [previous.total('searchable'), window.total('searchable')]
  const before = (await window.sources(['domain'], previous.scope)).domain
  const now = (await window.sources(['domain'])).domain
  return [...new Set([...before.numbers(), ...now.numbers()])]
    .map((number) => ({ number, previous: before.answers(number), now: now.answers(number) }))
    .filter((candidate) => candidate.previous + candidate.now >= minResults)
    .map((candidate) => ({
      candidate,
      difference: standardized(candidate, answersBefore, answersNow),
    }))
    .sort((a, b) => b.difference - a.difference)
    .map(({ candidate }) => candidate)
}

/** The difference of the shares in standard errors, if all answers were independent. */
function standardized({ previous, now }: Candidate, answersBefore: number, answersNow: number): number {
  const share = (previous + now) / (answersBefore + answersNow)
  const variance = share * (1 - share) * (1 / answersBefore + 1 / answersNow)
  const difference = Math.abs(now / answersNow - previous / answersBefore)
  return difference === 0 ? 0 : difference / Math.sqrt(variance)
}

type Citing = RowKey & { number: number; citing: number; citing_squared: number }

/** Returns the columns of the rows of a period for each of the domains, which are given by their numbers. */
async function readColumns(
  { db, scope: { brand } }: Window,
  period: Period,
  domains: readonly number[],
): Promise<(domain: number) => DayColumns> {
  const { rows: found } = await sql<Citing>`
    with listed as (
      select sources.number, domains.id as domain_id
      from sources join domains on domains.brand_id = sources.brand_id and domains.registrable = sources.name
      where sources.brand_id = ${brand.id} and sources.kind = 'domain' and sources.number = any(${[...domains]}::int[])
    ),
    citing as (
      select distinct listed.number, cited.answer_id
      from answer_citations cited join listed using (domain_id)
      where cited.brand_id = ${brand.id} and cited.cited and ${daysInScope(period.scope, 'cited.day')}
    ),
    by_day as (
      select number, prompt_id, platform, model, region, count(*) as citing
      from citing join answers on answers.brand_id = ${brand.id} and answers.id = citing.answer_id
      where ${answersInScope(period.scope)}
      group by number, prompt_id, platform, model, region, day
    )
    select
      number, prompt_id, platform, model, region, sum(citing)::float8 as citing,
      sum(citing * citing)::float8 as citing_squared
    from by_day group by number, prompt_id, platform, model, region`.execute(db)
  const byDomain = Map.groupBy(found, ({ number }) => number)
  return (domain) => {
    const citing = new Map(byDomain.get(domain)?.map((row) => [segmentKey(row), row]))
    return columnsOfMeans(toCitingRows(period, citing))
  }
}

async function readNames({ db, scope: { brand } }: Window, numbers: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; name: string }>`
    select number, name from sources
    where brand_id = ${brand.id} and kind = 'domain' and number = any(${numbers}::int[])`.execute(db)
  return new Map(rows.map(({ number, name }) => [number, name]))
}
