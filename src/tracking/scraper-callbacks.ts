/**
 * Receives results that the scraper delivers to POST /scraper/callback. A delivery is authenticated, stored and then
 * acknowledged; the process that waits for the task finds it in the table (`callback-poller.ts`). Deliveries that no
 * run waits for are deleted after a week.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { sql } from 'kysely'
import { compress } from '../answers/compression.ts'
import type { AppContext } from '../core/context.ts'
import { AppError, invalid } from '../core/errors.ts'
import { type Message, untranslated } from '../languages/message.ts'

/** Allows for clock differences and delivery time. */
const toleranceSeconds = 300
export const maxDeliveryBytes = 8 * 1024 * 1024
const maxDecodedBytes = 32 * 1024 * 1024

type Head = { timestamp: string; signatures: string; secret: string; encoding: Encoding }

/**
 * Checks the headers of a delivery, before its body is read. Throws `not_configured` without a secret, `unauthorized` for
 * missing headers and an expired timestamp, and `unsupported_media_type` for an unknown Content-Encoding.
 */
export function checkDeliveryHead({ config, now }: AppContext, headers: IncomingHttpHeaders): Head {
  const secret = config.SCRAPER_WEBHOOK_SECRET
  if (secret === null)
    throw new AppError(
      'not_configured',
      untranslated(
        "Scraper callbacks are disabled. Set SCRAPER_WEBHOOK_SECRET to the scraper's signing secret.",
      ),
    )
  const prefix = headers['x-scraper-signature'] === undefined ? 'x-cloro' : 'x-scraper'
  const timestamp = headers[`${prefix}-timestamp`]
  const signatures = headers[`${prefix}-signature`]
  if (typeof timestamp !== 'string' || typeof signatures !== 'string' || !/^\d{1,12}$/.test(timestamp))
    throw unauthorized(
      untranslated(
        'The delivery requires the headers X-Scraper-Timestamp (seconds since 1970) and X-Scraper-Signature.',
      ),
    )
  if (Math.abs(now().getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw unauthorized(
      untranslated('The timestamp of the delivery differs from the server time by more than five minutes.'),
    )
  return { timestamp, signatures, secret, encoding: getEncoding(headers['content-encoding']) }
}

/**
 * Stores a delivery. `duplicate`: this task was delivered before and counts once. Throws like `checkDeliveryHead`,
 * `unauthorized` for an invalid signature, and `invalid_request` for a malformed delivery.
 */
export async function receiveCallback(
  ctx: AppContext,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ duplicate: boolean }> {
  const head = checkDeliveryHead(ctx, headers)
  requireSignature(head, body)
  const text = await decodeBody(head.encoding, body)
  const { taskId, reference } = readTask(text)
  const inserted = await ctx.db
    .insertInto('scraper_callbacks')
    .values({ task_id: taskId, reference, body: compress(text), received_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return { duplicate: inserted.numInsertedOrUpdatedRows === 0n }
}

/** Scrapers repeat deliveries within the hour; a week leaves time for manual inspection. */
const retentionDays = 7

/** Deletes old deliveries, and the tasks of runs that ended. */
export async function deleteOldCallbacks({ db, now }: AppContext): Promise<void> {
  const before = new Date(now().getTime() - retentionDays * 86_400_000)
  await db.deleteFrom('scraper_callbacks').where('received_at', '<', before).execute()
  await sql`
    delete from scraper_tasks task using jobs
    where jobs.brand_id = task.brand_id and jobs.id = task.job_id and jobs.finished_at < ${before}`.execute(
    db,
  )
}

/** Verifies the signature over the raw bytes, before decompressing or parsing them. */
function requireSignature({ timestamp, signatures, secret }: Head, body: Buffer): void {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  // During a secret rotation a delivery may carry two signatures.
  const isSigned = signatures.split(/[\s,]+/).some((signature) => isEqual(signature, expected))
  if (!isSigned)
    throw unauthorized(untranslated('The signature of the delivery does not match SCRAPER_WEBHOOK_SECRET.'))
}

function isEqual(signature: string, expected: Buffer): boolean {
  const [, hex] = /^v1=([0-9a-f]{64})$/i.exec(signature) ?? []
  return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected)
}

const unauthorized = (text: Message) => new AppError('unauthorized', text)

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

type Encoding = keyof typeof decoders | 'identity'

function getEncoding(header: string | undefined): Encoding {
  const name = header?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return 'identity'
  if (isDecoder(name)) return name
  throw new AppError(
    'unsupported_media_type',
    untranslated('The Content-Encoding of the body is not supported. Send gzip, deflate, br or identity.'),
  )
}

const isDecoder = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name)

async function decodeBody(encoding: Encoding, body: Buffer): Promise<string> {
  // Some senders omit Content-Encoding. JSON never starts with the gzip magic bytes.
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  const decode = encoding !== 'identity' ? decoders[encoding] : isGzip ? decoders.gzip : null
  if (decode === null) return body.toString('utf8')
  try {
    return (await decode(body, { maxOutputLength: maxDecodedBytes })).toString('utf8')
  } catch {
    throw invalid('body', untranslated('does not match its Content-Encoding, or is too large'))
  }
}

function readTask(text: string): { taskId: string; reference: string | null } {
  const task = readField(parseJson(text), 'task')
  const [id, status, key] = ['id', 'status', 'idempotencyKey'].map((name) => readField(task, name))
  if (typeof id !== 'string' || !isTaskName(id)) throw invalid('task.id', untranslated('must be a task id'))
  if (status !== 'COMPLETED' && status !== 'FAILED')
    throw invalid('task.status', untranslated('must be COMPLETED or FAILED'))
  return { taskId: id, reference: typeof key === 'string' && isTaskName(key) ? key : null }
}

/** Printable ASCII, short enough for an index. */
const isTaskName = (text: string) => /^[\x21-\x7e]{1,200}$/.test(text)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('body', untranslated('must be JSON'))
  }
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
