/**
 * Causes of alerts, derived from stored data alone: established changes, newly cited pages, failed runs and others. Deriving
 * them again gives the same causes, so alerts can be deleted and recreated, and a rule can be replayed over past days.
 */
import type { AlertKind, AlertSeverity } from '../../vocabulary/alerts.ts'
import type { Context } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
import { type MessageOrText, message } from '../languages/message.ts'
import { findStoppedAgents } from './causes/agents.ts'
import { findNewCompetitors, findOvertakes } from './causes/competitors.ts'
import { findCompetitorChanges, findNumberChanges } from './causes/numbers.ts'
import {
  type DateRange,
  type FindOccurrences,
  NumberChange,
  type Occurrence,
  StoredItem,
} from './causes/occurrence.ts'
import { findKeyFailures, findReachedBudgets, findRunFailures, findWorseAudits } from './causes/operations.ts'
import { findNegativeSentiment } from './causes/sentiment.ts'
import { findOwnPageChanges, findSourceChanges } from './causes/sources.ts'
import { findTrafficChanges } from './causes/traffic.ts'

export { type DateRange, NumberChange, type Occurrence, StoredItem }

/** Occurrences with the same cause, in the order of their days. */
export type OccurrenceGroup = { cause: string; occurrences: readonly Occurrence[] }

/** What an alert is created from. */
export type Cause = {
  cause: string
  kind: AlertKind
  topic: string
  severity: AlertSeverity
  title: MessageOrText
  day: string
  lastDay: string
  /** Null for what happens once. */
  isOngoing: boolean | null
  items: StoredItem[]
  occurrences: readonly Occurrence[]
}

type KindOfCause = {
  find: FindOccurrences
  /** Whether it depends on closed days only and takes long to find. */
  isDaily: boolean
  /** Why an alert is resolved that its data no longer supports. */
  whenGone: 'recovered' | 'withdrawn'
}

const kindsOfCauses: Record<AlertKind, KindOfCause> = {
  number_changed: { find: findNumberChanges, isDaily: false, whenGone: 'withdrawn' },
  competitor_changed: { find: findCompetitorChanges, isDaily: false, whenGone: 'withdrawn' },
  competitor_overtook: { find: findOvertakes, isDaily: true, whenGone: 'withdrawn' },
  competitor_appeared: { find: findNewCompetitors, isDaily: false, whenGone: 'recovered' },
  source_changed: { find: findSourceChanges, isDaily: true, whenGone: 'withdrawn' },
  own_page_changed: { find: findOwnPageChanges, isDaily: true, whenGone: 'withdrawn' },
  negative_sentiment: { find: findNegativeSentiment, isDaily: true, whenGone: 'withdrawn' },
  run_failed: { find: findRunFailures, isDaily: false, whenGone: 'recovered' },
  engine_key_failed: { find: findKeyFailures, isDaily: false, whenGone: 'recovered' },
  budget_reached: { find: findReachedBudgets, isDaily: false, whenGone: 'recovered' },
  audit_got_worse: { find: findWorseAudits, isDaily: false, whenGone: 'withdrawn' },
  traffic_changed: { find: findTrafficChanges, isDaily: true, whenGone: 'withdrawn' },
  agents_stopped: { find: findStoppedAgents, isDaily: true, whenGone: 'recovered' },
}

/** Rows of alerts and rules have only these kinds. */
export const asAlertKind = (kind: string): AlertKind => kind as AlertKind

export const isDaily = (kind: AlertKind): boolean => kindsOfCauses[kind].isDaily

export const whenGone = (kind: AlertKind): 'recovered' | 'withdrawn' => kindsOfCauses[kind].whenGone

/**
 * Finds the occurrences of the kinds that rules match, grouped by cause. Omits the others before
 * grouping: a change of a group of prompts that no rule matches must not split the changes of the brand into two causes.
 */
export async function findOccurrenceGroups(
  ctx: Context,
  brandId: string,
  kinds: readonly AlertKind[],
  range: DateRange,
  isMatched: (occurrence: Occurrence) => boolean,
): Promise<OccurrenceGroup[]> {
  const groups: OccurrenceGroup[] = []
  for (const kind of kinds) {
    const occurrences = await kindsOfCauses[kind].find(ctx, brandId, range)
    groups.push(...groupByCause(occurrences.filter(isMatched)))
  }
  return groups
}

/** Changes established within a week of the first one usually have the same cause. */
export const groupDays = 7

/** Groups the occurrences of each topic. */
export function groupByCause(occurrences: readonly Occurrence[]): OccurrenceGroup[] {
  return [...Map.groupBy(occurrences, ({ topic }) => topic)].flatMap(([topic, ofTopic]) => {
    const sorted = ofTopic.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    if (sorted.some(({ isOneCause }) => isOneCause)) return [{ cause: topic, occurrences: sorted }]
    const groups: Occurrence[][] = []
    for (const occurrence of sorted) {
      const first = groups.at(-1)?.[0]
      if (first && occurrence.day < daysAfter(first.day, groupDays)) groups.at(-1)?.push(occurrence)
      else groups.push([occurrence])
    }
    return groups.map((group) => ({ cause: `${topic} ${group[0]?.day}`, occurrences: group }))
  })
}

export function getCause({ cause, occurrences }: OccurrenceGroup): Cause {
  const [first] = occurrences
  const [main] = occurrences.toSorted((a, b) => rank[a.severity] - rank[b.severity])
  if (!first || !main) throw new Error('A group has at least one occurrence')
  const others = occurrences.length - 1
  return {
    cause,
    kind: main.kind,
    topic: main.topic,
    severity: main.severity,
    title:
      others === 0 ? main.title : message('alerts.causes.titleAndOthersMore', { title: main.title, others }),
    day: first.day,
    lastDay:
      occurrences
        .map(({ lastDay }) => lastDay)
        .toSorted()
        .at(-1) ?? first.lastDay,
    isOngoing: main.isOngoing,
    items: occurrences.map(({ item }) => item),
    occurrences,
  }
}

const rank: Record<AlertSeverity, number> = { high: 0, medium: 1, low: 2 }
