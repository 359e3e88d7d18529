/**
 * What the signing scraper delivers: proved, stored and only then acknowledged. Whoever waits for the task finds it there
 * (`inbox.ts`), in whichever process; what nobody waits for is kept aside and forgotten.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { sql } from 'kysely'
import { compress } from '../answers/compression.ts'
import type { AppContext } from '../core/context.ts'
import { AppError, invalid } from '../core/errors.ts'

/** Of clocks that differ, and of a delivery on its way. */
const toleranceSeconds = 300
export const maxDeliveryBytes = 8 * 1024 * 1024
const maxUnpackedBytes = 32 * 1024 * 1024

/**
 * `duplicate`: this task was delivered before, and counts once. Throws `not_configured` without a secret, `unauthorized`
 * for a signature or a time that is wrong, and `invalid_request` for what is no delivery.
 */
export async function receiveCallback(
  ctx: AppContext,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ duplicate: boolean }> {
  const secret = ctx.config.SCRAPER_WEBHOOK_SECRET
  if (secret === null)
    throw new AppError(
      'not_configured',
      'Deliveries of scrapers are off; set SCRAPER_WEBHOOK_SECRET to the secret that signs them.',
    )
  requireSignature(headers, body, secret, ctx.now())
  const text = await unpacked(headers['content-encoding'], body)
  const { taskId, reference } = readTask(text)
  const inserted = await ctx.db
    .insertInto('scraper_callbacks')
    .values({ task_id: taskId, reference, body: compress(text), received_at: ctx.now() })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst()
  return { duplicate: inserted.numInsertedOrUpdatedRows === 0n }
}

/** Repetitions come within the hour; a week is for who looks for one by hand. */
const keptDays = 7

/** Forgets deliveries that are old, and the tasks of runs that have ended. */
export async function deleteOldCallbacks({ db, now }: AppContext): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 86_400_000)
  await db.deleteFrom('scraper_callbacks').where('received_at', '<', before).execute()
  await sql`
    delete from scraper_tasks task using jobs
    where jobs.brand_id = task.brand_id and jobs.id = task.job_id and jobs.finished_at < ${before}`.execute(
    db,
  )
}

/** Over the bytes as they came, before anything is made of them. */
function requireSignature(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: Date): void {
  const prefix = headers['x-scraper-signature'] === undefined ? 'x-cloro' : 'x-scraper'
  const timestamp = headers[`${prefix}-timestamp`]
  const signatures = headers[`${prefix}-signature`]
  if (typeof timestamp !== 'string' || typeof signatures !== 'string' || !/^\d{1,12}$/.test(timestamp))
    throw unauthorized('A delivery needs X-Scraper-Timestamp (seconds since 1970) and X-Scraper-Signature.')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw unauthorized('The time of the delivery is more than five minutes away from ours.')
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  // While a secret is changed for another, a delivery may be signed by both.
  const isSigned = signatures.split(/[\s,]+/).some((signature) => isEqual(signature, expected))
  if (!isSigned) throw unauthorized('The signature of the delivery is not that of SCRAPER_WEBHOOK_SECRET.')
}

function isEqual(signature: string, expected: Buffer): boolean {
  const [, hex] = /^v1=([0-9a-f]{64})$/i.exec(signature) ?? []
  return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected)
}

const unauthorized = (message: string) => new AppError('unauthorized', message)

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

async function unpacked(encoding: string | undefined, body: Buffer): Promise<string> {
  const name = encoding?.trim().toLowerCase() ?? ''
  // Some send gzip without saying so; JSON cannot begin like it.
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  const decode = isDecoder(name) ? decoders[name] : isGzip ? decoders.gzip : null
  if (decode === null && name !== '' && name !== 'identity')
    throw invalid('Content-Encoding', 'must be gzip, deflate, br or identity')
  if (decode === null) return body.toString('utf8')
  try {
    return (await decode(body, { maxOutputLength: maxUnpackedBytes })).toString('utf8')
  } catch {
    throw invalid('body', 'is not in the encoding that Content-Encoding names, or is too large')
  }
}

const isDecoder = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name)

function readTask(text: string): { taskId: string; reference: string | null } {
  const task = fieldOf(parsed(text), 'task')
  const [id, status, key] = ['id', 'status', 'idempotencyKey'].map((name) => fieldOf(task, name))
  if (typeof id !== 'string' || !isName(id)) throw invalid('task.id', 'must be the id of a task')
  if (status !== 'COMPLETED' && status !== 'FAILED')
    throw invalid('task.status', 'must be COMPLETED or FAILED')
  return { taskId: id, reference: typeof key === 'string' && isName(key) ? key : null }
}

/** What can stand in an index, and be no more than a name. */
const isName = (text: string) => /^[\x21-\x7e]{1,200}$/.test(text)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('body', 'is not JSON')
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
