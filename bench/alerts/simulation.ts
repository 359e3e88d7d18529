/**
 * Measures the default alert rules on simulated brands: alerts without a change, and the delay and misses of known changes. Prints
 * the tables of docs/alerts.md. It uses the code of the product from the sums of days on. `node scripts/launch.mjs
 * bench/alerts/simulation.ts [brands] [number of the world]`
 */

import { isNew } from '../../src/alerts/causes/competitors.ts'
import { findAppearances } from '../../src/alerts/causes/sentiment.ts'
import { groupDays } from '../../src/alerts/causes.ts'
import { dayAt, dayMs } from '../../src/core/days.ts'
import { getSeries } from '../../src/metrics/statistics/change-detection/daily-sums.ts'
import { equalFamily, type Family } from '../../src/metrics/statistics/change-detection/family.ts'
import { computeDifference, findLeadChanges } from '../../src/metrics/statistics/change-detection/leads.ts'
import { overviewFamily } from '../../src/metrics/statistics/change-detection/overview.ts'
import { replayFamily, startStates } from '../../src/metrics/statistics/change-detection/replay.ts'
import { steadyWorld } from '../../src/metrics/statistics/change-detection/simulated-brand.fixture.ts'
import { findVisitChanges } from '../../src/metrics/statistics/change-detection/visits.ts'
import { findCitationChanges } from '../../src/metrics/statistics/citation-changes.ts'
import { seededRandom } from '../../src/metrics/statistics/seeded-random.ts'
import type { AlertKind } from '../../vocabulary/alerts.ts'
import { type Scenario, type SimulatedHistory, simulateHistory } from './worlds.ts'

const brands = Number(process.argv[2] ?? 200)
/** Drift is estimated and leads are remembered over these days before the first evaluated one. */
const historyDays = 112
const evaluatedDays = 60
const changeDay = historyDays + 14

/** `topic` as in the product: occurrences of a topic within a week are one alert. */
type Occurrence = { kind: AlertKind; topic: string; day: number }

const worlds: [string, Partial<Scenario>][] = [
  ['Independent answers', {}],
  ['Prompts that drift', { drift: 0.5 }],
  ['Days that affect a platform', { shock: 0.3 }],
  ['Both', { drift: 0.5, shock: 0.3 }],
]

const kinds: AlertKind[] = [
  'number_changed',
  'competitor_changed',
  'competitor_overtook',
  'competitor_appeared',
  'own_page_changed',
  'negative_sentiment',
  'traffic_changed',
]

function measureFalseAlerts(title: string, world: Partial<Scenario>): void {
  const alerts = simulate(world, null).flat()
  const perMonth = (kind?: AlertKind) =>
    ((alerts.filter((each) => kind === undefined || each.kind === kind).length / brands) * 30) / evaluatedDays
  const cells = [...kinds.map((kind) => perMonth(kind)), perMonth()].map((value) => value.toFixed(3))
  console.log(`| ${title} | ${cells.join(' | ')} |`)
}

/** Alerts on the changed subjects count within four weeks. */
function measureDelays(title: string, world: Partial<Scenario>): void {
  const found = simulate(world, changeDay)
  const cells = kinds.map((kind) => {
    const days = found.map((alerts) =>
      Math.min(...alerts.filter((each) => each.kind === kind && each.day >= changeDay).map(({ day }) => day)),
    )
    const delays = days.map((day) => day - changeDay + 1).filter((delay) => delay <= 28)
    const missed = (100 * (brands - delays.length)) / brands
    return `${median(delays)} days, ${missed.toFixed(0)}%`
  })
  console.log(`| ${title}: delay, missed | ${cells.join(' | ')} | |`)
}

const median = (values: readonly number[]): number | string =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? '–'

/** Returns the alerts of each brand. */
function simulate(world: Partial<Scenario>, change: number | null): Occurrence[][] {
  const random = seededRandom(change === null ? 1 : 2)
  const scenario = { ...steadyWorld, ...world, days: historyDays + evaluatedDays, changeDay: change }
  return Array.from({ length: brands }, () => groupAlerts(occurrencesIn(simulateHistory(scenario, random))))
}

function occurrencesIn(history: SimulatedHistory): Occurrence[] {
  const range = { from: historyDays, to: historyDays + evaluatedDays - 1 }
  return [
    ...numberChanges(history),
    ...competitorChanges(history),
    ...findCitationChanges(history.citations.cells, history.citations.citations, {
      ...range,
      from: range.from - 28,
    }).map(({ day, direction }) => ({ kind: 'own_page_changed' as const, topic: direction, day })),
    ...negativeDays(history, range),
    ...newNames(history, range),
    ...findVisitChanges(history.visits, range.to).map(({ established, direction }) => ({
      kind: 'traffic_changed' as const,
      topic: direction,
      day: established,
    })),
  ].filter(({ day }) => day >= range.from)
}

function numberChanges({ answers, sums }: SimulatedHistory): Occurrence[] {
  const family = overviewFamily(answers, sums)
  return establishedIn(family, answers.dayCount).flatMap(({ series, day, direction }) => {
    const name = family.names[series]
    const isBetter = (direction === 'up') === (name?.number !== 'avg_position')
    return [{ kind: 'number_changed' as const, topic: isBetter ? 'better' : 'worse', day }]
  })
}

function competitorChanges({ answers, sums, competitors }: SimulatedHistory): Occurrence[] {
  const family = equalFamily(competitors.map((scores) => getSeries(answers, scores, null)))
  const changes = establishedIn(family, answers.dayCount)
    .filter(({ direction }) => direction === 'up')
    .map(({ day }) => ({ kind: 'competitor_changed' as const, topic: 'up', day }))
  const differences = competitors.map((scores) =>
    getSeries(answers, computeDifference(sums.score, scores, answers.dayCount), null),
  )
  const leads = findLeadChanges(differences, { from: historyDays, to: answers.dayCount - 1 })
  return [
    ...changes,
    ...leads.map(({ day, direction }) => ({ kind: 'competitor_overtook' as const, topic: direction, day })),
  ]
}

function establishedIn(family: Family, days: number) {
  const { log } = replayFamily(family, { from: historyDays - 56, to: days - 1 }, startStates(family))
  return log.flatMap(({ series, day, change }) =>
    change.established === day ? [{ series, day, direction: change.direction }] : [],
  )
}

type Range = { from: number; to: number }

/** Any day that PostgreSQL and JavaScript can represent. */
const getDay = (day: number) => dayAt(dayMs * (20_000 + day))
const getNumber = (day: string) => Date.parse(day) / dayMs - 20_000

const negativeDays = ({ negative }: SimulatedHistory, { from, to }: Range): Occurrence[] =>
  findAppearances(
    negative.map(({ mentions, negative }, day) => ({ known: mentions, negative, day: getDay(day) })),
    getDay(from - 28),
    getDay(to),
  ).map(({ day }) => ({ kind: 'negative_sentiment', topic: 'negative', day: getNumber(day) }))

/** Scans the last 90 days every day, as the product does after a run. */
function newNames({ names, answers }: SimulatedHistory, { from, to }: Range): Occurrence[] {
  const perDay = answers.cells.length
  return names.flatMap((mentions, name) => {
    for (let day = from; day <= to; day++) {
      const first = day - 89
      const inWindow = mentions.slice(first, day + 1)
      const firstMention = inWindow.findIndex((count) => count > 0)
      const count = inWindow.reduce((sum, each) => sum + each, 0)
      if (firstMention < 14 || count < 5) continue
      const counts = inWindow.map((_, index) => ({ day: getDay(first + index), answers: perDay }))
      if (isNew(count, getDay(first + firstMention), counts))
        return [{ kind: 'competitor_appeared' as const, topic: `${name}`, day }]
    }
    return []
  })
}

function groupAlerts(occurrences: readonly Occurrence[]): Occurrence[] {
  return [...Map.groupBy(occurrences, ({ kind, topic }) => `${kind} ${topic}`).values()].flatMap(
    (ofTopic) => {
      const alerts: Occurrence[] = []
      for (const occurrence of ofTopic.toSorted((a, b) => a.day - b.day)) {
        const last = alerts.at(-1)
        if (last === undefined || occurrence.day >= last.day + groupDays) alerts.push(occurrence)
      }
      return alerts
    },
  )
}

const chosen = process.argv[3] === undefined ? worlds : worlds.slice(Number(process.argv[3])).slice(0, 1)
for (const [title, world] of chosen) {
  measureFalseAlerts(title, world)
  measureDelays(title, world)
}
