/** Scrapers on the wire: a question becomes a task, which is done after a while and then looked at or delivered. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault, FaultyPath } from './faults.ts'
import { durationMs, garbage, generateAnswer, problemOf, selectFault } from './generate-answer.ts'
import { readJson, send, sendTruncated } from './http.ts'
import type { SimulatedQuery } from './query.ts'
import { dayOf } from './release-calendar.ts'
import { random } from './seeded-random.ts'
import { recordRequest, type State } from './state.ts'
import { progressOf } from './task-store.ts'
import { brightdata } from './wire/brightdata.ts'
import { cloro } from './wire/cloro.ts'
import { dataforseo } from './wire/dataforseo.ts'
import { isJson } from './wire/request.ts'
import type { Scraper, ScraperCall, ScraperName, Task, TaskOrder } from './wire/scraper.ts'
import { serpapi } from './wire/serpapi.ts'
import { type Json, type Problem, type Reply, yyyymmdd } from './wire/wire.ts'

const SCRAPERS: Readonly<Record<ScraperName, Scraper>> = { cloro, brightdata, dataforseo, serpapi }

/** Below an address of the simulator. */
export const SCRAPER_PATHS: Readonly<Record<ScraperName, string>> = {
  cloro: '/cloro',
  brightdata: '/brightdata',
  dataforseo: '/dataforseo',
  serpapi: '/serpapi',
}

export function scraperAt(path: string): ScraperName | null {
  const name = path.split('/')[1] ?? ''
  return isScraper(name) ? name : null
}

const isScraper = (name: string): name is ScraperName => Object.hasOwn(SCRAPERS, name)

export async function serveScraper(
  state: State,
  name: ScraperName,
  { path, url, faulty }: { path: string; url: URL; faulty: FaultyPath | null },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const scraper = SCRAPERS[name]
  const call: ScraperCall = {
    method: request.method ?? '',
    path: path.slice(SCRAPER_PATHS[name].length),
    query: url.searchParams,
    headers: request.headers,
    body: await readJson(request),
  }
  const answer = async (fault: Fault | null, reply: () => Reply | Promise<Reply>) => {
    if (fault?.kind === 'hang') return
    const sent = struck(state, name, fault) ?? (await reply())
    if (fault?.kind === 'cut') sendTruncated(response, sent)
    else send(response, sent)
  }
  const wanted = scraper.keyOf(call) === null ? missingKey : scraper.read(call)
  if ('problem' in wanted) return answer(null, () => refusal(state, name, wanted))
  if ('look' in wanted) {
    const task = state.desk.find(name, wanted.look)
    if (task === null) return answer(null, () => refusal(state, name, { problem: 'not_found' }))
    return answer(state.faults.take(name, task.order.prompt, 'look'), () => scraper.shown(task, call))
  }
  const { order } = wanted
  const { reference } = order
  const known = reference !== null && state.desk.isKnown(name, reference) && scraper.known?.(reference)
  if (known) return answer(null, () => known)
  const asking = nextAsking(state, name, order)
  const fault = state.faults.take(name, order.prompt) ?? selectFault(faulty, asking)
  recordRequest(state, {
    engine: name,
    model: order.voice,
    prompt: order.prompt,
    body: bodyOf(call),
    fault: fault?.kind ?? null,
  })
  return answer(fault, async () => {
    const task = await take(state, name, order, asking, fault)
    if (!wanted.atOnce) return scraper.taken(task)
    await state.sleep(durationMs(state.latencyMs, asking, fault), state.stopping)
    return scraper.shown(task, call)
  })
}

const missingKey: Problem = { problem: 'missing_key' }

/** From the order to a task on the desk, which is delivered where the order says so. */
async function take(
  state: State,
  name: ScraperName,
  order: TaskOrder,
  asking: SimulatedQuery,
  fault: Fault | null,
): Promise<Task> {
  const { prompt, place, voice } = order
  const tookMs = durationMs(state.latencyMs, asking, fault)
  const told = await generateAnswer(
    state,
    { prompt, place, model: voice, search: true, listPages: true },
    asking,
    fault,
    { origin: '', servedModel: (release) => `gpt-5-${yyyymmdd(release, '-')}` },
  )
  const task = { id: told.ids.uuid(), order, told, state: progressOf(tookMs, endingOf(fault)) }
  state.desk.file(name, task, fault?.kind === 'expired')
  if (order.webhookUrl !== null && fault?.kind !== 'never') deliverLater(state, name, task, tookMs)
  return task
}

function endingOf(fault: Fault | null): 'done' | 'failed' | 'never' {
  if (fault?.kind === 'never') return 'never'
  return fault?.kind === 'error_in_200' ? 'failed' : 'done'
}

/** Once, and after the reply to the order has had time to arrive. */
function deliverLater(state: State, name: ScraperName, task: Task, tookMs: number): void {
  const { webhookUrl } = task.order
  const timer = setTimeout(async () => {
    const delivery = SCRAPERS[name].delivery?.(task, state.webhookSecret)
    if (webhookUrl === null || !delivery) return
    try {
      await fetch(webhookUrl, { method: 'POST', ...delivery, signal: state.stopping })
    } catch {
      if (!state.stopping.aborted) console.error(`The simulated ${name} could not deliver to ${webhookUrl}`)
    }
  }, tookMs + SOON_MS)
  state.stopping.addEventListener('abort', () => clearTimeout(timer), { once: true })
}

const SOON_MS = 50

/** What a fault makes of a call before anything is done; null: it goes on. */
function struck(state: State, name: ScraperName, fault: Fault | null): Reply | null {
  const problem = problemOf(fault)
  if (problem) return refusal(state, name, problem)
  return fault?.kind === 'garbage' ? garbage(random(state.seed, 'garbage', name)) : null
}

const refusal = ({ seed }: State, name: ScraperName, problem: Problem): Reply =>
  SCRAPERS[name].problem(problem, random(seed, 'problem', problem.problem, name))

function nextAsking(
  { seed, now, askings }: State,
  name: ScraperName,
  { prompt, place, voice }: TaskOrder,
): SimulatedQuery {
  const day = dayOf(now())
  return { seed, voice, prompt, place, day, nth: askings.next(day, [name, voice, prompt, place]) }
}

/** Some take a list of one. */
function bodyOf({ body }: ScraperCall): Json {
  const first: unknown = Array.isArray(body) ? body[0] : body
  return isJson(first) ? first : {}
}
