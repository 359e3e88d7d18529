/**
 * The token in a `callback_url`: whoever holds it may report on one opportunity for 90 days. It is signed, not stored; it
 * ends with its opportunity.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../core/context.ts'

export type CallbackSubject = { brandId: string; opportunityId: string }

const lifetimeMs = 90 * 86_400_000
const idBytes = 16
const timeBytes = 6
const bodyBytes = 2 * idBytes + timeBytes

export function callbackToken(ctx: Pick<AppContext, 'secretKey' | 'now'>, told: CallbackSubject): string {
  const body = Buffer.alloc(bodyBytes)
  body.write(told.brandId.replaceAll('-', ''), 0, 'hex')
  body.write(told.opportunityId.replaceAll('-', ''), idBytes, 'hex')
  body.writeUIntBE(ctx.now().getTime() + lifetimeMs, 2 * idBytes, timeBytes)
  return Buffer.concat([body, signature(ctx, body)]).toString('base64url')
}

/** Null for what we did not sign, and for what is too old. */
export function verifyCallbackToken(
  ctx: Pick<AppContext, 'secretKey' | 'now'>,
  token: string,
): CallbackSubject | null {
  const bytes = Buffer.from(token, 'base64url')
  const [body, signed] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)]
  const expected = signature(ctx, body)
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return null
  if (body.readUIntBE(2 * idBytes, timeBytes) <= ctx.now().getTime()) return null
  return { brandId: uuidAt(body, 0), opportunityId: uuidAt(body, idBytes) }
}

const signature = ({ secretKey }: Pick<AppContext, 'secretKey'>, body: Buffer): Buffer =>
  createHmac('sha256', secretKey).update('callback of an opportunity\0').update(body).digest()

const uuidAt = (bytes: Buffer, at: number) =>
  bytes.toString('hex', at, at + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
