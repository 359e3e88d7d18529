/** AI agents that have stopped requesting pages, and logs that have stopped. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { dayAt, dayMs, daysAfter } from '../../core/days.ts'
import { dayValue, type MessageOrText, message } from '../../languages/message.ts'
import { type AgentStop, findStops } from '../../traffic/stopped-agents.ts'
import { type DateRange, type FindOccurrences, type Occurrence, pathTo } from './occurrence.ts'

/** Before a range: eight weeks of history, and the start of a pause that continues. */
const daysOfContext = 120

/** A log with requests of agents on 90% of the days of four weeks has stopped if it then sends no line for three days. */
const silentDays = 3
const referenceDays = 28
const minReferenceShare = 0.9

export const findStoppedAgents: FindOccurrences = async (ctx, brandId, range) => {
  const rows = await listDays(ctx, brandId, { from: daysAfter(range.from, -daysOfContext), to: range.to })
  const measured = [...new Set(rows.map(({ day }) => day))].sort((a, b) => a - b)
  const agents = [...Map.groupBy(rows, ({ agent }) => agent)].flatMap(([agent, days]) => {
    const active = new Set(days.filter(({ is_genuine }) => is_genuine).map(({ day }) => day))
    return findStops(active, measured).map((stop) => getOccurrence(agent, stop, range.to))
  })
  return [...agents, ...(await findSilence(ctx, brandId, measured, Date.parse(range.to) / dayMs))]
}

type AgentDay = { agent: string; day: number; is_genuine: boolean }

async function listDays({ db }: Context, brandId: string, { from, to }: DateRange): Promise<AgentDay[]> {
  const { rows } = await sql<AgentDay>`
    select agent, day - date '1970-01-01' as day, bool_or(verification <> 'spoofed') as is_genuine
    from agent_days where brand_id = ${brandId} and day between ${from}::date and ${to}::date and requests > 0
    group by agent, day order by agent, day`.execute(db)
  return rows
}

const getDay = (day: number) => dayAt(day * dayMs)

function getOccurrence(agent: string, stop: AgentStop, lastDay: string): Occurrence {
  const isOngoing = stop.until === null
  return {
    kind: 'agents_stopped',
    topic: 'agents stopped',
    day: getDay(stop.established),
    lastDay: stop.until === null ? lastDay : getDay(stop.until),
    isOngoing,
    direction: null,
    // The alert continues while any of its agents does.
    severity: isOngoing ? 'medium' : 'low',
    title: message('alerts.agents.stopped', { agent }),
    item: {
      subject: `agent ${agent}`,
      label: agent,
      detail: message('alerts.agents.noRequestsSince', {
        since: dayValue(getDay(stop.since)),
        active: stop.activeDays,
        days: stop.measuredDays,
      }),
      quote: null,
      tone: 'worse',
      path: pathTo('traffic/agents', { from: getDay(stop.since - stop.measuredDays), to: lastDay }),
    },
  }
}

/** A log without requests of any agent until `last`: either it has stopped, or all agents have. */
async function findSilence(
  ctx: Context,
  brandId: string,
  measured: readonly number[],
  last: number,
): Promise<Occurrence[]> {
  const [first, lastMeasured] = [measured[0], measured.at(-1)]
  const received = await findLastReceived(ctx, brandId)
  if (first === undefined || lastMeasured === undefined || received === null || lastMeasured >= last)
    return []
  const since = lastMeasured + 1
  const reference = measured.filter((day) => day > lastMeasured - referenceDays).length
  const isLogSilent = received < since && last - received >= silentDays && last - lastMeasured >= silentDays
  if (isLogSilent && reference >= minReferenceShare * referenceDays)
    return [
      getSilence(
        since,
        since + silentDays - 1,
        last,
        message('alerts.agents.logStopped'),
        message('alerts.agents.lastLine', { day: dayValue(getDay(received)) }),
      ),
    ]
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const stop = isLogSilent ? undefined : findStops(new Set(measured), days).at(-1)
  if (!stop || stop.until !== null) return []
  const detail = message('alerts.agents.noRequestsSince', {
    since: dayValue(getDay(since)),
    active: stop.activeDays,
    days: stop.measuredDays,
  })
  return [getSilence(since, stop.established, last, message('alerts.agents.allStopped'), detail)]
}

/** The last day on which a log source sent a line; null if there is none. */
async function findLastReceived(ctx: Context, brandId: string): Promise<number | null> {
  const { rows } = await sql<{ day: number | null }>`
    select (max(last_received_at) at time zone 'UTC')::date - date '1970-01-01' as day from log_sources
    where organization_id = ${ctx.organizationId} and brand_id = ${brandId}`.execute(ctx.db)
  return rows[0]?.day ?? null
}

const getSilence = (
  since: number,
  established: number,
  last: number,
  title: MessageOrText,
  detail: MessageOrText,
): Occurrence => ({
  kind: 'agents_stopped',
  topic: `log ${getDay(since)}`,
  isOneCause: true,
  day: getDay(established),
  lastDay: getDay(last),
  isOngoing: true,
  direction: null,
  severity: 'medium',
  title,
  item: { subject: 'log', label: title, detail, quote: null, tone: 'worse', path: pathTo('traffic/agents') },
})
