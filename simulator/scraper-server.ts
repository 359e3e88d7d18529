/** Serves the simulated scrapers: a query creates a task, whose result is polled or delivered later. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault, FaultyPath } from './faults.ts'
import { durationMs, generateAnswer, nextQuery, selectFault, toProblem } from './generate-answer.ts'
import { readJson, respond, send } from './http.ts'
import type { SimulatedQuery } from './query.ts'
import { random } from './seeded-random.ts'
import { recordRequest, type State } from './state.ts'
import { getProgress } from './task-store.ts'
import { brightdata } from './wire/brightdata.ts'
import { cloro } from './wire/cloro.ts'
import { dataforseo } from './wire/dataforseo.ts'
import { isJson } from './wire/request.ts'
import type { Scraper, ScraperCall, ScraperName, Task, TaskOrder } from './wire/scraper.ts'
import { serpapi } from './wire/serpapi.ts'
import { type Json, type Problem, type Reply, yyyymmdd } from './wire/wire.ts'

const SCRAPERS: Readonly<Record<ScraperName, Scraper>> = { cloro, brightdata, dataforseo, serpapi }

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
    path: path.slice(`/${name}`.length),
    query: url.searchParams,
    headers: request.headers,
    body: await readJson(request),
  }
  const respondTo = (fault: Fault | null, reply: () => Reply | Promise<Reply>) => {
    const problem = toProblem(fault)
    return respond(response, fault, problem ? () => refusal(state, name, problem) : reply)
  }
  const parsed = scraper.getKey(call) === null ? missingKey : scraper.read(call)
  if ('problem' in parsed) return send(response, refusal(state, name, parsed))
  if ('poll' in parsed) {
    const task = state.scraperTasks.find(name, parsed.poll)
    if (task === null) return send(response, refusal(state, name, { problem: 'not_found' }))
    return respondTo(state.faults.take(name, task.order.prompt, 'poll'), () => scraper.status(task, call))
  }
  const { order } = parsed
  const { reference } = order
  const known =
    reference !== null && state.scraperTasks.isKnown(name, reference) && scraper.known?.(reference)
  if (known) return send(response, known)
  const query = nextQuery(state, name, order)
  const fault = state.faults.take(name, order.prompt) ?? selectFault(faulty, query)
  recordRequest(state, {
    engine: name,
    model: order.profile,
    prompt: order.prompt,
    body: getBody(call),
    fault: fault?.kind ?? null,
  })
  return respondTo(fault, async () => {
    const task = await createTask(state, name, order, query, fault)
    if (!parsed.isSynchronous) return scraper.accepted(task)
    await state.sleep(durationMs(state.latencyMs, query, fault), state.stopping)
    return scraper.status(task, call)
  })
}

const missingKey: Problem = { problem: 'missing_key' }

/** Creates the task of an order, and schedules its delivery if the order has a webhook. */
async function createTask(
  state: State,
  name: ScraperName,
  order: TaskOrder,
  query: SimulatedQuery,
  fault: Fault | null,
): Promise<Task> {
  const { prompt, location, profile } = order
  const tookMs = durationMs(state.latencyMs, query, fault)
  const generated = await generateAnswer(
    state,
    { prompt, location, model: profile, search: true, listPages: true },
    query,
    fault,
    { origin: '', servedModel: (release) => `gpt-5-${yyyymmdd(release, '-')}` },
  )
  const task = { id: generated.ids.uuid(), order, generated, state: getProgress(tookMs, getEnding(fault)) }
  state.scraperTasks.add(name, task, fault?.kind === 'expired')
  if (order.webhookUrl !== null && fault?.kind !== 'never') deliverLater(state, name, task, tookMs)
  return task
}

function getEnding(fault: Fault | null): 'done' | 'failed' | 'never' {
  if (fault?.kind === 'never') return 'never'
  return fault?.kind === 'error_in_200' ? 'failed' : 'done'
}

/** Delivers once, after the reply to the order has had time to arrive. */
function deliverLater(state: State, name: ScraperName, task: Task, tookMs: number): void {
  const { webhookUrl } = task.order
  const timer = setTimeout(async () => {
    const delivery = SCRAPERS[name].delivery?.(task, state.webhookSecret)
    if (webhookUrl === null || !delivery) return
    try {
      await fetch(webhookUrl, { method: 'POST', ...delivery, signal: state.stopping })
    } catch {
      if (!state.stopping.aborted) console.error(`The simulated ${name} failed to deliver to ${webhookUrl}`)
    }
  }, tookMs + DELIVERY_DELAY_MS)
  state.stopping.addEventListener('abort', () => clearTimeout(timer), { once: true })
}

const DELIVERY_DELAY_MS = 50

const refusal = ({ seed }: State, name: ScraperName, problem: Problem): Reply =>
  SCRAPERS[name].problem(problem, random(seed, 'problem', problem.problem, name))

/** Some scrapers take an array with one element. */
function getBody({ body }: ScraperCall): Json {
  const first: unknown = Array.isArray(body) ? body[0] : body
  return isJson(first) ? first : {}
}
