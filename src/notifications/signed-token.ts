/** Tokens in links of email, which name an organization and one of its readers. They are signed and not stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../core/context.ts'

/** `subject`: the reader, as an id or an address. */
type Signed = { organizationId: string; subject: string }
type Keys = Pick<AppContext, 'secretKey'>

/** The purpose is part of the signed text, so a token for one is not valid for the other. */
type Purpose = 'confirm address' | 'end of digests'

const signatureBytes = 32
const idBytes = 16

export function createSignedToken(keys: Keys, purpose: Purpose, { organizationId, subject }: Signed): string {
  const body = Buffer.concat([Buffer.from(organizationId.replaceAll('-', ''), 'hex'), Buffer.from(subject)])
  return Buffer.concat([sign(keys, purpose, body), body]).toString('base64url')
}

/** Returns null for an invalid signature. */
export function verifySignedToken(keys: Keys, purpose: Purpose, token: string): Signed | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= signatureBytes + idBytes) return null
  const [signature, body] = [bytes.subarray(0, signatureBytes), bytes.subarray(signatureBytes)]
  if (!timingSafeEqual(signature, sign(keys, purpose, body))) return null
  const id = body.toString('hex', 0, idBytes)
  return {
    organizationId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    subject: body.toString('utf8', idBytes),
  }
}

const sign = ({ secretKey }: Keys, purpose: Purpose, body: Buffer): Buffer =>
  createHmac('sha256', secretKey).update(`${purpose}\0`).update(body).digest()
