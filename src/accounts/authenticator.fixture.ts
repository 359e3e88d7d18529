/** An authenticator in software, for passkeys that a browser's would not produce: of another host, without verification, replayed. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

const Options = z.object({ challenge: z.string() })
const CreationOptions = Options.extend({ user: z.object({ id: z.string() }) })

/** `verifies`: whether it checks the fingerprint, face or PIN of the person. */
type Circumstances = { origin?: string; rpId?: string; verifies?: boolean; counter?: number }

/** Returns an authenticator with one key. */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(20)
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  let userHandle = ''
  return {
    id: credential.id,

    /** Answers the options of `navigator.credentials.create`. */
    create(options: unknown, circumstances: Circumstances = {}) {
      const { challenge, user } = CreationOptions.parse(options)
      userHandle = user.id
      // CBOR of the COSE key: EC2, ES256, P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([
        authenticatorData(circumstances, 0x40),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      // CBOR of { fmt: 'none', attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, circumstances).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** Answers the options of `navigator.credentials.get`. */
    get(options: unknown, circumstances: Circumstances = {}) {
      const client = clientData('webauthn.get', Options.parse(options).challenge, circumstances)
      const data = authenticatorData(circumstances, 0)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle,
        },
      }
    },
  }
}

const clientData = (type: string, challenge: string, { origin = 'http://localhost:3000' }: Circumstances) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function authenticatorData(
  { rpId = 'localhost', verifies = true, counter = 0 }: Circumstances,
  otherFlags: number,
): Buffer {
  const data = Buffer.alloc(37)
  createHash('sha256').update(rpId).digest().copy(data)
  // User present, user verified.
  data.writeUInt8(1 | (verifies ? 4 : 0) | otherFlags, 32)
  data.writeUInt32BE(counter, 33)
  return data
}
