/** Finds the days on which items (pages or domains) are newly cited or no longer cited, from the citations per cell and day. */
import { runSteps } from '../../core/yield-to-event-loop.ts'
import { appearanceP, areSignificant, disappearanceP, type WindowCounts } from './appearance.ts'

/** Answers of a cell per day. `days`: the index of the day → answers. */
export type CellAnswers = { prompt: string; platform: string; days: Float64Array }

/** `answers`: answers of the cell on the day that cite the item. */
export type ItemCitation = { cell: number; day: number; answers: number }

export type CitationChange = {
  item: string
  /** The index of the day. */
  day: number
  direction: 'new' | 'lost'
  /** Answers that cite it: in the recent days if it is new, in the days before if it is lost. */
  citing: number
  prompts: number
}

/** The recent days are compared with the four weeks before them. */
const recentDays = { new: 7, lost: 14 } as const
const referenceDays = 28

/** The days before the first tested one that a test uses. */
export const citationLookback = referenceDays + recentDays.lost - 1

/** A change is not reported again within this time. */
const silentDays = 28

/** A page that answers to one prompt cite, or that is cited on one day only, can be a fluctuation of that prompt or day. */
const minPrompts = 2
const minDays = 3
const minCiting = 5

/** Returns the changes on the days of a range, oldest first. */
export const findCitationChanges = (...args: Parameters<typeof citationChangeSteps>): CitationChange[] =>
  runSteps(citationChangeSteps(...args))

/**
 * Returns the changes on the days `from` to `to`, oldest first. Depends on the days from `from − citationLookback` on. A
 * generator of steps, because a brand can have hundreds of thousands of citations.
 */
export function* citationChangeSteps(
  cells: readonly CellAnswers[],
  citations: ReadonlyMap<string, readonly ItemCitation[]>,
  { from, to }: { from: number; to: number },
): Generator<undefined, CitationChange[]> {
  const cumulative = cells.map(({ days }) => computeCumulative(days))
  const byDay = new Map<string, readonly ItemCitation[]>()
  for (const [item, all] of citations) {
    byDay.set(
      item,
      all.toSorted((a, b) => a.day - b.day),
    )
    yield
  }
  const lastReported = new Map<string, number>()
  const changes: CitationChange[] = []
  for (let day = from; day <= to; day++)
    for (const direction of ['new', 'lost'] as const) {
      const found = yield* changesOn(day, direction, { cells, cumulative, citations: byDay })
      for (const change of found) {
        const key = `${direction} ${change.item}`
        if (day - (lastReported.get(key) ?? Number.NEGATIVE_INFINITY) < silentDays) continue
        lastReported.set(key, day)
        changes.push(change)
      }
    }
  return changes
}

type Sources = {
  cells: readonly CellAnswers[]
  cumulative: readonly Float64Array[]
  /** In the order of their days. */
  citations: ReadonlyMap<string, readonly ItemCitation[]>
}

/** Items of a step. */
const itemsPerStep = 100

function* changesOn(
  day: number,
  direction: 'new' | 'lost',
  { cells, cumulative, citations }: Sources,
): Generator<undefined, CitationChange[]> {
  const pOf = direction === 'new' ? appearanceP : disappearanceP
  const windows = windowsOn(day, direction)
  if (windows.before.from < 0) return []
  const answers = cumulative.map((sums) => ({
    before: sumOver(sums, windows.before),
    now: sumOver(sums, windows.now),
  }))
  const totals = computeTotals(cells, answers)
  // Only cells with answers in both windows count, so that new prompts and outages are not changes.
  const within = (all: readonly ItemCitation[], range: Range) =>
    all
      .slice(firstOn(all, range.from), firstOn(all, range.to + 1))
      .filter(({ cell }) => isCommon(answers[cell]))
  const tested: { item: string; before: ItemCitation[]; now: ItemCitation[]; p: number }[] = []
  let items = 0
  for (const [item, all] of citations) {
    if (items++ % itemsPerStep === 0) yield
    const [before, now] = [within(all, windows.before), within(all, windows.now)]
    if (before.length + now.length === 0) continue
    tested.push({ item, before, now, p: pOf(getCounts(cells, totals, before, now)) })
  }
  const significant = areSignificant(tested.map(({ p }) => p))
  return tested.flatMap(({ item, before, now }, index) => {
    const evidence = direction === 'new' ? now : before
    const prompts = new Set(evidence.map(({ cell }) => cells[cell]?.prompt)).size
    const days = new Set(evidence.map((each) => each.day)).size
    const citing = evidence.reduce((sum, each) => sum + each.answers, 0)
    const isEnough = prompts >= minPrompts && days >= minDays && citing >= minCiting
    return significant[index] && isEnough ? [{ item, day, direction, citing, prompts }] : []
  })
}

/** Returns the index of the first citation on the day or later. */
function firstOn(citations: readonly ItemCitation[], day: number): number {
  let [low, high] = [0, citations.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((citations[middle]?.day ?? day) < day) low = middle + 1
    else high = middle
  }
  return low
}

type Range = { from: number; to: number }

function windowsOn(day: number, direction: 'new' | 'lost'): { before: Range; now: Range } {
  const first = day - recentDays[direction] + 1
  return { before: { from: first - referenceDays, to: first - 1 }, now: { from: first, to: day } }
}

type InWindows = { before: number; now: number }

const isCommon = (answers: InWindows | undefined): boolean =>
  answers !== undefined && answers.before > 0 && answers.now > 0

/** Returns the answers of the common cells by platform. */
function computeTotals(cells: readonly CellAnswers[], answers: readonly InWindows[]): Map<string, InWindows> {
  const totals = new Map<string, InWindows>()
  for (const [cell, { platform }] of cells.entries()) {
    const own = answers[cell]
    if (own === undefined || !isCommon(own)) continue
    const total = totals.get(platform) ?? { before: 0, now: 0 }
    totals.set(platform, { before: total.before + own.before, now: total.now + own.now })
  }
  return totals
}

function getCounts(
  cells: readonly CellAnswers[],
  totals: ReadonlyMap<string, InWindows>,
  before: readonly ItemCitation[],
  now: readonly ItemCitation[],
): WindowCounts[] {
  const citing = (list: readonly ItemCitation[], platform: string) =>
    list.reduce((sum, { cell, answers }) => sum + (cells[cell]?.platform === platform ? answers : 0), 0)
  return [...totals].map(([platform, answers]) => ({
    before: { answers: answers.before, count: citing(before, platform) },
    now: { answers: answers.now, count: citing(now, platform) },
  }))
}

function computeCumulative(days: Float64Array): Float64Array {
  const sums = new Float64Array(days.length + 1)
  for (const [index, value] of days.entries()) sums[index + 1] = (sums[index] ?? 0) + value
  return sums
}

const sumOver = (sums: Float64Array, { from, to }: Range): number => (sums[to + 1] ?? 0) - (sums[from] ?? 0)
