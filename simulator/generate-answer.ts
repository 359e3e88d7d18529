import type { Answer } from './answer.ts'
import { planAnswer } from './answer-plan.ts'
import { type Fault, SLOW_SECONDS, WAIT_SECONDS } from './faults.ts'
import { getMarket } from './market.ts'
import { randomFor, type SimulatedQuery } from './query.ts'
import { modelRelease, utcDay } from './release-calendar.ts'
import { createShoppingCards } from './shopping-cards.ts'
import type { State } from './state.ts'
import type { Ending, GeneratedAnswer, ParsedRequest, Problem } from './wire/wire.ts'
import { writeAnswer } from './write-answer.ts'

/** Returns a new query to an engine or scraper, and counts its repetitions in the state. */
export function nextQuery(
  { seed, now, repetitions }: State,
  engine: string,
  { prompt, location, profile }: Pick<SimulatedQuery, 'prompt' | 'location' | 'profile'>,
): SimulatedQuery {
  const day = utcDay(now())
  const repetition = repetitions.next(day, [engine, profile, prompt, location])
  return { seed, profile, prompt, location, day, repetition }
}

/** Generates an answer in vendor-neutral form; the modules in `wire/` encode it. */
export async function generateAnswer(
  { seed, market: findMarket, recordings, reply, redirects }: State,
  request: ParsedRequest,
  query: SimulatedQuery,
  fault: Fault | null,
  { origin, servedModel }: { origin: string; servedModel: (release: Date) => string },
): Promise<GeneratedAnswer> {
  const recorded = recordings.get(request.prompt) ?? []
  const market = getMarket(seed, request.prompt, await findMarket(request.prompt))
  const outcome = fault?.kind === 'empty' || fault?.kind === 'refused' ? fault.kind : undefined
  const plan = planAnswer(query, market, { search: request.search && fault?.kind !== 'no_search', outcome })
  const replayed = outcome
    ? undefined
    : (getAnswer(reply(request.prompt)) ?? recorded[(query.repetition - 1) % recorded.length])
  const written = replayed ?? writeAnswer(query, plan)
  const answer = { ...written, searches: written.searches.slice(0, request.maxSearches) }
  return {
    request,
    answer,
    ending: getEnding(fault),
    cards: replayed ? [] : createShoppingCards(query, plan, answer),
    servedModel: servedModel(modelRelease(seed, query.profile, query.day)),
    at: answerTime(query),
    ids: randomFor(query, 'ids'),
    redirectTo: (url) => redirects.linkTo(origin, url),
  }
}

const getAnswer = (reply: string | null): Answer | undefined =>
  reply === null
    ? undefined
    : { outcome: 'answered', segments: [{ text: reply, cites: [] }], sources: [], searches: [] }

/** Returns a time of the day that depends only on the query, so that equal queries get identical responses. */
function answerTime(query: SimulatedQuery): Date {
  return new Date(Date.parse(query.day) + randomFor(query, 'moment').between(0, 86_399) * 1000)
}

export function selectFault(
  faulty: { fault: Fault; rate: number } | null,
  query: SimulatedQuery,
): Fault | null {
  if (!faulty) return null
  return randomFor(query, `fault ${faulty.fault.kind}`).chance(faulty.rate) ? faulty.fault : null
}

/** Returns the latency of an answer, drawn per query. */
export function durationMs(latencyMs: number, query: SimulatedQuery, fault: Fault | null): number {
  const baseMs = latencyMs * (0.5 + randomFor(query, 'latency').unit())
  return baseMs + (fault?.kind === 'slow' ? (fault.seconds ?? SLOW_SECONDS) * 1000 : 0)
}

function getEnding(fault: Fault | null): Ending {
  switch (fault?.kind) {
    case 'error_in_200':
      return 'failed'
    case 'cancelled':
    case 'truncated':
    case 'paused':
    case 'unknown_items':
    case 'unknown_finish':
      return fault.kind
    default:
      return 'complete'
  }
}

/** Returns the error response of a fault, or null for faults of another kind. */
export function toProblem(fault: Fault | null, { flex = false } = {}): Problem | null {
  switch (fault?.kind) {
    case '429':
      return { problem: 'rate_limited', waitSeconds: fault.seconds ?? WAIT_SECONDS }
    case '500':
      return { problem: 'server_error' }
    case '503':
    case '529':
      return { problem: 'overloaded', status: Number(fault.kind) }
    case 'flex_full':
      return flex ? { problem: 'flex_full' } : null
    case 'daily_limit':
    case 'quota':
    case 'bad_key':
    case 'region':
    case 'model_gone':
    case 'endpoint_gone':
      return { problem: fault.kind }
    default:
      return null
  }
}
