/**
 * Decides whether an AI agent has stopped requesting pages: its pause is longer than its earlier pauses make likely. Only days on which the
 * log has requests of some agent count: without any, the log can be what stopped.
 */

/** Days since 1970. */
export type AgentStop = {
  /** The first day without requests, and the day on which this was established. */
  since: number
  established: number
  /** The last day without requests, if the agent has returned. */
  until: number | null
  /** The days with requests, of the days before. */
  activeDays: number
  measuredDays: number
}

const maxHistoryDays = 56
const minHistoryDays = 28
const minActiveShare = 0.6
const minStoppedDays = 5
/** The chance of the pause if nothing has changed. Each pause is tested on each of its days. */
const significance = 0.0001
/** Most pauses are short. */
const priorPauses = 4

/** `measured`: days on which the log has requests of any agent, in order. */
export function findStops(active: ReadonlySet<number>, measured: readonly number[]): AgentStop[] {
  const stops: AgentStop[] = []
  let history: boolean[] = []
  let pause: number[] = []
  let current: AgentStop | null = null
  for (const [index, day] of measured.entries()) {
    if (active.has(day)) {
      if (current !== null) current.until = measured[index - 1] ?? day
      current = null
      // Days before the first request say nothing about the agent.
      if (history.length > 0) history.push(...pause.map(() => false))
      history = [...history, true].slice(-maxHistoryDays)
      pause = []
      continue
    }
    pause.push(day)
    if (current !== null || !isUnusual(history, pause.length)) continue
    current = {
      since: pause[0] ?? day,
      established: day,
      until: null,
      activeDays: history.filter(Boolean).length,
      measuredDays: history.length,
    }
    stops.push(current)
  }
  return stops
}

function isUnusual(history: readonly boolean[], stoppedDays: number): boolean {
  const days = history.length
  const activeDays = history.filter(Boolean).length
  const pauses = history.filter((isActive, index) => !isActive && history[index - 1] !== false).length
  return (
    days >= minHistoryDays &&
    activeDays >= minActiveShare * days &&
    stoppedDays >= minStoppedDays &&
    chanceOfPause({ activeDays, pauses, inactiveDays: days - activeDays }, stoppedDays) <= significance
  )
}

type History = { activeDays: number; pauses: number; inactiveDays: number }

/**
 * The probability that a day with requests is followed by a pause of at least this length. Whether a pause starts and whether it
 * continues are estimated from the history, with one more pause than were seen, and as if four more pauses had ended after a day.
 */
function chanceOfPause({ activeDays, pauses, inactiveDays }: History, stoppedDays: number): number {
  const continued = inactiveDays - pauses
  let chance = (pauses + 1) / (activeDays + 2)
  for (let day = 1; day < stoppedDays; day += 1)
    chance *= (continued + day) / (inactiveDays + priorPauses + day)
  return chance
}
