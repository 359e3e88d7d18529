/** Receives the requests of log sources. A request is accepted only after the rows of its lines are stored. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { AppContext, OrganizationContext, Resource } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { type KeyedSemaphore, keyedSemaphore } from '../core/semaphore.ts'
import { timingSafeEqualText, unauthorized } from '../http/bearer.ts'
import { message, untranslated } from '../languages/message.ts'
import { importLogs, type LogReport } from './import-logs.ts'
import { createLogParser } from './log-parser.ts'
import { splitRecords } from './log-records.ts'
import { allLogFields, type Header, type LogLine, type SenderDescription } from './log-senders.ts'
import { describeSender, findLogSourceByToken, type LogSourceRow, openSigningSecret } from './log-sources.ts'

/** As sent. The largest batch of a known sender is smaller. */
export const maxReceivedBytes = 64 * 1024 * 1024

/** Decompressed. Further bytes are a mistake or an attack. */
const maxExpandedBytes = 256 * 1024 * 1024

/** A signature covers the whole body, which has to be in memory until it is checked. */
const maxSignedBytes = 16 * 1024 * 1024

/** Each request in progress occupies a few megabytes; others wait, and their senders retry. */
export const logIntake: Resource<KeyedSemaphore> = {
  name: 'log intake',
  open: () => keyedSemaphore(4, { perGroup: 2, waiting: 8 }),
}

/** Finds the source of a request by the token in the path or, without one, in a header. Throws `unauthorized`. */
export async function authenticateLogSource(
  app: AppContext,
  pathToken: string | undefined,
  header: Header,
): Promise<LogSourceRow> {
  const token =
    pathToken ?? header('x-amz-firehose-access-key') ?? getAuthorizationToken(header('authorization'))
  const source = token === undefined ? null : await findLogSourceByToken(app, token)
  if (source === null)
    throw unauthorized(
      untranslated(
        'Send the token of a log source: in the path, as a bearer token, or as the password of Basic.',
      ),
    )
  return source
}

function getAuthorizationToken(authorization: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization ?? '') ?? []
  if (scheme.toLowerCase() !== 'basic') return value || undefined
  const text = Buffer.from(value, 'base64').toString()
  return text.slice(text.indexOf(':') + 1) || undefined
}

/**
 * Throws `unauthorized` without a valid signature, `too_large`, `invalid_request` for a body that cannot be decompressed,
 * `unsupported_media_type` and `rate_limited`.
 */
export async function receiveLogs(
  app: AppContext,
  source: LogSourceRow,
  { body, header }: { body: AsyncIterable<Buffer>; header: Header },
): Promise<LogReport> {
  const encoding = header('content-encoding') ?? 'identity'
  if (!['gzip', 'identity'].includes(encoding))
    throw new AppError('unsupported_media_type', untranslated('Send the body with gzip or without encoding.'))
  const ctx: OrganizationContext = { ...app, organizationId: source.organization_id }
  const sender = describeSender(source.sender)
  return app.use(logIntake).run(
    ctx.organizationId,
    async () => {
      const checked = await checkSignature(ctx, source, sender, {
        body: limitSize(body, maxReceivedBytes),
        header,
      })
      const records = splitRecords(
        limitSize(decompress(checked), maxExpandedBytes),
        sender.isEnvelope?.(header) ?? false,
      )
      const parse = createLogParser(sender.fields ? [sender.fields] : allLogFields)
      const report = await importLogs(ctx, { id: source.brand_id }, toLines(records, sender), { parse })
      await countReceived(ctx, source, report)
      return report
    },
    { member: source.brand_id },
  )
}

/** Returns the body. A request without a body has no signature: Vercel sends one to verify the endpoint. */
async function checkSignature(
  ctx: OrganizationContext,
  source: LogSourceRow,
  { signature }: SenderDescription,
  { body, header }: { body: AsyncIterable<Buffer>; header: Header },
): Promise<AsyncIterable<Buffer>> {
  const secret = openSigningSecret(ctx, source)
  if (secret === null || !signature) return body
  const bytes = await buffer(limitSize(body, maxSignedBytes))
  const sent = header(signature.header) ?? ''
  if (bytes.length > 0 && !timingSafeEqualText(sent.toLowerCase(), signature.compute(secret, bytes)))
    throw unauthorized(untranslated(`The header ${signature.header} is not the signature of the body.`))
  return Readable.from([bytes])
}

async function* limitSize(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0
  for await (const chunk of chunks) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw new AppError('too_large', message('http.general.theBodyIsTooLarge'))
    yield chunk
  }
}

/** Decompresses gzip, which is recognized by its first bytes: senders of files do not name the encoding. */
export async function* decompress(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]()
  const rest = { [Symbol.asyncIterator]: () => source }
  let start = Buffer.alloc(0)
  for (let isDone = false; start.length < 2 && !isDone; ) {
    const next = await source.next()
    isDone = next.done === true
    if (!next.done) start = Buffer.concat([start, next.value])
  }
  if (start[0] !== 0x1f || start[1] !== 0x8b) {
    yield start
    yield* rest
    return
  }
  let sourceError: unknown = null
  async function* compressed() {
    try {
      yield start
      yield* rest
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  const gunzip = createGunzip()
  const input = Readable.from(compressed(), { objectMode: false })
  input.on('error', (error) => gunzip.destroy(error))
  try {
    yield* input.pipe(gunzip)
  } catch {
    throw sourceError ?? new AppError('invalid_request', untranslated('The body cannot be decompressed.'))
  } finally {
    input.destroy()
  }
}

/** Unwraps the records of a sender. Test records are left out. */
export async function* toLines(
  records: AsyncIterable<readonly (string | null)[]>,
  { unwrap, isTestRecord = () => false }: Pick<SenderDescription, 'unwrap' | 'isTestRecord'> = {},
): AsyncGenerator<(LogLine | null)[]> {
  for await (const some of records)
    yield some
      .filter((record) => record === null || !isTestRecord(record.trim()))
      .flatMap((record) => (record === null ? [null] : (unwrap?.(record) ?? [{ text: record }])))
}

const countReceived = (
  { db, now }: OrganizationContext,
  { organization_id, id }: LogSourceRow,
  { lines, stored, known, unreadable }: LogReport,
) =>
  sql`
    update log_sources set last_received_at = ${now()}, lines = lines + ${lines}, stored = stored + ${stored},
      known = known + ${known}, unreadable = unreadable + ${unreadable}
    where organization_id = ${organization_id} and id = ${id}`.execute(db)
