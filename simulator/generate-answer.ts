import { type Asking, chanceOf } from './query.ts'
import { modelRelease } from './release-calendar.ts'
import { cardsOf } from './shopping-cards.ts'
import { type Fault, SLOW_SECONDS, WAIT_SECONDS } from './faults.ts'
import { planAnswer } from './answer-plan.ts'
import { writeAnswer } from './write-answer.ts'
import type { Random } from './seeded-random.ts'
import type { State } from './state.ts'
import type { Asked, Problem, Reply, Told } from './wire/wire.ts'
import { marketOf } from './market.ts'

/** World, plan, prose: everything an answer is but its bytes. */
export async function tell(
  { seed, world, recordings, redirects }: State,
  asked: Asked,
  asking: Asking,
  fault: Fault | null,
  { origin, servedModel }: { origin: string; servedModel: (release: Date) => string },
): Promise<Told> {
  const recorded = recordings.get(asked.prompt) ?? []
  const market = marketOf(seed, asked.prompt, await world(asked.prompt))
  const outcome = fault?.kind === 'empty' || fault?.kind === 'refused' ? fault.kind : undefined
  const plan = planAnswer(asking, market, { search: asked.search && fault?.kind !== 'no_search', outcome })
  const replayed = outcome ? undefined : recorded[(asking.nth - 1) % recorded.length]
  const answer = replayed ?? writeAnswer(asking, plan)
  return {
    asked,
    answer,
    cards: replayed ? [] : cardsOf(asking, plan, answer),
    servedModel: servedModel(modelRelease(seed, asking.voice, asking.day)),
    at: momentOf(asking),
    ids: chanceOf(asking, 'ids'),
    redirectTo: (url) => redirects.linkTo(origin, url),
  }
}

/** A moment of the day, to the second, that depends on the asking alone: equal questions get equal bytes. */
function momentOf(asking: Asking): Date {
  return new Date(Date.parse(asking.day) + chanceOf(asking, 'moment').between(0, 86_399) * 1000)
}

export function struckBy(faulty: { fault: Fault; rate: number } | null, asking: Asking): Fault | null {
  if (!faulty) return null
  return chanceOf(asking, `fault ${faulty.fault.kind}`).chance(faulty.rate) ? faulty.fault : null
}

/** How long an answer takes, drawn for each asking. */
export function durationMs(latencyMs: number, asking: Asking, fault: Fault | null): number {
  const usualMs = latencyMs * (0.5 + chanceOf(asking, 'latency').unit())
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
