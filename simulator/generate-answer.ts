import { planAnswer } from './answer-plan.ts'
import { type Fault, SLOW_SECONDS, WAIT_SECONDS } from './faults.ts'
import { marketOf } from './market.ts'
import { randomFor, type SimulatedQuery } from './query.ts'
import { modelRelease } from './release-calendar.ts'
import type { Random } from './seeded-random.ts'
import { createShoppingCards } from './shopping-cards.ts'
import type { State } from './state.ts'
import type { GeneratedAnswer, ParsedRequest, Problem, Reply } from './wire/wire.ts'
import { writeAnswer } from './write-answer.ts'

/** Generates an answer in vendor-neutral form; the modules in `wire/` encode it. */
export async function generateAnswer(
  { seed, market: findMarket, recordings, redirects }: State,
  request: ParsedRequest,
  query: SimulatedQuery,
  fault: Fault | null,
  { origin, servedModel }: { origin: string; servedModel: (release: Date) => string },
): Promise<GeneratedAnswer> {
  const recorded = recordings.get(request.prompt) ?? []
  const market = marketOf(seed, request.prompt, await findMarket(request.prompt))
  const outcome = fault?.kind === 'empty' || fault?.kind === 'refused' ? fault.kind : undefined
  const plan = planAnswer(query, market, { search: request.search && fault?.kind !== 'no_search', outcome })
  const replayed = outcome ? undefined : recorded[(query.repetition - 1) % recorded.length]
  const answer = replayed ?? writeAnswer(query, plan)
  return {
    request,
    answer,
    cards: replayed ? [] : createShoppingCards(query, plan, answer),
    servedModel: servedModel(modelRelease(seed, query.profile, query.day)),
    at: answerTime(query),
    ids: randomFor(query, 'ids'),
    redirectTo: (url) => redirects.linkTo(origin, url),
  }
}

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

export function toProblem(fault: Fault | null): Problem | null {
  switch (fault?.kind) {
    case '429':
      return { problem: 'rate_limited', waitSeconds: fault.seconds ?? WAIT_SECONDS }
    case '500':
      return { problem: 'server_error' }
    case '503':
    case '529':
      return { problem: 'overloaded', status: Number(fault.kind) }
    case 'quota':
    case 'bad_key':
      return { problem: fault.kind }
    default:
      return null
  }
}

/** Returns the response of a broken proxy: an HTML page or a line of text with status 200. */
export function garbage(chance: Random): Reply {
  const page =
    '<!doctype html><html><head><title>One moment</title></head><body>Checking the connection.</body></html>'
  const line = 'upstream connect error or disconnect/reset before headers'
  return {
    status: 200,
    headers: [['Content-Type', 'text/html; charset=UTF-8']],
    body: chance.pick([page, line]),
    framing: 'counted',
  }
}
