/**
 * Runs CPU-heavy routes in a worker thread, so that their computation and garbage collection do not delay other
 * requests. The first such request starts the thread.
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

/** A request to the worker, with the parts of the context that belong to the request. `nowMs` is its fixed clock. */
type WorkerRequest = { id: number; key: string; sent: RequestParts; nowMs: number } & Pick<
  Context,
  'organizationId' | 'actor'
>
type ClientError = Pick<AppError, 'code' | 'message' | 'details' | 'extra'>
type InternalError = { message: string; stack: string | undefined }
type WorkerResponse = { id: number } & (
  | { body: SharedBody }
  | { clientError: ClientError }
  | { internalError: InternalError }
)

/** A body in shared memory, which is sent to the other thread without copying. */
type SharedBody = { bytes: Uint8Array<SharedArrayBuffer>; tag: string }

const closeMessage = 'close'
/** A busy thread receives the message only after its computation. */
const closeTimeoutMs = 1_000

type PendingCall = PromiseWithResolvers<TaggedBody>

/**
 * `entry` is a file that calls `serveRoutes` with the same route table and receives `workerData`. Routes are identified
 * by object identity.
 */
export function openRouteWorker(entry: URL, routes: RouteTable, workerData: object): RouteWorker {
  const keys = new Map(Object.entries(routes).map(([key, route]) => [route, key]))
  let running: { worker: Worker; pending: Map<number, PendingCall> } | null = null
  let lastId = 0

  function start() {
    const worker = new Worker(entry, { workerData })
    // The client's connection keeps the process alive, not the worker.
    worker.unref()
    const pending = new Map<number, PendingCall>()
    const started = { worker, pending }
    const rejectPending = (reason: unknown) => {
      if (running === started) running = null
      for (const { reject } of pending.values()) reject(reason)
      pending.clear()
    }
    worker.on('message', (response: WorkerResponse) => {
      const call = pending.get(response.id)
      pending.delete(response.id)
      if ('body' in response) call?.resolve(fromShared(response.body))
      else if ('clientError' in response) call?.reject(appErrorOf(response.clientError))
      else call?.reject(errorOf(response.internalError))
    })
    worker.on('error', (error) => rejectPending(new Error('The route worker crashed', { cause: error })))
    worker.on('exit', () => rejectPending(new Error('The route worker exited')))
    return started
  }

  return {
    async serialize(ctx, route, { params, query, body }) {
      const key = keys.get(route)
      if (key === undefined) return null
      const { organizationId, actor, now } = authenticatedContext(ctx)
      running ??= start()
      const { worker, pending } = running
      lastId += 1
      const id = lastId
      const sent = { params, query, body }
      const call = Promise.withResolvers<TaggedBody>()
      pending.set(id, call)
      worker.postMessage({
        id,
        key,
        sent,
        organizationId,
        actor,
        nowMs: now().getTime(),
      } satisfies WorkerRequest)
      return call.promise
    },
    async close() {
      const ending = running?.worker
      if (!ending) return
      ending.ref()
      ending.postMessage(closeMessage)
      await Promise.race([once(ending, 'exit'), after(closeTimeoutMs, undefined, { ref: false })])
      await ending.terminate()
    },
  }
}

/** The worker's side. `base` is the context of its routes. `close` runs before the thread exits. */
export function serveRoutes(
  port: MessagePort,
  routes: RouteTable,
  base: AppContext,
  close: () => Promise<void>,
): void {
  const respond = async (request: WorkerRequest) => {
    port.postMessage(await responseTo(routes, base, request))
  }
  port.on('message', (message: WorkerRequest | typeof closeMessage) => {
    if (message === closeMessage) void close().finally(() => port.close())
    else void respond(message)
  })
}

async function responseTo(
  routes: RouteTable,
  base: AppContext,
  { id, key, sent, nowMs, organizationId, actor }: WorkerRequest,
): Promise<WorkerResponse> {
  try {
    const route = routes[key]
    if (route?.kind !== 'json') throw new Error(`The route worker has no route ${key}`)
    const ctx: Context = { ...base, organizationId, actor, now: () => new Date(nowMs) }
    const body = await serializeRoute(ctx, route, sent, noHttp)
    if (body === null) throw new Error(`${key} has no body`)
    return { id, body: memoizeOn(body, toShared, () => toShared(body)) }
  } catch (error) {
    const { code, message, details, extra } = toAppError(error)
    if (code !== 'internal') return { id, clientError: { code, message, details, extra } }
    // As strings, because not every error can be cloned.
    const stack = error instanceof Error ? error.stack : undefined
    return { id, internalError: { message: String(error), stack } }
  }
}

function appErrorOf({ code, message, details, extra }: ClientError): AppError {
  return new AppError(code, message, { ...(details && { details }), extra })
}

function errorOf({ message, stack }: InternalError): Error {
  return Object.assign(new Error(message), stack !== undefined && { stack })
}

function toShared({ body, tag }: TaggedBody): SharedBody {
  const bytes = new Uint8Array(new SharedArrayBuffer(body.byteLength))
  bytes.set(body)
  return { bytes, tag }
}

const fromShared = ({ bytes, tag }: SharedBody): TaggedBody => ({ body: Buffer.from(bytes.buffer), tag })

/** The worker has neither request nor response, so its routes cannot use them. */
const noHttp: Http = {
  headers: {},
  ip: '',
  url: '',
  setHeader: rejectHttp,
  setStatus: rejectHttp,
}

function rejectHttp(): never {
  throw new Error('A route of the route worker cannot set headers or a status')
}
