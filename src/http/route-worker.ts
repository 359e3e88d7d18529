/**
 * Routes that compute much are answered in a thread of their own: what they compute, and the memory they leave to be
 * collected, holds up nobody who asks for something else. The thread is started by the first of them.
 */
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { AppContext, Context } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { authenticatedContext, type RequestParts, type RouteWorker, serializeRoute } from './call-route.ts'
import { toAppError } from './error-mapping.ts'
import type { TaggedBody } from './etag.ts'
import { memoizeOn } from './memoized-response.ts'
import type { Http, RouteTable } from './route.ts'

/** What a context holds that belongs to one request. The clock stands still for it. */
type Order = { id: number; address: string; sent: RequestParts; nowMs: number } & Pick<
  Context,
  'organizationId' | 'actor'
>
type Refusal = Pick<AppError, 'code' | 'message' | 'details' | 'extra'>
type Fault = { message: string; stack: string | undefined }
type Reply = { id: number } & ({ text: Shared } | { refusal: Refusal } | { fault: Fault })

/** A text in memory that both threads see: however long it is, and however often it is asked for, nothing is copied. */
type Shared = { bytes: Uint8Array<SharedArrayBuffer>; tag: string }

const closing = 'close'
/** A thread that computes hears of its end only after that. */
const closeWithinMs = 1_000

type Answer = PromiseWithResolvers<TaggedBody>

/**
 * `entry`: a file that calls `answerRoutes` with the same routes; it finds `workerData` there. Routes are told from each
 * other by being the same objects.
 */
export function openRouteWorker(entry: URL, routes: RouteTable, workerData: object): RouteWorker {
  const addresses = new Map(Object.entries(routes).map(([address, route]) => [route, address]))
  let running: { worker: Worker; asked: Map<number, Answer> } | null = null
  let last = 0

  function start() {
    const worker = new Worker(entry, { workerData })
    // Whoever asks keeps the process alive by their connection.
    worker.unref()
    const asked = new Map<number, Answer>()
    const started = { worker, asked }
    const end = (reason: unknown) => {
      if (running === started) running = null
      for (const { reject } of asked.values()) reject(reason)
      asked.clear()
    }
    worker.on('message', (reply: Reply) => {
      const answer = asked.get(reply.id)
      asked.delete(reply.id)
      if ('text' in reply) answer?.resolve(received(reply.text))
      else answer?.reject('refusal' in reply ? refused(reply.refusal) : failed(reply.fault))
    })
    worker.on('error', (error) => end(new Error('The thread of routes broke down', { cause: error })))
    worker.on('exit', () => end(new Error('The thread of routes ended')))
    return started
  }

  return {
    async serialize(ctx, route, { params, query, body }) {
      const address = addresses.get(route)
      if (address === undefined) return null
      const { organizationId, actor, now } = authenticatedContext(ctx)
      running ??= start()
      const { worker, asked } = running
      last += 1
      const id = last
      const sent = { params, query, body }
      worker.postMessage({ id, address, sent, organizationId, actor, nowMs: now().getTime() } satisfies Order)
      const answer = Promise.withResolvers<TaggedBody>()
      asked.set(id, answer)
      return answer.promise
    },
    async close() {
      const ending = running?.worker
      if (!ending) return
      ending.ref()
      ending.postMessage(closing)
      await Promise.race([once(ending, 'exit'), after(closeWithinMs, undefined, { ref: false })])
      await ending.terminate()
    },
  }
}

/** The thread's side. `base`: what its routes may use. `close` is called before the thread ends. */
export function serveRoutes(
  port: MessagePort,
  routes: RouteTable,
  base: AppContext,
  close: () => Promise<void>,
): void {
  const answer = async (order: Order) => {
    port.postMessage(await replyTo(routes, base, order))
  }
  port.on('message', (message: Order | typeof closing) => {
    if (message === closing) void close().finally(() => port.close())
    else void answer(message)
  })
}

async function replyTo(
  routes: RouteTable,
  base: AppContext,
  { id, address, sent, nowMs, organizationId, actor }: Order,
): Promise<Reply> {
  try {
    const route = routes[address]
    if (route?.kind !== 'json') throw new Error(`${address} is not answered here`)
    const ctx: Context = { ...base, organizationId, actor, now: () => new Date(nowMs) }
    const text = await serializeRoute(ctx, route, sent, noHttp)
    if (text === null) throw new Error(`${address} gives nothing`)
    return { id, text: memoizeOn(text, shared, () => shared(text)) }
  } catch (error) {
    const { code, message, details, extra } = toAppError(error)
    if (code !== 'internal') return { id, refusal: { code, message, details, extra } }
    // As text: not every error can be sent as it is.
    return { id, fault: { message: String(error), stack: error instanceof Error ? error.stack : undefined } }
  }
}

function refused({ code, message, details, extra }: Refusal): AppError {
  return new AppError(code, message, { ...(details && { details }), extra })
}

function failed({ message, stack }: Fault): Error {
  return Object.assign(new Error(message), stack !== undefined && { stack })
}

function shared({ body, tag }: TaggedBody): Shared {
  const bytes = new Uint8Array(new SharedArrayBuffer(body.byteLength))
  bytes.set(body)
  return { bytes, tag }
}

const received = ({ bytes, tag }: Shared): TaggedBody => ({ body: Buffer.from(bytes.buffer), tag })

/** A route that is answered elsewhere has no hand in the request. */
const noHttp: Http = {
  headers: {},
  ip: '',
  url: '',
  setHeader: refuseHttp,
  setStatus: refuseHttp,
}

function refuseHttp(): never {
  throw new Error('A route of a thread cannot set headers or a status')
}
