/** The token in the links of a digest ends the digests of one member without signing in. It is signed and not stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext, Context } from '../core/context.ts'

type Subject = { organizationId: string; userId: string }

const idBytes = 16
const bodyBytes = 2 * idBytes

/** `page` asks for confirmation, because link scanners open it. Mail programs send POST to `oneClick`. */
export function unsubscribeUrls(ctx: Context, userId: string): { page: string; oneClick: string } {
  const token = createUnsubscribeToken(ctx, { organizationId: ctx.organizationId, userId })
  return { page: `${ctx.baseUrl}/unsubscribe/${token}`, oneClick: `${ctx.baseUrl}/api/unsubscribe/${token}` }
}

function createUnsubscribeToken(ctx: Pick<AppContext, 'secretKey'>, subject: Subject): string {
  const body = Buffer.from((subject.organizationId + subject.userId).replaceAll('-', ''), 'hex')
  return Buffer.concat([body, signature(ctx, body)]).toString('base64url')
}

/** Returns null for an invalid signature. */
export function verifyUnsubscribeToken(ctx: Pick<AppContext, 'secretKey'>, token: string): Subject | null {
  const bytes = Buffer.from(token, 'base64url')
  const [body, signatureBytes] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)]
  const expected = signature(ctx, body)
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected)) return null
  return { organizationId: readUuid(body, 0), userId: readUuid(body, idBytes) }
}

const signature = ({ secretKey }: Pick<AppContext, 'secretKey'>, body: Buffer): Buffer =>
  createHmac('sha256', secretKey).update('end of digests\0').update(body).digest()

const readUuid = (bytes: Buffer, offset: number) =>
  bytes.toString('hex', offset, offset + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
