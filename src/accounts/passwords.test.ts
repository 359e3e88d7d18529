import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Resource } from '../core/context.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** With the cost of production. */
const app = { use: <T>(resource: Resource<T>) => resource.open(undefined as never) }

test('a hash verifies its own password only, and two hashes of one password differ', async () => {
  const hash = await hashPassword(app, 'correct horse')
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=16,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('Correct horse', hash)).toBe(false)
  expect(await hashPassword(app, 'correct horse')).not.toBe(hash)
})

test('composed and decomposed forms of a character are the same password', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword(app, 'caf\u00e9'))).toBe(true)
})

test('a hash with another cost is verified at its own cost', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const key = scryptSync('secret', salt, 32, { N: 2 ** 10, r: 8, p: 2 })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = `$scrypt$ln=10,r=8,p=2$${text(salt)}$${text(key)}`
  expect(await verifyPassword('secret', hash)).toBe(true)
  expect(await verifyPassword('secret2', hash)).toBe(false)
})

test.each(['', 'secret', '$scrypt$ln=14,r=16,p=1$$', '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$a2V5'])(
  'the malformed hash "%s" throws instead of verifying',
  async (hash) => {
    await expect(verifyPassword('secret', hash)).rejects.toThrow('malformed')
  },
)
