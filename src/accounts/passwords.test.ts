import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Resource } from '../core/context.ts'
import { findMatchingHash, hashPassword, passwordCost } from './passwords.ts'

const appWith = (...provided: unknown[]) => {
  const opened = new Map<string, unknown>(provided.length > 0 ? [[passwordCost.name, provided[0]]] : [])
  const use = <T>(resource: Resource<T>): T => {
    if (!opened.has(resource.name)) opened.set(resource.name, resource.open(undefined as never))
    return opened.get(resource.name) as T
  }
  return { use, secretKey: 'a secret key of at least 32 characters' }
}
const app = appWith({ logN: 8, r: 1, p: 1 })
const email = 'ada@example.com'
const verify = async (password: string, hash: string) =>
  (await findMatchingHash(app, password, [hash])) === hash

test('a hash has the cost of production, at which it is verified', async () => {
  const hash = await hashPassword(appWith(), { email, password: 'correct horse' })
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verify('correct horse', hash)).toBe(true)
})

test('a hash verifies its own password only, and differs by address and by secret key', async () => {
  const password = 'correct horse'
  const hash = await hashPassword(app, { email, password })
  expect(await verify(password, hash)).toBe(true)
  expect(await verify('Correct horse', hash)).toBe(false)
  const others = [
    await hashPassword(app, { email: 'bea@example.com', password }),
    await hashPassword({ ...app, secretKey: 'another secret key of 32 characters' }, { email, password }),
  ]
  expect(new Set([hash, ...others].map((each) => each.split('$')[4])).size).toBe(3)
  for (const other of others) expect(await verify(password, other)).toBe(true)
})

test('composed and decomposed forms of a character are the same password', async () => {
  expect(await verify('cafe\u0301', await hashPassword(app, { email, password: 'caf\u00e9' }))).toBe(true)
})

test('a hash with another cost is verified at its own cost', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const key = scryptSync('secret', salt, 32, { N: 2 ** 10, r: 8, p: 2 })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = `$scrypt$ln=10,r=8,p=2$${text(salt)}$${text(key)}`
  expect(await verify('secret', hash)).toBe(true)
  expect(await verify('secret2', hash)).toBe(false)
})

test.each(['', 'secret', '$scrypt$ln=14,r=16,p=1$$', '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$a2V5'])(
  'the malformed hash "%s" throws instead of verifying',
  async (hash) => {
    await expect(verify('secret', hash)).rejects.toThrow('malformed')
  },
)

test('at most two passwords are hashed at a time, so that memory stays bounded', async () => {
  let running = 0
  let most = 0
  const ids = new Set<number>()
  const hook = createHook({
    init: (id, type) => {
      if (type !== 'SCRYPTREQUEST') return
      ids.add(id)
      running += 1
      most = Math.max(most, running)
    },
    before: (id) => {
      if (ids.delete(id)) running -= 1
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  await Promise.all(Array.from({ length: 10 }, () => hashPassword(app, { email, password: 'correct horse' })))
  expect(most).toBe(2)
})
