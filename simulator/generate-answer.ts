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

/** World, plan, prose: everything an answer is but its bytes. */
export async function generateAnswer(
  { seed, world, recordings, redirects }: State,
  asked: ParsedRequest,
  asking: SimulatedQuery,
  fault: Fault | null,
  { origin, servedModel }: { origin: string; servedModel: (release: Date) => string },
): Promise<GeneratedAnswer> {
  const recorded = recordings.get(asked.prompt) ?? []
  const market = marketOf(seed, asked.prompt, await world(asked.prompt))
  const outcome = fault?.kind === 'empty' || fault?.kind === 'refused' ? fault.kind : undefined
  const plan = planAnswer(asking, market, { search: asked.search && fault?.kind !== 'no_search', outcome })
  const replayed = outcome ? undefined : recorded[(asking.nth - 1) % recorded.length]
  const answer = replayed ?? writeAnswer(asking, plan)
  return {
    asked,
    answer,
    cards: replayed ? [] : createShoppingCards(asking, plan, answer),
    servedModel: servedModel(modelRelease(seed, asking.voice, asking.day)),
    at: answerTime(asking),
    ids: randomFor(asking, 'ids'),
    redirectTo: (url) => redirects.linkTo(origin, url),
  }
}

/** A moment of the day, to the second, that depends on the asking alone: equal questions get equal bytes. */
function answerTime(asking: SimulatedQuery): Date {
  return new Date(Date.parse(asking.day) + randomFor(asking, 'moment').between(0, 86_399) * 1000)
}

export function selectFault(
  faulty: { fault: Fault; rate: number } | null,
  asking: SimulatedQuery,
): Fault | null {
  if (!faulty) return null
  return randomFor(asking, `fault ${faulty.fault.kind}`).chance(faulty.rate) ? faulty.fault : null
}

/** How long an answer takes, drawn for each asking. */
export function durationMs(latencyMs: number, asking: SimulatedQuery, fault: Fault | null): number {
  const usualMs = latencyMs * (0.5 + randomFor(asking, 'latency').unit())
  return usualMs + (fault?.kind === 'slow' ? (fault.seconds ?? SLOW_SECONDS) * 1000 : 0)
}

export function problemOf(fault: Fault | null): Problem | null {
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

/** What a proxy in between sends: a page, or a line of its own, with status 200. */
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
