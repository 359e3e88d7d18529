/** Reads request bodies: JSON by default, the text types that a JSON route accepts, or the unparsed bytes for a raw route. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { message, untranslated } from '../languages/message.ts'
import { authenticatedBodies, type BodyReservation, publicBodies } from './body-limits.ts'
import { ipRateLimitKey } from './rate-limiter.ts'
import type { RawRoute, Route } from './route.ts'

/** The maximum body of a route without authentication, unless the route sets another. */
const publicBodyBytes = 16 * 1024

/** Returns the maximum body size of the route; undefined for the default. */
export function getBodyLimit({ access, maxBodyBytes }: Route | RawRoute): number | undefined {
  return maxBodyBytes ?? (access === 'none' ? publicBodyBytes : undefined)
}

/** Adds the parsers of a route to its scope. The memory of a body counts until the response has ended. */
export function addBodyParsers(scope: FastifyInstance, base: AppContext, route: Route | RawRoute): void {
  const reservations = new WeakMap<FastifyRequest, BodyReservation>()
  scope.addHook('onRequest', async (request, reply) => {
    const budget = base.use(route.access === 'none' ? publicBodies : authenticatedBodies)
    const reservation = budget.reserve(ipRateLimitKey(request.ip))
    reservations.set(request, reservation)
    reply.raw.once('close', reservation.release)
  })
  const read = (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload, {
      sizeBytes: Number(request.headers['content-length'] ?? Number.NaN),
      maxBytes: request.routeOptions.bodyLimit,
      count: (sizeBytes) => reservations.get(request)?.add(sizeBytes),
    })
  addParser(scope, route, read)
}

type ReadBody = (request: FastifyRequest, payload: IncomingMessage) => Promise<Buffer>

function addParser(scope: FastifyInstance, route: Route | RawRoute, read: ReadBody): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  if (route.kind === 'raw') {
    scope.addContentTypeParser(
      '*',
      route.streams ? async (_request: FastifyRequest, payload: IncomingMessage) => payload : read,
    )
    return
  }
  const { accepts } = route
  scope.addContentTypeParser(
    accepts === null ? 'application/json' : [...accepts],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const text = (await read(request, payload)).toString()
      if (accepts !== null) return text
      // An empty JSON body counts as no body; the route decides whether it requires one.
      return text === '' ? undefined : parseJsonText(parseJson, request, text)
    },
  )
}

type JsonParser = ReturnType<FastifyInstance['getDefaultJsonParser']>

function parseJsonText(parse: JsonParser, request: FastifyRequest, text: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
  return promise
}

type BodyOptions = {
  /** By Content-Length, before decoding; NaN when unknown. */
  sizeBytes: number
  /** Of the encoded and of the decoded body. */
  maxBytes: number
  /** Called with the size of each chunk. A thrown error ends reading. */
  count(sizeBytes: number): void
}

/** `receivedEncodedLength`: set on the decoded stream of a compressed body. */
type Payload = IncomingMessage & { receivedEncodedLength?: number }

/** Throws `too_large`, `invalid_request` for an incomplete body, and what `count` throws. */
function readBody(payload: Payload, { sizeBytes, maxBytes, count }: BodyOptions): Promise<Buffer> {
  if (sizeBytes > maxBytes) return Promise.reject(bodyTooLarge())
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let received = 0
  const onData = (chunk: Buffer) => {
    received += chunk.length
    try {
      if (Math.max(received, payload.receivedEncodedLength ?? 0) > maxBytes) throw bodyTooLarge()
      count(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      end(error)
    }
  }
  const onEnd = () => {
    const encoded = payload.receivedEncodedLength || received
    end(Number.isNaN(sizeBytes) || sizeBytes === encoded ? null : incomplete())
  }
  const onError = (error: unknown) => end(hasStatus(error) ? error : incomplete())
  const end = (error: unknown) => {
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    // The rest is discarded, so that the client finishes sending and reads the response.
    payload.on('error', () => undefined).resume()
    if (error === null) resolve(Buffer.concat(chunks, received))
    else reject(error)
    chunks.length = 0
  }
  // The decoder of a compressed body is paused.
  payload.on('data', onData).on('end', onEnd).on('error', onError).resume()
  return promise
}

const bodyTooLarge = () => new AppError('too_large', message('http.general.theBodyIsTooLarge'))
const incomplete = () =>
  new AppError('invalid_request', untranslated('The size of the body does not match its Content-Length.'))

/** Whether a library reports a mistake of the client, for example a body that cannot be decoded. */
const hasStatus = (error: unknown) => error instanceof Error && 'statusCode' in error
