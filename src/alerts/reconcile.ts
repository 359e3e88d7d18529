/** Decides how the stored alerts of a brand change so that they agree with the causes that its data has now. Pure. */
import { daysAfter } from '../core/days.ts'
import type { Alert } from './alerts.ts'
import { asAlertKind, type Cause, groupDays, whenGone } from './causes.ts'

export type Resolution = 'recovered' | 'withdrawn' | 'expired'

/** What is derived of an alert. */
export type StoredAlert = Pick<
  Alert,
  'id' | 'cause' | 'kind' | 'topic' | 'day' | 'last_day' | 'status' | 'resolution'
> & {
  subjects: readonly string[]
}

export type Reconciliation = {
  created: Cause[]
  /** `reopened`: the data confirms again what had been withdrawn. */
  updated: { id: string; cause: Cause; resolution: Resolution | null; reopened: boolean }[]
  resolved: { id: string; resolution: Resolution }[]
}

/** `since`: alerts of earlier days expire, and earlier causes create none. */
export function reconcile(
  stored: readonly StoredAlert[],
  causes: readonly Cause[],
  since: string,
): Reconciliation {
  const current = causes.filter(({ lastDay, isOngoing }) => lastDay >= since || isOngoing === true)
  const byCause = new Map(stored.map((alert) => [alert.cause, alert]))
  const derived = new Set(causes.map(({ cause }) => cause))
  const orphans = new Set(stored.filter(({ cause }) => !derived.has(cause)))
  const result: Reconciliation = { created: [], updated: [], resolved: [] }
  for (const cause of current) {
    const alert = byCause.get(cause.cause) ?? findMoved(orphans, cause)
    if (!alert) {
      result.created.push(cause)
      continue
    }
    orphans.delete(alert)
    const resolution = cause.isOngoing === false ? 'recovered' : null
    result.updated.push({ id: alert.id, cause, resolution, reopened: alert.resolution === 'withdrawn' })
  }
  for (const alert of stored) {
    if (alert.status === 'resolved' || result.updated.some(({ id }) => id === alert.id)) continue
    const isGone = orphans.has(alert) && alert.day >= since
    result.resolved.push({ id: alert.id, resolution: isGone ? whenGone(asAlertKind(alert.kind)) : 'expired' })
  }
  return result
}

/**
 * Late answers can move the day on which a change is established, and with it the cause. The alert moves too, so that
 * it is not sent twice.
 */
function findMoved(orphans: ReadonlySet<StoredAlert>, cause: Cause): StoredAlert | undefined {
  const subjects = new Set(cause.items.map(({ subject }) => subject))
  return [...orphans].find(
    (alert) =>
      alert.kind === cause.kind &&
      topicWithoutDay(alert.topic) === topicWithoutDay(cause.topic) &&
      alert.subjects.some((subject) => subjects.has(subject)) &&
      alert.day < daysAfter(cause.lastDay, groupDays) &&
      cause.day < daysAfter(alert.last_day, groupDays),
  )
}

/** The topic of an engine key and of a run contains where it began. */
const topicWithoutDay = (topic: string) => topic.replace(/ [\d-]{10}$|(?<=^run ).*/, '')
