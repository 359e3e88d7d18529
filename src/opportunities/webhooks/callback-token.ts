/**
 * The token in a `callback_url` allows its bearer to report on one opportunity for 90 days. It is signed and not
 * stored; it becomes invalid when the opportunity is deleted, and with all tokens of the brand when a user revokes them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../core/context.ts'

/** `generation`: of the brand's tokens, `brands.callback_token_version`. */
type CallbackSubject = { brandId: string; opportunityId: string; generation: number }

const lifetimeMs = 90 * 86_400_000
const idBytes = 16
const timeBytes = 6
const generationBytes = 4
const bodyBytes = 2 * idBytes + timeBytes + generationBytes

export function createCallbackToken(
  ctx: Pick<AppContext, 'secretKey' | 'now'>,
  subject: CallbackSubject,
): string {
  const body = Buffer.alloc(bodyBytes)
  body.write(subject.brandId.replaceAll('-', ''), 0, 'hex')
  body.write(subject.opportunityId.replaceAll('-', ''), idBytes, 'hex')
  body.writeUIntBE(ctx.now().getTime() + lifetimeMs, 2 * idBytes, timeBytes)
  body.writeUInt32BE(subject.generation, 2 * idBytes + timeBytes)
  return Buffer.concat([body, signature(ctx, body)]).toString('base64url')
}

/** Returns null for an invalid signature or an expired token. */
export function verifyCallbackToken(
  ctx: Pick<AppContext, 'secretKey' | 'now'>,
  token: string,
): CallbackSubject | null {
  const bytes = Buffer.from(token, 'base64url')
  const [body, signatureBytes] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)]
  const expected = signature(ctx, body)
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected)) return null
  if (body.readUIntBE(2 * idBytes, timeBytes) <= ctx.now().getTime()) return null
  return {
    brandId: readUuid(body, 0),
    opportunityId: readUuid(body, idBytes),
    generation: body.readUInt32BE(2 * idBytes + timeBytes),
  }
}

const signature = ({ secretKey }: Pick<AppContext, 'secretKey'>, body: Buffer): Buffer =>
  createHmac('sha256', secretKey).update('callback of an opportunity\0').update(body).digest()

const readUuid = (bytes: Buffer, offset: number) =>
  bytes.toString('hex', offset, offset + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
