/**
 * The Ed25519 key that signs the sealed reports of an installation. It is derived from SECRET_KEY, so that it needs no
 * storage; a new SECRET_KEY is a new signing key. Old files stay valid, because they contain their public key.
 */
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { sha256Hex } from '../canonical-json.ts'

/** DER of a PKCS #8 Ed25519 key up to its 32 bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

function getPrivateKey(secretKey: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'ansight report signing key', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
}

/** Returns the public key in PEM. */
export const getPublicKey = (secretKey: string): string =>
  createPublicKey(getPrivateKey(secretKey)).export({ type: 'spki', format: 'pem' }).toString()

/** Returns the SHA-256 of the public key's DER, in hexadecimal. Throws for text that is not a public key. */
export const computeFingerprint = (publicKey: string): string =>
  sha256Hex(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))

/** Returns the signature of bytes in base64. */
export const signWith = (secretKey: string, content: Uint8Array): string =>
  sign(null, content, getPrivateKey(secretKey)).toString('base64')

/** Accepts only the text that `signWith` returns: Node's decoder ignores characters that are not base64. */
export function isSignedBy(publicKey: string, content: Uint8Array, signature: string): boolean {
  const key = createPublicKey(publicKey)
  const bytes = Buffer.from(signature, 'base64')
  return (
    key.asymmetricKeyType === 'ed25519' &&
    bytes.toString('base64') === signature &&
    verify(null, content, key, bytes)
  )
}
